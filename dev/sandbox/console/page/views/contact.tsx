import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import { mapFields, personFields } from '../../../contacts/contact_fields.ts';
import type { ContactView as Contact } from '../../protocol.ts';
import { addressLines, displayName } from '../components/contact_text.ts';
import { Deliverability } from '../components/deliverability.tsx';
import { DeliveriesAbout } from '../components/delivery_table.tsx';
import { Loaded } from '../components/loaded.tsx';
import { useData } from '../data/use_data.ts';
import { ContactDialog, type ContactDialogState } from '../dialogs/contact_dialog.tsx';

/** The fields that are neither part of the address on the envelope nor shown in a way of their own. */
const otherFields = Object.values(mapFields(personFields, (field) => field)).filter(
  (field) => field !== 'name' && field !== 'company' && field !== 'external_id',
);

/** Returns `File as` for `file_as`. */
const labelOf = (field: string): string =>
  field.slice(0, 1).toUpperCase() + field.slice(1).replaceAll('_', ' ');

export function ContactView({ id }: { id: string }) {
  const loadable = useData<Contact>(`contacts/${encodeURIComponent(id)}`, ['contact', 'list']);
  const dialog = useSignal<ContactDialogState | undefined>(undefined);
  const { data: contact } = loadable;
  return (
    <>
      <PageHeading
        title={contact ? displayName(contact) : id}
        back={{ href: '#/contacts', label: 'Contacts' }}
      >
        {contact && (
          <>
            <button
              type="button"
              class="secondary"
              onClick={() => {
                dialog.value = { kind: 'return-letter', contact };
              }}
            >
              Return a letter
            </button>
            <button
              type="button"
              class="secondary"
              onClick={() => {
                dialog.value = { kind: 'change-address', contact };
              }}
            >
              Change address
            </button>
          </>
        )}
      </PageHeading>
      <Loaded from={loadable}>
        {(data) => (
          <div class="stack">
            <section class="card" aria-label="Contact">
              <dl class="facts">
                <dt>Mail</dt>
                <dd>
                  <Deliverability isDeliverable={data.is_deliverable} />
                </dd>
                <dt>Address</dt>
                <dd>{addressLines(data, data.address)}</dd>
                {otherFields.map((field) => (
                  <Fragment key={field}>
                    <dt>{labelOf(field)}</dt>
                    <dd>{data[field] ?? 'None'}</dd>
                  </Fragment>
                ))}
                <dt>Lists</dt>
                <dd>{data.lists.join(', ') || 'None'}</dd>
                <dt>Contact ID</dt>
                <dd>
                  <code>{data.contact_id}</code>
                </dd>
                <dt>Your reference</dt>
                <dd>{data.external_id === null ? 'None' : <code>{data.external_id}</code>}</dd>
              </dl>
            </section>
            <DeliveriesAbout id={id} account={data.account} />
          </div>
        )}
      </Loaded>
      <ContactDialog state={dialog} />
    </>
  );
}
