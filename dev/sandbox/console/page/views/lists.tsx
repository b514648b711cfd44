import { hrefFor } from '../../../../ui/browser/route.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { DataTable } from '../../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import { parseTime, RelativeTime } from '../../../../ui/components/time.tsx';
import type { ListSummary } from '../../protocol.ts';
import { Loaded } from '../components/loaded.tsx';
import { account, now } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';

export function ListsView() {
  const lists = useData<ListSummary[]>(`lists?${new URLSearchParams({ account: account.value })}`, [
    'list',
    'temporary_list',
    'recipient',
    'order',
  ]);
  return (
    <>
      <PageHeading
        title="Lists"
        lead="Lists that orders can be sent to. A list keeps its recipients even if contacts are deleted, replaced or restored later."
      />
      <Loaded from={lists}>
        {(items) => (
          <DataTable
            caption="Lists"
            rows={items}
            keyOf={({ id }) => id}
            marksNew
            empty={
              <p>
                No lists yet. Create one with the “Create Temporary List” or “Send Letter” action in a Zap.
              </p>
            }
            columns={[
              {
                head: 'Name',
                kind: 'name',
                cell: ({ id, name }) => <a href={hrefFor(['lists', id])}>{name}</a>,
              },
              { head: 'List ID', cell: ({ id }) => <code class="nowrap">{id}</code> },
              { head: 'Recipients', kind: 'number', cell: ({ recipients }) => recipients },
              { head: 'Orders', kind: 'number', cell: ({ orders }) => orders.length },
              { head: 'Expires', cell: ({ expires }) => <Expiry expires={expires} /> },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}

/** @param expires null for a list that does not expire */
export function Expiry({ expires }: { expires: string | null }) {
  if (expires === null) return 'Never';
  if (parseTime(expires) <= now.value) return <Badge tone="bad">Expired</Badge>;
  return <RelativeTime time={expires} now={now.value} />;
}
