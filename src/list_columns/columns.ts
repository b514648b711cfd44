/** Reads people from the rows of a list by its headings, and reports which field each column filled, or why it filled none. */

import type { ReadPerson } from '../person/person.ts';
import { inputError } from '../steps/inputs.ts';
import { listFirst, truncate } from '../text/format.ts';
import { normalizeHeading } from '../text/text_match.ts';
import { resolveHeading } from './addresses.ts';
import { type ChosenColumn, fieldLabels, mergeField, readChosenColumns } from './chosen_columns.ts';
import {
  type Column,
  ColumnUse,
  isAddress,
  isNotPersonField,
  isPersonColumn,
  mayBeMergeField,
} from './column.ts';
import { columnsField } from './columns_field.ts';
import { type Heading, parseHeading } from './headings.ts';
import { findMissingParts, findSkipped, ListCheck } from './list_check.ts';
import { saysWhoGetsMail } from './mail_permission.ts';
import { makeRowReader, type Row } from './row_reader.ts';

/** The headings of columns whose values are wanted even if they are person columns. */
export interface WantedColumns {
  /** The headings in Merge Columns. */
  named?: readonly string[];
  /** The placeholders of the letter, if they are known. */
  printed?: readonly string[] | undefined;
}

export class ListColumns {
  readonly #chosen: ReadonlyMap<string, ChosenColumn>;
  readonly #wanted: WantedColumns;
  #columns: readonly Column[] = [];
  /** Reads a row. Its cells are in the order of the headings. */
  read = makeRowReader([]);
  readonly #check = new ListCheck();

  /** @param chosen the value of the field Columns. @throws a user-facing error if it names something that is not a field */
  constructor(chosen: unknown, wanted: WantedColumns = {}) {
    this.#chosen = readChosenColumns(chosen);
    this.#wanted = wanted;
  }

  /** Checks the values that are printed for a row. */
  check(row: Row, read: ReadPerson): void {
    read.problems.push(...row.problems);
    this.#check.add(row, read);
  }

