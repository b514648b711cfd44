/** Compares addresses and other values of contacts. */
import { toText } from '../text/values.ts';
import { type AddressKey, addressKeys } from './fields.ts';

/** An address as the service returns it: values may be missing or null, and other keys may be present. */
export type StoredAddress = { readonly [Key in AddressKey]?: unknown } | null | undefined;

/** Returns true if two addresses print the same. Missing, empty and null parts are equal. */
export const sameAddress = (one: StoredAddress, other: StoredAddress): boolean =>
  addressKeys.every((key) => sameText(one?.[key], other?.[key]));

/** Returns true if the parts are equal. Capitals, spaces and punctuation of a city, and the last four digits of ZIP+4, do not count. */
export function sameAddressPart(key: AddressKey, one: unknown, other: unknown): boolean {
  if (key === 'city') return sameWords(one, other);
  const isSameZip = zipOf(one) === toText(other).trim() || zipOf(other) === toText(one).trim();
  return sameText(one, other) || (key === 'postal_code' && isSameZip);
}

/** Returns the ZIP code of a ZIP+4. */
const zipOf = (code: unknown): string | undefined => /^(\d{5})-\d{4}$/.exec(toText(code).trim())?.[1];

/** Returns true if two values print the same. Outer spaces and the kind of line break do not count. */
export const sameText = (one: unknown, other: unknown): boolean => trimLines(one) === trimLines(other);

/** Returns text without spaces around its lines, and with one kind of line break. */
export const trimLines = (value: unknown): string =>
  toText(value)
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .join('\n')
    .trim();

/** Returns true if two values have the same words. Case, punctuation and repeated spaces do not count. */
export const sameWords = (one: unknown, other: unknown): boolean => wordsOf(one) === wordsOf(other);

const wordsOf = (text: unknown): string =>
  toText(text)
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();
