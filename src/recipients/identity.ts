/** Identifies recipients by what is printed for them, for the duplicate check. */
import { createHash } from 'node:crypto';
import type { Recipient } from '../api/lists.ts';
import { toText } from '../inputs.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the same text for spellings that print the same. */
const normalize = (text: string): string => text.normalize('NFC').replace(/\r\n?/g, '\n').trim();

/** Returns a hash of what is printed for a recipient. */
export function hashRecipient({ external_id: _notPrinted, address, metadata, ...person }: Recipient): string {
  const printed = [person, address, metadata ?? {}].map((values) =>
    Object.entries(values)
      .map(([key, value]) => [key.normalize('NFC'), normalize(toText(value))])
      .filter(([, value]) => value)
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  );
  return sha256(JSON.stringify(printed));
}
