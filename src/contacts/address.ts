/** Reads, completes, compares and splits postal addresses. docs/api.md#address */
import { truncate } from '../format.ts';
import { isBlank, toText } from '../values.ts';
import {
  addLostZero,
  countryForService,
  hasFiveDigitCodes,
  isAmbiguousCode,
  isPlaceholderWord,
} from './country.ts';
import { type Address, type AddressKey, addressKeys, defaultCountryField, labelOf } from './fields.ts';
import {
  type AmericanParts,
  findState,
  findStateMistake,
  findTerritory,
  isTerritorialZip,
  isZipInState,
  readAmericanParts,
} from './united_states.ts';

/** An address as the service returns it: values may be missing or null, and other keys may be present. */
export type StoredAddress = { readonly [Key in keyof Address]?: unknown };

export interface ReadAddress {
  /** The address in the form that the service expects. Blank parts are absent. */
  address: Address;
  /** Why a letter cannot be sent to this address, in a few words each, such as "needs a country, …". */
  problems: string[];
  /** Sentences about what the user should check. */
  notes: string[];
  /** True if only the digits of the ZIP code suggest that the address is in the United States. */
  mayBeAbroad?: boolean;
}

/** The result of reading a part of an address: why no letter can be sent, or what the user should check. */
interface Finding {
  problem?: string | undefined;
  note?: string | undefined;
}

/**
 * Reads an address: splits a whole address that is in one field, and converts the country, the state and the postal code to the
 * service's form. If the address could be in two countries, it does not choose one but returns a problem.
 * @param defaultCountry the country of an address without a country. If it is the United States, an unknown state is only noted.
 */
export function readAddress(typed: Address, defaultCountry = ''): ReadAddress {
  const split = splitAddress(typed);
  const { country: _, ...address } = split;
  const territory = findTerritory(split);
  if (territory && isBlank(address.state) && findState(split.country) === territory)
    address.state = territory;
  const parts = readAmericanParts(address);
  const { country, code, ...read }: ReadCountry = territory ? {} : readCountry(split, parts, defaultCountry);
  const isNowhere = isBlank(address.postal_code) && isBlank(address.city);
  const missing = isNowhere ? 'has no city and no postal code' : undefined;
  const isCertain = country !== undefined || !isBlank(defaultCountry);
  const isAmerican = isBlank(country) && !read.problem && !isNowhere;
  const repaired = isAmerican
    ? repairAmerican(address, parts, country !== undefined, isCertain)
    : repairForeignCode(address, code);
  const problems = [read.problem, missing, repaired.problem].filter((problem) => problem !== undefined);
  const notes = [read.note, repaired.note].filter((note) => note !== undefined);
  if (country !== undefined) return { address: { ...address, country }, problems, notes };
  const isDomestic = territory ?? (parts.zip && isTerritorialZip(parts.zip));
  const mayBeAbroad = !isDomestic && problems.length === 0 && !isCertain && isBlank(address.state);
  return { address, problems, notes, ...(mayBeAbroad ? { mayBeAbroad } : {}) };
}

interface ReadCountry extends Finding {
  /** The service's name of the country: blank if United States is filled in, and absent if the country is blank. */
  country?: string;
  /** The ISO code of a country that is filled in. */
  code?: string | undefined;
}

function readCountry(address: Address, parts: AmericanParts, defaultCountry: string): ReadCountry {
  const { country = '', state, postal_code } = address;
  const isBlankCountry =
    isPlaceholderWord(country) ||
    (isAmbiguousCode(country) && parts.state !== undefined) ||
    (parts.isZipInState && parts.state === findStateInCountry(country));
  const problem = isBlankCountry ? undefined : findCountryProblem(address, parts);
  if (problem) return { country, problem: `has the country "${truncate(country)}", ${problem}` };
  const used = isBlankCountry ? defaultCountry : country;
  const found = countryForService(used);
  if (isBlankCountry && found.country === '') return {};
  if (isBlankCountry && parts.isZipInState) {
    const place = truncate(`${state} ${postal_code}`);
    return {
      problem: `needs a country, because "${place}" may be in the United States, and ${defaultCountryField.label} is ${found.country}`,
    };
  }
  const note = `"${truncate(used)}" is not a country that this step knows; it is printed as typed.`;
  return {
    country: found.country,
    code: isBlankCountry ? undefined : found.code,
    note: found.isKnown ? undefined : note,
  };
}

/**
 * Returns the problem if a country may instead be a state of the United States, mean "no country", or be wrong. A letter to Ohio must
 * not go to Namibia because its country is "NA", or to the first country of a dropdown.
 */
