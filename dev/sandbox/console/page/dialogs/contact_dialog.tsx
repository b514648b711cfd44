/** Chooses the open dialog about a contact. */
import type { Signal } from '@preact/signals';
import type { ContactView } from '../../protocol.ts';
import { AddContactDialog } from './add_contact.tsx';
import { ChangeAddressDialog } from './change_address.tsx';
import { ReturnLetterDialog } from './return_letter.tsx';

export interface ContactDialogState {
  kind: 'return-letter' | 'change-address' | 'add-contact';
  /** If undefined, the dialog asks for a contact. */
  contact?: ContactView | undefined;
}

/** Open while `state` has a value. */
export function ContactDialog({ state }: { state: Signal<ContactDialogState | undefined> }) {
  const { value } = state;
  if (!value) return null;
  const close = () => {
    state.value = undefined;
  };
  switch (value.kind) {
    case 'return-letter':
      return <ReturnLetterDialog contact={value.contact} onClose={close} />;
    case 'change-address':
      return <ChangeAddressDialog contact={value.contact} onClose={close} />;
    case 'add-contact':
      return <AddContactDialog onClose={close} />;
  }
}
