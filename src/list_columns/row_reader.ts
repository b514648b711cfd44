/** Reads the people in the rows of a list whose headings are the same: one address per row, and the person's name. */
import { contactFields, printedKeys } from '../person/fields.ts';
import type { InputData } from '../steps/inputs.ts';
import { groupBy } from '../text/values.ts';
import { Cells, type Found, type FoundFields, type Group, makeGroup } from './cells.ts';
import { type Column, isAddress, isPersonColumn, type PartColumn } from './column.ts';
import { composeAddress } from './compose_address.ts';
import { composePerson, hasName, type Names, readNames } from './compose_person.ts';
import { parseHeading, readKind } from './headings.ts';
import { saysNoMail } from './mail_permission.ts';
import { hasShapeOf, isDropped } from './shapes.ts';
import { type Kind, kinds, type Part } from './table.ts';

/** A filled cell of a row in a column that may be a merge field. */
export interface Value {
  column: Column;
  /** The text as typed. */
  text: string;
  /** True if the envelope prints it. It may be a merge field, too. */
  isOnEnvelope: boolean;
}

/** An address of a row. */
export interface RowAddress {
  kind: Kind;
  columns: readonly PartColumn[];
  found: FoundFields;
  /** True if it has a street, and a city or a postal code. */
  isComplete: boolean;
  names: Names | undefined;
  /** True if its street is another one than that of the address without a kind, but its city is the same column. */
  sharesCity: boolean;
}

/** A row, sorted into fields and other values. */
export interface Row {
  /** The fields of a contact, as typed. Blank fields are absent. */
  fields: InputData;
  /** The fields with the columns that they come from. */
  found: FoundFields;
  /** The filled cells that may be merge fields, in the order of the columns. */
  values: readonly Value[];
  isDoNotMail: boolean;
  /** The values as typed, in the order of the columns. */
  cells: readonly string[];
  /** The addresses of the row, the one that is used first, and the names in columns without a kind. */
  addresses: readonly RowAddress[];
  names: Names | undefined;
}

/** The parts of an address that stay together: those of the street, of the city, of the region, and the country. */
const families: readonly (readonly Part[])[] = [
  [
    'street',
    'street name',
    'house number',
    'house suffix',
    'direction',
    'street type',
    'care of',
    'unit',
    'unit type',
    'further line',
    'PO box',
  ],
  ['city', 'city line', 'suburb', 'postal_code', 'ZIP+4'],
  ['state', 'county'],
  ['country'],
];

const streetKeys: readonly Part[] = ['street', 'street name', 'PO box'];
const placeKeys: readonly Part[] = ['city', 'city line', 'suburb', 'postal_code'];
const has = (columns: readonly PartColumn[], parts: readonly Part[]): boolean =>
  columns.some(({ heading }) => parts.includes(heading.part));
export const canBeComplete = (columns: readonly PartColumn[]): boolean =>
  has(columns, streetKeys) && has(columns, placeKeys);

/** The kinds of addresses that share the person's name. A name column of another kind, such as "Billing Name", belongs to its address. */
const personalKinds: readonly Kind[] = ['', 'mailing', 'home'];