function findCountryProblem(address: Address, { zip, ...parts }: AmericanParts): string | undefined {
  const { country = '', state } = address;
  const named = findStateInCountry(country);
  if (zip === undefined) return undefined;
  if (isAmbiguousCode(country)) return 'which may mean no country; leave the country blank or enter its name';
  if (named && isBlank(state) && isZipInState(zip, named))
    return `which may be a state of the United States; move it to ${labelOf('state')}, or enter the name of the country`;
  const isCode = named !== undefined && country.trim().length === 2;
  return parts.isZipInState && (isCode || !hasFiveDigitCodes(country))
    ? `but "${truncate(toText(state))} ${zip}" is in the United States; leave the country blank or ${isCode ? 'enter its name' : 'correct the address'}`
    : undefined;
}

/** Returns the state that a country's name or code may mean. Micronesia, the Marshall Islands and Palau are countries with ZIP codes. */
function findStateInCountry(country: string): string | undefined {
  const state = findState(country);
  return state && ['FM', 'MH', 'PW'].includes(state) ? undefined : state;
}

/** Puts back a zero that a spreadsheet dropped from a foreign postal code, with a note. */
function repairForeignCode(address: Address, country: string | undefined): Finding {
  const typed = toText(address.postal_code).trim();
  const repaired = addLostZero(typed, country);
  if (repaired === typed) return {};
  address.postal_code = repaired;
  return { note: `The postal code "${typed}" is printed as "${repaired}", because it has five digits.` };
}

/**
 * Converts the state and the ZIP code of an American address. Returns a problem if they may be foreign or wrong, or a note if they are
 * only unusual.
 * @param isNamed true if United States is filled in
 * @param isCertain true if the address is certainly in the United States
 */
function repairAmerican(
  address: Address,
  parts: AmericanParts,
  isNamed: boolean,
  isCertain: boolean,
): Finding {
  const { state = '', postal_code = '' } = address;
  if (parts.zip !== undefined) address.postal_code = parts.zip;
  else if (!isBlank(postal_code)) {
    const code = `postal code "${truncate(postal_code.trim())}"`;
    const reason = 'not a ZIP code of the United States';
    return {
      problem: isNamed
        ? `has the ${code}, which is ${reason}`
        : `needs a country, because its ${code} is ${reason}`,
    };
  }
  // "ID - Idaho" is not printed.
  if (parts.state && /[^\p{L}. ]/u.test(state)) address.state = parts.state;
  const mistake = findStateMistake(state, parts);
  if (!mistake) return {};
  const { part, reason, isNear } = mistake;
  return isNear || isCertain
    ? { note: `${reason}. Check the address.` }
    : { problem: `needs a country, or a correct ${part}, because ${reason}` };
}

/** Maximum characters of an address or a city to split. */
const maxSplitLength = 1_000;

/** Splits a whole address in the street, and a city that includes its state and postal code, also if the other parts repeat them. */
export function splitAddress(typed: Address): Address {
  const { city = '', postal_code } = typed;
  const isCity = !isBlank(postal_code) || city.includes(',');
  const line = /[\d,]/.test(city) ? splitCityLine(city, isCity) : undefined;
  const split = line?.city ? addParts(typed, 'city', line) : undefined;
  return dropRepeatedLines(splitStreet(split ?? splitStateAndZip(typed)));
}

/** Drops the last lines of a street that only repeat a part of the address, such as "USA". */
function dropRepeatedLines(typed: Address): Address {
  const lines = toText(typed.street).split('\n');
  const isRepeated = (line: string): boolean =>
    (['city', 'state', 'country'] as const).some((key) => repeats(key, line, typed[key]));
  // Without a city, "New York" may be the city, not the state.
  if (lines.length < 2 || isBlank(typed.city) || !isRepeated(lines.pop() ?? '')) return typed;
  return dropRepeatedLines({ ...typed, street: lines.join('\n') });
}

