/** The dialog that returns a letter to the sender. */
import { useSignal } from '@preact/signals';
import { Dialog } from '../../../../ui/components/dialog.tsx';
import type { ContactView } from '../../protocol.ts';
import { type PartialAddress, returnLetter } from '../actions/events.ts';
import { displayName } from '../components/contact_text.ts';
import { AddressFields, exampleAddress } from './address_fields.tsx';
import { ContactSelect } from './contact_select.tsx';
import { DialogForm } from './dialog_form.tsx';

interface ReturnLetterProps {
  contact: ContactView | undefined;
  onClose: () => void;
}

export function ReturnLetterDialog({ contact, onClose }: ReturnLetterProps) {
  const selected = useSignal(contact);
  const isForwarded = useSignal(false);
  const address = useSignal<PartialAddress>(exampleAddress);
  const submit = async () => {
    const { value } = selected;
    if (!value) throw new Error('Choose a contact.');
    await returnLetter(
      { id: value.contact_id, name: displayName(value) },
      isForwarded.value ? address.value : undefined,
    );
  };
  return (
    <Dialog title="Return a letter" onClose={onClose}>
      <DialogForm submit="Return letter" onClose={onClose} onSubmit={submit}>
        <ContactSelect selected={selected} isFixed={contact !== undefined} />
        <label class="wide">
          <input
            type="checkbox"
            checked={isForwarded.value}
            onChange={({ currentTarget }) => {
              isForwarded.value = currentTarget.checked;
            }}
          />
          The post office provided a forwarding address
        </label>
        {isForwarded.value ? (
          <AddressFields address={address} legend="Forwarding address" />
        ) : (
          <p class="hint wide">The contact will be marked as undeliverable.</p>
        )}
      </DialogForm>
    </Dialog>
  );
}
