/** The mailing list, and one contact. */
import { useSignal } from '@preact/signals';
import { hrefFor, replaceHref, route } from '../../../ui/browser/route.ts';
import { Badge } from '../../../ui/components/badge.tsx';
import { DataTable } from '../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import type { Address } from '../../store/records.ts';
import type { ContactView, ListSummary, Page } from '../protocol.ts';
import { DeliveriesAbout } from './deliveries.tsx';
import { Filters, More, Shown } from './shown.tsx';
import { account, useReading } from './world.ts';
import { type Happening, WorldDialog } from './world_dialogs.tsx';

const page = 100;

export function ContactsSection() {
  const search = route.value.query.get('search') ?? '';
  const list = route.value.query.get('list') ?? '';
  const limit = useSignal(page);
  const happening = useSignal<Happening | undefined>(undefined);
  const query = new URLSearchParams({ account: account.value, search, list, limit: String(limit.value) });
  const contacts = useReading<Page<ContactView>>(`contacts?${query}`, ['contact', 'list']);
  const lists = useReading<ListSummary[]>(`lists?${new URLSearchParams({ account: account.value })}`, [
    'list',
  ]);
  const look = (changes: Record<string, string>) =>
    replaceHref(hrefFor(['contacts'], { search, list, ...changes }));
  return (
    <>
      <PageHeading
        title="Contacts"
        lead="The account’s mailing list. Letters go to the addresses as they stand here."
      >
        <button
          type="button"
          class="secondary"
          onClick={() => {
            happening.value = { what: 'added' };
          }}
        >
          Somebody is added
        </button>
      </PageHeading>
      <Filters
        what="contacts"
        placeholder="Search name, address, id…"
        search={search}
        onSearch={(value) => look({ search: value })}
        found={search !== '' || list !== '' ? contacts.answer?.total : undefined}
      >
        <select
          aria-label="Mailing list"
          value={list}
          onChange={({ currentTarget }) => look({ list: currentTarget.value })}
        >
          <option value="">Everybody</option>
          {lists.answer?.map(({ id, name, contacts: size }) => (
            <option key={id} value={id}>
              {name} ({size})
            </option>
          ))}
        </select>
      </Filters>
      <Shown reading={contacts}>
        {({ total, items }) => (
          <>
            <DataTable
              caption="Contacts"
              rows={items}
              keyOf={({ contact_id }) => contact_id}
              empty={
                search !== '' || list !== '' ? (
                  <p>Nobody is found. Search for less, or choose everybody.</p>
                ) : (
                  <p>
                    Nobody is on this mailing list. Add somebody here or with a Zap, or choose another account
                    above.
                  </p>
                )
              }
              columns={[
                {
                  head: 'Name',
                  kind: 'name',
                  cell: ({ contact_id, name, company }) => (
                    <>
                      <a href={hrefFor(['contacts', contact_id])}>{name}</a>
                      {company !== null && <small class="under">{company}</small>}
                    </>
                  ),
                },
                { head: 'Address', cell: ({ address }) => inOneLine(address) },
                {
                  head: 'External id',
                  cell: ({ external_id }) =>
                    external_id !== null && <span class="nowrap">{external_id}</span>,
                },
                { head: 'Mail', cell: (contact) => <Deliverability contact={contact} /> },
                {
                  head: 'What happens',
                  kind: 'actions',
                  cell: (contact) => (
                    <>
                      <button
                        type="button"
                        class="plain"
                        onClick={() => {
                          happening.value = { what: 'returned', contact };
                        }}
                      >
                        Letter comes back <span class="visually-hidden">of {contact.name}</span>
                      </button>
                      <button
                        type="button"
                        class="plain"
                        onClick={() => {
                          happening.value = { what: 'moved', contact };
                        }}
                      >
                        Moves <span class="visually-hidden">({contact.name})</span>
                      </button>
                    </>
                  ),
                },
              ]}
            />
            <More shown={items.length} total={total} limit={limit} by={5 * page} />
          </>
        )}
      </Shown>
      <WorldDialog happening={happening} />
    </>
  );
}

export function ContactSection({ id }: { id: string }) {
  const contact = useReading<ContactView>(`contacts/${encodeURIComponent(id)}`, ['contact', 'list']);
  const happening = useSignal<Happening | undefined>(undefined);
  return (
    <>
      <PageHeading title={contact.answer?.name ?? id} back={{ href: '#/contacts', label: 'Contacts' }}>
        {contact.answer && (
          <>
            <button
              type="button"
              class="secondary"
              onClick={() => {
                if (contact.answer) happening.value = { what: 'returned', contact: contact.answer };
              }}
            >
              A letter comes back
            </button>
            <button
              type="button"
              class="secondary"
              onClick={() => {
                if (contact.answer) happening.value = { what: 'moved', contact: contact.answer };
              }}
            >
              Moves
            </button>
          </>
        )}
      </PageHeading>
      <Shown reading={contact}>
        {(shown) => (
          <div class="stack">
            <section class="card" aria-label="Contact">
              <dl class="facts">
                <dt>Mail</dt>
                <dd>
                  <Deliverability contact={shown} />
                </dd>
                <dt>Address</dt>
                <dd>{inLines(shown)}</dd>
                <dt>Greeting</dt>
                <dd>{shown.greeting}</dd>
                <dt>Filed as</dt>
                <dd>{shown.file_as}</dd>
                <dt>Lists</dt>
                <dd>{shown.lists.join(', ') || 'none'}</dd>
                <dt>Id</dt>
                <dd>
                  <code>{shown.contact_id}</code>
                </dd>
                <dt>External id</dt>
                <dd>{shown.external_id === null ? 'none' : <code>{shown.external_id}</code>}</dd>
              </dl>
            </section>
            <DeliveriesAbout id={id} account={shown.account} />
          </div>
        )}
      </Shown>
      <WorldDialog happening={happening} />
    </>
  );
}

const Deliverability = ({ contact }: { contact: ContactView }) =>
  contact.is_deliverable ? <Badge tone="good">arrives</Badge> : <Badge tone="bad">comes back</Badge>;

const inOneLine = ({ street, city, state, postal_code, country }: Address): string =>
  [
    street.replaceAll('\n', ', '),
    [city, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    country,
  ]
    .filter(Boolean)
    .join(' · ');

const inLines = ({ name, company, address }: ContactView): string =>
  [
    name,
    company,
    address.street,
    [address.city, [address.state, address.postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    address.country,
  ]
    .filter(Boolean)
    .join('\n');