function groupColumns(columns: readonly PartColumn[]) {
  const personal = columns.filter((column) => !isAddress(column));
  const isOwn = ({ heading }: PartColumn): boolean => personalKinds.includes(heading.kind);
  const named = groupBy(
    personal.filter((column) => !isOwn(column)),
    ({ heading }) => heading.kind,
  );
  const ofAddresses = columns.filter((one) => isAddress(one) && one.heading.part !== 'which address');
  const keyOf = ({ heading: { kind, number } }: PartColumn): string => `${kind} ${Math.max(number, 1)}`;
  const groups = groupBy(ofAddresses, keyOf);
  const plain = groups.get(' 1') ?? [];
  const addresses = [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { kind, number } = first.heading;
    const isPlain = own === plain;
    const ownsStreet = has(own, streetKeys);
    // "Work State" alone is no address, nor is "Home City" beside another street and city.
    const isFragment =
      !ownsStreet && !(has(own, placeKeys) && !(has(plain, streetKeys) && has(plain, placeKeys)));
    if (isFragment && !isPlain && !(has(own, placeKeys) && !canBeComplete(plain))) return [];
    const shared = families.flatMap((family, index) => {
      const isCommon = index !== 2 || !canBeComplete(plain) || !has(own, placeKeys);
      return isPlain || has(own, family) || !isCommon
        ? []
        : plain.filter((one) => family.includes(one.heading.part));
    });
    const group = makeGroup([...own, ...shared]);
    // An address is preferred if the user explains all of it, or a column whose heading is known. Other columns only answer a question.
    const chosen = own.filter(({ heading }) => heading.isChosen);
    const isChosen = canBeComplete(chosen) || chosen.some(({ name }) => parseHeading(name).means === 'part');
    return [
      {
        kind,
        columns: [...group.values()].flat(),
        group,
        rank: isChosen ? -1 : kinds.indexOf(kind) + number / 10,
        names: named.has(kind) ? makeGroup(named.get(kind) ?? []) : undefined,
        sharesCity: !isPlain && canBeComplete(plain) && ownsStreet && !has(own, placeKeys),
      },
    ];
  });
  return {
    person: makeGroup(personal.filter(isOwn)),
    elsewhere: makeGroup([...named.values()].flat()),
    addresses,
    wanted: columns.filter(({ heading }) => heading.part === 'which address'),
    preferred: columns.filter(({ heading }) => heading.part === 'street' && heading.kind === 'mailing'),
  };
}

const noNames: Group = new Map();

/** Returns a function that reads the cells of a row. In each row, it visits only the columns that are used. */
export function makeRowReader(columns: readonly Column[]): (cells: readonly string[]) => Row {
  const people = columns.filter(isPersonColumn);
  const mail = columns.flatMap(({ index, name, heading }) => {
    if (heading.means !== 'part') return [];
    // Under "Send Mail To", a cell names the address to use. It may also be "No".
    const isPermission = heading.part === 'which address' && /send.?mail/i.test(name);
    return [{ index, part: isPermission ? ('may mail' as const) : heading.part }];
  });
  const merged = columns.filter(({ merge }) => merge);
  const isForeign = people.some(({ heading }) => heading.isForeign);
  const groups = groupColumns(people);
  return (cells) => {
    const read = (group: Group): Cells => new Cells(group, cells, isForeign);
    const person = read(groups.person);
    const names = readNames(person);
    const elsewhere = readNames(read(groups.addresses.length > 0 ? groups.elsewhere : noNames));
    const isOrganization =
      [names, elsewhere].some(({ company }) => company) && ![names, elsewhere].some(hasPersonName);
    const addresses = sortAddresses(groups, read, cells, names, isOrganization);
    const [used] = addresses;
    const found = { ...composePerson(person, names, used?.names, elsewhere), ...used?.found };
    const isDoNotMail = mail.some(({ index, part }) => saysNoMail(part, cells[index] ?? ''));
    recordUse(columns, people, cells, found, used?.columns, isForeign);
    const onEnvelope = columnsOf(printedKeys.map((key) => found[key]));
    // `composePerson` drops a name that is a number. Keep it here, so that `readFields` reports it.
    const name = found.name ?? person.pick('name', readAny);
    const texts = Object.entries({ ...found, name }).flatMap(([key, one]) => (one ? [[key, one.text]] : []));
    return {
      fields: Object.fromEntries(texts),
      found,
      values: merged.flatMap((column) => {
        const text = cells[column.index] ?? '';
        return text.trim() ? [{ column, text, isOnEnvelope: onEnvelope.has(column) }] : [];
      }),
      isDoNotMail,
      cells,
      addresses,
      names,
    };
  };
}

const readAny = (typed: string): string => typed;

const hasPersonName = ({ envelope, name, other }: Names): boolean => Boolean(envelope ?? name ?? other);

