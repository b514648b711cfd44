/** Decides which columns of a list become merge fields. docs/api.md#temporary-lists */
import { maxMergeFieldLength, maxMergeFields } from '../api/lists.ts';
import { readPrinted } from '../contacts/printed_text.ts';
import { formatNumber, listFirst, truncate } from '../format.ts';
import { type InputData, inputError, readList } from '../inputs.ts';
import type { ListColumns } from '../list_columns/columns.ts';
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

/** Reads the merge fields of the rows. When all rows are read, `decide` says which columns become merge fields. */
export class MergeColumns {
  /** The headings in Merge Columns as typed, by the normalized heading. */
  readonly #named: ReadonlyMap<string, string>;
  /** The placeholders of the letter in lower case; undefined if they are unknown. */
  readonly #printed: ReadonlySet<string> | undefined;
  /** How many columns can become merge fields. */
  readonly #limit: number;
  /** The problems with values of columns, by the heading. */
  readonly #problems = new Map<string, string>();
  /** The names of the columns that become merge fields. The letter may have been edited, so it does not matter what it printed before. */
  readonly names = new Set<string>();
  /** The names in `names` without those of person columns, which may be blank. */
  readonly required = new Set<string>();
  /** The reasons why other columns do not become merge fields, by the heading. */
  readonly reasons = new Map<string, string>();

  /** @param common the merge fields that every recipient gets */
  constructor({ named = [], printed }: WantedColumns, common: MergeFields) {
    this.#named = new Map(named.map((heading) => [normalizeHeading(heading), heading]));
    this.#printed = printed && new Set(printed.map((name) => name.toLowerCase()));
    this.#limit = maxMergeFields - countFilledIn(common);
  }

  /** Returns the merge fields of a row. Blank values are left out. */
  read(values: readonly Value[]): MergeFields {
    const fields = new Map<string, string>();
    for (const { column, text: typed } of values) {
      const heading = column.name;
      const text = readPrinted(typed, 'merge field').text.trim();
      if (!text || !this.#isWanted(heading)) continue;
      const name = mergeFieldName(heading);
      const before = fields.get(name);
      if (before !== undefined && before !== text)
        this.#problems.set(heading, `another column is ${placeholder(truncate(name))}, too`);
      else if (text.length > maxMergeFieldLength && [...text].length > maxMergeFieldLength)
        this.#problems.set(heading, `longer than ${formatNumber(maxMergeFieldLength)} characters`);
      fields.set(name, before ?? text);
    }
    return Object.fromEntries(fields);
  }

  /** True if the user named the columns that the letter prints. */
  get isChosen(): boolean {
    return this.#named.size > 0;
  }

  #isWanted(heading: string): boolean {
    return !this.isChosen || this.#named.has(normalizeHeading(heading));
  }

  /**
   * The names of the columns in which letters can differ. These are all that are sent, unless the user named no columns and the letter
   * is known to print some of them.
   */
  get distinguishing(): ReadonlySet<string> {
    const printed = [...this.names].filter((name) => this.#printed?.has(name.toLowerCase()));
    return this.isChosen || printed.length === 0 ? this.names : new Set(printed);
  }

  /**
   * Decides which columns become merge fields.
   * @throws a user-facing error if a column in Merge Columns, or one that the letter prints, can't be a merge field
   */
  decide(mergeable: ListColumns['mergeable']): void {
    const missing = new Map(this.#named);
    const refused = new Set<string>();
    const tooMany = new Set<string>();
    const faulty = new Set([...this.#problems.keys()].map(mergeFieldName));
    for (const { name: heading, merge } of mergeable) {
      missing.delete(normalizeHeading(heading));
      const name = mergeFieldName(heading);
      const isNeeded = this.isChosen || this.#printed?.has(name.toLowerCase()) === true;
      const problem = rejectName(name) ?? this.#problems.get(heading);
      if (!this.#isWanted(heading)) this.reasons.set(heading, `not in ${mergeColumnsField.label}`);
      else if (problem !== undefined) {
        this.reasons.set(heading, problem);
        if (isNeeded && !isRecipientPlaceholder(name)) refused.add(`"${truncate(heading)}" (${problem})`);
      } else if (faulty.has(name)) {
        this.reasons.set(heading, `another column is ${placeholder(truncate(name))}, too`);
      } else if (this.names.size >= this.#limit && !this.names.has(name)) {
        this.reasons.set(heading, `more than ${maxMergeFields} merge fields`);
        if (isNeeded) tooMany.add(`"${truncate(name)}"`);
      } else {
        this.names.add(name);
        if (merge === 'required') this.required.add(name);
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

/** Returns why the letter service does not accept the name, or undefined if it does. */
function rejectName(name: string): string | undefined {
  if (isRecipientPlaceholder(name)) return 'a field of the recipient';
  const isValid = /^[\p{L}\p{M}\p{N}_-]+$/u.test(name);
  return isValid ? undefined : 'a merge field has only letters, digits, hyphens and underscores';
}
