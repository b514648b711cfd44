/**
 * Reads people from the rows of a list by its headings, and reports for every column which field it filled, or why it filled no field.
 */

import { contactFields } from '../contacts/fields.ts';
import type { ReadPerson } from '../contacts/person.ts';
import { listFirst, truncate } from '../format.ts';
import { inputError } from '../inputs.ts';
import { normalizeHeading } from '../matching/text_match.ts';
import { isBlank, isPlainObject, toText } from '../values.ts';
import { chosenPreference } from './addresses.ts';
import {
  type Column,
  ColumnUse,
  fills,
  isAddress,
  isNotPersonField,
  isPersonColumn,
  isSpare,
} from './column.ts';
import { columnsField } from './columns_field.ts';
import { addressParts } from './heading_words.ts';
import { type Heading, parseHeading, readKind } from './headings.ts';
import { type Finding, findSkipped, ListCheck } from './list_check.ts';
import { saysWhoGetsMail } from './mail_permission.ts';
import { type Row, RowReader, type WantedColumns } from './row_reader.ts';

/** A heading that the user explains in Columns. */
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
    const heading = readChosen(text, name);
    if (isNotPersonField(heading) && heading.means !== 'other') {
      throw inputError(
        `${columnsField.label} says that "${truncate(name)}" is "${truncate(text)}", which is not a field.`,
        `Use ${fieldLabels}, First Name, Last Name, Address 2, a placeholder with braces, such as {amount}, merge field or ignore.`,
      );
    }
    chosen.set(normalizeHeading(name), { typed: name, heading });
  }
  return chosen;
}

/** The meaning of "merge field" in Columns. */
const mergeField: Heading = { means: 'other' };

/** Returns what the text says about the column. A field of an address keeps the kind of address that the heading names. */
function readChosen(text: string, name: string): Heading {
  if (/^ignored?$/i.test(text)) return { means: 'ignored' };
  if (/^merge ?fields?$/i.test(text)) return mergeField;
  const placeholder = /^\{([^{}]+)\}$/.exec(text)?.[1]?.trim();
  // The service fills in `{city}` from the city, so such a column is the field.
  const isField = contactFields.some(({ key }) => key === placeholder?.toLowerCase());
  if (placeholder && !isField) return { means: 'other', placeholder };
  const heading = parseHeading(placeholder || text);
  if (heading.means === 'other') return { means: 'unknown' };
  if (heading.means !== 'part') return heading;
  const kind = heading.kind || (addressParts.has(heading.part) ? readKind(name) : '');
  return { ...heading, kind, preference: chosenPreference };
}

const fieldLabels = contactFields.map(({ label }) => label).join(', ');

/** The columns of a list. */
export class ListColumns {
  readonly #chosen: ReadonlyMap<string, ChosenColumn>;
  readonly #wanted: WantedColumns;
  #reader: RowReader;
  readonly #check = new ListCheck();

  constructor(chosen: ReadonlyMap<string, ChosenColumn>, wanted: WantedColumns = {}) {
    this.#chosen = chosen;
    this.#wanted = wanted;
    this.#reader = new RowReader([], wanted);
  }

  /** Reads a row. Its cells are in the order of the headings. */
  read(cells: readonly string[]): Row {
    return this.#reader.read(cells);
  }

  /** Checks the values that are printed for a row. */
  check(row: Row, read: ReadPerson): void {
    this.#check.add(row, read);
  }

  /** Sets the headings of the list. */
  start(names: readonly string[]): void {
    const counts = new Map<string, number>();
    const columns = names.map((name, index) => {
      const heading = name.trim();
      const count = (counts.get(heading) ?? 0) + 1;
      counts.set(heading, count);
      const label = count > 1 && heading ? `${heading} (${count})` : heading;
      const meaning = this.#headingOf(name, label);
      const use = new ColumnUse();
      if (meaning.means === 'other' && meaning.placeholder) use.filled.add(`{${meaning.placeholder}}`);
      if (saysWhoGetsMail(meaning.means)) use.filled.add('who gets no letter');
      return { index, name, label, heading: meaning, use };
    });
    this.#reader = new RowReader(columns, this.#wanted);
  }

