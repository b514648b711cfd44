/** The dialog that changes a contact's address, as the service or an app does. */
import { useSignal } from '@preact/signals';
import { Dialog } from '../../../../ui/components/dialog.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import type { ContactView } from '../../protocol.ts';
import { changeAddress, type PartialAddress } from '../actions/events.ts';
import { displayName } from '../components/contact_text.ts';
import { overview } from '../data/overview.ts';
import { AddressFields, exampleAddress } from './address_fields.tsx';
import { ContactSelect } from './contact_select.tsx';
import { DialogForm } from './dialog_form.tsx';

const reasonCodes = ['unspecified', 'returned_mail', 'api_client'];

interface ChangeAddressProps {
  contact: ContactView | undefined;
  onClose: () => void;
}

export function ChangeAddressDialog({ contact, onClose }: ChangeAddressProps) {
  const selected = useSignal(contact);
  const address = useSignal<PartialAddress>(contact?.address ?? exampleAddress);
  const code = useSignal('unspecified');
  const message = useSignal('');
  const client = useSignal('');
  const submit = async () => {
    const { value } = selected;
    if (!value) throw new Error('Choose a contact.');
    await changeAddress(
      { id: value.contact_id, name: displayName(value) },
      { address: address.value, code: code.value, message: message.value, client: client.value },
    );
  };
  return (
    <Dialog title="Change an address" onClose={onClose}>
      <DialogForm submit="Change address" onClose={onClose} onSubmit={submit}>
        <ContactSelect
          selected={selected}
          isFixed={contact !== undefined}
          onSelect={(choice) => {
            address.value = choice.address;
          }}
        />
        <AddressFields address={address} legend="New address" />
        <Field label="Changed by" hint="An app can ignore changes it made itself.">
          {(ids) => (
            <select
              {...ids}
              value={client.value}
              onChange={({ currentTarget }) => {
                client.value = currentTarget.value;
                if (client.value !== '') code.value = 'api_client';
              }}
            >
              <option value="">The letter service</option>
              {overview.value?.clients.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Reason code" hint="Choose a code or enter your own.">
          {(ids) => (
            <input
              {...ids}
              list="reason-codes"
              value={code.value}
              onInput={({ currentTarget }) => {
                code.value = currentTarget.value;
              }}
            />
          )}
        </Field>
        <datalist id="reason-codes">
          {reasonCodes.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        <Field label="Message" hint="If left blank, the service writes one." wide>
          {(ids) => (
            <input
              {...ids}
              value={message.value}
              onInput={({ currentTarget }) => {
                message.value = currentTarget.value;
              }}
            />
          )}
        </Field>
      </DialogForm>
    </Dialog>
  );
}
