/** Combines the filled-in parts of an address with the stored address, without mixing two addresses. docs/api.md#address */

import { truncate } from '../text/format.ts';
import { isBlank, toText } from '../text/values.ts';
import { readAddress } from './address.ts';
import { wholeAddress } from './contact.ts';
import { countryForService, isAmbiguousCode } from './country.ts';
import { type Address, labelOf } from './fields.ts';
import { type StoredAddress, sameAddress, sameAddressPart, sameText } from './same_address.ts';
import { splitAddress } from './split_address.ts';
import { findState, readAmericanParts, repairZip } from './united_states.ts';

interface Consequence {
  /** Why the address could be a mix of two, in a few words. It stops the step. */
  question?: string;
  /** Why the address is too uncertain for a letter, in a few words. A step that changes a contact only adds the note. */
  doubt?: string | undefined;
  note?: string;
  /** True if the contact moved to the United States, although no country is filled in. */
  movesHome?: true;
}

const locationKeys = ['street', 'city', 'postal_code'] as const;
type LocationKey = (typeof locationKeys)[number];

/**
 * Street, city and postal code together replace the stored address. Fewer parts change it, if they can belong to it.
 * @param defaultCountry the country of an address without a country
 */
export function changeAddress(stored: StoredAddress, typed: Address, defaultCountry = '') {
  const before = wholeAddress(stored);
  const given = resolveCountry(splitAddress(typed), before);
  const changed = findChanged(before, given);
  const missing = locationKeys.filter((key) => given[key] === undefined);
  const isPlaceBlank = missing.length === locationKeys.length;
  // A new foreign address may have no postal code, as in Dubai.
  const mayLackCode = !isDomestic(given.country) && !sameText(given.country, before.country);
  const isWhole = missing.every((key) => key === 'postal_code' && mayLackCode);
  const isMove = isWhole && changed.some((key) => key !== 'street');
  const isCountryAlone = isPlaceBlank && given.state === undefined;
  const { question, doubt, note, movesHome } = isMove
    ? checkMove(before, given)
    : isCountryAlone
      ? checkCountryAlone(before, typed)
      : checkPartialChange(before, given, isWhole ? [] : missing, changed);
  // After a move, only the country of the old address may stay.
  const whole = { ...(isMove ? { country: movesHome ? '' : before.country } : before), ...given };
  // A ZIP+4 stays if only its ZIP code is filled in.
  const isSameCode = given.postal_code !== undefined && !changed.includes('postal_code');
  if (isSameCode) whole.postal_code = longer(before.postal_code, given.postal_code);
  const filledIn = Object.entries(whole).filter(([, value]) => !isBlank(value));
  const read = readAddress(Object.fromEntries(filledIn), defaultCountry);
  // Without a new street, city or postal code, the stored street stays, even if it repeats the city and the postal code.
  if (isPlaceBlank && !isBlank(before.street)) read.address.street = before.street;
  const notes = note === undefined ? read.notes : [note, ...read.notes];
  return { ...read, isSame: sameAddress(before, read.address), question, doubt, notes };
}

/** Returns a doubt if only a country is filled in, and the stored address is certainly in another country. */
function checkCountryAlone(before: Address, { country = '' }: Address): Consequence {
  const { country: old, isKnown } = countryForService(toText(before.country));
  const isCertain = isKnown && (old !== '' || readAmericanParts(before).isZipInState);
  const isOther = !namesState(country, before) && countryForService(country).country !== old;
  if (isBlank(country) || !isCertain || !isOther) return {};
  return {
    doubt: `has only a new country, "${truncate(country)}"; fill in the whole address, or leave Country blank`,
    note: 'The country was changed, and the contact keeps the rest of its address. If the contact moved, fill in the whole address.',
  };
}

/** Spells out a country that is filled in alone, because its code may also be the code of a state. */
function resolveCountry(given: Address, before: Address): Address {
  const { country = '', state, postal_code } = given;
  const isAlone = !isBlank(country) && state === undefined && postal_code === undefined;
  if (!isAlone || isAmbiguousCode(country) || namesState(country, before)) return given;
  return { ...given, country: countryForService(country).country };
}

