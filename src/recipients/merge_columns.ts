/** Decides which columns of a list become merge fields. docs/api.md#temporary-lists */
import { maxMergeFieldLength, maxMergeFields } from '../api/lists.ts';
import { type PrintedText, readPrinted } from '../contacts/printed_text.ts';
import { formatNumber, listFirst, truncate } from '../format.ts';
import { type InputData, inputError, readList } from '../inputs.ts';
import { type Column, shapeOf } from '../list_columns/column.ts';
import type { Value, WantedColumns } from '../list_columns/row_reader.ts';
import { normalizeHeading } from '../matching/text_match.ts';
import { toText } from '../values.ts';
import {
  blankMergeFieldsField,
  countFilledIn,
  isRecipientPlaceholder,
  type MergeFields,
  mergeFieldName,
  mergeFieldsField,
  placeholder,
} from './merge_fields.ts';

export const mergeColumnsField = {
  key: 'merge_columns',
  label: 'Merge Columns',
  type: 'string',
  list: true,
  group: 'merge',
  helpText:
    'The headings of the columns that the letter prints, such as Amount for `{amount}`. If left blank, all that fill no other field.',
} as const;

/** The fields for the texts of a list's letters. */
export const listMergeFields = [
  mergeColumnsField,
  {
    ...mergeFieldsField,
    helpText:
      'The same for everyone. Left: a placeholder, such as `date` for `{date}`. Right: the text to print. Columns of the file need no entry.',
  },
  blankMergeFieldsField,
] as const;

/** Returns the headings in Merge Columns, as typed. A heading with a comma cannot be a merge field. */
export const readMergeColumns = (inputData: InputData): string[] =>
  readList(inputData, mergeColumnsField).map((one) => toText(one).trim());

/** The value of a merge field in a row. */
export interface MergeCell extends PrintedText {
  column: Column;
  /** True if people who differ in the value are different. A value that is also printed on the envelope makes no further difference. */
  isDistinctive: boolean;
}

/** Returns the placeholder that the column fills in, if the user says so in Columns. */
const chosenOf = ({ heading }: Column): string | undefined =>
  heading.means === 'other' ? heading.placeholder : undefined;

/** Returns the name of the column's merge field. */
const nameOf = (column: Column): string => mergeFieldName(chosenOf(column) ?? column.name);

/** Reads the merge fields of the rows. When all rows are read, `decide` says which columns become merge fields. */
export class MergeColumns {
  /** The headings in Merge Columns as typed, by the normalized heading. */
  readonly #named: ReadonlyMap<string, string>;
  /** The placeholders of the letter in lower case; undefined if they are unknown. */
  readonly #printed: ReadonlySet<string> | undefined;
  /** How many columns can become merge fields. */
  readonly #limit: number;
  /** The problems with values of columns. */
  readonly #problems = new Map<Column, string>();
  /** The names of the columns that become merge fields. The letter may have been edited, so it does not matter what it printed before. */
  readonly names = new Set<string>();
  /** The names in `names` without those of person columns, which may be blank. */
  readonly required = new Set<string>();
  /** The names in `names` of which the user says that the letter prints them. */
  readonly asked = new Set<string>();
  /** The reasons why other columns do not become merge fields. */
  readonly reasons = new Map<Column, string>();

  /** @param common the merge fields that every recipient gets */
  constructor({ named = [], printed }: WantedColumns, common: MergeFields) {
    this.#named = new Map(named.map((heading) => [normalizeHeading(heading), heading]));
    this.#printed = printed && new Set(printed.map((name) => name.toLowerCase()));
    this.#limit = maxMergeFields - countFilledIn(common);
  }

