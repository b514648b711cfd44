/** Which columns of a list become merge fields. docs/api.md#temporary-lists */
import { maxMergeFieldLength, maxMergeFields } from '../api/lists.ts';
import { cleanMergeText } from '../contacts/clean_text.ts';
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
    'The headings of the columns that the letter prints. If left blank, all other columns are merge fields.',
} as const;

/** The fields for the texts of a list's letters. */
export const listMergeFields = [
  mergeColumnsField,
  {
    ...mergeFieldsField,
    helpText:
      'For everyone the same. Left: a placeholder, such as `date` for `{date}`. Right: the text to print. Columns of the file need no entry.',
  },
  blankMergeFieldsField,
] as const;

/** Returns the headings in Merge Columns, as typed. A heading with a comma cannot be a merge field. */
export const readMergeColumns = (inputData: InputData): string[] =>
  readList(inputData, mergeColumnsField).map((one) => toText(one).trim());

/** A column that may be a merge field. */
interface MergeColumn {
  heading: string;
  /** The name of the merge field. */
  name: string;
  /** Whether it could be part of a person, and may be blank. */
  isSpare: boolean;
  /** Why it can't be a merge field. */
  problem?: string | undefined;
}

export class MergeColumns {
  /** The headings that the user named, as typed, by the normalized heading. */
  readonly #named: ReadonlyMap<string, string>;
  /** The placeholders of the letter in lower case; undefined if they are unknown. */
  readonly #printed: ReadonlySet<string> | undefined;
  /** How many merge fields columns may be. */
  readonly #limit: number;
  readonly #source: Pick<ListColumns, 'mergeable'>;
  /** What is wrong with the values of columns, by the heading. */
  readonly #problems = new Map<string, string>();

  /**
   * @param common the merge fields that every recipient gets
   * @param source the columns of the list
   */
  constructor(
    { named = [], printed }: WantedColumns = {},
    common: MergeFields = {},
    source: Pick<ListColumns, 'mergeable'> = { mergeable: [] },
  ) {
    this.#named = new Map(named.map((heading) => [normalizeHeading(heading), heading]));
    this.#printed = printed && new Set(printed.map((name) => name.toLowerCase()));
    this.#limit = maxMergeFields - countFilledIn(common);
    this.#source = source;
  }

  /** Returns the merge fields of a row. Blank values are left out. */
  read(values: readonly Value[]): MergeFields {
    const fields = new Map<string, string>();
    for (const [heading, value] of values) {
      const text = cleanMergeText(value).trim();
      if (!text || !this.#isWanted(heading)) continue;
      const name = mergeFieldName(heading);
      const before = fields.get(name);
      if (before !== undefined && before !== text)
        this.#problems.set(heading, `another column is ${placeholder(name)}, too`);
      else if (text.length > maxMergeFieldLength && [...text].length > maxMergeFieldLength)
        this.#problems.set(heading, `longer than ${formatNumber(maxMergeFieldLength)} characters`);
      fields.set(name, before ?? text);
    }
    return Object.fromEntries(fields);
  }

  /** The columns that Merge Columns does not leave out. */
  get #columns(): MergeColumn[] {
    const wanted = this.#source.mergeable.filter(({ heading }) => this.#isWanted(heading));
    return wanted.map(({ heading, isSpare }) => {
      const name = mergeFieldName(heading);
      return { heading, name, isSpare, problem: rejectName(name) ?? this.#problems.get(heading) };
    });
  }

  #isWanted(heading: string): boolean {
    return this.#named.size === 0 || this.#named.has(normalizeHeading(heading));
  }

  /** Returns true if the letter prints the merge field; undefined if its placeholders are unknown. */
  #isPrinted(name: string): boolean | undefined {
    return this.#printed?.has(name.toLowerCase());
  }

  /** Returns the names of the merge fields that are such columns. */
  #namesOf(isIncluded: (column: MergeColumn) => boolean): Set<string> {
    const columns = this.#columns.filter(({ name }) => !rejectName(name));
    return new Set(columns.filter(isIncluded).map(({ name }) => name));
  }

  /** The names of the columns that become merge fields. If the placeholders are known, only those that the letter prints. */
  get names(): string[] {
    return this.#usable.slice(0, this.#limit);
  }

  /** The same without the limit of the letter service. */
  get #usable(): string[] {
    const unusable = this.#namesOf(({ problem }) => problem !== undefined);
    return [...this.#namesOf(({ name }) => !unusable.has(name) && this.#isPrinted(name) !== false)];
  }

  /** The same without columns that could be part of a person, which may be blank. */
  get required(): string[] {
    const own = this.#namesOf(({ isSpare }) => !isSpare);
    return this.names.filter((name) => own.has(name));
  }

  /** The names of columns that are not person fields and that the letter does not print. One of them may be misspelled. */
  get unprinted(): string[] {
    const names = this.#namesOf(({ name, isSpare }) => !isSpare && this.#isPrinted(name) === false);
    return [...names].slice(0, this.#limit);
  }

  /** Returns why a column does not become a merge field, or undefined if it does. */
  whyNot(heading: string): string | undefined {
    if (!this.#isWanted(heading)) return `not in ${mergeColumnsField.label}`;
    const name = mergeFieldName(heading);
    const problem = rejectName(name) ?? this.#problems.get(heading);
    if (problem !== undefined) return problem;
    if (this.#isPrinted(name) === false) return 'the letter does not print it';
    return this.names.includes(name) ? undefined : `more than ${maxMergeFields} merge fields`;
  }

  /** @throws a user-facing error if a column that is named or that the letter prints can't be a merge field */
  reject(): void {
    const columns = this.#columns;
    const read = new Set(columns.map(({ heading }) => normalizeHeading(heading)));
    const missing = [...this.#named].filter(([key]) => !read.has(key));
    if (missing.length > 0) {
      const quoted = missing.map(([, heading]) => `"${truncate(heading)}"`);
      throw inputError(
        `${mergeColumnsField.label} names ${listFirst(quoted, ', ')}, but the file has no such column.`,
        'Enter the headings exactly as they appear in the file.',
      );
    }
    const unusable = columns.filter(
      ({ name, problem }) =>
        problem && (this.#named.size > 0 || this.#isPrinted(name)) && !isRecipientPlaceholder(name),
    );
    const described = unusable.map(({ heading, problem }) => `"${truncate(heading)}" (${problem})`);
    if (described.length > 0) {
      throw inputError(
        `These columns can't be merge fields: ${listFirst(described)}.`,
        'Change the file and run the step again.',
      );
    }
    if (this.#named.size === 0 && !this.#printed) return;
    const tooMany = this.#usable.slice(this.#limit).map((name) => `"${truncate(name)}"`);
    if (tooMany.length === 0) return;
    throw inputError(
      `With ${listFirst(tooMany, ', ')}, there would be more than ${maxMergeFields} merge fields.`,
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
