/** Groups the columns that form an address, in the order in which a letter prefers the addresses. */
import { groupBy } from '../values.ts';
import { fills, isAddress, type PartColumn } from './column.ts';
import { ColumnGroup } from './compose_person.ts';
import { kinds, type Part } from './heading_words.ts';
import type { Heading, PartHeading } from './headings.ts';

/** The preference of columns that the user explains in Columns. */
export const chosenPreference = -1;

/** Returns the meaning of a heading, given the other columns. */
export function resolveHeading(
  { index, name, heading }: PartColumn,
  columns: readonly PartColumn[],
): Heading {
  const { kind, number, line } = heading;
  const has = (test: (other: PartHeading, name: string) => boolean): boolean =>
    columns.some((column) => test(column.heading, column.name));
  const hasSameKind = (part: Part): boolean => has((other) => other.part === part && other.kind === kind);
  const neighbors = columns.filter((other) => Math.abs(other.index - index) === 1);
  const isInStreet = neighbors.some((other) => isStreet(other.heading));
  const isStreetForeign = has((one) => isStreet(one) && one.isForeign);
  const other = { means: 'other' } as const;
  const asMailingIf = (isMeant: boolean): Heading => (isMeant ? { ...heading, kind: 'mailing' } : heading);
  switch (heading.part) {
    case 'number':
      return isInStreet ? { ...heading, part: 'house number' } : other;
    case 'type':
      return isInStreet && hasSameKind('house number') ? { ...heading, part: 'street type' } : other;
    case 'local unit':
      return isStreetForeign ? { ...heading, part: 'unit' } : other;
    case 'local line':
      return isStreetForeign ? { ...heading, part: 'further line' } : other;
    case 'St':
      if (!has((one) => isStreet(one) && ['', kind].includes(one.kind)))
        return { ...heading, part: 'street' };
      return hasSameKind('state') ? { means: 'unclear', parts: ['street'] } : { ...heading, part: 'state' };
    case 'postal_code': {
      // Next to "Postal Street", "Postal Postcode" is the code of the postal address.
      const isPostal = (text: string): boolean => /^postal/i.test(text);
      return asMailingIf(isPostal(name) && has((one, text) => one.kind === 'mailing' && isPostal(text)));
    }
    case 'PO box':
      return asMailingIf(has(({ part }, text) => part === 'city' && /box/i.test(text)));
    case 'street': {
      // Next to "City 2", "Address 2" is another address, not a second line.
      const hasCity = has((one) => one.part === 'city' && one.kind === kind && one.number === line);
      return number === 0 && hasCity ? { ...heading, number: line, line: 1 } : heading;
    }
    default:
      return heading;
  }
}

const isStreet = ({ part }: PartHeading): boolean => part === 'street' || part === 'street name';

/** Kinds of addresses whose name columns name the person. The name columns of other kinds belong only to their address. */
const personalKinds: readonly string[] = ['', 'mailing', 'home'];

/** Maximum number of addresses per person. Programs export up to five, and each takes time in every row. */
const maxAddresses = 10;

/** Groups the columns whose cells are read together. */
export function groupColumns(columns: readonly PartColumn[]) {
  const personal = columns.filter((column) => !isAddress(column) && column.heading.number < 2);
  const isOwn = ({ heading }: PartColumn): boolean => personalKinds.includes(heading.kind);
  const otherNames = personal.filter((column) => !isOwn(column));
  const kindOf = ([column]: readonly PartColumn[]) => column?.heading.kind;
  const addresses = findAddresses(columns.filter(isAddress)).slice(0, maxAddresses);
  return {
    person: new ColumnGroup(personal.filter(isOwn)),
    /** The name columns of all kinds that are not in `personalKinds`. */
    rest: new ColumnGroup(otherNames),
    /** Each address with the name columns that belong only to it, such as "Billing Name". */
    addresses: addresses.map((own) => {
      const names = otherNames.filter(({ heading }) => heading.kind === kindOf(own));
      return { rank: rankOf(own), group: new ColumnGroup([...own, ...names]) };
    }),
    /** The address without a kind. Its state and country may apply to the other addresses too. */
    common: new ColumnGroup(addresses.find((own) => kindOf(own) === '') ?? []),
  };
}

/** Groups the columns by address, the preferred address first. */
function findAddresses(columns: readonly PartColumn[]): PartColumn[][] {
  const [first, ...others] = [
    ...groupBy(columns, ({ heading }) => `${heading.kind} ${heading.number}`).values(),
  ].toSorted((one, other) => Number(hasNoKind(other)) - Number(hasNoKind(one)) || byRank(one, other));
  if (!first) return [];
  // "Mailing Address" with "City" and "ZIP" is one address: a kind makes another address only if it repeats parts.
  const separate: PartColumn[][] = [];
  for (const other of others) {
    const isRepeated = other.some(({ heading: { part, line } }) =>
      first.some(({ heading }) => heading.part === part && heading.line === line),
    );
    const isSeparate = !hasNoKind(first) || isRepeated || (canBeComplete(first) && canBeComplete(other));
    if (isSeparate) separate.push(other);
    else first.push(...other);
  }
  return [first, ...separate].toSorted(byRank);
}

/** Returns the rank of an address. Letters prefer lower ranks. */
const rankOf = (columns: readonly PartColumn[]): number =>
  Math.min(
    ...columns.map(({ heading: { preference, kind, number } }) =>
      preference === chosenPreference ? -1 : kinds.indexOf(kind) + number / 10,
    ),
  );
const byRank = (one: readonly PartColumn[], other: readonly PartColumn[]): number =>
  rankOf(one) - rankOf(other);

const hasNoKind = ([column]: readonly PartColumn[]): boolean =>
  column?.heading.kind === '' && column.heading.number < 2;

/** Returns true if the columns can hold a complete address. */
const canBeComplete = (columns: readonly PartColumn[]): boolean =>
  columns.some((column) => fills(column, 'street')) &&
  columns.some((column) => fills(column, 'city') || fills(column, 'postal_code'));
