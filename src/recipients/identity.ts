/** Identifies recipients by what is printed for them. Spellings that print the same are equal. */
import { hash } from 'node:crypto';
import type { Recipient } from '../api/lists.ts';
import { printedKeys } from '../contacts/fields.ts';
import { toText } from '../values.ts';

/** People, in the form in which the duplicate check compares them. */
export interface People {
  /** Identifies the group, in whatever order its people are. For one person, equal to the only member. */
  id: string;
  /** The identity of each person. Only `id` if the people are unknown or too many, and so are compared as a whole. */
  members: readonly string[];
  /** What the letter prints for each member, if it does not print all merge fields. */
  printed?: readonly string[] | undefined;
  /** True if they come from a list. Then even a single person is remembered as long as a list is. */
  isList?: boolean;
  /** True if the cache already has the members. */
  isStored?: boolean;
}

/** Maximum number of people to compare one by one. More people are compared as a whole. */
export const maxComparedPeople = 5_000;

/**
 * Lengths of a person's hash: it starts with a hash of the name and address, and ends with one of everything that is printed. Its 54
 * bits are enough to distinguish all recipients of an account, and few enough to store thousands of people.
 */
export const personLength = { nameAndAddress: 5, all: 9 };

/** Identifies a person by what is printed for them. @param mergeFields the merge fields as filled in */
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
