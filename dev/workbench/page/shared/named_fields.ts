/** Which fields of a step its message names, so that the page can lead to them. */
import type { InputField } from '@print-and-mail/zapier/definition';

/** A label in a message starts with a capital letter, like the label of the field, and is no part of a longer word. */
const asWords = (label: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])${label.replace(/[^\p{L}\d ]/gu, '\\$&')}(?![\\p{L}\\d])`, 'gu');

/** Returns the fields whose labels the message has. The longest counts: *Merge Columns* does not name *Columns*. */
export function findNamedFields(message: string, fields: readonly InputField[]): InputField[] {
  let rest = message;
  const named = fields
    .toSorted((one, other) => (other.label?.length ?? 0) - (one.label?.length ?? 0))
    .filter(({ label }) => {
      if (!label) return false;
      const before = rest;
      rest = rest.replace(asWords(label), '');
      return rest !== before;
    });
  return fields.filter((field) => named.includes(field));
}
