/** What tables and details show of a value. */
import { hrefFor } from '../../../ui/browser/route.ts';
import { formatTime, parseTime, RelativeTime } from '../../../ui/components/time.tsx';
import type { Records } from '../protocol.ts';
import { now } from './data.ts';

interface RecordLinkProps {
  to: keyof Records;
  id: string;
  /** Default: the ID. */
  text?: string;
}

export const RecordLink = ({ to, id, text }: RecordLinkProps) => (
  <a class={text === undefined ? 'nowrap' : undefined} href={hrefFor([to, id])}>
    {text ?? id}
  </a>
);

export const Id = ({ children }: { children: string | number | null }) =>
  children === null ? null : <code class="nowrap">{children}</code>;

/** The time relative to the sandbox's clock. */
export const Time = ({ at }: { at: string | null }) =>
  at === null ? null : <RelativeTime time={at} now={now.value} />;

export const ExactTime = ({ at }: { at: string }) => (
  <>
    {formatTime(parseTime(at))} (<Time at={at} />)
  </>
);
