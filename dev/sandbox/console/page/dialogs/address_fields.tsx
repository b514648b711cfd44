import type { Signal } from '@preact/signals';
import { Field } from '../../../../ui/components/field.tsx';
import type { Address } from '../../../store/records.ts';
import type { PartialAddress } from '../actions/events.ts';

/** Fills the form, so that a new address is one click away. */
export const exampleAddress: Address = {
  street: '27 Garden Way',
  city: 'Dayton',
  state: 'OH',
  postal_code: '45402',
  country: '',
};

const parts: { part: keyof Address; label: string; hint?: string }[] = [
  { part: 'city', label: 'City' },
  { part: 'state', label: 'State' },
  { part: 'postal_code', label: 'ZIP or postal code' },
  { part: 'country', label: 'Country', hint: 'Leave blank for the United States.' },
];

interface AddressFieldsProps {
  address: Signal<PartialAddress>;
  legend: string;
}

export function AddressFields({ address, legend }: AddressFieldsProps) {
  const change = (part: keyof Address) => (event: { currentTarget: { value: string } }) => {
    address.value = { ...address.value, [part]: event.currentTarget.value };
  };
  return (
    <fieldset class="fields wide">
      <legend>{legend}</legend>
      <Field label="Street" wide>
        {(ids) => <textarea {...ids} rows={2} value={address.value.street} onInput={change('street')} />}
      </Field>
      {parts.map(({ part, label, hint }) => (
        <Field key={part} label={label} hint={hint}>
          {(ids) => <input {...ids} value={address.value[part]} onInput={change(part)} />}
        </Field>
      ))}
    </fieldset>
  );
}
