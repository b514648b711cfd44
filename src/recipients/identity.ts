/** What makes recipients the same: what is printed for them. Spellings that print the same are equal. */
import { hash } from 'node:crypto';
import type { Recipient } from '../api/lists.ts';
import { printedKeys } from '../contacts/fields.ts';
import { toText } from '../values.ts';

/** People as the duplicate check compares them. */
export interface People {
  /** The same for the same people, in any order. Of one person, the person's own. */
  id: string;
  /** Each person. Only `id` if they are unknown or too many to compare: they are compared as a whole. */
  members: readonly string[];
  /** What the letter prints for each member, if it does not print all merge fields. */
  printed?: readonly string[] | undefined;
  /** Whether they come from a list, so that even one person is remembered as long as lists are. */
  isList?: boolean;
  /** Whether the cache has the members already. */
  isStored?: boolean;
}

/** More people are compared as a whole. */
export const maxComparedPeople = 5_000;

/**
 * Characters of a person's hash: first those of the name and address, then those of everything that is printed. Together they have 54
 * bits: enough to distinguish all recipients of an account, and few enough to store thousands of people.
 */
export const personLength = { nameAndAddress: 5, all: 9 };

/** Identifies a person by what is printed for them. @param mergeFields as they were given */
export function identifyPerson(recipient: Recipient, mergeFields: Readonly<Record<string, string>>): string {
  const nameAndAddress = [pickPrinted(recipient), pickPrinted(recipient.address)].map(normalizeEntries);
  const { nameAndAddress: start, all } = personLength;
  return (
    digest(JSON.stringify(nameAndAddress)).slice(0, start) +
    digest(JSON.stringify([...nameAndAddress, normalizeEntries(mergeFields)])).slice(start, all)
  );
}

/** Returns the values that are not blank, in a fixed order. */
const normalizeEntries = (values: Readonly<Record<string, unknown>>): string[][] =>
  Object.entries(values)
    .map(([key, value]) => [
      key.normalize('NFC'),
      normalizePrinted(toText(value)).replace(/^\s+/gm, '').trim(),
    ])
    .filter(([, value]) => value)
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));

const digest = (text: string): string => hash('sha256', text, 'base64url');

const pickPrinted = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(printedKeys.flatMap((key) => (key in values ? [[key, values[key]]] : [])));

/** Identifies a group of people. @param persons the results of {@link identifyPerson}, without duplicates */
export function identifyPeople(persons: Iterable<string>): People {
  const members = [...persons].sort();
  const [first] = members;
  if (members.length === 1 && first !== undefined) return { id: first, members };
  const whole = identifyAsWhole(members.join());
  return members.length > maxComparedPeople ? whole : { ...whole, members };
}

/** Identifies people who cannot be compared one by one. */
export function identifyAsWhole(people: string): People {
  const id = digest(people).slice(0, 24);
  return { id, members: [id] };
}

/**
 * Returns the same text for spellings that print the same: invisible characters, such as a zero-width space or a soft hyphen, and
 * repeated spaces do not count. Keeps spaces at the start of a line, which shift printed text.
 */
export const normalizePrinted = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/(?<=\S)[^\S\n]+/g, ' ')
    .replace(/(?<=\S) $|^ +$/gm, '');
