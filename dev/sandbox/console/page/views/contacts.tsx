import { useSignal } from '@preact/signals';
import { hrefFor } from '../../../../ui/browser/route.ts';
import { DataTable } from '../../../../ui/components/data_table.tsx';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import type { ContactView, ListSummary, Page } from '../../protocol.ts';
import { addressInOneLine, displayName } from '../components/contact_text.ts';
import { Deliverability } from '../components/deliverability.tsx';
import { Loaded } from '../components/loaded.tsx';
import { SearchBar } from '../components/search_bar.tsx';
import { ShowMore } from '../components/show_more.tsx';
import { account } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';
import { useFilters } from '../data/use_filters.ts';
import { ContactDialog, type ContactDialogState } from '../dialogs/contact_dialog.tsx';

export function ContactsView() {
  const filters = useFilters('contacts', 'list');
  const dialog = useSignal<ContactDialogState | undefined>(undefined);
  const query = new URLSearchParams({ account: account.value, ...filters.query });
  const contacts = useData<Page<ContactView>>(`contacts?${query}`, ['contact', 'list']);
  const lists = useData<ListSummary[]>(`lists?${new URLSearchParams({ account: account.value })}`, ['list']);
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
        filters={filters}
        filterLabel="List"
        choices={[
          { value: '', label: 'All contacts' },
          ...(lists.data ?? []).filter(isMailingListPart).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        found={contacts.data?.total}
      />
      <Loaded from={contacts}>
        {({ total, items }) => (
          <>
            <ContactTable
              contacts={items}
              isFiltered={filters.isFiltered}
              openDialog={(state) => (dialog.value = state)}
            />
            <ShowMore shown={items.length} total={total} limit={filters.limit} />
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
