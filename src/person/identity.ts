/** Identifies people. Everything that compares people, in a file, in lists or across runs, uses it. */
import { hash } from 'node:crypto';
import type { Recipient } from '../api/lists.ts';
import { toText } from '../text/values.ts';
import { shortenStreet } from './american_street.ts';
import { printedKeys } from './fields.ts';
import { findState } from './united_states.ts';

/** People, in the form in which the duplicate check compares them. */
export interface People {
  /** Identifies the group, in whatever order its people are. For one person, equal to the only member. */
  id: string;
  /** The identity of each person. Only `id` if the people are compared as a whole, because they are unknown or too many. */
  members: readonly string[];
  /** The names of their merge fields. Undefined if the user did not name them: then the people are compared by name and address. */
  columns: readonly string[] | undefined;
  /** For each member with a reference, the result of {@link identifyReference}. */
  references?: ReadonlyMap<string, string> | undefined;
  /** The ID of their list, if another step made it. */
  listId?: string;
  /** True if they come from a list. A single person of a list is remembered as long as several people. */
  isList?: boolean;
  /** True if the cache already has the members. */
  isStored?: boolean;
}

/** Maximum number of people to compare one by one. More people are compared as a whole. */
export const maxComparedPeople = 5_000;

/**
 * Characters of a person's hash. The first ones are a hash of the name and address, the rest one of everything that is printed. Its 54
 * bits are enough to distinguish all recipients of an account, and few enough to store thousands of people.
 */
export const personLength = { nameAndAddress: 5, all: 9 };
/** Characters of a reference's hash. */
export const referenceLength = 5;

/**
 * Identifies a person by what is printed for them. Only this comparison is normalized; each letter is printed as typed. Spellings that
 * differ only in case, accents, punctuation or the short forms of a street are the same person. A different name or address is another person.
 * @param mergeFields the merge fields as filled in. Case and punctuation of their values count
 */
export function identifyPerson(recipient: Recipient, mergeFields: Readonly<Record<string, string>>): string {
  const nameAndAddress = JSON.stringify([normalizeNames(recipient), normalizeAddress(recipient.address)]);
  const { nameAndAddress: start, all } = personLength;
  return (
    digest(nameAndAddress).slice(0, start) +
    digest(nameAndAddress + JSON.stringify(normalizeMergeFields(mergeFields))).slice(start, all)
  );
}

/** Identifies the letter to a person by their reference and the merge fields, whatever the name and address are. */
export const identifyReference = (
  { external_id }: Recipient,
  mergeFields: Readonly<Record<string, string>>,
): string | undefined =>
  external_id === undefined
    ? undefined
    : digest(JSON.stringify([external_id, normalizeMergeFields(mergeFields)])).slice(0, referenceLength);

export const digest = (text: string): string => hash('sha256', text, 'base64url');

const pickPrinted = (values: Readonly<Record<string, unknown>>): [key: string, text: string][] =>
  printedKeys.flatMap((key) => (key in values ? [[key, toText(values[key])]] : []));

const normalizeNames = (recipient: Recipient): string[] =>
  sortFilled(pickPrinted(recipient).map(([key, text]) => [key, normalizeSpelling(text)]));

/** Leaves out the ZIP code of a whole American address, because the letter service completes and corrects it. */
function normalizeAddress(address: Recipient['address']): string[] {
  const parts = new Map(pickPrinted(address));
  const country = normalizeSpelling(parts.get('country') ?? '');
  const state = country ? undefined : findState(parts.get('state'));
  const normalize = (key: string, text: string): string => {
    if (country) return normalizeSpelling(text);
    if (key === 'street' || key === 'city') return shortenStreet(text, normalizeSpelling);
    return key === 'state' && state ? state : normalizeSpelling(text);
  };
  const normalized = new Map([...parts].map(([key, text]) => [key, normalize(key, text)]));
  if (state && normalized.get('street') && normalized.get('city')) normalized.delete('postal_code');
  return sortFilled([...normalized]);
}

/** Returns the same text for all spellings of an address. The ZIP code counts, but not the last four digits of ZIP+4. */
export function identifyAddress(address: Recipient['address']): string {
  const code = normalizeSpelling(toText(address.postal_code)).replace(/^(\d{5}) \d{4}$/, '$1');
  return JSON.stringify([code, normalizeAddress({ ...address, postal_code: code })]);
}

/**
 * Puts the names of merge fields into lower case, because each value is also sent under that name. If several names differ only in
 * capitals, only one value is sent in lower case: that of the lower-case name, or else the first. Other values keep their names.
 */
function normalizeMergeFields(fields: Readonly<Record<string, string>>): string[] {
  const filledIn = Object.entries(fields)
    .map(
      ([name, value]) =>
        [name.normalize('NFC'), normalizePrinted(value).replace(/^\s+/gm, '').trim()] as const,
    )
    .filter(([, value]) => value);
  const byName = new Map(filledIn);
  const inLowerCase = new Map(
    filledIn.toReversed().map(([name, value]) => {
      const lower = name.toLowerCase();
      return [lower, byName.get(lower) ?? value];
    }),
  );
  return sortFilled(
    filledIn.map(([name, value]) => {
      const lower = name.toLowerCase();
      return [inLowerCase.get(lower) === value ? lower : name, value];
    }),
  );
}

/** Returns the values that are not blank with their keys, in a fixed order, without repetitions. */
const sortFilled = (entries: readonly (readonly [key: string, value: string])[]): string[] => [
  ...new Set(entries.flatMap(([key, value]) => (value ? JSON.stringify([key, value]) : [])).sort()),
];

/** Control characters except spaces and line breaks, invisible characters, and halves of surrogate pairs. */
const invisible = /(?![\s\u0085])\p{Cc}|[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const separators = /[\p{P}\p{Sk}\p{Z}\s\u0085|~]+/gu;
/** Latin letters that Unicode does not decompose into a letter and an accent. */
const undecomposed: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ħ: 'h', æ: 'ae', œ: 'oe' };

/**
 * Returns the same text for spellings that differ in case, accents of Latin letters, invisible characters, punctuation, spaces and line
 * breaks. What separates words and digits becomes a space: "1/23" is not "123". Marks of other scripts count: か is not が.
 */
function normalizeSpelling(text: string): string {
  // Most text is plain ASCII and needs none of the work below.
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase().replace(separators, ' ').trim();
  return text
    .replace(invisible, '')
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[łøđħæœ]/g, (letter) => undecomposed[letter] ?? letter)
    .replace(separators, ' ')
    .trim();
}

/** Identifies a group of people. @param persons the results of {@link identifyPerson} and {@link identifyReference} */
export function identifyPeople(
  persons: readonly { id: string; reference?: string | undefined }[],
  columns: People['columns'],
): People {
  const members = [...new Set(persons.map(({ id }) => id))].sort();
  const references = new Map(persons.flatMap(({ id, reference }) => (reference ? [[id, reference]] : [])));
  const [first] = members;
  if (members.length === 1 && first !== undefined) return { id: first, members, columns, references };
  const whole = { ...identifyAsWhole(members.join()), columns };
  return members.length > maxComparedPeople ? whole : { ...whole, members, references };
}

/** Identifies people who cannot be compared one by one. The result is equal only for the same text. */
export function identifyAsWhole(people: string): People {
  const id = digest(people).slice(0, 24);
  return { id, members: [id], columns: [] };
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
