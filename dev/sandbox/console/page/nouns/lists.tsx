import { Badge } from '../../../../ui/components/badge.tsx';
import { DataTable } from '../../../../ui/components/data_table.tsx';
import { parseTime } from '../../../../ui/components/time.tsx';
import { Id, RecordLink, Time } from '../cells.tsx';
import { now } from '../data.ts';
import type { Noun } from '../noun.ts';
import { formatAddress, personName } from '../text.ts';

/** @param at null for a list that does not expire */
function Expiry({ at }: { at: string | null }) {
  if (at === null) return 'Never';
  return parseTime(at) <= now.value ? <Badge tone="bad">Expired</Badge> : <Time at={at} />;
}

const formatMergeFields = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `{${name}} ${value}`)
    .join('\n');

export const lists: Noun<'lists'> = {
  name: 'lists',
  label: 'Lists',
  empty: 'No lists yet. Create one with the “Create Temporary List” or “Send Letter” action in a Zap.',
  columns: [
    { head: 'Name', kind: 'name', cell: ({ id, name }) => <RecordLink to="lists" id={id} text={name} /> },
    { head: 'List ID', cell: ({ id }) => <Id>{id}</Id> },
    { head: 'Recipients', kind: 'number', cell: ({ quantity }) => quantity },
    { head: 'Orders', kind: 'number', cell: ({ orders }) => orders.length },
    { head: 'Expires', cell: ({ expires }) => <Expiry at={expires} /> },
  ],
  details: {
    title: ({ name }) => name,
    facts: ({ id, expires, metadata, orders }) => ({
      'List ID': <Id>{id}</Id>,
      Expires: <Expiry at={expires} />,
      Metadata: formatMergeFields(metadata),
      Orders:
        orders.length === 0
          ? 'None yet'
          : orders.map((order) => (
              <div key={order}>
                <RecordLink to="orders" id={order} />
              </div>
            )),
    }),
    more: ({ recipients }) => (
      <section>
        <h2>Recipients</h2>
        <DataTable
          caption="Recipients"
          rows={recipients}
          keyOf={({ id }) => id}
          empty={<p>This list has no recipients yet.</p>}
          columns={[
            { head: 'Name', kind: 'name', cell: personName },
            { head: 'Company', cell: ({ name, company }) => name && company },
            { head: 'Address', cell: ({ address }) => formatAddress(address) },
            { head: 'Recipient ID', cell: ({ id }) => <Id>{id}</Id> },
            { head: 'Your Reference', cell: ({ external_id }) => external_id },
            { head: 'Merge Fields', cell: ({ metadata }) => formatMergeFields(metadata) },
          ]}
        />
      </section>
    ),
  },
};
