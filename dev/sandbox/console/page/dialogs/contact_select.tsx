import type { Signal } from '@preact/signals';
import { Field } from '../../../../ui/components/field.tsx';
import type { ContactView, Page } from '../../protocol.ts';
import { displayName } from '../components/contact_text.ts';
import { account } from '../data/overview.ts';
import { useData } from '../data/use_data.ts';

/** A longer list is not usable as a dropdown. */
const maxOptions = 500;

interface ContactSelectProps {
  selected: Signal<ContactView | undefined>;
  /** Shows the selected contact without letting the user change it. */
  isFixed: boolean;
  onSelect?: (contact: ContactView) => void;
}

export function ContactSelect({ selected, isFixed, onSelect }: ContactSelectProps) {
  const query = new URLSearchParams({ account: account.value, limit: String(maxOptions) });
  const { data } = useData<Page<ContactView>>(`contacts?${query}`, ['contact']);
  if (isFixed)
    return <p class="wide">Contact: {selected.value && <strong>{displayName(selected.value)}</strong>}</p>;
  const hint =
    data && data.total > maxOptions
      ? `Only the first ${maxOptions} are listed. For others, open the contact’s own page.`
      : undefined;
  return (
    <Field label="Contact" hint={hint} wide>
      {(ids) => (
        <select
          {...ids}
          required
          value={selected.value?.contact_id ?? ''}
          onChange={({ currentTarget }) => {
            selected.value = data?.items.find(({ contact_id }) => contact_id === currentTarget.value);
            if (selected.value) onSelect?.(selected.value);
          }}
        >
          <option value="">Choose a contact…</option>
          {data?.items.map((contact) => (
            <option key={contact.contact_id} value={contact.contact_id}>
              {[displayName(contact), contact.address.city].filter(Boolean).join(', ')}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