/** Splits a street that ends with a city and its state, postal code or country. A city that is filled in may begin at any word. */
function splitStreet(typed: Address): Address {
  const { city = '' } = typed;
  // Forms add a link below an address.
  const street = toText(typed.street).replace(/\n[ \t]*map it\s*$/i, '');
  const hasCity = street.toLowerCase().includes(city.trim().toLowerCase());
  if (street.length > maxSplitLength || !hasCity) return typed;
  const words = [...street.matchAll(/(?<=[^\s,])([\s,]+)[^\s,]+/g)].slice(-12);
  for (const { index, 1: separator = '' } of words) {
    const isApart = /[,\r\n]| {2}/.test(separator);
    if (isBlank(city) && !isApart) continue;
    const before = street.slice(0, index);
    const after = street.slice(index + separator.length);
    const line = splitCityLine(after, !isBlank(city), typed);
    // "Av. Arequipa 2450, Lima", "Calle Lima 2450" and "PO Box 2450, Lima" have no postal code.
    const isDigits = isBlank(typed.postal_code) && /^[\d -]+$/.test(line?.postal_code ?? '');
    const mayBeNumber = isDigits && !(isApart && /\d/.test(before));
    if (mayBeNumber && !isBlank(city) && (!line?.state || /^\d/.test(after))) continue;
    // "12 New York" may be a whole street in New York, but "12 Elm St, Boise, ID" is not one in Boise.
    const isCityLine = isBlank(city) ? separator.includes('\n') : isApart;
    const isRest = line?.postal_code || (isCityLine && (line?.state || line?.country));
    // Mailchimp separates lines by two spaces.
    const parts = { ...line, street: before.replace(/ {2,}/g, '\n') };
    const split = line?.city && isRest ? addParts(typed, 'street', parts) : undefined;
    if (split) return split;
  }
  return typed;
}

/** Replaces one part of an address by the parts that it holds. Undefined if another part differs from them. */
function addParts(typed: Address, key: AddressKey, parts: Address | undefined): Address | undefined {
  if (!parts) return undefined;
  const others = addressKeys.filter((other) => other !== key && !isBlank(typed[other]));
  if (!others.every((other) => parts[other] === undefined || repeats(other, parts[other], typed[other])))
    return undefined;
  return { ...typed, ...parts, ...Object.fromEntries(others.map((other) => [other, typed[other]])) };
}

/** Returns true if the text is the value of this part in another spelling. */
function repeats(key: AddressKey, text: string | undefined, value: string | undefined): boolean {
  if (text === undefined || isBlank(text)) return false;
  if (key === 'country') {
    const { country } = countryForService(text);
    return namesCountry(text) && country === countryForService(toText(value).trim()).country;
  }
  if (key === 'postal_code') return baseOfCode(text) === baseOfCode(value);
  const state = key === 'state' ? findState(value) : undefined;
  return state ? findState(text) === state : wordsOf(text) === wordsOf(value);
}

/** Returns a postal code without spaces, ZIP+4 digits, leading zeros and the ".0" of a spreadsheet's number. */
const baseOfCode = (code: unknown): string =>
  toText(code)
    .toLowerCase()
    .replace(/\s/g, '')
    .replace(/(?:(?<=\d{5})-\d{4}|\.0+)$/, '')
    .replace(/^0+/, '');

/** Returns text in lower case, without punctuation and repeated spaces. */
export const wordsOf = (text: unknown): string =>
  toText(text)
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();

const namesCountry = (text: string): boolean =>
  !/\d/.test(text) && !isPlaceholderWord(text) && countryForService(text).isKnown;

/** Returns true if the text ends with the words, in any case. */
export const endsWithWords = (text: string, words: string): boolean =>
  text.toLowerCase().endsWith(words.toLowerCase()) && /[\s,]/.test(text.at(-words.length - 1) ?? '');

/** Splits "OH 43215", which may be in the state or in the postal code. */
function splitStateAndZip(typed: Address): Address {
  const key = isBlank(typed.postal_code) ? 'state' : 'postal_code';
  const found = splitCityLine(toText(typed[key]).replace(/^\s*(\w\w)-/, '$1 '), false);
  const isBoth = found?.state && found.postal_code && !found.city;
  return (isBoth && addParts(typed, key, found)) || typed;
}

/**
 * Splits "Columbus, OH 43215", "Columbus, OH" or "OH 43215", and British and Canadian cities with their codes. "10115 Berlin" looks
 * like the street "12345 Highway", so such text is split only if it is certainly a city (`isCity`).
 * @param known the address whose street ends with the text, if it does
 */