/** Returns true if the country repeats the state of the address. */
const namesState = (country: string, { state }: Address): boolean =>
  findState(country) !== undefined && findState(country) === findState(state);

/** Returns the filled-in parts that differ in more than spelling. */
function findChanged(before: Address, given: Address): LocationKey[] {
  const isSameCity = given.city === undefined || sameAddressPart('city', given.city, before.city);
  const around = isSameCity ? before : { country: before.country };
  const typed = { ...given, postal_code: repairedCode({ ...around, ...given }) };
  const stored = { ...before, postal_code: repairedCode(before) };
  return locationKeys.filter(
    (key) => given[key] !== undefined && !sameAddressPart(key, typed[key], stored[key]),
  );
}

/** Returns the postal code as it would be saved: a ZIP code gets back the zeros that a spreadsheet dropped. */
const repairedCode = (address: Address): string =>
  (isDomestic(address.country) && repairZip(address)) || toText(address.postal_code);

const isDomestic = (country = ''): boolean => countryForService(country).country === '';

const longer = (one = '', other = ''): string => (other.trim().length > one.trim().length ? other : one);

/** Returns a question if the address could be a mix of two, or else a note about the stored parts that stay. */
function checkPartialChange(
  before: Address,
  given: Address,
  missing: readonly LocationKey[],
  changed: readonly LocationKey[],
): Consequence {
  const kept = missing.filter((key) => !isBlank(before[key]));
  const [part] = changed;
  if (kept.length === 0) return {};
  if (changed.length > 1) {
    return {
      question: `has a new ${changed.map(labelOf).join(' and ')}, but ${kept.map(labelOf).join(' and ')} is blank; fill in Street, City and Postal Code together`,
    };
  }
  const state = truncate(toText(given.state));
  const isNewState = findState(given.state) !== undefined && !sameText(given.state, before.state);
  if (isNewState && given.country === undefined && !isDomestic(before.country)) {
    const country = truncate(toText(before.country));
    return {
      question: `has the new state "${state}", but its stored country is "${country}"; fill in the whole address`,
    };
  }
  if (part === undefined) return {};
  if (part === 'postal_code') return checkPostalCode(before, given);
  const values = kept.map((key) => `${labelOf(key)} "${truncate(toText(before[key]))}"`).join(' and ');
  return {
    doubt: `has a new ${part} only; fill in Street, City and Postal Code together, or leave all three blank`,
    note: `The ${part} was changed, and the contact keeps ${values}. If the contact moved, fill in the whole address.`,
  };
}

/** Decides whether the stored country stays after a move for which no country is filled in. */
function checkMove(before: Address, given: Address): Consequence {
  const country = truncate(toText(before.country).trim());
  if (given.country !== undefined || country === '') return {};
  const isAmerican = readAmericanParts(given).isZipInState;
  // Italy's provinces share abbreviations and postal codes with states, such as TN 38122 in Trento.
  if (isAmerican && countryForService(country).country !== 'Italy') return { movesHome: true };
  const place = truncate(`${given.state} ${given.postal_code}`);
  const advice = 'fill in Country, such as "United States"';
  return {
    ...checkPostalCode(before, given),
    doubt: isAmerican
      ? `has the address "${place}", which may be in the United States or in ${country}; ${advice}`
      : undefined,
    note: `The contact keeps the country "${country}". If the contact moved to another country, ${advice}.`,
  };
}

/** Returns a question if only one of the two postal codes has letters, as after a move from Warsaw to Toronto. */
function checkPostalCode(before: Address, given: Address): Consequence {
  const code = toText(given.postal_code).trim();
  const country = truncate(toText(before.country).trim());
  const isOther = /\p{L}/u.test(code) !== /\p{L}/u.test(toText(before.postal_code));
  if (isBlank(before.postal_code) || country === '' || given.country !== undefined || !isOther) return {};
  const old = truncate(toText(before.postal_code).trim());
  return {
    question: `has the postal code "${truncate(code)}", which looks unlike the stored "${old}"; fill in Country: "${country}" again, or the new one, such as "United States"`,
  };
}
