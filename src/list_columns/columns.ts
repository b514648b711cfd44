/**
 * Reads people from the rows of a list by its headings, and accounts for every column: which field it filled, or why it filled none.
 */

import { contactFields } from '../contacts/fields.ts';
import { listFirst, truncate } from '../format.ts';
import { inputError } from '../inputs.ts';
import { normalizeHeading } from '../matching/text_match.ts';
import { isBlank, isPlainObject, toText } from '../values.ts';
import { columnsField } from './columns_field.ts';
import { type Column, ColumnUse, isSorted } from './compose_person.ts';
import { type Heading, type NeededPart, parseHeading } from './headings.ts';
import {
  chosenPreference,
  fills,
  isAddress,
  isOther,
  isPart,
  isSpare,
  type Row,
  RowReader,
  type WantedColumns,
} from './row_reader.ts';

/** A heading of which the user says what it is. */
interface ChosenColumn {
  /** The heading as the user typed it. */
  typed: string;
  heading: Heading;
}

/** Returns the entries of Columns by their normalized headings. @throws a user-facing error if a value is not a field */
export function readChosenColumns(value: unknown): ReadonlyMap<string, ChosenColumn> {
  const chosen = new Map<string, ChosenColumn>();
  if (isBlank(value)) return chosen;
  if (!isPlainObject(value)) {
    throw inputError(
      `${columnsField.label} is set to "${truncate(toText(value))}", which is not a set of headings and fields.`,
      'Enter a heading and its field for each column.',
    );
  }
  for (const [name, meaning] of Object.entries(value)) {
    const text = toText(meaning).trim();
    if (!text) continue;
    const heading: Heading = /^ignored?$/i.test(text) ? { means: 'ignored' } : parseHeading(text);
    if (isOther(heading)) {
      throw inputError(
        `${columnsField.label} says that "${truncate(name)}" is "${truncate(text)}", which is not a field.`,
        `Use ${fieldLabels}, First Name, Last Name, Address 2 or ignore.`,
      );
    }
    chosen.set(normalizeHeading(name), {
      typed: name,
      heading: heading.means === 'part' ? { ...heading, preference: chosenPreference } : heading,
    });
  }
  return chosen;
}

const fieldLabels = contactFields.map(({ label }) => label).join(', ');

/** The columns of a list. A JSON file may have contacts of several shapes. */
export class ListColumns {
  readonly #chosen: ReadonlyMap<string, ChosenColumn>;
  readonly #wanted: WantedColumns;
  readonly #shapes = new Map<string, RowReader>();
  readonly #uses = new Map<string, ColumnUse>();
  /** A name that may be sorted by the last name. */
  #sortedName: string | undefined;

  constructor(chosen: ReadonlyMap<string, ChosenColumn>, wanted: WantedColumns = {}) {
    this.#chosen = chosen;
    this.#wanted = wanted;
  }

  /** Reads a row, whose cells have the order of the names. */
  read(names: readonly string[], cells: readonly string[]): Row {
    const row = this.add(names).read(cells);
    const name = toText(row.fields.name);
    if (isSorted(name)) this.#sortedName ??= name;
    return row;
  }

  /** Adds the headings of a list that may have no rows. */
  add(names: readonly string[]): RowReader {
    const key = JSON.stringify(names);
    const known = this.#shapes.get(key);
    if (known) return known;
    const columns = names.map((name, index) => ({
      index,
      name,
      heading: this.#headingOf(name),
      use: this.#useOf(name, index),
    }));
    const shape = new RowReader(columns, this.#wanted);
    this.#shapes.set(key, shape);
    return shape;
  }

  /** Returns how many of the headings name parts of a person. */
  countParts(names: readonly string[]): number {
    return names.filter((name) => this.#headingOf(name).means === 'part').length;
  }

  #headingOf(name: string): Heading {
    return this.#chosen.get(normalizeHeading(name))?.heading ?? parseHeading(name);
  }

  #useOf(name: string, index: number): ColumnUse {
    // Columns without a name differ by their position.
    const key = name.trim() ? name : String(index);
    const use = this.#uses.get(key) ?? new ColumnUse();
    this.#uses.set(key, use);
    return use;
  }

  /** The columns of all shapes, each name once. */
  get #columns(): Column[] {
    const columns = [...this.#shapes.values()].flatMap((shape) => shape.columns);
    return [...new Map(columns.map((column) => [column.use, column])).values()];
  }

