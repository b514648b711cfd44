/** Reads, completes, compares and splits postal addresses. docs/api.md#address */

import { truncate } from '../format.ts';
import { isBlank, toText } from '../values.ts';
import { countryForService, isAmbiguousCode, isPlaceholderWord } from './country.ts';
import { type Address, addressFields, addressKeys, defaultCountryField } from './fields.ts';
import { findState, findTerritory, isTerritory, isZipInState, readAmericanParts } from './united_states.ts';

/** An address as the service returns it: values may be missing or null, and other keys may be present. */
export type StoredAddress = { readonly [Key in keyof Address]?: unknown };

export interface ReadAddress {
  /** The address in the form that the service expects. Blank parts are absent. */
  address: Address;
  /** Why a letter cannot be sent to this address, in a few words each, such as "needs a country, …". */
  problems: string[];
  /** Sentences about what the user should check. */
  notes: string[];
}

/**
 * Reads an address: splits a whole address that is in one field, and converts the country and the ZIP code to the service's form.
 * If the address could be in two countries, it does not choose one but returns a problem.
 * @param defaultCountry the country of an address without a country
 */
export function readAddress(typed: Address, defaultCountry = ''): ReadAddress {
  const split = splitAddress(typed);
  const { country: _, ...address } = split;
  const territory = findTerritory(split);
  if (territory && isBlank(address.state) && findState(split.country) === territory)
    address.state = territory;
  const parts = readAmericanParts(address);
  const read: ReadCountry = territory ? {} : readCountry(split, parts, defaultCountry);
  const { country, problems = [], notes = [] } = read;
  if (isBlank(address.postal_code)) {
    if (isBlank(address.city)) problems.push('has no city and no postal code');
  } else if (isBlank(country) && problems.length === 0) {
    const { state, zip } = parts;
    if (zip === undefined) {
      const code = truncate(toText(address.postal_code).trim());
      problems.push(
        country === undefined
          ? `needs a country, because its postal code "${code}" is not a ZIP code of the United States`
          : `has the postal code "${code}", which is not a ZIP code of the United States`,
      );
    } else if (state && isTerritory(state) && !parts.isZipInState) {
      // 43121 is not in Puerto Rico: "Parma, PR 43121" is in Italy.
      problems.push(`needs a country, because ${zip} is not a ZIP code of ${state}`);
    } else address.postal_code = zip;
  }
  return { address: country === undefined ? address : { ...address, country }, problems, notes };
}

type AmericanParts = ReturnType<typeof readAmericanParts>;

interface ReadCountry {
  /** The service's name of the country: blank if United States is filled in, and absent if the country is blank. */
  country?: string;
  problems?: string[];
  notes?: string[];
}

function readCountry(address: Address, parts: AmericanParts, defaultCountry: string): ReadCountry {
  const { country = '', state, postal_code } = address;
  const isBlankCountry =
    isPlaceholderWord(country) ||
    (isAmbiguousCode(country) && parts.state !== undefined) ||
    (parts.isZipInState && parts.state === findState(country));
  const countryProblem = isBlankCountry ? undefined : findCountryProblem(address, parts);
  if (countryProblem)
    return { country, problems: [`has the country "${truncate(country)}", ${countryProblem}`] };
  const used = isBlankCountry ? defaultCountry : country;
  const found = countryForService(used);
  if (isBlankCountry && found.country === '') return {};
  if (isBlankCountry && parts.isZipInState) {
    const place = truncate(`${state} ${postal_code}`);
    const problem = `needs a country, because "${place}" may be in the United States, and ${defaultCountryField.label} is ${found.country}`;
    return { problems: [problem] };
  }
  const note = `"${truncate(used)}" is not a country that this step knows; it is printed as typed.`;
  return { country: found.country, notes: found.isKnown ? [] : [note] };
}

/**
 * Returns the problem if a country may instead be a state of the United States, or mean "no country". A letter to Ohio must not go to
 * Namibia because its country is "NA".
 */
