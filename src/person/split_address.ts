/** Splits a whole address that is in one field. docs/api.md#address */
import { normalizeText } from '../text/text_match.ts';
import { isBlank, toText } from '../text/values.ts';
import { countryForService } from './country.ts';
import { type Address, type AddressKey, addressKeys } from './fields.ts';
import { meansNoPlace } from './printed_text.ts';
import { sameWords } from './same_address.ts';
import { findState, isZipInState } from './united_states.ts';

/** Maximum characters of an address or a city to split. */
const maxSplitLength = 1_000;

/** Splits a whole address in the street, and a city that includes its state and postal code, also if the other parts repeat them. */
export function splitAddress(typed: Address): Address {
  const { postal_code } = typed;
  const city = toText(typed.city).replace(/ {2,}/g, ' ');
  // "01067 Dresden" has its postal code, but "12 Elm St" is a street in the wrong field.
  const hasCode = /^\d{4,5} \p{L}/u.test(city) && !streetLine.test(city);
  const isCity = !isBlank(postal_code) || city.includes(',') || hasCode;
  const line = /[\d,]/.test(city) ? splitCityLine(city, isCity) : undefined;
  const split = line?.city ? addParts(typed, 'city', line) : undefined;
  const whole = splitStreet(split ?? splitStateAndZip(typed));
  const { street = '', state = '' } = whole;
  const cityName = dropState(whole.city, state);
  return dropRepeatedLines({
    ...whole,
    ...(street.includes('\n') ? { street: dropEqualLines(street) } : {}),
    ...(cityName ? { city: cityName } : {}),
  });
}

/** Prints each line of a street once. */
const dropEqualLines = (street: string): string => {
  const lines = street.split('\n');
  const isNew = (line: string, index: number) =>
    isBlank(line) || !lines.slice(0, index).some((one) => normalizeText(one) === normalizeText(line));
  return lines.length > 20 ? street : lines.filter(isNew).join('\n');
};

/** Returns the city "Erie" of "Erie PA", beside the same state. */
const dropState = (city: string | undefined, state: string): string | undefined => {
  const [, name, code] = /^(.*\S) ([A-Z]{2})$/.exec(city ?? '') ?? [];
  return name && repeats('state', code, state) ? name : undefined;
};

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
    if (!line?.city) continue;
    // "Av. Arequipa 2450, Lima", "Calle Lima 2450" and "PO Box 2450, Lima" have no postal code.
    const isDigits = isBlank(typed.postal_code) && /^[\d -]+$/.test(line.postal_code ?? '');
    const mayBeNumber = isDigits && !(isApart && /\d/.test(before));
    if (mayBeNumber && !isBlank(city) && (!line.state || /^\d/.test(after))) continue;
    // "12 New York" may be a whole street in New York, but "12 Elm St, Boise, ID" is not one in Boise.
    const isCityLine = isBlank(city) ? separator.includes('\n') : isApart;
    if (!line.postal_code && !(isCityLine && (line.state || line.country))) continue;
    // Mailchimp separates lines by two spaces.
    const split = addParts(typed, 'street', { ...line, street: before.replace(/ {2,}/g, '\n') });
    if (split) return split;
  }
  return typed;
}

/** Replaces one part of an address by the parts that it holds. Undefined if another part differs from them. */
function addParts(typed: Address, key: AddressKey, parts: Address): Address | undefined {
  const others = addressKeys.filter((other) => other !== key && !isBlank(typed[other]));
  if (!others.every((other) => parts[other] === undefined || repeats(other, parts[other], typed[other])))
    return undefined;
  return { ...typed, ...parts, ...Object.fromEntries(others.map((other) => [other, typed[other]])) };
}

/** Returns true if the text is the value of this part in another spelling. */
function repeats(key: AddressKey, text = '', value = ''): boolean {
  if (isBlank(text)) return false;
  if (key === 'country')
    return isCountryName(text) && countryForService(text).country === countryForService(value).country;
  if (key === 'postal_code') return baseOfCode(text) === baseOfCode(value);
  const state = key === 'state' ? findState(value) : undefined;
  return state ? findState(text) === state : sameWords(text, value);
}

/** Returns a postal code without spaces, ZIP+4 digits, leading zeros and the ".0" of a spreadsheet's number. */
const baseOfCode = (code: unknown): string =>
  toText(code)
    .toLowerCase()
    .replace(/\s/g, '')
    .replace(/(?:(?<=\d{5})-\d{4}|\.0+)$/, '')
    .replace(/^0+/, '');

const isCountryName = (text: string): boolean =>
  !/\d/.test(text) && !meansNoPlace(text) && countryForService(text).isKnown;

/** Splits "OH 43215", which may be in the state or in the postal code. */
function splitStateAndZip(typed: Address): Address {
  const key = isBlank(typed.postal_code) ? 'state' : 'postal_code';
  const found = splitCityLine(toText(typed[key]).replace(/^\s*(\w\w)-/, '$1 '), false);
  if (!found?.state || !found.postal_code || found.city) return typed;
  return addParts(typed, key, found) ?? typed;
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
  if (inside && isCountryName(country) && !mayBeState(country, inside)) {
    const isAbroad = countryForService(country).country !== '';
    const split = splitCityLine(inside, isCity || isAbroad, known);
    if (split) return { ...split, country };
  }
  const isKnownCity = (city: string) => !isBlank(known?.city) && sameWords(city, known?.city);
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
  const [zip] = /\d{5}/.exec(before) ?? [];
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
      ? /^\d{5}/.test(postal_code) && isZipInState(postal_code, found)
      : found && city && !/\d/.test(city) && (separator.includes(',') || /^[A-Z]{2}$/.test(state));
    if (isState || (city && repeats('state', state, known?.state)))
      return { ...(city ? { city } : {}), state, ...(postal_code ? { postal_code } : {}) };
  }
  return undefined;
}

/** Matches a line such as "12 Elm St". */
export const streetLine =
  /^\d+\s.*\s(?:st|street|ave?|avenue|rd|road|dr|drive|ln|lane|ct|court|blvd|boulevard|pl|place|way|cir|circle|ter|terrace|pkwy)\.?$/i;
/** Matches a country after a comma, or its name after a postal code. */
const countryLast = /^(.*)(?:, |(?<=\d\S*) (?=[^,]{3}))([^\d,]+)$/;
/** Matches a city with a region, as in "Paris, Île-de-France" and "Sydney NSW". */
const cityAndRegion = /^([^\d,]{2,}), ([^\d,]+)$|^([^\d,]*\p{Ll}) ([A-Z]{2,3})$/u;
/** Match a postal code at the end: American, British and Canadian ones in any text, others only if the text is certainly a city. */
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
