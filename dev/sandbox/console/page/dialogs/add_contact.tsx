import { useSignal } from '@preact/signals';
import { Dialog } from '../../../../ui/components/dialog.tsx';
import { TextField } from '../../../../ui/components/field.tsx';
import type { PartialAddress } from '../actions/events.ts';
import { addContact } from '../actions/records.ts';
import { AddressFields, exampleAddress } from './address_fields.tsx';
import { DialogForm } from './dialog_form.tsx';

export function AddContactDialog({ onClose }: { onClose: () => void }) {
  const name = useSignal('');
  const address = useSignal<PartialAddress>(exampleAddress);
  return (
    <Dialog title="Add a contact" onClose={onClose}>
      <DialogForm
        submit="Add contact"
        onClose={onClose}
        onSubmit={() => addContact({ name: name.value, address: address.value })}
      >
        <TextField label="Name" text={name} />
        <AddressFields address={address} legend="Address" />
      </DialogForm>
    </Dialog>
  );
}