  /** Returns how many of the headings are person fields. */
  countParts(names: readonly string[]): number {
    return names.filter((name) => this.#headingOf(name).means === 'part').length;
  }

  #headingOf(name: string, label = name): Heading {
    const chosen = this.#chosen.get(normalizeHeading(label))?.heading;
    if (chosen) return chosen;
    const heading = parseHeading(name);
    const isNamed = this.#wanted.named?.some((one) => normalizeHeading(one) === normalizeHeading(name));
    return isNamed && isNotPersonField(heading) ? mergeField : heading;
  }

  get #columns(): readonly Column[] {
    return this.#reader.columns;
  }

  /** The headings of columns that may be merge fields. Columns that are not person fields come first. */
  get mergeable(): readonly Column[] {
    const mergeable = this.#columns.filter(({ merge }) => merge);
    return mergeable.toSorted(
      (one, other) => Number(one.merge === 'optional') - Number(other.merge === 'optional'),
    );
  }

  /** The entries of Columns whose heading the file lacks. Empty if there is no file. */
  get #absent(): ChosenColumn[] {
    const present = this.#columns.map(({ label }) => normalizeHeading(label));
    if (present.length === 0) return [];
    return [...this.#chosen].flatMap(([key, one]) => (present.includes(key) ? [] : [one]));
  }

  /** The headings as messages show them. */
  get names(): string[] {
    return this.#columns.map(formatHeading);
  }

  /** Lists the fields that each column filled: "Donor Addr1 → Street". */
  get used(): string[] {
    return this.#columns.flatMap((column) => {
      const fields = [...column.use.filled].join(', ');
      return fields ? [`${formatHeading(column)} → ${fields}`] : [];
    });
  }

  /**
   * Lists the columns that filled no field, each with the reason: "Phone (no field of a contact)".
   * @param whyNot returns why a column that is not a person field is not used, or undefined if it is a merge field
   */
  ignored(whyNot: (column: Column) => string | undefined): string[] {
    return this.#columns.flatMap((column) => {
      const { name, index, heading, use } = column;
      if (!name.trim()) return use.first ? [`column ${index + 1} (it has no name)`] : [];
      if (use.filled.size > 0) return [];
      const mayBePrinted = isNotPersonField(heading) || (isSpare(column) && use.first);
      const reason = mayBePrinted ? whyNot(column) : reasonOf(column);
      return reason === undefined ? [] : [`${formatHeading(column)} (${reason})`];
    });
  }

  /** Advice about columns that were not understood, to append to an error about rows. Empty if all were understood. */
  get adviceIfUnclear(): string {
    const unclear = this.#columns.filter(({ heading, use }) => heading.means === 'unclear' && use.first);
    if (unclear.length === 0) return '';
    return ` These columns were not understood: ${quoteWithValues(unclear)}. ${columnsAdvice}`;
  }

  /** Sentences about columns that the user should check. */
  get warnings(): string[] {
    const { sortedName } = this.#check;
    const mistakes = this.#check.findMistakes(this.#columns);
    const skipped = findSkipped(this.#columns.filter(({ use }) => use.first));
    const leftOut = this.#columns.filter(({ use }) => use.isLeftOut);
    return [
      mistakes.length > 0 && `${describe(mistakes)} ${columnsAdvice}`,
      describeAbsent(this.#absent),
      skipped.length > 0 &&
        `Not understood, so not printed in the address: ${quoteWithValues(skipped)}. If an address is incomplete without it, say what it is in ${columnsField.label}.`,
      leftOut.length > 0 && `Not printed in the address: ${quoteWithValues(leftOut)}.`,
      sortedName &&
        `Names such as "${truncate(sortedName)}" are printed unchanged. If the last name comes first, say in ${columnsField.label} that the column is Sort Name.`,
    ].flatMap((warning) => warning || []);
  }

  /** @throws a user-facing error if no column has a name, or a needed part may be in a column that was not understood */
  requireParts(mistakes: readonly Finding[] = []): void {
    const missing = this.#findMissing();
    if (missing.length === 0 && mistakes.length === 0) return;
    const labels = missing.map(({ what }) => what).join(' or ');
    const what = labels && `The file has no column for ${labels}. ${describeAbsent(this.#absent)}`.trim();
    const isKnown = ({ need }: Finding): boolean => missing.some((one) => one.need && one.need === need);
    const findings = [
      { what, columns: missing.flatMap(({ columns }) => columns) },
      ...mistakes.map((one) => (isKnown(one) ? { ...one, what: '' } : one)),
    ];
    const hasCause = findings.some(({ columns }) => columns.length > 0);
    const all = hasCause ? '' : ` It has the columns ${quote(this.#columns)}.`;
    throw inputError(`${describe(findings)}${all}`, columnsAdvice);
  }

  /** @throws a user-facing error if the letters to the list would be printed wrong */
  requireReadable(): void {
    this.requireParts(this.#check.findMistakes(this.#columns));
  }

  /** Returns the needed parts that no column holds, each with the columns that may hold it. */
  #findMissing(): Finding[] {
    const columns = this.#columns;
    const hasLast = columns.some((column) => isPersonColumn(column) && column.heading.part === 'last');
    return neededParts.flatMap(([need, what, shape]) => {
      if (columns.some((column) => fills(column, need))) return [];
      const unclear = columns.filter(
        ({ heading, use }) => use.mayBePrinted && 'parts' in heading && heading.parts.includes(need),
      );
      const fitting = unclear.filter(({ use }) => use.shapes.has(shape));
      const isAbsent = this.#absent.some((one) => fills(one, need));
      // A last name alone is a name, unless first names were not understood.
      const isRequired = need === 'name' && !hasLast && columns.length > 0;
      return isAbsent || unclear.length > 0 || isRequired
        ? [{ need, what, columns: fitting.length > 0 ? fitting : unclear }]
        : [];
    });
  }
}

/** Describes the problems, and the columns that may be their cause with their first values. */
function describe(findings: readonly Finding[]): string {
  const what = findings.flatMap((one) => one.what || []).join(' ');
  const columns = findings.flatMap((one) => one.columns);
  return columns.length > 0 ? `${what} Look at the columns ${quoteWithValues(columns)}.` : what;
}

/** Returns a heading as messages show it. */
const formatHeading = ({ label }: Column): string => truncate(label);

/** Returns a sentence about headings in Columns that the file lacks, or an empty text. */
function describeAbsent(absent: readonly ChosenColumn[]): string {
  if (absent.length === 0) return '';
  const typed = absent.map((one) => `"${truncate(one.typed.trim())}"`);
  return `${columnsField.label} names ${listFirst(typed, ', ')}, but the file has no such column.`;
}

const quote = (columns: readonly Column[], after = (_: Column): string => ''): string =>
  listFirst([...new Set(columns.map((column) => `"${formatHeading(column)}"${after(column)}`))], ', ');

const quoteWithValues = (columns: readonly Column[]): string =>
  quote(columns, ({ use }) => ` (${truncate(use.first, 30)})`);

/** The parts that every letter needs, with words for them and the shape of their values. */
const neededParts = [
  ['name', 'a name or a company', 'words'],
  ['street', 'the street', 'street'],
  ['city', 'the city', 'words'],
  ['postal_code', 'the postal code', 'number'],
] as const;

/** The advice in every error about columns. */
const columnsAdvice = `In ${columnsField.label}, enter a heading on the left. On the right, enter its field (${fieldLabels}, First Name, Last Name or similar), or the placeholder that it fills, such as {amount}, or "merge field" or "ignore".`;

/** Returns why a person column filled no field. */
function reasonOf(column: Column): string {
  const { heading, use } = column;
  if (heading.means === 'ignored') return `${columnsField.label} says so`;
  if (heading.means === 'contact_id') return "the letter service's own ID";
  if (!use.first) return 'blank in every row';
  return isAddress(column) && !use.isInAddress ? 'another address is used' : 'another column is used';
}
