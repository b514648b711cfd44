/** Logged requests; each opens to show its details. */
import { useSignal } from '@preact/signals';
import { hrefFor } from '../../../../ui/browser/route.ts';
import { Badge, type Tone } from '../../../../ui/components/badge.tsx';
import { CodeBlock } from '../../../../ui/components/code_block.tsx';
import { formatTime, RelativeTime } from '../../../../ui/components/time.tsx';
import type { RequestDetails, RequestSummary } from '../../protocol.ts';
import { now } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';
import { Loaded } from './loaded.tsx';

export const noRequestsYet =
  'No requests yet. Connect an account or run a Zap, and each request will appear here.';

export const RequestList = ({ requests }: { requests: readonly RequestSummary[] }) => (
  <ul class="card flush requests" aria-label="Requests">
    {requests.map((request) => (
      <li key={request.id}>
        <ExpandableRequest request={request} />
      </li>
    ))}
  </ul>
);

function toneOf(status: number): Tone {
  if (status === 0 || status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'info' : 'good';
}

/** @param status 0 if the connection was closed without a response */
const statusText = (status: number): string => (status === 0 ? 'No response' : String(status));

function ExpandableRequest({ request }: { request: RequestSummary }) {
  const isOpen = useSignal(false);
  const { id, method, path, status, client, time } = request;
  return (
    <details
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>
        <span class="method">{method}</span>
        <span class="path">{path}</span>
        <Badge tone={toneOf(status)}>{statusText(status)}</Badge>
        <span class="quiet client">{client ?? ''}</span>
        <span class="quiet when">
          <RelativeTime time={time} now={now.value} />
        </span>
      </summary>
      {isOpen.value && <RequestContent id={String(id)} />}
    </details>
  );
}

export function RequestContent({ id }: { id: string }) {
  const request = useData<RequestDetails>(`requests/${encodeURIComponent(id)}`, []);
  return (
    <div class="request-content">
      <Loaded from={request}>
        {({ method, path, time, client, query, status, request_body, response_body }) => (
          <>
            <p class="quiet">
              {formatTime(Date.parse(time))} · {client ?? 'unknown app'} ·{' '}
              <a href={hrefFor(['requests', id])}>Link to this request</a>
            </p>
            <h3>
              {method} {path}
            </h3>
            {Object.keys(query).length > 0 && <CodeBlock value={query} label="Query" />}
            <Body body={request_body} label="Request body" />
            <h3>Response: {statusText(status)}</h3>
            <Body body={response_body} label="Response body" />
          </>
        )}
      </Loaded>
    </div>
  );
}

const Body = ({ body, label }: { body: unknown; label: string }) =>
  body === null ? <p class="quiet">No body</p> : <CodeBlock value={body} label={label} />;
