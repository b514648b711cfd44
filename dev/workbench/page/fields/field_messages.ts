/** The messages below a field's control. */
import type { InputField } from '@print-and-mail/zapier/definition';
import { isRequiredButBlank } from './field_value.ts';
import { type DataSource, hasBrokenMapping, hasMapping } from './mappings.ts';

interface FieldState {
  field: InputField;
  label: string;
  value: unknown;
  /** The value as text. */
  text: string;
  dataSources: readonly DataSource[];
  showsErrors: boolean;
}

/** The error of a field's value, if any. */
export function findFieldError(state: FieldState): string | undefined {
  const { field, label, value, text, dataSources, showsErrors } = state;
  if (hasBrokenMapping(text, dataSources))
    return 'This uses data from a step that was removed or now runs later. Remove it or choose other data.';
  if (showsErrors && isRequiredButBlank(field, value)) return `${label} is required.`;
  if (isNotANumber(field, text)) return `“${text.trim()}” isn’t a number; Zapier would send 0.`;
  return undefined;
}

/** Zapier extracts the number from a text such as `12 items`. */
const isNotANumber = ({ type }: InputField, text: string): boolean =>
  (type === 'number' || type === 'integer') && text.trim() !== '' && !hasMapping(text) && !/\d/.test(text);

/** Types that the label mentions. */
export const typeHints: Record<string, string> = {
  integer: 'Whole number',
  number: 'Number',
  datetime: 'Date and time',
};
