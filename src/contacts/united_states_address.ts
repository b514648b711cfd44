/** Recognizes a move to the United States, so that Update Contact clears the old country. docs/api.md#address */
import { isBlank, toText } from '../inputs.ts';
import type { Address } from './address.ts';
import { countryForService } from './country.ts';

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

/** Countries with five-digit postal codes and regions that share abbreviations with states, such as VA for Varese. */
const ambiguousCountries = ['Italy', 'Mexico', 'Spain'];

/**
 * Whether the filled-in parts are a complete address in the United States: street, city, state and a ZIP code of that
 * state, with a blank country. An address that could also be in the stored country does not count.
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
