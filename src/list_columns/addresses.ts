/** Groups the columns that form an address, in the order in which a letter prefers the addresses. */
import { groupBy } from '../text/values.ts';
import { fills, isAddress, type PartColumn } from './column.ts';
import { kinds, neededParts, type Part, partFills } from './heading_words.ts';
import { chosenPreference, type Heading, type PartHeading } from './headings.ts';

/** Returns the meaning of a heading, given the other columns. */
export function resolveHeading({ index, name, heading }: PartColumn, all: readonly PartColumn[]): Heading {
  const { kind } = heading;
  const has = (test: (other: PartHeading) => boolean): boolean => all.some((column) => test(column.heading));
  const hasSameKind = (part: Part): boolean => has((other) => other.part === part && other.kind === kind);
  const neighbors = all.filter((other) => Math.abs(other.index - index) === 1);
  const isInStreet = neighbors.some((other) => streetParts.includes(other.heading.part));
  const readIf = (isMeant: boolean, part: Part): Heading =>
    isMeant ? { ...heading, part } : { means: 'other' };
  // "By" is a Danish city, and "Via" an Italian street, only in a list in that language.
  const isForeignList = all.some((one) => one.heading.isForeign && one.index !== index);
  if (heading.isForeign && name.trim().length <= 4 && !isForeignList)
    return { means: 'unclear', parts: neededParts.filter((need) => partFills(heading.part, need)) };
  // A column that the user explains belongs to the only address, unless the columns of its kind form a complete one.
  const ofKind = all.filter((column) => isAddress(column) && column.heading.kind === kind);
  if (heading.preference === chosenPreference && !canBeComplete(ofKind))
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
    case 'suffix':
      // "Street Name, Suffix" is "Elm, St".
      return neighbors.some((other) => other.index < index && other.heading.part === 'street name')
        ? { ...heading, part: 'street type' }
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

const streetParts: readonly Part[] = ['street', 'street name', 'street type', 'direction'];
const isStreet = ({ part }: PartHeading): boolean => part === 'street' || part === 'street name';

/** The kinds of addresses that share the person's name. A name column of another kind, such as "Billing Name", belongs to its address. */
const personalKinds: readonly string[] = ['', 'mailing', 'home'];

export function groupColumns(columns: readonly PartColumn[]) {
  const personal = columns.filter((column) => !isAddress(column) && column.heading.number < 2);
  const isOwn = ({ heading }: PartColumn): boolean => personalKinds.includes(heading.kind);
  const otherNames = personal.filter((column) => !isOwn(column));
  /** Each address with the name columns that belong only to it. */
  const addresses = findAddresses(columns.filter(isAddress)).map((own) => {
    const kind = own[0]?.heading.kind ?? '';
    const names = otherNames.filter(({ heading }) => heading.kind === kind);
    return { kind, rank: rankOf(own), columns: new Set([...own, ...names]) };
  });
  const hasAddress = ({ heading }: PartColumn): boolean =>
    addresses.some(({ kind }) => kind === heading.kind);
  return {
    person: new Set(personal.filter(isOwn)),
    /** The names of people without an address of their own, such as "Buyer Name" beside "Ship To Address". */
    buyers: new Set(otherNames.filter((column) => !hasAddress(column))),
    addresses,
  };
}

function findAddresses(columns: readonly PartColumn[]): PartColumn[][] {
  const ofAddresses = columns.filter(({ heading }) => heading.part !== 'which address');
  const groups = groupBy(ofAddresses, ({ heading }) => `${heading.kind} ${heading.number}`);
  const addresses = [...groups.values()].toSorted(
    (one, other) => Number(hasNoKind(other)) - Number(hasNoKind(one)) || byRank(one, other),
  );
  const [plain, ...others] = addresses;
  if (!plain || !hasNoKind(plain)) return addresses;
  // "Mailing Address" with "City" and "ZIP" is one address. "Mailing Address" with "Address" is two: the same part twice.
  const separate = [plain];
  for (const other of others) {
    const isRepeated = other.some(({ heading: { part, line } }) =>
      plain.some(({ heading }) => heading.part === part && heading.line === line),
    );
    if (isRepeated || isFragment(other) || (canBeComplete(plain) && canBeComplete(other)))
      separate.push(other);
    else plain.push(...other);
  }
  return separate.toSorted(byRank);
}

const hasNoKind = ([column]: readonly PartColumn[]): boolean =>
  column?.heading.kind === '' && column.heading.number < 2;

/** Returns the rank of an address. Letters prefer lower ranks. */
const rankOf = (columns: readonly PartColumn[]): number =>
  Math.min(
    ...columns.map(({ heading: { preference, kind, number } }) =>
      preference === chosenPreference ? -1 : kinds.indexOf(kind) + number / 10,
    ),
  );

const byRank = (one: readonly PartColumn[], other: readonly PartColumn[]): number =>
  rankOf(one) - rankOf(other);

/** Returns true if the columns hold only the state or the country of another address, such as "Card Country". */
export const isFragment = (columns: readonly PartColumn[]): boolean =>
  columns.every(
    ({ heading: { part, kind } }) =>
      !['', 'mailing'].includes(kind) && ['state', 'region', 'country'].includes(part),
  );

export const canBeComplete = (columns: readonly PartColumn[]): boolean =>
  columns.some((column) => fills(column, 'street')) &&
  columns.some((column) => fills(column, 'city') || fills(column, 'postal_code'));
