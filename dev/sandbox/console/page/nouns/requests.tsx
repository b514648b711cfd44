import { Badge, type Tone } from '../../../../ui/components/badge.tsx';
import { CodeBlock } from '../../../../ui/components/code_block.tsx';
import { ExactTime, RecordLink, Time } from '../cells.tsx';
import type { Noun } from '../noun.ts';

function toneOf(status: number): Tone {
  if (status === 0 || status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'info' : 'good';
}

/** @param status 0 if the connection was closed without a response */
const Status = ({ status }: { status: number }) => (
  <Badge tone={toneOf(status)}>{status === 0 ? 'No Response' : status}</Badge>
);

export const requests: Noun<'requests'> = {
  name: 'requests',
  label: 'Requests',
  empty: 'No requests yet. Connect an account or run a Zap, and each request will appear here.',
  columns: [
    {
      head: 'Request',
      kind: 'name',
      cell: ({ id, method, path }) => <RecordLink to="requests" id={String(id)} text={`${method} ${path}`} />,
    },
    { head: 'Response', cell: ({ status }) => <Status status={status} /> },
    { head: 'App', cell: ({ client }) => client },
    { head: 'Time', cell: ({ time }) => <Time at={time} /> },
  ],
  details: {
    title: ({ method, path }) => `${method} ${path}`,
    facts: ({ status, client, time, query }) => ({
      Response: <Status status={status} />,
      App: client,
      Time: <ExactTime at={time} />,
      Query: Object.keys(query).length === 0 ? null : <CodeBlock value={query} label="Query" />,
    }),
    more: ({ request_body, response_body }) => (
      <>
        <Body body={request_body} label="Request Body" />
        <Body body={response_body} label="Response Body" />
      </>
    ),
  },
};

const Body = ({ body, label }: { body: unknown; label: string }) => (
  <section>
    <h2>{label}</h2>
    {body === null ? <p class="quiet">No body</p> : <CodeBlock value={body} label={label} />}
  </section>
);
