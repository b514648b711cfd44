/**
 * Understands the column names of a list file. A heading has up to three parts: whose address it is ("Home", "Mailing",
 * "Address 1 -"), what the column holds ("Street", "City", "ZIP"), and the number of a street line.
 */
import { type ContactKey, contactFields } from '../../contacts/fields.ts';

/** Parts of a contact that only files have. They become a name, a greeting or a street. */
export type ExtraPart =
  | 'namePrefix'
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'nameSuffix'
  | 'salutation'
  | 'unit'
  | 'extendedAddress'
  | 'poBox'
  | 'addressLabel';

export type Part = ContactKey | ExtraPart;

/** What a column holds. */
export interface Heading {
  part: Part;
  /** The line of a street, counted from 1. */
  line: number;
  /** Which address the column belongs to. The address with the lowest number is preferred. */
  rank: number;
  /** Several columns for one part: the lowest number is used. */
  preference: number;
}

type WordTable = readonly (readonly [Part, string])[];

/** The words for each part. A field's key and label are added to them. */
const words: WordTable = [
  ['name', 'full name, whole name'],
  ['namePrefix', 'prefix, name prefix, honorific'],
  ['firstName', 'first name, first, name first, given name, forename, fname'],
  ['middleName', 'middle name, middle, name middle, middle initial, additional name, mname'],
  ['lastName', 'last name, last, name last, surname, family name, lname'],
  ['nameSuffix', 'suffix, name suffix'],
  ['company', 'organization, organisation, org, company name, organization name, organisation name'],
  ['company', 'organization 1 name, org name, business name, company organization, donating company'],
  ['street', 'street address, address line, street line, street address line'],
  ['unit', 'apt, apartment, suite, apt suite, apt unit, apt suite unit'],
  [
    'unit',
    'apt number, apartment number, suite number, apt suite number, apt unit number, apt suite unit number',
  ],
  ['extendedAddress', 'extended address, address line 2 district neighborhood'],
  ['poBox', 'po box, post office box'],
  ['city', 'town, city town, town city, city or town'],
  ['state', 'state, province, state province, province state, state region, state province region'],
  ['state', 'province territory, state province region county territory prefecture republic'],
  ['postal_code', 'zip, zip code, postcode, post code, postal, zip postal, zip postal code, postal zip'],
  ['postal_code', 'postal zip code, zip postcode'],
  ['country', 'country region, country name'],
  ['salutation', 'salutation'],
  ['addressLabel', 'label, type'],
];

/** Words that count only if no column has a word of the table above. Earlier words are preferred. */
const weakWords: WordTable = [
  ['name', 'display name, addressee'],
  // Beside a street, it is the whole address in one cell.
  ['street', 'address'],
  ['city', 'suburb, locality'],
  ['state', 'region, province code, state code, county'],
  ['postal_code', 'zip 4'],
  ['country', 'country code'],
  [
    'external_id',
    'id, reference, reference number, ref, record id, account number, account id, household id',
  ],
];

/** Prefixes of addresses, in the order in which a letter should prefer them. */
const addressKinds = [
  ['mailing', 'postal', 'correspondence', 'preferred'],
  ['home', 'primary', 'main', 'default', 'permanent', 'personal', 'residential', 'residence'],
  [],
  ['shipping', 'delivery', 'physical'],
  ['billing'],
  ['business', 'work', 'office', 'company', 'organization', 'organisation'],
  ['other', 'alternate', 'alternative', 'secondary', 'seasonal'],
];

/** The rank of an address without a prefix. */
export const plainRank = addressKinds.findIndex((kinds) => kinds.length === 0);

const people =
  'donor|contributor|constituent|supporter|customer|client|member|patron|subscriber|recipient|person|individual|contact|household';

/** A number by which an organization knows a person. A contact's own ID is the letter service's, so it does not count. */
const referencePattern =
  /^(?:donor|contributor|constituent|supporter|customer|client|member|membership|patron|subscriber|recipient|person|individual)s?(?:id|number|no|num|nr|code|reference|ref)$/;

/** Returns a heading without case, spaces and punctuation. */
export const normalizeHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/[^\p{L}\p{N}]+/gu, '');

const partsByWord = new Map<string, { part: Part; preference: number }>();
for (const { key, label } of contactFields) addWords(key, [key, label]);
for (const [part, list] of words) addWords(part, list.split(', '));
for (const [part, list] of weakWords) {
  for (const [index, word] of list.split(', ').entries()) addWords(part, [word], index + 1);
}

function addWords(part: Part, list: readonly string[], preference = 0): void {
  for (const word of list) partsByWord.set(normalizeHeading(word), { part, preference });
}

// Each prefix is optional and tried last, and longer words are tried first.
const alternatives = (list: Iterable<string>): string =>
  [...list].sort((one, other) => other.length - one.length).join('|');
const headingPattern = new RegExp(
  `^(?:(?:${people})s?)??(${alternatives(addressKinds.flat())})??(?:address(\\d?))??(${alternatives(partsByWord.keys())})(\\d?)$`,
);

/** Parts that belong to the person, whatever the address. */
const personParts: readonly Part[] = ['external_id', 'greeting', 'salutation', 'file_as'];

/** Returns what a column holds, or undefined if it is not part of a contact. */
export function parseHeading(heading: string): Heading | undefined {
  const name = normalizeHeading(heading);
  if (isContactId(heading)) return undefined;
  if (referencePattern.test(name)) return { part: 'external_id', line: 1, rank: plainRank, preference: 0 };
  const [, kind, addressNumber, word = '', line] = headingPattern.exec(name) ?? [];
  const found = partsByWord.get(word);
  if (!found) return undefined;
  const { part } = found;
  if (line && part !== 'street') return undefined;
  if (part === 'addressLabel' && !addressNumber) return undefined;
  if (kind && personParts.includes(part)) return undefined;
  const rank = kind ? addressKinds.findIndex((kinds) => kinds.includes(kind)) : plainRank;
  return {
    part,
    line: Number(line || 1),
    rank: rank + Number(addressNumber || 0) / 10,
    // Only an address without a line number can be a whole address.
    preference: line ? 0 : found.preference,
  };
}

/** Whether the column has the letter service's own ID, as in a list that a Zap wrote. It is not sent. */
export const isContactId = (heading: string): boolean => normalizeHeading(heading) === 'contactid';

/** Returns the rank of an address whose kind is a value, such as "* Home" in a column named "Address 1 - Label". */
export function rankOfLabel(label: string): number | undefined {
  if (!label) return undefined;
  const rank = addressKinds.findIndex((kinds) => kinds.includes(normalizeHeading(label)));
  return rank < 0 ? undefined : rank;
}
