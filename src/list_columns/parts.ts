/** What the parts are for: a name, a line of the envelope, or what a letter needs. */
import type { Column, PartColumn } from './column.ts';
import type { Part } from './heading_words.ts';
import type { Heading, NeededPart } from './headings.ts';

/** The parts of an address: which of them are lines of an envelope, and which fill in what a letter needs. */
export const addressParts: { [Key in Part]?: readonly (NeededPart | 'line')[] } = {
  street: ['line', 'street'],
  'street name': ['line', 'street'],
  'house number': ['line'],
  'house suffix': [],
  'street type': [],
  direction: [],
  'care of': ['line'],
  unit: ['line'],
  'unit type': [],
  'further line': ['line'],
  place: ['line'],
  'PO box': ['line', 'street'],
  suburb: ['line', 'city'],
  city: ['city'],
  state: [],
  region: [],
  postal_code: ['postal_code'],
  'ZIP+4': ['postal_code'],
  country: [],
  'city line': ['city', 'postal_code'],
  'whole address': ['street', 'city', 'postal_code'],
  'kind of address': [],
};

/** The parts of a person that are a name to print. A last name alone is half of one. */
const nameParts: readonly Part[] = [
  ...(['name', 'first', 'initials', 'envelope name', 'other name', 'account name', 'sort name'] as const),
  ...(['company', 'organization'] as const),
];

export const isPart = (column: Column): column is PartColumn => column.heading.means === 'part';

export const isAddress = (column: Column): boolean => isPart(column) && column.heading.part in addressParts;

/** Whether the column holds what a letter needs. */
export const fills = ({ heading }: { heading: Heading }, need: NeededPart): boolean =>
  heading.means === 'part' &&
  (addressParts[heading.part]?.includes(need) || (need === 'name' && nameParts.includes(heading.part)));

/** Whether the column may be printed by a letter although it is not needed for the envelope, such as a county. */
export const isSpare = (column: Column): boolean =>
  isPart(column) && (column.heading.part === 'region' || !isAddress(column));

/** Whether the column is no part of a person, so that it may be a merge field. */
export const isOther = ({ means }: Heading): boolean =>
  means === 'other' || means === 'unknown' || means === 'unclear' || means === 'someone else';