function findCountryProblem({ country = '', state }: Address, parts: AmericanParts): string | undefined {
  const { zip } = parts;
  const named = findState(country);
  if (zip === undefined) return undefined;
  if (isAmbiguousCode(country)) return 'which may mean no country; leave the country blank or enter its name';
  if (named && isBlank(state) && isZipInState(zip, named))
    return 'which may be a state of the United States; move it to the state or enter the name of the country';
  return named && parts.isZipInState && country.trim().length === 2
    ? `but "${truncate(toText(state))} ${zip}" is in the United States; leave the country blank or enter its name`
    : undefined;
}

/** Maximum characters of an address or a city to split. */
const maxSplitLength = 1_000;

/** Splits a whole address in the street, and a city that includes its state and postal code. */
export function splitAddress(typed: Address): Address {
  const { street = '', city = '', state = '', postal_code = '' } = typed;
  if (isBlank(city) && isBlank(postal_code)) return { ...typed, ...splitWhole(street) };
  if (isBlank(postal_code) && isBlank(state)) {
    const line = splitCityLine(city, false);
    if (line) return { ...typed, ...line };
  }
  return dropRepeatedEnd(splitStateAndZip(typed));
}

/** Splits a street that holds a whole address, on one line or several: "12 Elm St", "Columbus", "OH 43215", "USA". */
function splitWhole(text: string): Address | undefined {
  if (text.length > maxSplitLength) return undefined;
  const lines = text.split(/\r\n|\r|\n| {2,}/).filter((line) => line.trim());
  const parts = (lines.length > 1 ? lines : text.split(',')).map((part) => part.trim());
  const country = parts.at(-1) ?? '';
  const hasCountry = parts.length > 2 && !/\d/.test(country) && countryForService(country).isKnown;
  if (hasCountry) parts.pop();
  for (const count of [1, 2, 3]) {
    const line = splitCityLine(parts.slice(-count).join(', '), hasCountry);
    const street = parts.slice(0, -count).filter(Boolean).join('\n');
    if (line?.city && line.postal_code && street)
      return { ...line, street, ...(hasCountry ? { country } : {}) };
  }
  return undefined;
}

/** Drops the end of a street that repeats the city, the state and the postal code. */
function dropRepeatedEnd(typed: Address): Address {
  const { street = '', city = '', state = '', postal_code = '', country = '' } = typed;
  if (isBlank(city) || isBlank(postal_code) || street.length > maxSplitLength) return typed;
  const ends = new Set(
    [country, postal_code, state, findState(state) ?? '', city].map((part) => part.trim()),
  );
  ends.delete('');
  let rest = street
    .trim()
    .replace(/(\d{5})-\d{4}\b/, (code, zip: string) => (zip === postal_code.trim() ? zip : code))
    .replace(/[\s,]+$/, '');
  for (;;) {
    const end = [...ends].find((part) => endsWithWords(rest, part));
    if (end === undefined) break;
    rest = rest.slice(0, -end.length).replace(/[\s,]+$/, '');
    ends.delete(end);
  }
  return rest && !ends.has(city.trim()) && !ends.has(postal_code.trim()) ? { ...typed, street: rest } : typed;
}

/** Returns true if the text ends with the words, in any case. */
export const endsWithWords = (text: string, words: string): boolean =>
  text.toLowerCase().endsWith(words.toLowerCase()) && /[\s,]/.test(text.at(-words.length - 1) ?? '');

/** Splits "OH 43215", which may be in the state or in the postal code. */
function splitStateAndZip(typed: Address): Address {
  const { state = '', postal_code = '' } = typed;
  const isInState = isBlank(postal_code);
  const text = (isInState ? state : postal_code).trim().replace(/^(\w\w)-/, '$1 ');
  const found = splitCityLine(text, false);
  if (!found?.state || !found.postal_code || found.city) return typed;
  if (isInState || isBlank(state)) return { ...typed, ...found };
  return findState(state) === findState(found.state) ? { ...typed, postal_code: found.postal_code } : typed;
}

