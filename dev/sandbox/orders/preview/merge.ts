/** Mail merge: words in braces become what is known of the contact. */
import { addressLines, type PostalAddress } from './addresses.ts';
import { linesOf } from './lines.ts';

export interface PreviewContact {
  name: string;
  file_as?: string | null | undefined;
  greeting?: string | null | undefined;
  company?: string | null | undefined;
  external_id?: string | null | undefined;
  address?: PostalAddress | null | undefined;
}

/**
 * The text for one contact. A placeholder that nobody knows stays as it was typed, so that one sees the mistake. A line
 * that is blank because the contact has not got what it asks for is left out, as in `{name}\n{company}\n{address}`.
 */
export function merged(text: string, contact: PreviewContact | undefined): string {
  if (!contact) return text;
  const values: Readonly<Record<string, string | null | undefined>> = {
    name: contact.name,
    file_as: contact.file_as,
    greeting: contact.greeting,
    company: contact.company,
    external_id: contact.external_id,
    street: contact.address?.street,
    city: contact.address?.city,
    state: contact.address?.state,
    postal_code: contact.address?.postal_code,
    country: contact.address?.country,
    address: addressLines(contact.address).join('\n'),
  };
  return linesOf(text)
    .map((line) => {
      const filled = line.replace(/\{\s*(\w+)\s*\}/g, (typed, name: string) =>
        Object.hasOwn(values, name) ? (values[name] ?? '') : typed,
      );
      return { filled, emptied: filled !== line && filled.trim() === '' };
    })
    .filter(({ emptied }) => !emptied)
    .map(({ filled }) => filled)
    .join('\n');
}
