/** Returns a letter to a contact, or changes the contact's address, as the letter service does. */
import { signal, useSignal } from '@preact/signals';
import { messageOf } from '../../../ui/browser/requests.ts';
import { Dialog } from '../../../ui/components/dialog.tsx';
import { Field } from '../../../ui/components/field.tsx';
import type { ContactRecord, Page } from '../protocol.ts';
import { changeAddress, returnLetter } from './actions.ts';
import { account, useData } from './data.ts';
import { personName } from './text.ts';

interface DialogState {
  kind: 'return' | 'change';
  /** If undefined, the dialog asks for a contact. */
  contact?: ContactRecord | undefined;
}

/** Open while it has a value. */
const state = signal<DialogState | undefined>(undefined);

const labels = { return: 'Return a Letter', change: 'Change Address' };

interface AddressButtonsProps {
  contact?: ContactRecord;
  isPlain?: boolean;
}

export const AddressButtons = ({ contact, isPlain = false }: AddressButtonsProps) => (
  <>
    {(['return', 'change'] as const).map((kind) => (
      <button
        key={kind}
        type="button"
        class={isPlain ? 'plain' : 'secondary'}
        onClick={() => {
          state.value = { kind, contact };
        }}
      >
        {labels[kind]}
        {contact && <span class="visually-hidden">: {personName(contact)}</span>}
      </button>
    ))}
  </>
);

export function AddressDialog() {
  const { value } = state;
  return value ? <OpenDialog {...value} /> : null;
}

function OpenDialog({ kind, contact: given }: DialogState) {
  const query = new URLSearchParams({ account: account.value, limit: '500' });
  const { items: contacts = [] } = useData<Page<ContactRecord>>(`contacts?${query}`).data ?? {};
  const selectedId = useSignal('');
  const isBusy = useSignal(false);
  const error = useSignal<string | undefined>(undefined);
  const contact = given ?? contacts.find(({ id }) => id === selectedId.value);
  const close = () => {
    state.value = undefined;
  };
  const submit = async (form: HTMLFormElement) => {
    if (!contact || isBusy.value) return;
    const address = Object.fromEntries(new FormData(form));
    isBusy.value = true;
    try {
      if (kind === 'change') await changeAddress(contact, address);
      else await returnLetter(contact, Object.values(address).some(Boolean) ? address : undefined);
      close();
    } catch (failure) {
      error.value = messageOf(failure);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <Dialog title={contact ? `${labels[kind]}: ${personName(contact)}` : labels[kind]} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <div class="fields">
          {!given && (
            <Field label="Contact" wide>
              {(ids) => (
                <select
                  {...ids}
                  required
                  value={selectedId.value}
                  onChange={({ currentTarget }) => {
                    selectedId.value = currentTarget.value;
                  }}
                >
                  <option value="">Choose a contact…</option>
                  {contacts.map((one) => (
                    <option key={one.id} value={one.id}>
                      {[personName(one), one.address.city].filter(Boolean).join(', ')}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          {kind === 'return' ? (
            <p class="hint wide">
              Enter a forwarding address, or leave it blank. Without one, the contact becomes undeliverable.
            </p>
          ) : null}
          <AddressFields key={contact?.id ?? ''} address={kind === 'change' ? contact?.address : undefined} />
        </div>
        <div role="alert">{error.value !== undefined && <p class="error-message">{error.value}</p>}</div>
        <div class="row form-end">
          <button type="button" class="secondary" onClick={close}>
            Cancel
          </button>
          <button type="submit" aria-busy={isBusy.value ? 'true' : undefined}>
            {labels[kind]}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const AddressFields = ({ address }: { address: ContactRecord['address'] | undefined }) => (
  <>
    <Field label="Street" wide>
      {(ids) => <textarea {...ids} name="street" rows={2} defaultValue={address?.street ?? ''} />}
    </Field>
    {(
      [
        ['city', 'City'],
        ['state', 'State'],
        ['postal_code', 'ZIP or Postal Code'],
        ['country', 'Country', 'Leave blank for the United States.'],
      ] as const
    ).map(([part, label, hint]) => (
      <Field key={part} label={label} hint={hint}>
        {(ids) => <input {...ids} name={part} defaultValue={address?.[part] ?? ''} />}
      </Field>
    ))}
  </>
);
