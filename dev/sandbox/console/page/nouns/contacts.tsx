import { Badge } from '../../../../ui/components/badge.tsx';
import { mapFields, personFields } from '../../../contacts/contact_fields.ts';
import { AddressButtons } from '../address_dialog.tsx';
import { Id, RecordLink } from '../cells.tsx';
import type { Noun } from '../noun.ts';
import { RecordTable } from '../record_table.tsx';
import { formatAddress, personName } from '../text.ts';
import { deliveries } from './webhooks.tsx';

const Deliverability = ({ isDeliverable }: { isDeliverable: boolean }) =>
  isDeliverable ? <Badge tone="good">Deliverable</Badge> : <Badge tone="bad">Undeliverable</Badge>;

const fields = Object.values(mapFields(personFields, (field) => field));

/** Returns `File As` for `file_as`. */
const labelOf = (field: string): string =>
  field === 'external_id'
    ? 'Your Reference'
    : field.replace(/(^|_)([a-z])/g, (_, gap: string, letter: string) => (gap && ' ') + letter.toUpperCase());

export const contacts: Noun<'contacts'> = {
  name: 'contacts',
  label: 'Contacts',
  empty: 'No contacts yet. Add one with a Zap, or choose another account above.',
  columns: [
    {
      head: 'Name',
      kind: 'name',
      cell: (contact) => (
        <>
          <RecordLink to="contacts" id={contact.id} text={personName(contact)} />
          {contact.name && contact.company && <small class="second-line">{contact.company}</small>}
        </>
      ),
    },
    { head: 'Address', cell: ({ address }) => formatAddress(address) },
    { head: 'Contact ID', cell: ({ id }) => <Id>{id}</Id> },
    { head: 'Your Reference', cell: ({ external_id }) => external_id },
    { head: 'Mail', cell: ({ is_deliverable }) => <Deliverability isDeliverable={is_deliverable} /> },
    { head: 'Simulate', kind: 'actions', cell: (contact) => <AddressButtons contact={contact} isPlain /> },
  ],
  details: {
    title: personName,
    actions: (contact) => <AddressButtons contact={contact} />,
    facts: (contact) => ({
      'Contact ID': <Id>{contact.id}</Id>,
      Mail: <Deliverability isDeliverable={contact.is_deliverable} />,
      Address: formatAddress(contact.address),
      ...Object.fromEntries(fields.map((field) => [labelOf(field), contact[field]])),
    }),
    more: ({ id }) => (
      <section>
        <h2>Webhook Deliveries</h2>
        <RecordTable noun={deliveries} search={id} />
      </section>
    ),
  },
};
