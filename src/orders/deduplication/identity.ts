/** What makes letters the same: what is printed, and for whom. Spellings that print the same are equal. */
import { hash } from 'node:crypto';
import type { Recipient } from '../../api/lists.ts';
import { printedKeys } from '../../contacts/fields.ts';
import { isPlainObject, toText } from '../../inputs.ts';

/** People as the duplicate check compares them. */
export interface People {
  /** The same for the same people, in any order. Of one person, the person's own. */
  id: string;
  /** The person or persons, unless they are unknown or too many to compare. */
  members?: readonly string[] | undefined;
  /** Whether the cache has the members already. */
  isStored?: boolean;
}

/** People who are known one by one. */
export type MemberPeople = People & { members: readonly string[] };

/**
 * Identifies what an order prints.
 * @param print a saved order's ID, or contents in which files are identified by their content
 * @param eventId tells identical letters apart
 */
export const identifyPrint = (print: unknown, eventId?: string): string =>
  hash('sha256', JSON.stringify([print, eventId ?? null], normalizeValue));

/** Bytes of a person's hash: enough to distinguish all recipients of an account, and few enough to store thousands of hashes. */
const personBytes = 9;
/** Characters of a person's hash. */
export const personLength = (personBytes / 3) * 4;

/** Identifies a person by what is printed for them. @param mergeFields as they were given */
export function identifyPerson(recipient: Recipient, mergeFields: Readonly<Record<string, string>>): string {
  const printed = [pickPrinted(recipient), pickPrinted(recipient.address), mergeFields].map((values) =>
    Object.entries(values)
      .map(([key, value]) => [key.normalize('NFC'), normalizeText(toText(value)).trim()])
      .filter(([, value]) => value)
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  );
  const digest = hash('sha256', JSON.stringify(printed), 'buffer');
  return digest.subarray(0, personBytes).toString('base64url');
}

const pickPrinted = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(printedKeys.flatMap((key) => (key in values ? [[key, values[key]]] : [])));

/** Identifies a group of people. @param persons the results of {@link identifyPerson}, without duplicates */
export function identifyPeople(persons: Iterable<string>): MemberPeople {
  const members = [...persons].sort();
  const [first] = members;
  if (members.length === 1 && first !== undefined) return { id: first, members };
  return { id: hash('sha256', members.join(), 'base64url').slice(0, 24), members };
}

/** Returns the same value for spellings that print the same, whatever the order of keys. Keeps leading spaces, which shift printed text. */
const normalizeValue = (key: string, value: unknown): unknown => {
  if (isPlainObject(value)) {
    const entries = Object.entries(value).filter(([, inner]) => inner !== null);
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  }
  if (typeof value !== 'string') return value;
  return key === 'color' ? value.replace('#', '').toLowerCase() : normalizeText(value).trimEnd();
};

const normalizeText = (text: string): string => text.normalize('NFC').replace(/\r\n?/g, '\n');
