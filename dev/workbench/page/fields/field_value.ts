/** The values of a form's fields. */
import type { InputField } from '@print-and-mail/zapier/definition';
import type { Values } from '../../protocol.ts';

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

export const isRequiredButBlank = (field: InputField, value: unknown): boolean =>
  field.required === true && !field.default && isBlank(value);

export const labelOf = ({ label, key }: InputField): string => label ?? key;

/** Sets one value; a blank one is removed. */
export function withValue(values: Values, key: string, value: unknown): Values {
  const { [key]: _, ...others } = values;
  return value === undefined || value === '' ? others : { ...others, [key]: value };
}
