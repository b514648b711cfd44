/** Reads the people in the rows of a list whose headings are the same. */
import type { InputData } from '../inputs.ts';
import { normalizeHeading, normalizeText } from '../matching/text_match.ts';
import { contactFields } from './fields.ts';
import { kinds, type Part } from './heading_words.ts';
import { type Heading, type NeededPart, parseHeading, readKind } from './headings.ts';
import { cleanText } from './person.ts';
import {
  Cells,
  type FoundFields,
  filledIn,
  hasName,
  isComplete,
  isSorted,
  type PartColumn,
  PartColumns,
  readAddressOf,
  readPersonOf,
} from './row.ts';
import { findState, isZipOf } from './united_states.ts';

/** A column of a list, and what became of it. */
export interface Column {
  /** Counted from 0. */
  index: number;
  name: string;
  heading: Heading;
  /** The labels of the fields that it filled. */
  filled: Set<string>;
  hasValue: boolean;
  /** Whether the address that it belongs to was used. */
  isInAddress: boolean;
  /** Whether a value of it was left out of that address. */
  isLost: boolean;
  /** Whether the user said what it is. */
  isChosen: boolean;
}

/** A heading, and the value of a row below it. */
export type Value = readonly [string, string];

/** What a row says. */
export interface Row {
  /** The fields of a contact, as typed. Blank ones are absent. */
  fields: InputData;
  /** The headings and values of the columns that are no part of a person. */
  others: readonly Value[];
  /** The values of the columns that could be a part of the person, and are not used in this row. */
  spare: readonly Value[];
  isDoNotMail: boolean;
  /** Whether the headings are in another language, so that an address without a country may be anywhere. */
  isForeign: boolean;
}

/** Columns whose values are wanted even if they are part of a person, by their headings. */
export interface WantedColumns {
  /** Those in Merge Columns. */
  named?: readonly string[];
  /** The placeholders of the letter, if they are known. */
  printed?: readonly string[] | undefined;
}

/** What the user said that headings are, by the normalized heading. */
export type ChosenColumns = ReadonlyMap<string, Heading>;

export const addressParts = new Set<Part>([
  ...([
    'street',
    'street name',
    'house number',
    'house suffix',
    'street type',
    'direction',
    'care of',
  ] as const),
  ...(['unit', 'unit type', 'further line', 'place', 'PO box', 'whole address', 'kind of address'] as const),
  ...(['city', 'suburb', 'city line', 'state', 'region', 'postal_code', 'ZIP+4', 'country'] as const),
]);

/** The parts that fill in what a letter needs. */
export const partsFor: Record<NeededPart, readonly Part[]> = {
  name: [
    'name',
    'first',
    'initials',
    'envelope name',
    'other name',
    'account name',
    'sort name',
    'company',
    'organization',
  ],
  street: ['street', 'street name', 'whole address', 'PO box'],
  city: ['city', 'suburb', 'city line', 'whole address'],
  postal_code: ['postal_code', 'ZIP+4', 'city line', 'whole address'],
};

type UnderstoodColumn = Column & PartColumn;

export const isUnderstood = (column: Column): column is UnderstoodColumn => column.heading.means === 'part';
const isAddress = ({ heading }: PartColumn): boolean => addressParts.has(heading.part);

/** Kinds of addresses whose names are the person's own. Names of other kinds belong to their address only. */
const isOwnKind = ({ heading }: PartColumn): boolean => ['', 'mailing', 'home'].includes(heading.kind);

