/** Identifies recipients by what is printed for them, for the duplicate check. */
import { hash } from 'node:crypto';
import type { Recipient } from '../api/lists.ts';
import { printedKeys } from '../contacts/fields.ts';
import { toText } from '../inputs.ts';

/** Returns the same text for spellings that print the same. */
const normalize = (text: string): string => text.normalize('NFC').replace(/\r\n?/g, '\n').trim();

/** Returns a hash of what is printed for a recipient. */
export function hashRecipient({ address, metadata = {}, ...person }: Recipient): string {
  const printed = [pickPrinted(person), pickPrinted(address), metadata].map((values) =>
    Object.entries(values)
      .map(([key, value]) => [key.normalize('NFC'), normalize(toText(value))])
      .filter(([, value]) => value)
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  );
  return hash('sha256', JSON.stringify(printed));
}

const pickPrinted = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(printedKeys.flatMap((key) => (key in values ? [[key, values[key]]] : [])));
