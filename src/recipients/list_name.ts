/** Names the lists that steps make, so that a person finds them again at the letter service. */
import { randomUUID } from 'node:crypto';
import type { Recipient } from '../api/lists.ts';
import { formatNumber } from '../format_number.ts';
import { toText } from '../inputs.ts';

const maxNameLength = 40;

/**
 * Returns a unique name of at most 100 characters, such as
 * "Maria Miller and 24 others, 2026-03-12 15:20:00 UTC, 6ed65d2a".
 */
export function generateListName(recipients: readonly Recipient[]): string {
  const [first] = recipients;
  const count = recipients.length;
  const letters = [...toText(first?.name ?? first?.company).replace(/\s+/g, ' ')];
  const name = letters.slice(0, maxNameLength).join('').trim();
  const others = formatNumber(count - 1);
  const who = count === 1 ? name : `${name} and ${others} ${count === 2 ? 'other' : 'others'}`;
  const time = new Date().toISOString().slice(0, 19).replace('T', ' ');
  return `${who}, ${time} UTC, ${randomUUID().slice(0, 8)}`;
}
