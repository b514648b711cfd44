/** Maps the column names of a list file to contact fields. */
import { type ContactKey, contactFields } from '../../contacts/fields.ts';

/** Returns a heading without case, spaces, hyphens and underscores, for comparison. */
export const normalizeHeading = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

/** The field keys by their normalized key and label. */
const keysByName = new Map(
  contactFields.flatMap(({ key, label }): [string, ContactKey][] => [
    [normalizeHeading(key), key],
    [normalizeHeading(label), key],
  ]),
);

/** The field keys by the other names that spreadsheets use. */
const keysByHeading = new Map(
  contactFields.flatMap((field): [string, ContactKey][] =>
    'headings' in field ? field.headings.map((heading) => [normalizeHeading(heading), field.key]) : [],
  ),
);

/** Returns the contact field of each column. Another name counts only if no column has the field's own name. */
export function matchColumns(header: readonly string[]): (ContactKey | undefined)[] {
  const named = header.map((name) => keysByName.get(normalizeHeading(name)));
  return header.map((name, index) => {
    const other = keysByHeading.get(normalizeHeading(name));
    return named[index] ?? (other && named.includes(other) ? undefined : other);
  });
}
