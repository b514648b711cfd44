/** A postal address: how it is read from input fields, completed, compared and shown. docs/api.md#address */
import { type InputData, isBlank, readText, toText, truncate } from '../inputs.ts';
import { countryForService, isAmbiguousCode, isNoCountry } from './country.ts';
import { type Address, type AddressKey, addressFields, addressKeys } from './fields.ts';
import { looksLikeUnitedStates, repairZip } from './united_states_address.ts';

/** An address as the service returns it: values may be missing or null, and further keys may be present. */
export type StoredAddress = { readonly [Key in AddressKey]?: unknown };

/** Reads the parts of an address that are filled in. A part that is absent was left blank. */
export function readAddress(inputData: InputData): Address {
  const address: Address = {};
  for (const field of addressFields) {
    const value = readText(inputData, field);
    if (value !== undefined) address[field.key] = value;
  }
  const { country, ...parts } = address;
  return country === undefined || isCountryBlank(country, parts)
    ? parts
    : { ...parts, country: countryForService(country) };
}

/** Whether the text means no country. A letter to Ohio must not go to Namibia because its country is "NA". */
const isCountryBlank = (country: string, parts: Address): boolean =>
  isNoCountry(country) || (isAmbiguousCode(country) && looksLikeUnitedStates(parts));

/** What an address must have so that a letter arrives. A contact of the mailing list may have less. */
export interface CheckedAddress {
  address: Address;
  /** What is wrong with it, in a few words each. */
  problems: string[];
}

/** Restores the leading zeros of a ZIP code and checks that a letter to the address can arrive. */
export function checkAddress(address: Address): CheckedAddress {
  const { postal_code, country } = address;
  if (isBlank(postal_code)) {
    return { address, problems: isBlank(address.city) ? ['has no city and no postal code'] : [] };
  }
  if (!isBlank(country)) return { address, problems: [] };
  const zip = repairZip(address);
  if (zip !== undefined) return { address: { ...address, postal_code: zip }, problems: [] };
  const typed = truncate(toText(postal_code).trim());
  const problem =
    country === undefined
      ? `needs a country, because its postal code "${typed}" is not a ZIP code of the United States`
      : `has the postal code "${typed}", which is not a ZIP code of the United States`;
  return { address, problems: [problem] };
}

/** Fills in blank parts, because only whole addresses are sent: the service may merge an address or replace it. */
export function wholeAddress(parts: StoredAddress): Address {
  const address: Address = {};
  for (const key of addressKeys) address[key] = toText(parts[key]);
  return address;
}

/** Whether two addresses read the same. A missing part, an empty one and null are equal. */
export const sameAddress = (
  one: StoredAddress | null | undefined,
  other: StoredAddress | null | undefined,
): boolean => addressKeys.every((key) => sameText(one?.[key], other?.[key]));

/** Whether two values print the same: outer spaces and the kind of line break do not count. */
export const sameText = (one: unknown, other: unknown): boolean => comparable(one) === comparable(other);

const comparable = (value: unknown): string =>
  toText(value)
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .join('\n')
    .trim();

/** The output fields of the address under `key`. */
export const addressOutputFields = (key: string, label: string) =>
  addressFields.map((field) => ({ key: `${key}__${field.key}`, label: `${label} ${field.label}` }));