/** Returns the columns with those that depend on the others resolved. */
function resolve(columns: readonly Column[]): Column[] {
  const has = (kind: string, ...parts: Part[]): boolean =>
    columns.some(
      (column) => isUnderstood(column) && column.heading.kind === kind && parts.includes(column.heading.part),
    );
  const isBeside = (index: number, parts: ReadonlySet<Part>): boolean =>
    [columns[index - 1], columns[index + 1]].some(
      (column) => column && isUnderstood(column) && parts.has(column.heading.part),
    );
  return columns.map((column) => {
    if (!isUnderstood(column)) return column;
    const { heading, index } = column;
    const hasStreet = has(heading.kind, 'street', 'street name') || has('', 'street', 'street name');
    const as = (part: Part | undefined): Column => ({
      ...column,
      heading: part ? { ...heading, part } : { means: 'other' },
    });
    switch (heading.part) {
      case 'St':
        if (!hasStreet) return as('street');
        return has(heading.kind, 'state')
          ? { ...column, heading: { means: 'unclear', parts: ['street'] } }
          : as('state');
      case 'number':
        return as(isBeside(index, streetParts) ? 'house number' : undefined);
      case 'type':
        return as(
          isBeside(index, streetParts) && has(heading.kind, 'house number') ? 'street type' : undefined,
        );
      case 'postal_code':
        // Beside "Postal Street", "Postal Postcode" is the code of the postal address.
        return /^postal/i.test(column.name) &&
          columns.some(
            (other) => isUnderstood(other) && other.heading.kind === 'mailing' && /^postal/i.test(other.name),
          )
          ? { ...column, heading: { ...heading, kind: 'mailing' } }
          : column;
      case 'PO box':
        return columns.some(
          (other) => isUnderstood(other) && /box/i.test(other.name) && other.heading.part === 'city',
        )
          ? { ...column, heading: { ...heading, kind: 'mailing' } }
          : column;
      case 'place':
        return isBeside(index, addressParts) ? column : as(undefined);
      case 'house number':
        return hasStreet || !/str/i.test(column.name) ? column : as('street');
      case 'last':
        return heading.preference > 0 &&
          columns.some(
            (other) => isUnderstood(other) && other.heading.part === 'last' && other.heading.preference === 0,
          )
          ? as('other name')
          : column;
      case 'street':
        // Beside "City 2", "Address 2" is another address and no second line.
        return columns.some(
          (other) =>
            isUnderstood(other) &&
            other.heading.part === 'city' &&
            other.heading.number === heading.line &&
            other.heading.kind === heading.kind,
        ) && heading.number === 0
          ? { ...column, heading: { ...heading, number: heading.line, line: 1 } }
          : column;
      default:
        return column;
    }
  });
}

const streetParts: ReadonlySet<Part> = new Set<Part>(['street', 'street name']);

/** The columns of one address, and how much a letter prefers it: lower ranks come first. */
interface AddressColumns {
  rank: number;
  columns: readonly UnderstoodColumn[];
}

/** Groups the columns by address, the preferred address first. */
function findAddresses(columns: readonly UnderstoodColumn[]): AddressColumns[] {
  const groups = new Map<string, UnderstoodColumn[]>();
  for (const column of columns) {
    const key = `${column.heading.kind} ${column.heading.number}`;
    groups.set(key, [...(groups.get(key) ?? []), column]);
  }
  const addresses = [...groups.values()].map((own): AddressColumns => {
    const { kind, number } = own[0]?.heading ?? { kind: '', number: 0 };
    const isChosen = own.some((column) => column.isChosen);
    return { rank: isChosen ? -1 : kinds.indexOf(kind) + number / 10, columns: own };
  });
  const [plain, ...others] = addresses.toSorted(
    (one, other) => Number(isPlain(other)) - Number(isPlain(one)) || one.rank - other.rank,
  );
  if (!plain || !isPlain(plain)) return addresses.toSorted((one, other) => one.rank - other.rank);
  // "Mailing Address" with "City" and "ZIP": a kind that the other columns do not repeat does not make another address.
  let joined = plain;
  const rest: AddressColumns[] = [];
  for (const other of others) {
    if (
      (hasAll(joined) && hasAll(other)) ||
      other.columns.some((one) => joined.columns.some((column) => isSame(one, column)))
    )
      rest.push(other);
    else joined = { rank: Math.min(joined.rank, other.rank), columns: [...joined.columns, ...other.columns] };
  }
  return [joined, ...rest].toSorted((one, other) => one.rank - other.rank);
}

const isPlain = ({ columns }: AddressColumns): boolean =>
  columns[0]?.heading.kind === '' && columns[0].heading.number < 2;
const isSame = (one: PartColumn, other: PartColumn): boolean =>
  one.heading.part === other.heading.part && one.heading.line === other.heading.line;
/** Whether the columns can hold a complete address. */
const hasAll = ({ columns }: AddressColumns): boolean => {
  const has = (need: NeededPart): boolean =>
    columns.some(({ heading }) => partsFor[need].includes(heading.part));
  return has('street') && (has('city') || has('postal_code'));
};

