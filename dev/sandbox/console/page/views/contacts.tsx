/** The mailing list. */
import { useSignal } from '@preact/signals';
import { hrefFor, replaceHref, route } from '../../../../ui/browser/route.ts';
import { DataTable } from '../../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import type { ContactView, ListSummary, Page } from '../../protocol.ts';
import { addressInOneLine, displayName } from '../components/contact_text.ts';
import { Deliverability } from '../components/deliverability.tsx';
import { Loaded } from '../components/loaded.tsx';
import { SearchBar } from '../components/search_bar.tsx';
import { pageSize, ShowMore } from '../components/show_more.tsx';
import { account } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';
import { ContactDialog, type ContactDialogState } from '../dialogs/contact_dialog.tsx';

export function ContactsView() {
  const search = route.value.query.get('search') ?? '';
  const list = route.value.query.get('list') ?? '';
  const limit = useSignal(pageSize);
  const dialog = useSignal<ContactDialogState | undefined>(undefined);
  const query = new URLSearchParams({ account: account.value, search, list, limit: String(limit.value) });
  const contacts = useData<Page<ContactView>>(`contacts?${query}`, ['contact', 'list']);
  const lists = useData<ListSummary[]>(`lists?${new URLSearchParams({ account: account.value })}`, ['list']);
  const isFiltered = search !== '' || list !== '';
  const filter = (changes: Record<string, string>) =>
    replaceHref(hrefFor(['contacts'], { search, list, ...changes }));
  return (
    <>
      <PageHeading title="Contacts" lead="The mailing list of this account.">
        <button
          type="button"
          class="secondary"
          onClick={() => {
            dialog.value = { kind: 'add-contact' };
          }}
        >
          Add a contact
        </button>
      </PageHeading>
      <SearchBar
        what="contacts"
        placeholder="Name, address, ID…"
        search={search}
        onSearch={(value) => filter({ search: value })}
        found={isFiltered ? contacts.data?.total : undefined}
      >
        <select
          aria-label="List"
          value={list}
          onChange={({ currentTarget }) => filter({ list: currentTarget.value })}
        >
          <option value="">All contacts</option>
          {lists.data?.filter(isMailingListPart).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </SearchBar>
      <Loaded from={contacts}>
        {({ total, items }) => (
          <>
            <ContactTable
              contacts={items}
              isFiltered={isFiltered}
              openDialog={(state) => (dialog.value = state)}
            />
            <ShowMore shown={items.length} total={total} limit={limit} />
          </>
        )}
      </Loaded>
      <ContactDialog state={dialog} />
    </>
  );
}

/** Temporary lists don’t contain contacts of the mailing list. */
const isMailingListPart = ({ expires }: ListSummary): boolean => expires === null;

interface ContactTableProps {
  contacts: ContactView[];
  isFiltered: boolean;
  openDialog: (state: ContactDialogState) => void;
}

const ContactTable = ({ contacts, isFiltered, openDialog }: ContactTableProps) => (
  <DataTable
    caption="Contacts"
    rows={contacts}
    keyOf={({ contact_id }) => contact_id}
    empty={
      isFiltered ? (
        <p>No contacts found. Try a broader search.</p>
      ) : (
        <p>No contacts yet. Add one here or with a Zap, or choose another account above.</p>
      )
    }
    columns={[
      {
        head: 'Name',
        kind: 'name',
        cell: (contact) => (
          <>
            <a href={hrefFor(['contacts', contact.contact_id])}>{displayName(contact)}</a>
            {contact.name && contact.company !== null && <small class="second-line">{contact.company}</small>}
          </>
        ),
      },
      { head: 'Address', cell: ({ address }) => addressInOneLine(address) },
      {
        head: 'Contact ID',
        cell: ({ contact_id }) => <code class="nowrap">{contact_id}</code>,
      },
      {
        head: 'Your reference',
        cell: ({ external_id }) => external_id !== null && <span class="nowrap">{external_id}</span>,
      },
      { head: 'Mail', cell: ({ is_deliverable }) => <Deliverability isDeliverable={is_deliverable} /> },
      {
        head: 'Simulate',
        kind: 'actions',
        cell: (contact) => (
          <>
            <button
              type="button"
              class="plain"
              onClick={() => openDialog({ kind: 'return-letter', contact })}
            >
              Return a letter<span class="visually-hidden"> to {displayName(contact)}</span>
            </button>
            <button
              type="button"
              class="plain"
              onClick={() => openDialog({ kind: 'change-address', contact })}
            >
              Change address<span class="visually-hidden"> of {displayName(contact)}</span>
            </button>
          </>
        ),
      },
    ]}
  />
);
