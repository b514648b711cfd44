import { useSignal } from '@preact/signals';
import { hrefFor } from '../../../../ui/browser/route.ts';
import { ActionButton } from '../../../../ui/components/action_button.tsx';
import { DataTable } from '../../../../ui/components/data_table.tsx';
import { RelativeTime } from '../../../../ui/components/time.tsx';
import type { DeliverySummary, Page } from '../../protocol.ts';
import { resendDelivery } from '../actions/events.ts';
import { now } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';
import { attemptResult, DeliveryStateBadge, DeliverySubject } from './delivery_text.tsx';
import { Loaded } from './loaded.tsx';
import { pageSize, ShowMore } from './show_more.tsx';

interface DeliveryTableProps {
  /** Query parameters of `GET deliveries`. */
  filter: Record<string, string>;
  caption: string;
  empty: string;
  /** Shows at most this many, without a button for more. */
  max?: number;
}

export function DeliveryTable({ filter, caption, empty, max }: DeliveryTableProps) {
  const limit = useSignal(max ?? pageSize);
  const query = new URLSearchParams({ ...filter, limit: String(limit.value) });
  const deliveries = useData<Page<DeliverySummary>>(`deliveries?${query}`, ['delivery']);
  return (
    <Loaded from={deliveries} isInline={max !== undefined}>
      {({ total, items }) => (
        <>
          <DataTable
            key={String(query)}
            caption={caption}
            rows={items}
            keyOf={({ id }) => id}
            marksNew
            empty={<p>{empty}</p>}
            columns={[
              {
                head: 'Event',
                kind: 'name',
                cell: ({ id, event }) => <a href={hrefFor(['deliveries', id])}>{event}</a>,
              },
              { head: 'About', cell: ({ about }) => <DeliverySubject about={about} /> },
              { head: 'Status', cell: ({ state }) => <DeliveryStateBadge state={state} /> },
              { head: 'Last attempt', cell: (delivery) => <LastAttempt delivery={delivery} /> },
              {
                head: 'Next attempt',
                cell: ({ next, latest }) =>
                  next !== null && latest !== null && <RelativeTime time={next} now={now.value} />,
              },
              {
                head: 'Resend',
                kind: 'actions',
                cell: ({ id }) => (
                  <ActionButton appearance="plain" action={() => resendDelivery(id)}>
                    Resend<span class="visually-hidden"> {id}</span>
                  </ActionButton>
                ),
              },
            ]}
          />
          {max === undefined && <ShowMore shown={items.length} total={total} limit={limit} />}
        </>
      )}
    </Loaded>
  );
}

function LastAttempt({ delivery: { latest, attempts } }: { delivery: DeliverySummary }) {
  if (latest === null) return 'Sending…';
  return (
    <>
      {attemptResult(latest)}, <RelativeTime time={latest.time} now={now.value} />
      {attempts > 1 && <span class="quiet"> (attempt {attempts})</span>}
    </>
  );
}

/** The deliveries about a contact or an order. */
export const DeliveriesAbout = ({ id, account }: { id: string; account: string }) => (
  <section>
    <h2>Webhook deliveries</h2>
    <DeliveryTable
      filter={{ account, about: id }}
      caption="Webhook deliveries"
      empty="No deliveries yet. Events that an app is subscribed to will appear here."
    />
  </section>
);
