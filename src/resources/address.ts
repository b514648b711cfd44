/** A postal address (§2.2): its input fields, how it is read from them, and how it is shown. */
import { defineInputFields } from 'zapier-platform-core';
import type { Address } from '../api/contacts.ts';
import { type InputData, optionalString } from '../inputs.ts';
import { countryForService } from './country.ts';

export const addressFields = defineInputFields([
  {
    key: 'street',
    label: 'Street',
    type: 'text',
    group: 'address',
    placeholder: '12 Market Street',
    helpText:
      'Street and house number, or the P.O. box. May have several lines; each is printed on its own line.',
  },
  {
    key: 'city',
    label: 'City',
    type: 'string',
    group: 'address',
    helpText: 'Only the city, also for addresses in other countries.',
  },
  { key: 'state', label: 'State or Region', type: 'string', group: 'address', placeholder: 'OH' },
  {
    key: 'postal_code',
    label: 'Postal Code',
    type: 'string',
    group: 'address',
    helpText:
      'The ZIP or postal code. Put it here even where it is written before the city; the service prints it in the right place.',
  },
  {
    key: 'country',
    label: 'Country',
    type: 'string',
    group: 'address',
    placeholder: 'Germany',
    helpText:
      'Leave blank for the United States. Otherwise the English name or the two-letter code, such as Germany or DE.',
  },
]);

export const addressKeys = ['street', 'city', 'state', 'postal_code', 'country'] as const;

/** The parts of an address that were given; a part that is missing was left blank. */
export type GivenAddress = Partial<Address>;

export function readAddress(inputData: InputData): GivenAddress {
  const address: GivenAddress = {};
  for (const key of addressKeys) {
    const value = optionalString(inputData, key);
    if (value !== undefined) address[key] = key === 'country' ? countryForService(value) : value;
  }
  return address;
}

type LooseAddress = { [Key in keyof Address]?: string | null | undefined };

/** A whole address from its parts, which is the only thing ever sent: the service may merge or replace (§4.1). */
export const wholeAddress = (parts: LooseAddress): Address => ({
  street: parts.street ?? '',
  city: parts.city ?? '',
  state: parts.state ?? '',
  postal_code: parts.postal_code ?? '',
  country: parts.country ?? '',
});

/** Whether two addresses read the same; an absent part, an empty one and null are one thing (§2.2). */
export function sameAddress(
  one: LooseAddress | null | undefined,
  other: LooseAddress | null | undefined,
): boolean {
  const left = wholeAddress(one ?? {});
  const right = wholeAddress(other ?? {});
  return addressKeys.every((key) => left[key].trim() === right[key].trim());
}

/** Output fields of an address that stands under `key`. */
export const addressOutputFields = (key: string, label: string) => [
  { key: `${key}__street`, label: `${label} Street` },
  { key: `${key}__city`, label: `${label} City` },
  { key: `${key}__state`, label: `${label} State or Region` },
  { key: `${key}__postal_code`, label: `${label} Postal Code` },
  { key: `${key}__country`, label: `${label} Country` },
];
