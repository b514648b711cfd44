/** Mail merge: replaces the placeholders of a merge text with the recipient's values. */
import { addressLines, type PostalAddress } from './addresses.ts';
import { linesOf } from './lines.ts';

export interface PreviewRecipient {
  name?: string | null | undefined;
  file_as?: string | null | undefined;
  greeting?: string | null | undefined;
  company?: string | null | undefined;
  external_id?: string | null | undefined;
  address?: PostalAddress | null | undefined;
  /** Custom merge fields. */
  metadata?: Readonly<Record<string, string>> | undefined;
}

/** The merge fields that every recipient has. */
export const contactFields = [
  'name',
  'file_as',
  'greeting',
  'company',
  'external_id',
  'street',
  'city',
  'state',
  'postal_code',
  'country',
  'address',
] as const;

const placeholder = /\{\s*([\p{L}\p{N}_-]+)\s*\}/gu;

export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name);

/**
 * Returns the text for one recipient. A placeholder without a value prints nothing, and a line that is blank because of
 * it is left out, as in `{name}\n{company}\n{address}`. Without a recipient the placeholders stay.
 */
export function mergeText(text: string, recipient: PreviewRecipient | undefined): string {
  if (!recipient) return text;
  const { address, metadata, ...names } = recipient;
  const fields: Record<(typeof contactFields)[number], string | null | undefined> = {
    name: names.name,
    file_as: names.file_as,
    greeting: names.greeting,
    company: names.company,
    external_id: names.external_id,
    street: address?.street,
    city: address?.city,
    state: address?.state,
    postal_code: address?.postal_code,
    country: address?.country,
    address: addressLines(address).join('\n'),
  };
  const values = new Map(Object.entries({ ...metadata, ...fields }));
  return linesOf(text)
    .map((line) => {
      const filled = line.replace(placeholder, (_, name: string) => values.get(name) ?? '');
      return { filled, emptied: filled !== line && filled.trim() === '' };
    })
    .filter(({ emptied }) => !emptied)
    .map(({ filled }) => filled)
    .join('\n');
}
