/** What makes orders the same: what they print. */
import { hash } from 'node:crypto';
import { normalizeText } from '../../recipients/identity.ts';
import { isPlainObject } from '../../values.ts';

/**
 * Identifies what an order prints.
 * @param print a saved order's ID, or contents in which files are identified by their content
 * @param eventId tells identical letters apart
 */
export const identifyPrint = (print: unknown, eventId?: string): string =>
  hash('sha256', JSON.stringify([print, eventId ?? null], normalizeValue));

/** Returns the same value for spellings that print the same, whatever the order of keys. Keeps leading spaces, which shift printed text. */
const normalizeValue = (key: string, value: unknown): unknown => {
  if (isPlainObject(value)) {
    const entries = Object.entries(value).filter(([, inner]) => inner !== null);
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  }
  if (typeof value !== 'string') return value;
  return key === 'color' ? value.replace('#', '').toLowerCase() : normalizeText(value).trimEnd();
};
