/** The states, territories and military mail of the United States, and their ZIP codes. docs/api.md#address */

import { truncate } from '../text/format.ts';
import { isBlank } from '../text/values.ts';
import type { Address } from './fields.ts';
import table from './states.json' with { type: 'json' };

/** Regions whose mail is domestic although they are not states: territories and military mail. */
const territories = ['PR', 'VI', 'GU', 'AS', 'MP', 'AA', 'AE', 'AP'];

/** The states and territories by the letters of their codes, names and traditional short forms, such as "Calif.". */
const states = new Map(
  Object.entries(table).flatMap(([code, { names, zips, borders }]) => {
    // The first three digits of the bounds of each range of ZIP codes.
    const ranges = zips.split(' ').map((range) => [range.slice(0, 3), range.slice(-3)] as const);
    // The table has each border once.
    const state = { code, ranges, borders: borders.split(' ') };
    return [code, ...names.split('/')].map((name) => [lettersOf(name), state] as const);
  }),
);

function lettersOf(text: string): string {
  return text.toUpperCase().replace(/[^A-Z]/g, '');
}

/** Returns the code of a state or territory: "ID" for "ID", "Idaho", "Ida.", "ID - Idaho", "Idaho (US)" and "US-ID". */
export function findState(typed = ''): string | undefined {
  // Most values are codes, so this saves time.
  const state = states.get(typed);
  if (state || typed === '' || /\d/.test(typed)) return state?.code;
  const parts = typed.split(/[^\p{L}. ]+/u).map(lettersOf);
  const named = parts.filter((part) => part && part !== 'US' && part !== 'USA');
  const [ofParts, ...others] = new Set(named.map((part) => states.get(part)));
  const found = states.get(lettersOf(typed)) ?? (others.length === 0 ? ofParts : undefined);
  return found?.code;
}

export function isZipInState(zip = '', state = ''): boolean {
  const start = zip.slice(0, 3);
  return states.get(state)?.ranges.some(([from, to]) => start >= from && start <= to) ?? false;
}

/** Returns true if the ZIP code belongs to a territory or to military mail. */
export const isTerritorialZip = (zip: string | undefined): boolean =>
  territories.some((territory) => isZipInState(zip, territory));

/** Matches five digits, or fewer without leading zeros, with optional ZIP+4 digits and the ".0" of a spreadsheet's number. */
const zipPattern = /^(?:(\d{5})(\d{4})|(\d{3,5})(?:[\s‐-―−－-]+(\d{4}))?[\s‐-―−－-]*(?:\.0+)?)$/;

/** Returns the ZIP code with the leading zeros that spreadsheets drop, or undefined if it is not a ZIP code. */
export function repairZip({ postal_code = '', state, city }: Address): string | undefined {
  const typed = postal_code.trim().replace(/^zip(?:\s*code)?[\s:]*(?=\d)/i, '');
  const [, five, four, digits = five, extension = four] = zipPattern.exec(typed) ?? [];
  if (digits === undefined) return undefined;
  const zeros = '0'.repeat(5 - digits.length);
  const zip = zeros + digits;
  const mayLackZeros =
    states.get(findState(state) ?? '')?.ranges.every(([from]) => from.startsWith(zeros)) ||
    (zeros === '0' && isMilitary(city));
  // 00501 is the lowest ZIP code.
  if (zip < '00501' || (zeros && !mayLackZeros)) return undefined;
  return extension === undefined ? zip : `${zip}-${extension}`;
}

/** Returns true for a military post office, such as "APO", which an address has instead of a city. */
const isMilitary = (city = ''): boolean => /^\s*(?:[AFD]\.?P\.?O\.?)(?:\s+A[AEP])?\s*$/i.test(city);

export type AmericanParts = ReturnType<typeof readAmericanParts>;

/** Reads the state and the ZIP code as if the address were American. "Trento, TN 38122" is in Italy but looks like Tennessee. */
export function readAmericanParts(address: Address) {
  const state = findState(address.state);
  const zip = repairZip(address);
  return { state, zip, isZipInState: isZipInState(zip, state) };
}

/**
 * Returns why an address cannot be American, such as "10001 is a ZIP code of NY, not of OH". The mistake is near if the ZIP code belongs
 * to a neighboring state, whose post offices may serve places beyond the border.
 */
export function findStateMistake(typed: string, { state, zip, isZipInState: fits }: AmericanParts) {
  if (!isBlank(typed) && !state) {
    const reason = `"${truncate(typed.trim())}" is not a state of the United States`;
    return { part: 'state', reason, isNear: false };
  }
  if (!state || !zip || fits) return undefined;
  const other = [...states.values()].find(({ code }) => isZipInState(zip, code));
  const isNear = other?.borders.includes(state) || states.get(state)?.borders.includes(other?.code ?? '');
  const reason = other
    ? `${zip} is a ZIP code of ${other.code}, not of ${state}`
    : `${zip} is not a ZIP code of ${state}`;
  return { part: 'postal code', reason, isNear };
}

/**
 * Returns the code of the territory or military region that the state, the city or the country names and the ZIP code confirms, or
 * undefined if the address is elsewhere. Letters to these regions have no country on the envelope.
 * @param isAmerican true if United States is filled in, so that a ZIP code alone proves the territory if no known state is filled in
 */
export function findTerritory(
  { state, country, ...address }: Address,
  isAmerican = false,
): string | undefined {
  const isMilitaryMail = isMilitary(address.city) || /^\s*armed forces\b/i.test(state ?? '');
  const proven = isAmerican && findState(state) === undefined ? territories : [];
  const named = [findState(state), findState(country), ...(isMilitaryMail ? ['AE', 'AP', 'AA'] : proven)];
  return named
    .filter((found) => found !== undefined && territories.includes(found))
    .find((found) => isZipInState(repairZip({ ...address, state: findState(state) ?? found }), found));
}
