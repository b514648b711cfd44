/** Mail merge: replaces the placeholders of a merge text with the recipient's values. */
import { addressFields, mapFields, type PersonField, personFields } from '../../contacts/contact_fields.ts';
import { addressLines, type PostalAddress } from './addresses.ts';
import { splitLines } from './lines.ts';

export interface PreviewRecipient extends Partial<Record<PersonField, string | null | undefined>> {
  address?: PostalAddress | null | undefined;
  /** Custom merge fields. */
  metadata?: Readonly<Record<string, string>> | undefined;
}

/** The merge fields that every recipient has. */
export const commonMergeFields = [...Object.keys(personFields), ...Object.keys(addressFields), 'address'];

export const placeholder = /\{\s*([\p{L}\p{N}_-]+)\s*\}/gu;

export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name);

/** Returns the value of each merge field. */
export function mergeValues(recipient: PreviewRecipient): Map<string, string | null | undefined> {
  const { address, metadata } = recipient;
  return new Map(
    Object.entries({
      ...metadata,
      ...mapFields(personFields, (field) => recipient[field]),
      ...mapFields(addressFields, (field) => address?.[field]),
      address: addressLines(address).join('\n'),
    }),
  );
}

/**
 * Returns the text for one recipient. A placeholder without a value prints nothing. If that leaves a line blank, such as
 * `{company}`, the line is omitted. Without a recipient, the placeholders are printed.
 */
export function fillMergeText(text: string, recipient: PreviewRecipient | undefined): string {
  if (!recipient) return text;
  const values = mergeValues(recipient);
  return splitLines(text)
    .map((line) => {
      const filled = line.replace(placeholder, (_, name: string) => values.get(name) ?? '');
      return { filled, isEmptied: filled !== line && filled.trim() === '' };
    })
    .filter(({ isEmptied }) => !isEmptied)
    .map(({ filled }) => filled)
    .join('\n');
}
