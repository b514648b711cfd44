/** A postal address: how it is read from input fields, completed, compared and shown. docs/api.md#address */
import { type InputData, readText, toText } from '../inputs.ts';
import { countryForService } from './country.ts';
import { type AddressKey, addressKeys, contactFields } from './fields.ts';

export type Address = { [Key in AddressKey]?: string };

/** An address as the service returns it: values may be missing or null, and further keys may be present. */
export type StoredAddress = { readonly [Key in AddressKey]?: unknown };

/** Reads the parts of an address that are filled in. A part that is absent was left blank. */
export function readAddress(inputData: InputData): Address {
  const address: Address = {};
  for (const field of contactFields) {
    if (field.group !== 'address') continue;
    const value = readText(inputData, field);
    if (value !== undefined) address[field.key] = field.key === 'country' ? countryForService(value) : value;
  }
  return address;
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
  contactFields
    .filter(({ group }) => group === 'address')
    .map((field) => ({ key: `${key}__${field.key}`, label: `${label} ${field.label}` }));