  /** The entries of Columns whose heading no row has. Empty if there is no file. */
  get #absent(): ChosenColumn[] {
    const present = new Set(this.#columns.map(({ name }) => normalizeHeading(name)));
    return present.size === 0
      ? []
      : [...this.#chosen].flatMap(([key, one]) => (present.has(key) ? [] : [one]));
  }

  /** The headings as messages show them. */
  get names(): string[] {
    return this.#columns.map(show);
  }

  /** Which column filled which fields: "Donor Addr1 → Street". */
  get used(): string[] {
    return this.#columns.flatMap((column) => {
      const fields = saysWhoGetsMail(column) ? ['who gets no letter'] : [...column.use.filled];
      return fields.length > 0 ? [`${show(column)} → ${fields.join(', ')}`] : [];
    });
  }

  /**
   * Which columns filled no field, and why: "Phone (no field of a contact)".
   * @param whyNot returns why a column that is no part of a person is not used, or undefined if it is used otherwise
   */
  ignored(whyNot: (name: string) => string | undefined): string[] {
    return this.#columns.flatMap((column) => {
      const { name, index, heading, use } = column;
      if (!name.trim()) return use.hasValue ? [`column ${index + 1} (it has no name)`] : [];
      if (use.filled.size > 0 || saysWhoGetsMail(column)) return [];
      const mayBePrinted = isOther(heading) || (isSpare(column) && use.hasValue);
      const reason = mayBePrinted ? whyNot(name) : reasonOf(column);
      return reason === undefined ? [] : [`${show(column)} (${reason})`];
    });
  }

  /** A sentence to append to an error about rows: what to do about columns that were not understood. Empty if all were. */
  get adviceIfUnclear(): string {
    const columns = this.#columns;
    const unclear = columns.filter(({ heading, use }) => heading.means === 'unclear' && use.hasValue);
    if (unclear.length > 0) return ` These columns were not understood: ${quote(unclear)}. ${columnsAdvice}`;
    const hasCity = columns.some((column) => fills(column, 'city') || fills(column, 'postal_code'));
    if (columns.length === 0 || hasCity) return '';
    return ` The file has no column for the city: it has the columns ${quote(columns)}. ${columnsAdvice}`;
  }

  /** What was read in a way that the user should look at, in whole sentences. */
  get warnings(): string[] {
    const columns = this.#columns.filter(({ use }) => use.hasValue);
    const streets = columns.filter(
      ({ heading }) => heading.means === 'unclear' && heading.parts.includes('street'),
    );
    const lost = columns.filter(({ use }) => use.isLost);
    const warnings: string[] = [];
    if (this.#absent.length > 0) warnings.push(describeAbsent(this.#absent));
    if (streets.length > 0)
      warnings.push(
        `Not understood, so not printed in the address: ${quote(streets)}. If an address is incomplete without it, say what it is in ${columnsField.label}.`,
      );
    if (lost.length > 0)
      warnings.push(`Not printed, because another column is used for the same line: ${quote(lost)}.`);
    if (this.#sortedName)
      warnings.push(
        `Names such as "${truncate(this.#sortedName)}" are printed unchanged. If the last name comes first, say in ${columnsField.label} that the column is Sort Name.`,
      );
    return warnings;
  }

  /** @throws a user-facing error if what a letter needs may be in columns that were not understood, or there is no column for a name */
  requireParts(): void {
    const columns = this.#columns;
    const absent = this.#absent;
    const hasLast = columns.some((column) => isPart(column) && column.heading.part === 'last');
    const missing = neededParts.flatMap(([need, label]) => {
      if (columns.some((column) => fills(column, need))) return [];
      const unclear = columns.filter((column) => column.use.hasValue && mayHold(column, need));
      const isAbsent = absent.some((one) => fills(one, need));
      // A last name alone is a name, unless first names were not understood.
      const isRequired =
        isAbsent || unclear.length > 0 || (need === 'name' && !hasLast && columns.length > 0);
      return isRequired ? [{ label, unclear }] : [];
    });
    if (missing.length === 0) return;
    const needs = missing.map(({ label }) => label).join(' or ');
    const unclear = missing.flatMap((one) => one.unclear);
    const seen =
      unclear.length > 0
        ? `These columns were not understood: ${quote(unclear)}.`
        : `It has the columns ${quote(columns)}.`;
    const named = absent.length > 0 ? `${describeAbsent(absent)} ` : '';
    throw inputError(`The file has no column for ${needs}. ${named}${seen}`, columnsAdvice);
  }
}

/** Returns a heading as messages show it. */
const show = ({ name }: Column): string => truncate(name.trim());

const describeAbsent = (absent: readonly ChosenColumn[]): string => {
  const typed = absent.map((one) => `"${truncate(one.typed.trim())}"`);
  return `${columnsField.label} names ${listFirst(typed, ', ')}, but the file has no such column.`;
};

const quote = (columns: readonly Column[]): string =>
  listFirst([...new Set(columns.map((column) => `"${show(column)}"`))], ', ');

const neededParts = [
  ['name', 'a name or a company'],
  ['street', 'the street'],
  ['city', 'the city'],
  ['postal_code', 'the postal code'],
] as const;

/** Whether a column that is not used may hold the part. */
const mayHold = ({ name, heading }: Column, need: NeededPart): boolean =>
  heading.means === 'unclear'
    ? heading.parts.includes(need)
    : heading.means === 'someone else' &&
      ((need === 'name' && /first/i.test(name)) || (need === 'street' && /addr|street/i.test(name)));

/** The way out of every error about columns. */
const columnsAdvice = `In ${columnsField.label}, enter a heading on the left. On the right, enter its field (${fieldLabels}, First Name, Last Name or similar), or "ignore" to leave the column out.`;

const saysWhoGetsMail = ({ heading }: Column): boolean =>
  ['do not mail', 'may mail', 'deceased'].includes(heading.means);

/** Returns why a column that holds a part of a person filled no field. */
function reasonOf(column: Column): string {
  const { heading, use } = column;
  if (heading.means === 'ignored') return `${columnsField.label} says so`;
  if (heading.means === 'contact_id') return "the letter service's own ID";
  if (!use.hasValue) return 'blank in every row';
  return isAddress(column) && !use.isInAddress ? 'another address is used' : 'another column is used';
}