/**
 * Splits "Columbus, OH 43215", "Columbus, OH" or "OH 43215", and British and Canadian cities with their codes. "10115 Berlin" looks
 * like the street "12345 Highway", so such text is split only if it is certainly a city (`isCity`).
 */
export function splitCityLine(text: string, isCity = true): Address | undefined {
  if (text.length > maxSplitLength) return undefined;
  const line = text.trim().replace(/\s+/g, ' ');
  const [, abroad, country] = (isCity && /\d/.test(line) && /^(.*), ([^\d,]+)$/.exec(line)) || [];
  if (abroad && country && countryForService(country).isKnown) {
    const inside = splitCityLine(abroad);
    if (inside) return { ...inside, country };
  }
  const [, before = '', zip = ''] = /^(.*?),? (\d{5}(?:-\d{4})?)$/.exec(line) ?? [];
  for (const ending of stateEndings) {
    const [, city = '', state = ''] = ending.exec(before) ?? [];
    const found = findState(state);
    if (found && isZipInState(zip, found)) return { ...(city ? { city } : {}), state, postal_code: zip };
  }
  const [, place, region] = /^(.*),\s*([A-Za-z]{2})$/.exec(line) ?? [];
  if (place && findState(region)) return { city: place, state: toText(region) };
  const [, town, code] = (isCity ? anyCode : lettersAndDigits).exec(line) ?? [];
  if (town && code) {
    // "Toronto, ON M5J 2J5"
    const [, before, state] = /^(.*[^\s,])(?:,\s*|(?<=\p{Ll})\s+)([A-Z]{2,3})$/u.exec(town) ?? [];
    if (before && state) return { city: before, state, postal_code: code };
    return /^[A-Z]{2,3}$/.test(town) ? undefined : { city: town, postal_code: code };
  }
  const [, first, city] =
    (isCity && /^((?:[A-Z]{1,2}-)?\d{4,5}(?: [A-Z]{2})?),? ([^\d,]{2,})$/.exec(line)) || [];
  return first && city ? { city, postal_code: first } : undefined;
}

/** Matches "OH" with or without a city, and state names such as "New York" and "District of Columbia" after a city. */
const stateEndings = [
  /^(?:(.*[^\s,])?[\s,]+)?([A-Za-z.]+ ?)$/,
  /^(.*[^\s,])?[\s,]+([A-Za-z.]+ [A-Za-z.]+ ?)$/,
  /^(.*[^\s,])?[\s,]+([A-Za-z.]+ [A-Za-z.]+ [A-Za-z.]+ ?)$/,
];
const lettersAndDigits =
  /^([^\d,]{2,}(?:, ?[A-Z]{2,3})?),? ([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/i;
const anyCode = /^([^\d,]{2,}(?:, ?[A-Z]{2,3})?),? ([A-Z]{0,2}\d[A-Z\d -]{2,9})$/i;

/** Adds blank parts. Only whole addresses are sent, because the service may either merge an address or replace it. */
export const wholeAddress = (parts: StoredAddress): Address =>
  Object.fromEntries(addressKeys.map((key) => [key, toText(parts[key])]));

/** Returns true if two addresses print the same. Missing, empty and null parts are equal. */
export const sameAddress = (
  one: StoredAddress | null | undefined,
  other: StoredAddress | null | undefined,
): boolean => addressKeys.every((key) => sameText(one?.[key], other?.[key]));

/** Returns true if two values print the same. Outer spaces and the kind of line break do not count. */
export const sameText = (one: unknown, other: unknown): boolean => comparable(one) === comparable(other);

const comparable = (value: unknown): string =>
  toText(value)
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .join('\n')
    .trim();

/** Returns the output fields of the address under `key`. */
export const addressOutputFields = (key: string, label: string) =>
  addressFields.map((field) => ({ key: `${key}__${field.key}`, label: `${label} ${field.label}` }));
