/**
 * Reads people from the rows of a list by its headings, and accounts for every column: which field it filled, or why it filled none.
 */
import { inputError, isBlank, isPlainObject, listFirst, toText, truncate } from '../inputs.ts';
import { normalizeHeading } from '../matching/text_match.ts';
import { columnsField } from './columns_field.ts';
import { contactFields } from './fields.ts';
import { type Heading, type NeededPart, parseHeading } from './headings.ts';
import {
  addressParts,
  type ChosenColumns,
  type Column,
  isOther,
  isSpare,
  isUnderstood,
  partsFor,
  type Row,
  RowReader,
  type WantedColumns,
} from './row_reader.ts';

/** Reads Columns. @throws a user-facing error if a value is no field */
export function readChosenColumns(value: unknown): ChosenColumns {
  const chosen = new Map<string, Heading>();
  if (isBlank(value)) return chosen;
  if (!isPlainObject(value)) {
    throw inputError(
      `${columnsField.label} is set to "${truncate(toText(value))}", which is not a set of headings and fields. Nothing was sent. Enter a heading and its field for each column.`,
    );
  }
  for (const [name, meaning] of Object.entries(value)) {
    const text = toText(meaning).trim();
    if (!text) continue;
    const heading: Heading = /^ignored?$/i.test(text) ? { means: 'ignored' } : parseHeading(text);
    if (isOther(heading)) {
      throw inputError(
        `${columnsField.label} says that "${truncate(name)}" is "${truncate(text)}", which is not a field. Nothing was sent. Use ${fieldLabels}, First Name, Last Name, Address 2 or ignore.`,
      );
    }
    chosen.set(normalizeHeading(name), heading.means === 'part' ? { ...heading, preference: -1 } : heading);
  }
  return chosen;
}

const fieldLabels = contactFields.map(({ label }) => label).join(', ');

/** The columns of a list. A JSON file may have contacts of several shapes. */
export class ListColumns {
  readonly #chosen: ChosenColumns;
  readonly #wanted: WantedColumns;
  readonly #shapes = new Map<string, RowReader>();
  #last: { names: readonly string[]; shape: RowReader } | undefined;

  constructor(chosen: ChosenColumns, wanted: WantedColumns = {}) {
    this.#chosen = chosen;
    this.#wanted = wanted;
  }

  /** Reads a row, whose cells have the order of the names. */
  read(names: readonly string[], cells: readonly string[]): Row {
    return this.#shapeOf(names).read(cells);
  }

  /** Adds the headings of a list that may have no rows. */
  add(names: readonly string[]): void {
    this.#shapeOf(names);
  }