/** The columns of one address, and the names that belong to it only, such as "Billing Name". */
interface AddressShape {
  rank: number;
  columns: PartColumns;
  beside: PartColumns;
}

/** Reads rows with the same headings. */
export class RowReader {
  readonly columns: readonly Column[];
  /** A name that may be sorted by the last name. */
  sortedName: string | undefined;
  /** The columns that are no part of a person, and those that may be none. */
  readonly #others: readonly Column[];
  readonly #spare: readonly Column[];
  /** The columns of a person that the letter also prints elsewhere. */
  readonly #printed: readonly Column[];
  readonly #person: PartColumns;
  /** The names that belong to any address. */
  readonly #rest: PartColumns;
  readonly #addresses: readonly AddressShape[];
  readonly #hasKinds: boolean;

  constructor(names: readonly string[], chosen: ChosenColumns, wanted: WantedColumns) {
    this.columns = resolve(
      names.map((name, index): Column => {
        const own = chosen.get(normalizeHeading(name));
        return {
          index,
          name,
          heading: own ?? parseHeading(name),
          filled: new Set(),
          hasValue: false,
          isInAddress: false,
          isLost: false,
          isChosen: own !== undefined,
        };
      }),
    );
    const named = this.columns.filter(({ name }) => name.trim());
    const isIn = (headings: readonly string[] | undefined, { name }: Column): boolean =>
      headings?.some((heading) => normalizeHeading(heading) === normalizeHeading(name)) === true;
    this.#others = named.filter((column) => isOther(column.heading) || isIn(wanted.named, column));
    this.#printed = named.filter((column) => isUnderstood(column) && isIn(wanted.printed, column));
    this.#spare = named.filter((column) => isSpare(column) && !this.#printed.includes(column));
    const understood = this.columns.filter(isUnderstood);
    const personal = understood.filter((column) => !isAddress(column) && column.heading.number < 2);
    const beside = personal.filter((column) => !isOwnKind(column));
    this.#person = new PartColumns(personal.filter(isOwnKind));
    this.#rest = new PartColumns(beside);
    this.#addresses = findAddresses(understood.filter(isAddress)).map(({ rank, columns }) => ({
      rank,
      columns: new PartColumns(columns),
      beside: new PartColumns(beside.filter(({ heading }) => heading.kind === columns[0]?.heading.kind)),
    }));
    this.#hasKinds = understood.some(({ heading }) => heading.part === 'kind of address');
  }

  read(cells: readonly string[]): Row {
    const person = new Cells(this.#person, cells);
    const { address, found: place } = this.#choose(cells, hasName(person)) ?? {};
    const beside = address && new Cells(address.beside, cells);
    const found: FoundFields = {
      ...readPersonOf(person, beside, new Cells(this.#rest, cells)),
      ...place,
      ...(address && place ? this.#borrow(cells, address, place) : {}),
    };
    const used = new Set(Object.values(found).flatMap((one) => one?.from.map(({ index }) => index) ?? []));
    this.#account(cells, found, used, address?.columns.all ?? []);
    const values = (columns: readonly Column[]): Value[] =>
      columns.map(({ name, index }) => [name, cells[index] ?? '']);
    return {
      fields: Object.fromEntries(
        Object.entries(found).flatMap(([key, one]) => (one ? [[key, one.text]] : [])),
      ),
      others: values(this.#others),
      spare: values([...this.#spare.filter(({ index }) => !used.has(index)), ...this.#printed]),
      isDoNotMail: this.columns.some(({ index, heading }) => isNoMail(heading, cells[index] ?? '')),
      isForeign: isForeign(found),
    };
  }

  /** Returns the preferred complete address, or the one that has most of what a letter needs. */
  #choose(
    cells: readonly string[],
    isNamed: boolean,
  ): { address: AddressShape; found: FoundFields } | undefined {
    let chosen: { address: AddressShape; found: FoundFields } | undefined;
    let best = -1;
    for (const address of this.#inOrder(cells)) {
      const found = readAddressOf(new Cells(address.columns, cells));
      // A name of the billing address does not go with the shipping address.
      const isNamedHere = isNamed || hasName(new Cells(address.beside, cells));
      const points = isComplete(found) ? (isNamedHere ? 5 : 4) : countFilledIn(found);
      if (points > best) {
        chosen = { address, found };
        best = points;
      }
      if (best === 5) break;
    }
    return chosen;
  }

  /** Returns the addresses in the order in which a letter prefers them. A cell may say that one is the home address. */
  #inOrder(cells: readonly string[]): readonly AddressShape[] {
    if (!this.#hasKinds) return this.#addresses;
    return this.#addresses
      .map((address) => {
        const label = new Cells(address.columns, cells).pick('kind of address');
        const kind = label ? readKind(label.text) : '';
        return kind ? { ...address, rank: kinds.indexOf(kind) } : address;
      })
      .sort((one, other) => one.rank - other.rank);
  }

  /** Returns the state and the country of a file that has one column of each for several addresses. */
  #borrow(cells: readonly string[], { columns }: AddressShape, found: FoundFields): FoundFields {
    const plain = this.#addresses.find((address) => address.columns.all[0]?.heading.kind === '')?.columns;
    if (!plain || plain === columns) return {};
    const { state, postal_code, country } = found;
    const from = new Cells(plain, cells);
    const own = new Cells(columns, cells);
    const hasState = state || own.has('state') || own.has('region') || from.has('city');
    const isAmerican = isZipOf(postal_code?.text ?? '', findState(state?.text) ?? '');
    const hasCountry = country || own.has('country') || isAmerican;
    return filledIn({
      ...(hasState ? {} : { state: from.pick('state') }),
      ...(hasCountry ? {} : { country: from.pick('country') }),
    });
  }

  /** Notes which columns filled which fields, and which lines of the chosen address were left out. */
  #account(
    cells: readonly string[],
    found: FoundFields,
    used: ReadonlySet<number>,
    address: readonly PartColumn[],
  ): void {
    for (const column of this.columns) {
      if (!column.hasValue) column.hasValue = cleanText(cells[column.index] ?? '').trim() !== '';
    }
    for (const { key, label } of contactFields) {
      for (const { index } of found[key]?.from ?? []) this.columns[index]?.filled.add(label);
    }
    for (const { index, heading } of address) {
      const column = this.columns[index];
      if (!column) continue;
      column.isInAddress = true;
      if (used.has(index) || column.isLost || !lineParts.has(heading.part)) continue;
      const printed = [found.street, found.city].map((one) => one?.text ?? '').join(' ');
      column.isLost = !normalizeText(printed).includes(normalizeText(cleanText(cells[index] ?? '')));
    }
    if (found.name && isSorted(found.name.text)) this.sortedName ??= found.name.text;
  }
}

/** Whether the column may be printed by a letter although it is not needed for the envelope, such as a county. */
export const isSpare = (column: Column): boolean =>
  isUnderstood(column) && (column.heading.part === 'region' || !isAddress(column));

/** Parts that are lines of an envelope. */
const lineParts = new Set<Part>([
  'street',
  'street name',
  'house number',
  'care of',
  'unit',
  'further line',
  'place',
  'PO box',
  'suburb',
]);

const countFilledIn = ({ street, city, postal_code }: FoundFields): number =>
  [street, city, postal_code].filter((one) => one !== undefined).length;

/** Whether the address comes from columns in another language and does not say that it is in the United States. */
const isForeign = ({ street, city, state, postal_code, country }: FoundFields): boolean =>
  [street, city, postal_code].some((one) => one?.from.some(({ heading }) => heading.isForeign)) &&
  country === undefined &&
  findState(state?.text) === undefined;

const noWords =
  /^(?:n|no|not|f|false|0|off|nein|non|ok|none|unknown|active|alive|living|allow(?:ed)?|mail ok)?$/i;
const isNo = (text: string): boolean => noWords.test(text);

/** Whether the cell says that the person gets no letters: under "Do Not Mail", "Deceased" or "Can Mail", or as a value of another column. */
function isNoMail({ means }: Heading, cell: string): boolean {
  const text = means === 'part' ? '' : cleanText(cell).trim();
  switch (means) {
    case 'do not mail':
    case 'deceased':
      return !isNo(text);
    case 'may mail':
      return text !== '' && (isNo(text) || /^(?:never|unsubscribed|do not)/i.test(text));
    case 'other':
      return /^deceased$|\bdo not (?:send )?mail\b/i.test(text);
    default:
      return false;
  }
}

/** Whether the column is no part of a person, so that it may be a merge field. */
export const isOther = ({ means }: Heading): boolean =>
  means === 'other' || means === 'unclear' || means === 'someone else';