  /** Sets the headings of the list. */
  start(names: readonly string[]): void {
    const { named = [], printed = [] } = this.#wanted;
    const counts = new Map<string, number>();
    const parsed = names.map((name, index): Column => {
      const typed = name.trim();
      const count = (counts.get(normalizeHeading(typed)) ?? 0) + 1;
      counts.set(normalizeHeading(typed), count);
      const label = count > 1 && typed ? `${typed} (${count})` : typed;
      const heading = this.#headingOf(name, label);
      const use = new ColumnUse();
      if (heading.means === 'other' && heading.placeholder) use.filled.add(`{${heading.placeholder}}`);
      if (saysWhoGetsMail(heading.means)) use.filled.add('who gets no letter');
      return { index, name, label, heading, use };
    });
    const people = parsed.filter(isPersonColumn);
    this.#columns = parsed.map((column) => {
      const { name } = column;
      const heading = isPersonColumn(column) ? resolveHeading(column, people) : column.heading;
      const isRequired = isNotPersonField(heading) || isIn(named, name);
      const isOptional = mayBeMergeField(heading) || (heading.means === 'part' && isIn(printed, name));
      const merge = isRequired ? 'required' : isOptional ? 'optional' : undefined;
      return { ...column, heading, merge: name.trim() ? merge : undefined } as const;
    });
    this.read = makeRowReader(this.#columns);
  }

  /** Returns how many of the headings are person fields. */
  countParts(names: readonly string[]): number {
    return names.filter((name) => this.#headingOf(name).means === 'part').length;
  }

  #headingOf(name: string, label = name): Heading {
    const chosen = this.#chosen.get(normalizeHeading(label))?.heading;
    if (chosen) return chosen;
    // In JSON, `metadata` has merge fields.
    const [, placeholder] = /^metadata\.(.+)$/.exec(name) ?? [];
    if (placeholder) return { means: 'other', placeholder };
    const heading = parseHeading(name);
    return isIn(this.#wanted.named, name) && isNotPersonField(heading) ? mergeField : heading;
  }

  /** The columns that may be merge fields. Columns that are not person fields come first. */
  get mergeable(): readonly Column[] {
    return ['required', 'optional'].flatMap((merge) => this.#columns.filter((one) => one.merge === merge));
  }

  /** The entries of Columns whose heading the file lacks. Empty if there is no file. */
  get #absent(): ChosenColumn[] {
    const present = this.#columns.map(({ label }) => normalizeHeading(label));
    if (present.length === 0) return [];
    return [...this.#chosen].flatMap(([key, one]) => (present.includes(key) ? [] : [one]));
  }

  get names(): string[] {
    return this.#columns.map(formatHeading);
  }

  /**
   * Returns the use of each column: "Donor Addr1 → Street" if it filled a field, or "Phone (no field of a contact)".
   * @param whyNotMerged returns why a column is not a merge field, or undefined if it is one
   */
  describeUse(whyNotMerged: (column: Column) => string | undefined) {
    const used = this.#columns.filter(({ use }) => use.isFilled);
    const reasons = this.#columns.map((column) => ({ column, reason: findReason(column, whyNotMerged) }));
    return {
      used_columns: used.map((column) => `${formatHeading(column)} → ${[...column.use.filled].join(', ')}`),
      ignored_columns: reasons.flatMap(({ column, reason }) =>
        reason ? `${formatHeading(column)} (${reason})` : [],
      ),
    };
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
    const unprinted = this.#columns.filter(({ use }) => use.unprinted);
    return [
      mistakes.length > 0 && `${describe(mistakes)} ${columnsAdvice}`,
      describeAbsent(this.#absent),
      skipped.length > 0 &&
        `Not understood, so not printed in the address: ${quoteWithValues(skipped)}. If an address is incomplete without it, say what it is in ${columnsField.label}.`,
      unprinted.length > 0 &&
        `Not printed on the envelope: ${quote(unprinted, ({ use }) => ` (${truncate(use.unprinted, 30)})`)}.`,
      sortedName &&
        `Names such as "${truncate(sortedName)}" are printed unchanged. If the last name comes first, say in ${columnsField.label} that the column is Sort Name.`,
    ].flatMap((warning) => warning || []);
  }

  /**
   * @param areLetters true if letters are printed, so that other mistakes are errors, too
   * @throws a user-facing error if no column has a name, or a needed part may be in a column that was not understood
   */
  requireParts(areLetters = false): void {
    const missing = findMissingParts(this.#columns, this.#absent);
    const said = missing.map(({ need }) => need);
    const mistakes = areLetters ? this.#check.findMistakes(this.#columns, said) : [];
    if (missing.length === 0 && mistakes.length === 0) return;
    const parts = missing.map(({ phrase }) => phrase).join(' or ');
    const sentence = parts && `The file has no column for ${parts}. ${describeAbsent(this.#absent)}`.trim();
    const problems = [{ sentence, columns: missing.flatMap(({ columns }) => columns) }, ...mistakes];
    const hasCause = problems.some(({ columns }) => columns.length > 0);
    const all = hasCause ? '' : ` It has the columns ${quote(this.#columns)}.`;
    throw inputError(`${describe(problems)}${all}`, columnsAdvice);
  }

  /** @throws a user-facing error if the letters to the list would be printed wrong */
  requireReadable(): void {
    this.requireParts(true);
  }
}

/** Describes the problems, and the columns that may be their cause with their first values. */
function describe(problems: readonly { sentence: string; columns: readonly Column[] }[]): string {
  const sentences = problems.flatMap(({ sentence }) => sentence || []).join(' ');
  const columns = problems.flatMap((one) => one.columns);
  return columns.length > 0 ? `${sentences} Look at the columns ${quoteWithValues(columns)}.` : sentences;
}

const isIn = (headings: readonly string[] = [], name: string): boolean =>
  headings.map(normalizeHeading).includes(normalizeHeading(name));

const formatHeading = ({ label, index }: Column): string => truncate(label.trim() || `column ${index + 1}`);

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

const columnsAdvice = `In ${columnsField.label}, enter a heading on the left. On the right, enter its field (${fieldLabels}, First Name, Last Name or similar), or the placeholder that it fills, such as {amount}, or "merge field" or "ignore".`;

/** Returns why a column filled no field, or an empty text or undefined if there is nothing to say. */
function findReason(
  column: Column,
  whyNotMerged: (column: Column) => string | undefined,
): string | undefined {
  const { name, heading, use } = column;
  if (use.isFilled) return undefined;
  if (!name.trim()) return use.first && 'it has no name';
  if (isNotPersonField(heading) || (mayBeMergeField(heading) && use.first)) return whyNotMerged(column);
  if (heading.means === 'ignored') return `${columnsField.label} says so`;
  if (heading.means === 'contact_id') return "the letter service's own ID";
  if (!use.first) return 'blank in every row';
  return isAddress(column) && !use.isInAddress ? 'another address is used' : 'another column is used';
}