  /** Whether the row names at least two parts of a person. */
  isHeader(names: readonly string[]): boolean {
    const means = (name: string) => (this.#chosen.get(normalizeHeading(name)) ?? parseHeading(name)).means;
    return names.filter((name) => means(name) === 'part').length > 1;
  }

  #shapeOf(names: readonly string[]): RowReader {
    if (this.#last?.names === names) return this.#last.shape;
    const key = JSON.stringify(names);
    const shape = this.#shapes.get(key) ?? new RowReader(names, this.#chosen, this.#wanted);
    this.#shapes.set(key, shape);
    this.#last = { names, shape };
    return shape;
  }

  /** The columns of all shapes, each name once. */
  get #columns(): Column[] {
    const columns = new Map<string, Column>();
    for (const column of [...this.#shapes.values()].flatMap((shape) => shape.columns)) {
      // Columns without a name differ by their position.
      const key = column.name.trim() ? column.name : String(column.index);
      const same = columns.get(key);
      const filled = new Set([...(same?.filled ?? []), ...column.filled]);
      columns.set(key, {
        ...column,
        filled,
        hasValue: column.hasValue || same?.hasValue === true,
        isInAddress: column.isInAddress || same?.isInAddress === true,
        isLost: column.isLost || same?.isLost === true,
      });
    }
    return [...columns.values()];
  }

  /** Whether a column filled a field in any row. */
  isUsed(name: string): boolean {
    return this.#columns.some((column) => column.name === name && column.filled.size > 0);
  }

  /** The headings as messages show them. */
  get names(): string[] {
    return this.#columns.map(({ name }) => truncate(name.trim()));
  }

  /** Which column filled which fields: "Donor Addr1 → Street". */
  get used(): string[] {
    return this.#columns.flatMap(({ name, filled, heading }) => {
      const fields = mailMeanings.has(heading.means) ? ['who gets no letter'] : [...filled];
      return fields.length > 0 ? [`${truncate(name.trim())} → ${fields.join(', ')}`] : [];
    });
  }

  /**
   * Which columns filled no field, and why: "Phone (no field of a contact)".
   * @param whyNot returns why a column that is no part of a person is not used, or undefined if it is used otherwise
   */
  ignored(whyNot: (name: string) => string | undefined): string[] {
    return this.#columns.flatMap((column) => {
      const { name, index, filled, heading, hasValue } = column;
      if (!name.trim()) return hasValue ? [`column ${index + 1} (it has no name)`] : [];
      if (filled.size > 0 || mailMeanings.has(heading.means)) return [];
      const reason = isOther(heading) || (isSpare(column) && hasValue) ? whyNot(name) : reasonOf(column);
      return reason === undefined ? [] : [`${truncate(name.trim())} (${reason})`];
    });
  }

  /** The headings that belong to a name or an address and were not understood. */
  get unclear(): string[] {
    return this.#columns.flatMap(({ name, heading, hasValue }) =>
      heading.means === 'unclear' && hasValue ? [`"${truncate(name.trim())}"`] : [],
    );
  }

  /** What to do about columns that were not understood, as a sentence to append to an error about rows; empty if there are none. */
  get adviceIfUnclear(): string {
    const unclear = this.unclear;
    if (unclear.length > 0)
      return ` These columns were not understood: ${listFirst(unclear, ', ')}. ${columnsAdvice}`;
    const columns = this.#columns;
    const hasCity = columns.some(
      (column) =>
        isUnderstood(column) && [...partsFor.city, ...partsFor.postal_code].includes(column.heading.part),
    );
    if (columns.length === 0 || hasCity) return '';
    const names = this.names.map((name) => `"${name}"`);
    return ` The file has no column for the city: it has the columns ${listFirst(names, ', ')}. ${columnsAdvice}`;
  }

  /** What was read in a way that the user should look at, in whole sentences. */
  get warnings(): string[] {
    const columns = this.#columns.filter(({ hasValue }) => hasValue);
    const streets = columns.filter(
      ({ heading }) => heading.means === 'unclear' && heading.parts.includes('street'),
    );
    const lost = columns.filter(({ isLost }) => isLost);
    const quote = (some: readonly Column[]): string =>
      listFirst(
        some.map(({ name }) => `"${truncate(name.trim())}"`),
        ', ',
      );
    const [sorted] = [...this.#shapes.values()].flatMap((shape) => shape.sortedName ?? []);
    return [
      ...(streets.length > 0
        ? [
            `Not understood, so not printed in the address: ${quote(streets)}. If an address is incomplete without it, say what it is in ${columnsField.label}.`,
          ]
        : []),
      ...(lost.length > 0
        ? [`Not printed, because another column is used for the same line: ${quote(lost)}.`]
        : []),
      ...(sorted
        ? [
            `Names such as "${truncate(sorted)}" are printed as they are. If the last name comes first, say in ${columnsField.label} that the column is Sort Name.`,
          ]
        : []),
    ];
  }

  /** @throws a user-facing error if what a letter needs may be in columns that were not understood, or there is no column for a name */
  requireParts(): void {
    const columns = this.#columns;
    const parts = new Set(columns.flatMap((column) => (isUnderstood(column) ? [column.heading.part] : [])));
    const mayBe = (need: NeededPart): Column[] =>
      columns.filter((column) => column.hasValue && mayHold(column, need));
    const missing = neededParts
      .filter((need) => !partsFor[need].some((part) => parts.has(part)))
      .map((need) => ({ need, columns: mayBe(need) }))
      // A last name alone is a name, unless first names were not understood.
      .filter(
        (one) => one.columns.length > 0 || (one.need === 'name' && !parts.has('last') && columns.length > 0),
      );
    if (missing.length === 0) return;
    const quote = (some: readonly { name: string }[]): string =>
      listFirst([...new Set(some.map(({ name }) => `"${truncate(name.trim())}"`))], ', ');
    const needs = missing.map(({ need }) => neededLabels[need]).join(' or ');
    const unclear = missing.flatMap((one) => one.columns);
    const seen =
      unclear.length > 0
        ? `These columns were not understood: ${quote(unclear)}.`
        : `It has the columns ${quote(columns)}.`;
    throw inputError(`The file has no column for ${needs}. ${seen} Nothing was sent. ${columnsAdvice}`);
  }
}

const neededParts = ['name', 'street', 'city', 'postal_code'] as const;

/** Whether a column that is not used may hold the part. */
const mayHold = ({ name, heading }: Column, need: NeededPart): boolean =>
  heading.means === 'unclear'
    ? heading.parts.includes(need)
    : heading.means === 'someone else' &&
      ((need === 'name' && /first/i.test(name)) || (need === 'street' && /addr|street/i.test(name)));

const neededLabels: Record<NeededPart, string> = {
  name: 'a name or a company',
  street: 'the street',
  city: 'the city',
  postal_code: 'the postal code',
};

/** The way out of every error about columns. */
export const columnsAdvice = `In ${columnsField.label}, enter a heading on the left. On the right, enter its field (${fieldLabels}, First Name, Last Name or similar), or "ignore" to leave the column out.`;

const mailMeanings = new Set<Heading['means']>(['do not mail', 'may mail', 'deceased']);

/** Returns why a column that holds a part of a person filled no field. */
function reasonOf({ heading, hasValue, isInAddress }: Column): string {
  if (heading.means === 'ignored') return `${columnsField.label} says so`;
  if (heading.means === 'contact_id') return "the letter service's own ID";
  if (!hasValue) return 'blank in every row';
  const isOfOtherAddress = heading.means === 'part' && addressParts.has(heading.part) && !isInAddress;
  return isOfOtherAddress ? 'another address is used' : 'another column is used';
}
