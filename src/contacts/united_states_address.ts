/** Recognizes addresses in the United States by their state and ZIP code. docs/api.md#address */
import { isBlank, toText } from '../inputs.ts';
import { countryForService } from './country.ts';
import type { Address } from './fields.ts';

/** The states, territories and military regions, each with its abbreviation. */
const stateNames =
  `AA Armed Forces Americas, AE Armed Forces Europe, AP Armed Forces Pacific, AL Alabama, AK Alaska,
  AZ Arizona, AR Arkansas, AS American Samoa, CA California, CO Colorado, CT Connecticut,
  DE Delaware, DC District of Columbia, FL Florida, GA Georgia, GU Guam, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa,
  KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi,
  MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York,
  NC North Carolina, ND North Dakota, MP Northern Mariana Islands, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania,
  PR Puerto Rico, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont,
  VA Virginia, VI Virgin Islands, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming`
    .split(',')
    .map((state) => state.trim().toUpperCase());

/** Returns the abbreviation of a state, from its abbreviation or name. */
const findState = (typed: string | undefined): string | undefined => {
  const state = typed?.replaceAll('.', '').trim().toUpperCase();
  return stateNames.find((entry) => entry.slice(0, 2) === state || entry.slice(3) === state)?.slice(0, 2);
};

/** The states by the first digit of their ZIP codes. */
const statesByDigit = [
  'CT MA ME NH NJ RI VT',
  'DE NY PA',
  'DC MD NC SC VA WV',
  'AL FL GA MS TN',
  'IN KY MI OH',
  'IA MN MT ND SD WI',
  'IL KS MO NE',
  'AR LA OK TX',
  'AZ CO ID NM NV UT WY',
  'AK CA HI OR WA',
].map((states) => states.split(' '));

/** The states whose ZIP codes begin with one zero or two, which spreadsheets drop. */
const oneZeroStates = ['AE', 'CT', 'MA', 'ME', 'NH', 'NJ', 'PR', 'RI', 'VI', 'VT'];
const twoZeroStates = ['PR', 'VI'];

/** Three to five digits, optionally the four of ZIP+4, and the decimals of a spreadsheet's number. */
const zipPattern = /^(\d{3,5})([\s\p{Pd}]*\d{4})?[\s\p{Pd}]*(?:\.0+)?$/u;

/** No ZIP code is smaller. */
const smallestZip = '00501';

/** Returns the ZIP code with the leading zeros of its state, or undefined if it is not a ZIP code. */
export function repairZip({ postal_code = '', state }: Address): string | undefined {
  const [, digits = '', extension = ''] = zipPattern.exec(postal_code.trim()) ?? [];
  const abbreviation = findState(state) ?? '';
  const missing = 5 - digits.length;
  if (missing === 1 && !oneZeroStates.includes(abbreviation)) return undefined;
  if (missing === 2 && !twoZeroStates.includes(abbreviation)) return undefined;
  const zip = digits.padStart(5, '0');
  return digits && zip >= smallestZip ? zip + extension : undefined;
}

/** Whether an address with an unclear country is more likely in the United States: it has a state or a ZIP code. */
export const looksLikeUnitedStates = (address: Address): boolean =>
  findState(address.state) !== undefined || repairZip(address) !== undefined;

/** Countries with five-digit postal codes and regions that share abbreviations with states, such as VA for Varese. */
const ambiguousCountries = ['Italy', 'Mexico', 'Spain'];

/**
 * Whether the filled-in parts are a complete address in the United States: street, city, state and a ZIP code of that
 * state, with a blank country. An address that could also be in the stored country does not count. Update Contact then
 * clears the old country.
 */
export function isMoveToUnitedStates(parts: Address, storedCountry: unknown): boolean {
  const state = parts.state?.trim().toUpperCase();
  const zip = parts.postal_code?.trim();
  if (state === undefined || zip === undefined || parts.country !== undefined) return false;
  if (isBlank(parts.street) || isBlank(parts.city) || !/^\d{5}(?:-\d{4})?$/.test(zip)) return false;
  return (
    statesByDigit[Number(zip[0])]?.includes(state) === true &&
    !ambiguousCountries.includes(countryForService(toText(storedCountry)))
  );
}
