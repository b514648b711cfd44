/** Decides which columns of a list become merge fields. docs/api.md#temporary-lists */
import { maxMergeFieldLength, maxMergeFields } from '../api/lists.ts';
import type { Column } from '../list_columns/column.ts';
import type { WantedColumns } from '../list_columns/columns.ts';
import type { Value } from '../list_columns/row_reader.ts';
import { type PrintedText, readPrinted } from '../person/printed_text.ts';
import { type InputData, inputError, readList } from '../steps/inputs.ts';
import { formatNumber, listFirst, truncate } from '../text/format.ts';
import { normalizeHeading } from '../text/text_match.ts';
import { toText } from '../text/values.ts';
import {
  blankMergeFieldsField,
  isRecipientPlaceholder,
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
    'The headings of the columns that the letter prints, such as Amount for `{amount}`; or *none*, or *all* that fill no other field.',
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

/** Returns the headings in Merge Columns, as typed. Commas separate them: a heading with a comma cannot be a merge field. */
export const readMergeColumns = (inputData: InputData): string[] =>
  readList(inputData, mergeColumnsField).map((one) => toText(one).trim());

/** A merge field that one or more columns of the file fill in. */
export interface ColumnField {
  name: string;
  /** The heading of the first column. */
  heading: string;
  /** The best rank of the columns. */
  rank: Rank;
  /** True if the user says that the letter prints it. */
  isChosen: boolean;
  /** True if the letter is known to print it. */
  isPrinted: boolean;
  /** Why it is not sent, or undefined if it is. */
  problem: string | undefined;
}

/**
 * 1: the user chose the column in Columns, or it is in `metadata`. 2: it is not a person field. 3: it is a person field. Only columns
 * of the best rank fill in a field.
 */
type Rank = 1 | 2 | 3;

interface MergeColumn {
  column: Column;
  field: ColumnField;
  rank: Rank;
}

/** The value of a merge field in a row. */
export interface MergeCell extends PrintedText, MergeColumn {
  /** True if the envelope prints the value, too. */
  isOnEnvelope: boolean;
}

/**
 * Returns true if people who differ only in this value get different letters. A person column that the user did not name does not count: an
 * ID may be a row number, which changes with each export.
 */
export const distinguishesLetters = ({ rank }: MergeColumn): boolean => rank < 3;

/** Returns true if the value is sent. Until all rows are read, a row can still change this. */
export const isSent = ({ field, rank }: MergeColumn): boolean =>
  field.problem === undefined && field.rank === rank;

/** Reads the merge fields of the rows. When all rows are read, `decide` says which ones are sent. */
export class MergeColumns {
  readonly #fields = new Map<string, ColumnField>();
  readonly #columns = new Map<Column, MergeColumn>();
  /** The headings that the user named. The columns without such a heading are left out. */
  readonly #named: readonly string[];
  /** `none` or `all`, if the user entered that instead of headings. */
  readonly #answer: string | undefined;

  constructor(columns: readonly Column[], { named = [], printed = [] }: WantedColumns) {
    const [answer = ''] = named.length === 1 ? named : [];
    const isHeading = columns.some(({ name }) => isSameHeading(name, answer));
    this.#answer = !isHeading && /^(?:none|all)$/i.test(answer) ? answer.toLowerCase() : undefined;
    this.#named = this.#answer ? [] : named;
    const isLimited = this.#named.length > 0 || this.#answer === 'none';
    for (const column of columns) {
      const chosen = column.heading.means === 'other' ? column.heading.placeholder : undefined;
      const isMetadata = chosen !== undefined && column.name === `metadata.${chosen}`;
      const isNamed = this.#named.some((one) => namesColumn(one, column));
      const isChosen = isNamed || (chosen !== undefined && !(isMetadata && isLimited));
      if (!isChosen && isLimited) continue;
      if (chosen !== undefined) column.use.filled.add(placeholder(chosen));
      const name = mergeFieldName(chosen ?? column.name);
      const rank = chosen !== undefined ? 1 : column.merge === 'required' ? 2 : 3;
      const isPrinted = printed.some((one) => one.toLowerCase() === name.toLowerCase());
      const problem = rejectName(name, chosen !== undefined);
      const field = this.#fields.get(name) ?? {
        name,
        heading: column.name,
        rank,
        isChosen,
        isPrinted,
        problem,
      };
      if (rank < field.rank) field.rank = rank;
      field.isChosen ||= isChosen;
      this.#fields.set(name, field);
      this.#columns.set(column, { column, field, rank });
    }
  }

  /** Returns the filled-in merge fields of a row. */
  read(values: readonly Value[]): MergeCell[] {
    const cells = new Map<ColumnField, MergeCell>();
    for (const { column, text: typed, isOnEnvelope } of values) {
      const mergeColumn = this.#columns.get(column);
      const printed = readPrinted(mergeColumn ? typed : '', 'merge field');
      const text = printed.text.trim();
      if (!mergeColumn || !text) continue;
      const { field, rank } = mergeColumn;
      if (text.length > maxMergeFieldLength && [...text].length > maxMergeFieldLength)
        field.problem ??= `longer than ${formatNumber(maxMergeFieldLength)} characters`;
      const before = cells.get(field);
      if (before?.rank === rank && before.text !== text) field.problem ??= describeRival(field);
      if (before && before.rank <= rank) continue;
      cells.set(field, { ...printed, ...mergeColumn, text, isOnEnvelope });
    }
    return [...cells.values()];
  }

  /** The merge fields that are sent. The letter may have been edited, so it does not matter what it printed before. */
  get sent(): ColumnField[] {
    return [...this.#fields.values()].filter(({ problem }) => problem === undefined);
  }

  /** The names that make letters different, or undefined if the user did not say which columns the letter prints. */
  get namedFields(): string[] | undefined {
    const fields = this.sent.filter(({ rank, isChosen }) => rank < 3 || isChosen);
    const isNamed = this.#answer === 'all' || fields.every(({ isChosen }) => isChosen);
    return isNamed ? fields.map(({ name }) => name) : undefined;
  }

  /** @throws a user-facing error if the user did not say which columns the letter prints */
  requireNamed(): void {
    if (this.#answer !== undefined || this.#named.length > 0) return;
    const open = [...this.#columns.values()].filter(
      ({ column, rank, field }) => rank === 2 && !field.isChosen && !column.use.isFilled,
    );
    if (open.length === 0) return;
    const list = (some: readonly MergeColumn[]) =>
      listFirst(
        some.map(({ column }) => quote(column.name)),
        ', ',
      );
    const printed = open.filter(({ field }) => field.isPrinted);
    const suggestion = printed.length > 0 ? ` (the letter's last order printed ${list(printed)})` : '';
    throw inputError(
      `The step needs to know which columns the letter prints. These fill no other field: ${list(open)}.`,
      `In ${mergeColumnsField.label}, enter the headings that it prints${suggestion}. Enter "none" if it prints none of them, or "all": then a change in any of them makes a new letter.`,
    );
  }

  /** Returns why the column does not fill in a merge field, or undefined if it does. */
  whyNotMerged(column: Column): string | undefined {
    const mergeColumn = this.#columns.get(column);
    if (!mergeColumn) return `not in ${mergeColumnsField.label}`;
    return isSent(mergeColumn) ? undefined : (mergeColumn.field.problem ?? describeRival(mergeColumn.field));
  }

  /**
   * Decides which merge fields are sent.
   * @param limit how many there may be
   * @throws a user-facing error if a merge field can't be sent that the user named or the letter is known to print
   */
  decide(limit: number): void {
    for (const field of this.sent.slice(limit)) field.problem = `more than ${maxMergeFields} merge fields`;
    const columns = [...this.#columns.keys()];
    const missing = this.#named.filter((heading) => !columns.some((one) => namesColumn(heading, one)));
    if (missing.length > 0)
      throw inputError(
        `${mergeColumnsField.label} names ${listFirst(missing.map(quote), ', ')}, but the file has no such column.`,
        'Enter the headings exactly as they appear in the file.',
      );
    const refused = [...this.#fields.values()].filter(
      ({ name, rank, problem, isChosen, isPrinted }) =>
        problem && (isChosen || isPrinted) && (rank === 1 || !isRecipientPlaceholder(name)),
    );
    if (refused.length > 0)
      throw inputError(
        `These columns can't be merge fields: ${listFirst(refused.map(({ heading, problem }) => `${quote(heading)} (${problem})`))}.`,
        `Change the file, or name other columns in ${mergeColumnsField.label}, and run the step again.`,
      );
  }
}

const quote = (heading: string): string => `"${truncate(heading)}"`;

const isSameHeading = (one: string, other: string): boolean =>
  normalizeHeading(one) === normalizeHeading(other);

/** Returns true if the user means the column. A key of `metadata` may be entered without "metadata". */
const namesColumn = (entered: string, { name }: Column): boolean =>
  isSameHeading(entered, name) || isSameHeading(entered, name.replace(/^metadata\./, ''));

const describeRival = ({ name }: ColumnField): string =>
  `another column also fills in ${placeholder(truncate(name))}`;

/**
 * Returns why the letter service may not accept the name, or undefined if it can be sent.
 * @param isPlaceholder true if it is the name of a placeholder, not only a heading. In JSON, a dot means an object in place of a value.
 */
function rejectName(name: string, isPlaceholder: boolean): string | undefined {
  if (isRecipientPlaceholder(name)) return 'a field of the recipient';
  const isValid = isPlaceholder ? /^[^.{}]+$/ : /^[\p{L}\p{M}\p{N}_-]+$/u;
  return isValid.test(name) ? undefined : 'a merge field has only letters, digits, hyphens and underscores';
}