  /** Returns the merge fields of a row by their names. Blank values are left out. */
  read(values: readonly Value[]): ReadonlyMap<string, MergeCell> {
    const cells = new Map<string, MergeCell>();
    // Of columns with the same name, the value of a person column counts least.
    for (const rank of ['chosen', 'required', 'optional']) {
      for (const { column, text: typed, use } of values) {
        if (rankOf(column) !== rank || !this.#isWanted(column)) continue;
        const { text: printed, ...found } = readPrinted(typed, 'merge field');
        const text = printed.trim();
        if (!text) continue;
        const name = nameOf(column);
        const before = cells.get(name);
        if (text.length > maxMergeFieldLength && [...text].length > maxMergeFieldLength)
          this.#problems.set(column, `longer than ${formatNumber(maxMergeFieldLength)} characters`);
        const isSame = before === undefined || before.text === text || rankOf(before.column) !== rank;
        if (!isSame) this.#problems.set(column, describeRival(name));
        const isDistinctive = use === 'merge' || column.merge === 'required';
        if (!before) cells.set(name, { ...found, column, text, isDistinctive });
      }
    }
    return cells;
  }

  /** Returns true for a value such as "FALSE" in a column of such values that the letter is not known to print. */
  isUnprintedMark(name: string, { column, text }: MergeCell): boolean {
    const shapes = new Set([...column.use.shapes, shapeOf(text)]);
    return (
      [...shapes].join() === 'yes or no' && !this.asked.has(name) && !this.#printed?.has(name.toLowerCase())
    );
  }

  #isWanted(column: Column): boolean {
    return chosenOf(column) !== undefined || this.#named.size === 0 || this.#isNamed(column);
  }

  #isNamed({ name }: Column): boolean {
    return this.#named.has(normalizeHeading(name));
  }

  /**
   * The names of the columns in which letters can differ. These are all that are sent, unless the user named no columns and the letter
   * is known to print some of them.
   */
  get distinguishing(): ReadonlySet<string> {
    const { printed } = this;
    return this.asked.size > 0 || printed.size === 0 ? this.names : printed;
  }

  /** The names of the columns that the letter is known to print. */
  get printed(): ReadonlySet<string> {
    return new Set([...this.names].filter((name) => this.#printed?.has(name.toLowerCase())));
  }

  /**
   * Decides which columns become merge fields.
   * @throws a user-facing error if a column of which the user or an earlier order says that the letter prints it can't be one
   */
  decide(columns: readonly Column[]): void {
    const missing = new Map(this.#named);
    const refused = new Set<string>();
    const tooMany = new Set<string>();
    const chosen = new Set(columns.filter(chosenOf).map(nameOf));
    const faulty = new Set([...this.#problems.keys()].map(nameOf));
    for (const column of columns) {
      missing.delete(normalizeHeading(column.name));
      const name = nameOf(column);
      const isAsked = chosenOf(column) !== undefined || this.#isNamed(column);
      const isNeeded = isAsked || this.#printed?.has(name.toLowerCase());
      const problem = rejectName(name) ?? this.#problems.get(column);
      if (!this.#isWanted(column)) this.reasons.set(column, `not in ${mergeColumnsField.label}`);
      else if (problem !== undefined) {
        this.reasons.set(column, problem);
        if (isNeeded && !isRecipientPlaceholder(name)) refused.add(`"${truncate(column.name)}" (${problem})`);
      } else if (faulty.has(name) || (chosen.has(name) && chosenOf(column) === undefined)) {
        this.reasons.set(column, describeRival(name));
      } else if (this.names.size >= this.#limit && !this.names.has(name)) {
        this.reasons.set(column, `more than ${maxMergeFields} merge fields`);
        if (isNeeded) tooMany.add(`"${truncate(name)}"`);
      } else {
        this.names.add(name);
        if (column.merge === 'required') this.required.add(name);
        if (isAsked) this.asked.add(name);
      }
    }
    if (missing.size > 0) {
      const quoted = [...missing.values()].map((heading) => `"${truncate(heading)}"`);
      throw inputError(
        `${mergeColumnsField.label} names ${listFirst(quoted, ', ')}, but the file has no such column.`,
        'Enter the headings exactly as they appear in the file.',
      );
    }
    if (refused.size > 0) {
      throw inputError(
        `These columns can't be merge fields: ${listFirst([...refused])}.`,
        'Change the file and run the step again.',
      );
    }
    if (tooMany.size === 0) return;
    throw inputError(
      `With ${listFirst([...tooMany], ', ')}, there would be more than ${maxMergeFields} merge fields.`,
      `Name fewer columns in ${mergeColumnsField.label}, or enter fewer ${mergeFieldsField.label}.`,
    );
  }
}

const rankOf = (column: Column) => (chosenOf(column) === undefined ? column.merge : 'chosen');

const describeRival = (name: string): string => `another column also fills in ${placeholder(truncate(name))}`;

/** Returns why the letter service does not accept the name, or undefined if it does. */
function rejectName(name: string): string | undefined {
  if (isRecipientPlaceholder(name)) return 'a field of the recipient';
  const isValid = /^[\p{L}\p{M}\p{N}_-]+$/u.test(name);
  return isValid ? undefined : 'a merge field has only letters, digits, hyphens and underscores';
}
