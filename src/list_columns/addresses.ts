/** Which columns make an address: what a heading means beside the others, and the groups in the order in which a letter prefers them. */
import { groupBy } from '../values.ts';
import type { PartColumn } from './column.ts';
import { kinds, type Part } from './heading_words.ts';
import type { Heading, PartHeading } from './headings.ts';
import { fills, isAddress } from './parts.ts';

/** The preference of the columns of which the user says what they are. */
export const chosenPreference = -1;

/** Returns what else the heading of a column means beside the others. */
export function resolve(
  { index, name, heading }: PartColumn,
  columns: readonly PartColumn[],
): Partial<PartHeading> | Exclude<Heading, PartHeading> | false {
  const { kind, number, line } = heading;
  const has = (test: (other: PartHeading, name: string) => boolean): boolean =>
    columns.some((column) => test(column.heading, column.name));
  const hasOwn = (part: Part): boolean => has((other) => other.part === part && other.kind === kind);
  const hasStreet = has((other) => isStreet(other) && ['', kind].includes(other.kind));
  const neighbors = columns.filter((other) => Math.abs(other.index - index) === 1);
  const isInStreet = neighbors.some((other) => isStreet(other.heading));
  const none = { means: 'other' } as const;
  switch (heading.part) {
    case 'number':
      return isInStreet ? { part: 'house number' } : none;
    case 'type':
      return isInStreet && hasOwn('house number') ? { part: 'street type' } : none;
    case 'place':
      return neighbors.some(isAddress) ? {} : none;
    case 'St':
      if (!hasStreet) return { part: 'street' };
      return hasOwn('state') ? { means: 'unclear', parts: ['street'] } : { part: 'state' };
    case 'postal_code': {
      // Beside "Postal Street", "Postal Postcode" is the code of the postal address.
      const isPostal = (text: string): boolean => /^postal/i.test(text);
      const hasPostal = has((other, text) => other.kind === 'mailing' && isPostal(text));
      return isPostal(name) && hasPostal && { kind: 'mailing' };
    }
    case 'PO box':
      return has((other, text) => other.part === 'city' && /box/i.test(text)) && { kind: 'mailing' };
    case 'street': {
      // Beside "City 2", "Address 2" is another address and no second line.
      const hasCity = has((other) => other.part === 'city' && other.kind === kind && other.number === line);
      return number === 0 && hasCity && { number: line, line: 1 };
    }
    default:
      return false;
  }
}

const isStreet = ({ part }: PartHeading): boolean => part === 'street' || part === 'street name';

/** Groups the columns by address, the preferred address first. */
export function findAddresses(columns: readonly PartColumn[]): PartColumn[][] {
  const byRank = (one: readonly PartColumn[], other: readonly PartColumn[]): number =>
    rankOf(one) - rankOf(other);
  const [first, ...others] = [
    ...groupBy(columns, ({ heading }) => `${heading.kind} ${heading.number}`).values(),
  ].toSorted((one, other) => Number(isPlain(other)) - Number(isPlain(one)) || byRank(one, other));
  if (!first) return [];
  // "Mailing Address" with "City" and "ZIP": a kind that the other columns do not repeat does not make another address.
  const apart: PartColumn[][] = [];
  for (const other of others) {
    const isRepeated = other.some(({ heading: { part, line } }) =>
      first.some(({ heading }) => heading.part === part && heading.line === line),
    );
    const isApart = !isPlain(first) || isRepeated || (canBeComplete(first) && canBeComplete(other));
    if (isApart) apart.push(other);
    else first.push(...other);
  }
  return [first, ...apart].toSorted(byRank);
}

/** How much a letter prefers an address: lower ranks come first. */
export const rankOf = (columns: readonly PartColumn[]): number =>
  Math.min(
    ...columns.map(({ heading: { preference, kind, number } }) =>
      preference === chosenPreference ? -1 : kinds.indexOf(kind) + number / 10,
    ),
  );

const isPlain = ([column]: readonly PartColumn[]): boolean =>
  column?.heading.kind === '' && column.heading.number < 2;

/** Whether the columns can hold a complete address. */
const canBeComplete = (columns: readonly PartColumn[]): boolean =>
  columns.some((column) => fills(column, 'street')) &&
  columns.some((column) => fills(column, 'city') || fills(column, 'postal_code'));
