/** What the service was asked, and what it answered. */
import { useSignal } from '@preact/signals';
import { hrefFor, replaceHref, route } from '../../../ui/browser/route.ts';
import { Badge, type Tone } from '../../../ui/components/badge.tsx';
import { CodeBlock } from '../../../ui/components/code_block.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import { formatTime, RelativeTime } from '../../../ui/components/time.tsx';
import type { Page, RequestDetails, RequestSummary } from '../protocol.ts';
import { Filters, More, Shown } from './shown.tsx';
import { now, useReading } from './world.ts';

const page = 100;

/** @param opened the id of the request that the address names */
export function RequestsSection({ opened }: { opened: string | undefined }) {
  const search = route.value.query.get('search') ?? '';
  const status = route.value.query.get('status') ?? '';
  const limit = useSignal(page);
  const query = new URLSearchParams({ search, status, limit: String(limit.value) });
  const requests = useReading<Page<RequestSummary>>(`requests?${query}`, ['request']);
  const look = (changes: Record<string, string>) =>
    replaceHref(hrefFor(['requests'], { search, status, ...changes }));
  return (
    <>
      <PageHeading
        title="Requests"
        lead="What applications asked of the service, newest first; secrets are masked. What this page does itself is not among them."
      />
      <Filters
        what="requests"
        placeholder="Method, path, status, application…"
        search={search}
        onSearch={(value) => look({ search: value })}
        found={search !== '' || status !== '' ? requests.answer?.total : undefined}
      >
        <select
          aria-label="Status"
          value={status}
          onChange={({ currentTarget }) => look({ status: currentTarget.value })}
        >
          <option value="">Every status</option>
          <option value="failed">Refused or failed</option>
        </select>
      </Filters>
      {opened !== undefined && <OpenedRequest id={opened} />}
      <Shown reading={requests}>
        {({ total, items }) =>
          items.length === 0 ? (
            <div class="card empty">
              <p>
                {search === '' && status === ''
                  ? 'Nothing was asked yet. Connect an account or run a Zap, and every request appears here as it comes.'
                  : 'No request is like that.'}
              </p>
            </div>
          ) : (
            <>
              <Requests items={items} />
              <More shown={items.length} total={total} limit={limit} by={5 * page} />
            </>
          )
        }
      </Shown>
    </>
  );
}

/** A line for each, which opens to the whole. */
export function Requests({ items }: { items: readonly RequestSummary[] }) {
  return (
    <ul class="card flush requests" aria-label="Requests">
      {items.map((entry) => (
        <li key={entry.id}>
          <RequestLine entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function toneOf(status: number): Tone {
  if (status === 0 || status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'info' : 'good';
}

const inWords = (status: number): string => (status === 0 ? 'no answer' : String(status));

function RequestLine({ entry }: { entry: RequestSummary }) {
  const isOpen = useSignal(false);
  const { id, method, path, status, client, time } = entry;
  return (
    <details
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>
        <span class="method">{method}</span>
        <span class="path">{path}</span>
        <Badge tone={toneOf(status)}>{inWords(status)}</Badge>
        <span class="quiet client">{client ?? ''}</span>
        <span class="quiet when">
          <RelativeTime time={time} now={now.value} />
        </span>
      </summary>
      {isOpen.value && <RequestBody id={String(id)} />}
    </details>
  );
}

function OpenedRequest({ id }: { id: string }) {
  return (
    <section class="card opened">
      <div class="card-head">
        <h2>Request {id}</h2>
        <a href="#/requests">Close</a>
      </div>
      <RequestBody id={id} />
    </section>
  );
}

function RequestBody({ id }: { id: string }) {
  const request = useReading<RequestDetails>(`requests/${encodeURIComponent(id)}`, []);
  return (
    <div class="request-body">
      <Shown reading={request}>
        {({ method, path, time, client, query, status, request_body, response_body }) => (
          <>
            <p class="quiet">
              {formatTime(Date.parse(time))} · {client ?? 'nobody who is known'} ·{' '}
              <a href={hrefFor(['requests', id])}>link to this request</a>
            </p>
            <h3>
              {method} {path}
            </h3>
            {Object.keys(query).length > 0 && <CodeBlock value={query} label="Query" />}
            {request_body === null ? (
              <p class="quiet">No body.</p>
            ) : (
              <CodeBlock value={request_body} label="Body of the request" />
            )}
            <h3>Answer: {inWords(status)}</h3>
            {response_body === null ? (
              <p class="quiet">No body.</p>
            ) : (
              <CodeBlock value={response_body} label="Body of the answer" />
            )}
          </>
        )}
      </Shown>
    </div>
  );
}
