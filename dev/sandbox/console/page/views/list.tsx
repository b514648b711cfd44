/** One list: its recipients with their merge fields, and its orders. */
import { hrefFor } from '../../../../ui/browser/route.ts';
import { DataTable } from '../../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import { formatTime, parseTime } from '../../../../ui/components/time.tsx';
import type { ListDetails, RecipientView } from '../../protocol.ts';
import { addressInOneLine } from '../components/contact_text.ts';
import { Loaded } from '../components/loaded.tsx';
import { useData } from '../data/use_data.ts';
import { Expiry } from './lists.tsx';

export function ListView({ id }: { id: string }) {
  const list = useData<ListDetails>(`lists/${encodeURIComponent(id)}`, [
    'list',
    'temporary_list',
    'recipient',
    'order',
    'contact',
  ]);
  return (
    <>
      <PageHeading title={list.data?.name ?? id} back={{ href: '#/lists', label: 'Lists' }} />
      <Loaded from={list}>
        {({ created, expires, orders, metadata, recipients }) => (
          <div class="stack">
            <section class="card" aria-label="List">
              <dl class="facts">
                <dt>List ID</dt>
                <dd>
                  <code>{id}</code>
                </dd>
                {created !== null && (
                  <>
                    <dt>Created</dt>
                    <dd>{formatTime(parseTime(created))}</dd>
                  </>
                )}
                <dt>Expires</dt>
                <dd>
                  <Expiry expires={expires} />
                  {expires !== null && `, ${formatTime(parseTime(expires))}`}
                </dd>
                {Object.entries(metadata).map(([name, value]) => (
                  <MetadataFact key={name} name={name} value={value} />
                ))}
                <dt>Orders</dt>
                <dd>
                  {orders.length === 0
                    ? 'None yet'
                    : orders.map((order) => (
                        <a key={order} class="id-link" href={hrefFor(['orders', order])}>
                          {order}
                        </a>
                      ))}
                </dd>
              </dl>
            </section>
            <section>
              <h2>Recipients</h2>
              <p class="quiet">
                {expires === null
                  ? 'The list keeps these contacts even if they are deleted, replaced or restored on the mailing list.'
                  : 'These recipients belong to this list only. They are not on the mailing list.'}
              </p>
              <RecipientTable recipients={recipients} />
            </section>
          </div>
        )}
      </Loaded>
    </>
  );
}

const MetadataFact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);

const RecipientTable = ({ recipients }: { recipients: RecipientView[] }) => (
  <DataTable
    caption="Recipients"
    rows={recipients}
    keyOf={({ id }) => id}
    empty={<p>This list has no recipients yet.</p>}
    columns={[
      {
        head: 'Name',
        kind: 'name',
        cell: ({ id, name, company }) => (
          <>
            {name || company || id}
            {name && company && <small class="second-line">{company}</small>}
          </>
        ),
      },
      { head: 'Address', cell: ({ address }) => addressInOneLine(address) },
      { head: 'Recipient ID', cell: ({ id }) => <code class="nowrap">{id}</code> },
      { head: 'Your reference', cell: ({ external_id }) => external_id ?? '' },
      { head: 'Merge fields', cell: ({ metadata }) => <MergeFields fields={metadata} /> },
    ]}
  />
);

function MergeFields({ fields }: { fields: Record<string, string> }) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return <span class="quiet">None</span>;
  return (
    <ul class="merge-fields">
      {entries.map(([name, value]) => (
        <li key={name}>
          <code>{`{${name}}`}</code> {value}
        </li>
      ))}
    </ul>
  );
}
