/** What makes recipients the same: what is printed for them. Spellings that print the same are equal. */
import { hash } from 'node:crypto';
import type { Recipient } from '../api/lists.ts';
import { printedKeys } from '../contacts/fields.ts';
import { toText } from '../values.ts';

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

/** Bytes of a person's hash: enough to distinguish all recipients of an account, and few enough to store thousands of hashes. */
const personBytes = 9;
/** Characters of a person's hash. */
export const personLength = (personBytes / 3) * 4;

/** Identifies a person by what is printed for them. @param mergeFields as they were given */
export function identifyPerson(recipient: Recipient, mergeFields: Readonly<Record<string, string>>): string {
  const printed = [pickPrinted(recipient), pickPrinted(recipient.address), mergeFields].map((values) =>
    Object.entries(values)
      .map(([key, value]) => [
        key.normalize('NFC'),
        normalizeText(toText(value)).replace(/^\s+/gm, '').trim(),
      ])
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

/**
 * Returns the same text for spellings that print the same: invisible characters, such as a zero-width space or a soft hyphen, and
 * repeated spaces do not count. Keeps spaces at the start of a line, which shift printed text.
 */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/(?<=\S)[^\S\n]+/g, ' ')
    .replace(/(?<=\S) $|^ +$/gm, '');