/** Returns the addresses of a row, the one that a letter uses first. @param isOrganization true if the row has only a company */
function sortAddresses(
  groups: ReturnType<typeof groupColumns>,
  read: (group: Group) => Cells,
  cells: readonly string[],
  names: Names,
  isOrganization: boolean,
) {
  const wanted = readWantedKind(groups, cells);
  const all = groups.addresses.map((one) => {
    const { kind, rank, sharesCity } = one;
    const own = read(one.group);
    const found = composeAddress(own);
    const beside = one.names && readNames(read(one.names));
    const { street, city, postal_code } = found;
    const filledIn = [street, city, postal_code].filter(Boolean).length;
    const isComplete = street !== undefined && filledIn > 1;
    // Do not combine a name of the billing address with the shipping address.
    const points = isComplete ? 4 + Number(hasName(names) || (beside && hasName(beside))) : filledIn;
    // A cell may say that this is the home address.
    const label = own.pick('kind of address')?.text ?? '';
    const named = readKind(label);
    const isWanted = isYes(label) || (wanted !== '' && [named, kind].includes(wanted));
    const ofKind = kind === 'billing' && isOrganization ? kinds.indexOf('shipping') - 0.5 : rank;
    return {
      kind,
      found,
      isComplete,
      names: beside,
      sharesCity,
      columns: one.columns,
      points: isWanted && isComplete ? 9 : points,
      rank: isWanted ? -2 : named ? kinds.indexOf(named) : rank < 0 ? rank : ofKind,
    };
  });
  return all.toSorted((one, other) => other.points - one.points || one.rank - other.rank);
}

/** Records which columns filled which fields, and which values are not printed. @param address the columns of the chosen address */
function recordUse(
  columns: readonly Column[],
  people: readonly PartColumn[],
  cells: readonly string[],
  found: FoundFields,
  address: readonly PartColumn[] = [],
  isForeign = false,
): void {
  for (const { key, label } of contactFields)
    for (const { use } of found[key]?.from ?? []) use.filled.add(label);
  for (const { index, use } of columns) {
    const cell = cells[index];
    if (cell) use.examine(cell.trim());
  }
  const used = columnsOf(Object.values(found));
  const inAddress = new Set<Column>(address);
  for (const column of people) {
    const text = (cells[column.index] ?? '').trim();
    if (!text) continue;
    const { use, heading } = column;
    if (inAddress.has(column)) use.isInAddress = true;
    if (used.has(column) || (inAddress.has(column) && heading.part === 'ZIP+4' && /[1-9]/.test(text))) {
      // A column "House Name" has "Rose Cottage".
      const mayBeName = heading.part === 'house number' && /name/i.test(column.name);
      if (!heading.isChosen && !mayBeName && !hasShapeOf(heading.part, text)) use.misshapen ||= text;
    } else if (isDropped(heading.part, heading.line, text, isForeign)) {
      use.dropped += 1;
      use.firstDropped ||= text;
    }
  }
}

export const columnsOf = (values: readonly (Found | undefined)[]): ReadonlySet<Column> =>
  new Set(values.flatMap((one) => one?.from ?? []));

/** Returns the kind of address that the row says to use, such as "Business" under "Preferred Address". */
function readWantedKind(
  { wanted, preferred }: ReturnType<typeof groupColumns>,
  cells: readonly string[],
): Kind {
  for (const { index, heading, use } of [...wanted, ...preferred]) {
    const typed = (cells[index] ?? '').trim();
    const kind =
      isYes(typed) && heading.part === 'which address' ? readAlternate(heading.kind) : readKind(typed);
    if (!kind) continue;
    use.filled.add('the address to use');
    return kind;
  }
  return '';
}

/** "Use Alt Address" means the other address. */
const readAlternate = (kind: Kind): Kind => kind || 'other';

const isYes = (text: string): boolean => /^(?:y|yes|x|t|true|1)$/i.test(text);