export function splitCityLine(text: string, isCity = true, known?: Address): Address | undefined {
  if (text.length > maxSplitLength) return undefined;
  const parts = text.split(/[\r\n,]| {2}/).map((part) => part.trim());
  const line = parts.filter(Boolean).join(', ');
  const [, inside = '', country = ''] = countryLast.exec(line) ?? [];
  if (inside && namesCountry(country) && !mayBeState(country, inside)) {
    const isAbroad = countryForService(country).country !== '';
    const split = splitCityLine(inside, isCity || isAbroad, known);
    if (split) return { ...split, country };
  }
  const isKnownCity = (city: string) => !isBlank(known?.city) && wordsOf(city) === wordsOf(known?.city);
  if (isKnownCity(line)) return { city: line };
  const codeLast = zipLast.exec(line) ?? (isCity ? anyCode : certainCode).exec(line);
  const [, before = line, postal_code] = codeLast ?? [];
  const withState = splitState(before, postal_code, known);
  if (withState) return withState;
  if (postal_code && (isCity || /[A-Z]/i.test(postal_code))) {
    const [, city, state] = cityAndRegion.exec(before)?.filter(Boolean) ?? [];
    if (city && state) return { city, state, postal_code };
    const isCityName = isKnownCity(before) || !/[\d,]|^[A-Z]{2,3}$/.test(before);
    return isCityName ? { city: before, postal_code } : undefined;
  }
  const [, first, city, region] = (isCity && codeFirst.exec(line)) || [];
  return first && city ? { city, ...(region ? { state: region } : {}), postal_code: first } : undefined;
}

/** Returns true for the "ID" of "Boise, ID" and "83702 Boise, ID", but not for the "DE" of "10115 Berlin, DE". */
function mayBeState(country: string, before: string): boolean {
  const state = findState(country);
  const [zip = ''] = /\d{5}/.exec(before) ?? [];
  return state !== undefined && (!/\d/.test(before) || isZipInState(zip, state));
}

/** Splits a state from the city before it. Without a ZIP code of the state, a comma or capitals must show that it is one. */
function splitState(text: string, postal_code?: string, known?: Address): Address | undefined {
  for (const ending of stateEndings) {
    const [, city = '', separator = '', state = ''] = ending.exec(text) ?? [];
    // The end of a street may have more than the city.
    if (known && /[\d,]/.test(city)) continue;
    const found = findState(state);
    const isState = postal_code
      ? found && /^\d{5}/.test(postal_code) && isZipInState(postal_code, found)
      : found && city && !/\d/.test(city) && (separator.includes(',') || /^[A-Z]{2}$/.test(state));
    if (isState || (city && repeats('state', state, known?.state)))
      return { ...(city ? { city } : {}), state, ...(postal_code ? { postal_code } : {}) };
  }
  return undefined;
}

/** Matches a country after a comma, or its name after a postal code. */
const countryLast = /^(.*)(?:, |(?<=\d\S*) (?=[^,]{3}))([^\d,]+)$/;
/** Matches a city with a region, as in "Paris, Île-de-France" and "Sydney NSW". */
const cityAndRegion = /^([^\d,]{2,}), ([^\d,]+)$|^([^\d,]*\p{Ll}) ([A-Z]{2,3})$/u;
/** Match a postal code at the end. Except those of the United States, Britain and Canada, codes need text that is certainly a city. */
const zipLast = /^(.*?),? (\d{5}(?:-\d{4})?)$/;
const certainCode = /^([^\d]{2,}?),? ([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/i;
const anyCode = /^([^\d]{2,}?),? (?=.{3,10}$)((?:[A-Z]{1,2}-?)?\d[A-Z\d-]*(?: \d[A-Z\d]*| [A-Z]{2})?)$/i;
/** Matches a postal code before its city and region. */
const codeFirst =
  /^((?:[A-Z]{1,2}-)?(?:\d{4,5}|\d{2,5}-\d{3,4}|\d{3} \d\d)(?: [A-Z]{2})?),? ([^\d,]{2,})(?:, ([^\d,]+))?$/;
/** Match a state of one, two or three words, with or without a city before it. */
const stateEndings = [
  /^(?:(.*[^\s,])([\s,]+))?([A-Za-z.]+)$/,
  /^(.*[^\s,])([\s,]+)([A-Za-z.]+ [A-Za-z.]+)$/,
  /^(.*[^\s,])([\s,]+)([A-Za-z.]+ [A-Za-z.]+ [A-Za-z.]+)$/,
];

/** Adds blank parts. Only whole addresses are sent, because the service may either merge an address or replace it. */
export const wholeAddress = (parts: StoredAddress): Address =>
  Object.fromEntries(addressKeys.map((key) => [key, toText(parts[key])]));

/** Returns true if two addresses print the same. Missing, empty and null parts are equal. */
export const sameAddress = (
  one: StoredAddress | null | undefined,
  other: StoredAddress | null | undefined,
): boolean => addressKeys.every((key) => sameText(one?.[key], other?.[key]));

/** Returns true if two values print the same. Outer spaces and the kind of line break do not count. */
export const sameText = (one: unknown, other: unknown): boolean =>
  normalizeSpelling(one) === normalizeSpelling(other);

const normalizeSpelling = (value: unknown): string =>
  toText(value)
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .join('\n')
    .trim();
