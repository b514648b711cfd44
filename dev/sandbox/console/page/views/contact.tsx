/** One contact. */
import { useSignal } from '@preact/signals';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import type { ContactView as Contact } from '../../protocol.ts';
import { addressLines, displayName } from '../components/contact_text.ts';
import { Deliverability } from '../components/deliverability.tsx';
import { DeliveriesAbout } from '../components/delivery_table.tsx';
import { Loaded } from '../components/loaded.tsx';
import { useData } from '../data/use_data.ts';
import { ContactDialog, type ContactDialogState } from '../dialogs/contact_dialog.tsx';

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
                <dt>Greeting</dt>
                <dd>{data.greeting}</dd>
                <dt>File as</dt>
                <dd>{data.file_as}</dd>
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
