/** What the parts are for: a name, a line of the envelope, or what a letter needs. */
import type { Column, PartColumn } from './column.ts';
import { addressParts, fillsIn, type NeededPart } from './heading_words.ts';
import type { Heading } from './headings.ts';

export const isPart = (column: Column): column is PartColumn => column.heading.means === 'part';

export const isAddress = (column: Column): boolean => isPart(column) && addressParts.has(column.heading.part);

/** Whether the column holds what a letter needs. */
export const fills = ({ heading }: { heading: Heading }, need: NeededPart): boolean =>
  heading.means === 'part' && fillsIn(heading.part, need);

/** Whether the column may be printed by a letter although it is not needed for the envelope, such as a county. */
export const isSpare = (column: Column): boolean =>
  isPart(column) && (column.heading.part === 'region' || !isAddress(column));

/** Whether the column is no part of a person, so that it may be a merge field. */
export const isOther = ({ means }: Heading): boolean =>
  means === 'other' || means === 'unknown' || means === 'unclear' || means === 'someone else';
