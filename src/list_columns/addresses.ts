/** Groups the columns that form an address, in the order in which a letter prefers the addresses. */
import { groupBy } from '../values.ts';
import { fills, isAddress, type PartColumn } from './column.ts';
import { ColumnGroup } from './compose_person.ts';
import { type Kind, kinds, neededParts, type Part, partFills } from './heading_words.ts';
import { chosenPreference, type Heading, type PartHeading } from './headings.ts';

/** Returns the meaning of a heading, given the other columns. */
export function resolveHeading(
  { index, name, heading }: PartColumn,
  columns: readonly PartColumn[],
): Heading {
  const { kind } = heading;
  const has = (test: (other: PartHeading) => boolean): boolean =>
    columns.some((column) => test(column.heading));
  const hasSameKind = (part: Part): boolean => has((other) => other.part === part && other.kind === kind);
  const neighbors = columns.filter((other) => Math.abs(other.index - index) === 1);
  const isInStreet = neighbors.some((other) => isStreet(other.heading));
  const readIf = (isMeant: boolean, part: Part): Heading =>
    isMeant ? { ...heading, part } : { means: 'other' };
  // "By" is a Danish city, and "Via" an Italian street, only in a list in that language.
  const isForeignList = columns.some((one) => one.heading.isForeign && one.index !== index);
  if (heading.isForeign && name.trim().length <= 4 && !isForeignList)
    return { means: 'unclear', parts: neededParts.filter((need) => partFills(heading.part, need)) };
  // A column that the user explains belongs to the only address, unless the columns of its kind form a complete one.
  if (heading.preference === chosenPreference && !canBeComplete(columns.filter(isOfKind(kind))))
    return { ...heading, kind: '', number: 0 };
  switch (heading.part) {
    case 'number':
      return readIf(isInStreet && !hasSameKind('house number'), 'number');
    case 'type':
      return readIf(isInStreet && hasSameKind('house number'), 'type');
    case 'kind of address':
      // "Primary Address Type" says which of several addresses to use.
      return ['mailing', 'home'].includes(kind) && heading.number === 0
        ? { ...heading, part: 'which address' }
        : heading;
    case 'room':
      return readIf(kind !== '' || neighbors.some(isAddress), 'unit');
    case 'attention':
      return readIf(neighbors.length > 0, 'care of');
    case 'region alone':
      return readIf(!hasSameKind('state'), kind === '' ? 'region alone' : 'region');
    case 'St':
      return has((one) => isStreet(one) && ['', kind].includes(one.kind)) && !hasSameKind('state')
        ? { ...heading, part: 'state' }
        : { means: 'unclear', parts: ['street'] };
    default:
      return heading;
  }
}

const isOfKind =
  (kind: Kind | '') =>
  (column: PartColumn): boolean =>
    isAddress(column) && column.heading.kind === kind;

const isStreet = ({ part }: PartHeading): boolean => part === 'street' || part === 'street name';

/** The kinds of addresses that share the person's name. A name column of another kind, such as "Billing Name", belongs to its address. */
const personalKinds: readonly string[] = ['', 'mailing', 'home'];

/** Groups the columns whose cells are read together. */
export function groupColumns(columns: readonly PartColumn[]) {
  const personal = columns.filter((column) => !isAddress(column) && column.heading.number < 2);
  const isOwn = ({ heading }: PartColumn): boolean => personalKinds.includes(heading.kind);
  const otherNames = personal.filter((column) => !isOwn(column));
  const kindOf = ([column]: readonly PartColumn[]) => column?.heading.kind;
  const ofAddresses = columns.filter(
    (column) => isAddress(column) && column.heading.part !== 'which address',
  );
  const addresses = findAddresses(ofAddresses);
  const hasAddress = (kind: Kind | ''): boolean => addresses.some((own) => kindOf(own) === kind);
  return {
    person: new ColumnGroup(personal.filter(isOwn)),
    /** The names of people without an address of their own, such as "Buyer Name" beside "Ship To Address". */
    others: new ColumnGroup(otherNames.filter(({ heading }) => !hasAddress(heading.kind))),
    /** Each address with the name columns that belong only to it, such as "Billing Name". */
    addresses: addresses.map((own) => {
      const names = otherNames.filter(({ heading }) => heading.kind === kindOf(own));
      return { rank: rankOf(own), group: new ColumnGroup([...own, ...names], kindOf(own)) };
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
  // "Mailing Address" with "City" and "ZIP" is one address. "Mailing Address" with "Address" is two: the same part twice.
  const separate: PartColumn[][] = [];
  for (const other of others) {
    const isRepeated = other.some(({ heading: { part, line } }) =>
      first.some(({ heading }) => heading.part === part && heading.line === line),
    );
    const isSeparate =
      !hasNoKind(first) || isRepeated || isFragment(other) || (canBeComplete(first) && canBeComplete(other));
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

/** Returns true if the columns hold only the state or the country of another address, such as "Card Country". */
export const isFragment = (columns: readonly PartColumn[]): boolean =>
  columns.every(
    ({ heading: { part, kind } }) =>
      !['', 'mailing'].includes(kind) && ['state', 'region', 'country'].includes(part),
  );

/** Returns true if the columns can hold a complete address. */
const canBeComplete = (columns: readonly PartColumn[]): boolean =>
  columns.some((column) => fills(column, 'street')) &&
  columns.some((column) => fills(column, 'city') || fills(column, 'postal_code'));
