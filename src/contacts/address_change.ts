/** Puts the parts of an address that are filled in together with the stored ones, without mixing two addresses. docs/api.md#address */

import { truncate } from '../format.ts';
import { isBlank, toText } from '../values.ts';
import {
  looksAmerican,
  type ReadAddress,
  readAddress,
  type StoredAddress,
  sameAddress,
  sameText,
  splitAddress,
  wholeAddress,
} from './address.ts';
import { countryForService, isAmbiguousCode } from './country.ts';
import { type Address, addressFields } from './fields.ts';
import { findState, repairZip } from './united_states.ts';

interface AddressChange extends ReadAddress {
  /** Whether it reads like the stored address. */
  isSame: boolean;
  /** What must be asked, because the address could be a mix of two, in a few words each. */
  questions: string[];
  /** The only part of the street and the city that is new, while the others are kept. */
  isPartly: 'street' | 'city' | undefined;
}

type PlaceKey = 'street' | 'city' | 'postal_code';
const placeKeys: readonly PlaceKey[] = ['street', 'city', 'postal_code'];

const labelOf = (key: keyof Address): string =>
  addressFields.find((field) => field.key === key)?.label ?? key;
const list = (keys: readonly (keyof Address)[]): string => keys.map(labelOf).join(' and ');

/** Street, city and postal code together replace the stored address, in another country without the postal code, too. Fewer of them change it, if they can belong to it. */
export function changeAddress(stored: StoredAddress | null | undefined, typed: Address): AddressChange {
  const before = stored ?? {};
  const given = resolveCountry(splitAddress(typed), before);
  const isSameCity = given.city === undefined || cityWords(given.city) === cityWords(before.city);
  const state = given.state ?? (isSameCity ? toText(before.state) : undefined);
  const isUnchanged = {
    street: sameText(given.street, before.street),
    city: isSameCity,
    postal_code: sameAddressPart(
      'postal_code',
      repairedCode({ country: toText(before.country), ...given, state }),
      repairedCode(wholeAddress(before)),
    ),
  };
  const changed = placeKeys.filter((key) => given[key] !== undefined && !isUnchanged[key]);
  // In Dubai, addresses have no postal code.
  const isAbroad =
    countryForService(given.country ?? '').country !== '' && !sameText(given.country, before.country);
  const isWhole = placeKeys.every((key) => given[key] !== undefined || (key === 'postal_code' && isAbroad));
  const kept = isWhole ? [] : placeKeys.filter((key) => given[key] === undefined && !isBlank(before[key]));
  const isMove = isWhole && (changed.includes('city') || changed.includes('postal_code'));
  const country = isMove ? keepCountry(before, given) : {};
  const [only] = changed;
  const isPartly = changed.length === 1 && only !== 'postal_code' && kept.length > 0 ? only : undefined;
  const values = kept.map((key) => `${labelOf(key)} "${truncate(toText(before[key]))}"`).join(' and ');
  const partNote = `The ${isPartly} was changed, and the contact keeps ${values}. If the contact moved, fill in the whole address.`;
  // Of the address that the contact moved from, only the country may stay.
  const stays = isMove ? { country: toText(before.country) } : wholeAddress(before);
  const whole: Address = { ...stays, ...given };
  // A ZIP+4 stays if only its ZIP code is filled in.
  if (given.postal_code !== undefined && !changed.includes('postal_code'))
    whole.postal_code = longer(toText(before.postal_code), given.postal_code);
  if (country.isLeft) whole.country = '';
  const read = readAddress(withoutBlanks(whole));
  // Only a city and a postal code that are filled in show that the street repeats them.
  if (placeKeys.every((key) => given[key] === undefined) && !isBlank(before.street))
    read.address.street = toText(before.street);
  return {
    ...read,
    isSame: sameAddress(before, read.address),
    questions: [country.question, findMix(before, given, changed, kept)].filter((one) => one !== undefined),
    isPartly,
    notes: [country.note, isPartly && partNote, ...read.notes].filter((note) => note !== undefined),
  };
}

/** Capitals, spaces and punctuation do not make it another city. */
const cityWords = (city: unknown): string =>
  toText(city)
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();

/** The postal code as it would be saved: one in the United States gets back what a spreadsheet dropped. */
const repairedCode = (address: Address): string =>
  (countryForService(address.country ?? '').country === '' && repairZip(address)) ||
  toText(address.postal_code);

/** A country that is filled in alone is meant as such, even if its code is that of a state, too. */
function resolveCountry(given: Address, before: StoredAddress): Address {
  const { country, state, postal_code } = given;
  if (!country || state !== undefined || postal_code !== undefined || isAmbiguousCode(country)) return given;
  const isState = findState(country) !== undefined && findState(country) === findState(toText(before.state));
  return isState ? given : { ...given, country: countryForService(country).country };
}

const longer = (one: string, other: string): string =>
  other.trim().length > one.trim().length ? other : one;

const withoutBlanks = (address: Address): Address =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => !isBlank(value)));

/** Returns true if the stored part may stay. ZIP+4 alone is no difference. */
export const sameAddressPart = (key: keyof Address, one: unknown, other: unknown): boolean =>
  sameText(one, other) || (key === 'postal_code' && isSameZip(toText(one).trim(), toText(other).trim()));

const isSameZip = (one: string, other: string): boolean =>
  /^\d{5}(?:-\d{4})?$/.test(one) &&
  /^\d{5}(?:-\d{4})?$/.test(other) &&
  one.slice(0, 5) === other.slice(0, 5) &&
  one.length !== other.length;

/** Returns what must be asked about an address that would be half old and half new. */
function findMix(
  before: StoredAddress,
  given: Address,
  changed: readonly PlaceKey[],
  kept: readonly PlaceKey[],
): string | undefined {
  if (kept.length === 0) return undefined;
  if (changed.length > 1)
    return `has a new ${list(changed)}, but ${list(kept)} is blank; fill in Street, City and Postal Code together`;
  const isForeign = countryForService(toText(before.country)).country !== '';
  const isNewState = findState(given.state) !== undefined && !sameText(given.state, before.state);
  return isForeign && isNewState && given.country === undefined
    ? `has the new state "${truncate(toText(given.state))}", but its stored country is "${truncate(toText(before.country))}"; fill in the whole address`
    : undefined;
}

/** Countries with five-digit postal codes and regions that share abbreviations with states, such as TN for Trento. */
const ambiguousCountries = ['Italy', 'Mexico', 'Spain'];

/** Decides whether the stored country stays although the address is another one, with no country filled in. */
function keepCountry(
  before: StoredAddress,
  given: Address,
): { isLeft?: boolean; question?: string; note?: string } {
  const country = toText(before.country).trim();
  if (given.country !== undefined || country === '') return {};
  const code = toText(given.postal_code).trim();
  const known = countryForService(country).country;
  if (looksAmerican(given) && !ambiguousCountries.includes(known)) return { isLeft: true };
  if (!isBlank(before.postal_code) && hasLetters(code) !== hasLetters(toText(before.postal_code))) {
    return {
      question: `has the postal code "${truncate(code)}", which is not a postal code of ${truncate(country)}; fill in Country, such as "United States"`,
    };
  }
  return {
    note: `The contact keeps the country "${truncate(country)}". If the contact moved to another country, fill in Country, such as "United States".`,
  };
}

const hasLetters = (text: string): boolean => /\p{L}/u.test(text);
