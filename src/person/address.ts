/** Reads and completes postal addresses. docs/api.md#address */
import { truncate } from '../text/format.ts';
import { isBlank, toText } from '../text/values.ts';
import { addLostZero, countryForService, hasFiveDigitCodes, isAmbiguousCode } from './country.ts';
import { type Address, defaultCountryField, labelOf } from './fields.ts';
import { meansNoPlace, readPrinted } from './printed_text.ts';
import { splitAddress } from './split_address.ts';
import {
  type AmericanParts,
  findState,
  findStateMistake,
  findTerritory,
  isTerritorialZip,
  isZipInState,
  readAmericanParts,
} from './united_states.ts';

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

/** Why no letter can be sent to an address, or what the user should check. */
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
  const isAmerican = !isBlank(split.country) && countryForService(toText(split.country)).country === '';
  const territory = findTerritory(split, isAmerican);
  // "Guaynabo" and "Armed Forces Europe" are not printed in place of the state. "APO AE" has it in the city.
  const isInCity = isBlank(address.state) && /\sA[AEP]\s*$/i.test(toText(address.city));
  if (territory && findState(address.state) === undefined && !isInCity) address.state = territory;
  const parts = readAmericanParts(address);
  const { country, ...found } = territory ? {} : readCountry(split, parts, defaultCountry);
  const findings: Finding[] = [found];
  const isCertain = country !== undefined || !isBlank(defaultCountry);
  if (isBlank(address.postal_code) && isBlank(address.city))
    findings.push({ problem: 'has no city and no postal code' });
  else if (!found.problem && isBlank(country))
    findings.push(repairAmerican(address, parts, country !== undefined, isCertain));
  else if (!found.problem) findings.push(restoreLostZero(address, split.country));
  const problems = findings.flatMap(({ problem }) => problem ?? []);
  const notes = findings.flatMap(({ note }) => note ?? []);
  if (country !== undefined) return { address: { ...address, country }, problems, notes };
  const read: ReadAddress = { address, problems, notes };
  const isDomestic = isTerritorialZip(parts.zip);
  if (!isCertain && !isDomestic && isBlank(address.state) && problems.length === 0) read.mayBeAbroad = true;
  return read;
}

/** Returns the service's name of the country: blank if United States is filled in, and absent if the country is blank. */
function readCountry(
  address: Address,
  parts: AmericanParts,
  defaultCountry: string,
): Finding & { country?: string } {
  const { country = '', state, postal_code } = address;
  const unusable = readPrinted(country, 'place').problem;
  if (unusable) return { problem: `has the ${labelOf('country')} "${truncate(country)}", ${unusable}` };
  const isBlankCountry =
    meansNoPlace(country) ||
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
  return { country: found.country, note: found.isKnown ? undefined : note };
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

/** Puts back a zero that a spreadsheet dropped from a foreign postal code, if the country is filled in. */
function restoreLostZero(address: Address, country = ''): Finding {
  const typed = toText(address.postal_code).trim();
  const repaired = addLostZero(typed, countryForService(country).code);
  if (repaired === typed) return {};
  address.postal_code = repaired;
  return {
    note: `The postal code "${typed}" is printed as "${repaired}", because postal codes of that country have five digits.`,
  };
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
    const mayBeWrong = parts.state !== undefined && /^\s*\d{2}/.test(postal_code);
    const need = mayBeWrong ? 'a correct postal code, or a country if it is abroad' : 'a country';
    return {
      problem: isNamed
        ? `has the ${code}, which is ${reason}`
        : `needs ${need}, because its ${code} is ${reason}`,
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
