/** Which columns of a list become merge fields. docs/api.md#temporary-lists */
import { maxMergeFieldLength, maxMergeFields } from '../api/lists.ts';
import { cleanMergeText } from '../contacts/person.ts';
import type { Value } from '../contacts/row_reader.ts';
import { formatNumber } from '../format.ts';
import { type InputData, inputError, listFirst, toText, truncate } from '../inputs.ts';
import { normalizeHeading } from '../matching/text_match.ts';
import {
  isMergeFieldName,
  isRecipientPlaceholder,
  type MergeFields,
  mergeFieldName,
  placeholder,
} from './merge_fields.ts';

export const mergeColumnsField = {
  key: 'merge_columns',
  label: 'Merge Columns',
  type: 'string',
  list: true,
  helpText:
    'The headings of the columns that the letter prints. If left blank, all other columns are merge fields.',
} as const;

/** Returns the headings in Merge Columns, as typed. */
export const readMergeColumns = (inputData: InputData): string[] => {
  const value = inputData[mergeColumnsField.key];
  const typed = Array.isArray(value) ? value : toText(value).split(',');
  return typed.map((one) => toText(one).trim()).filter(Boolean);
};

/** A merge field that columns are. */
interface MergeColumn {
  headings: Set<string>;
  /** Whether its columns are part of a person, and are merge fields only if no name or address uses them. */
  isSpare: boolean;
}

interface MergeColumnOptions {
  /** The headings in Merge Columns. */
  named: readonly string[];
  /** How many merge fields every recipient gets. */
  reserved: number;
  /** The placeholders of the letter, if they are known. */
  printed?: readonly string[] | undefined;
  /** Returns whether a column fills a field of a person. */
  isUsed: (heading: string) => boolean;
}

export class MergeColumns {
  /** The headings that the user named, as typed, by the normalized heading. */
  readonly #named: ReadonlyMap<string, string>;
  /** In lower case; undefined if they are unknown. */
  readonly #printed: ReadonlySet<string> | undefined;
  readonly #seen = new Set<string>();
  /** Why a column can't be a merge field, by its heading. */
  readonly #reasons = new Map<string, string>();
  readonly #fields = new Map<string, MergeColumn>();
  /** How many merge fields columns may be. */
  readonly #limit: number;
  readonly #isUsed: (heading: string) => boolean;

  constructor({ named, reserved, printed, isUsed }: MergeColumnOptions) {
    this.#named = new Map(named.map((heading) => [normalizeHeading(heading), heading]));
    this.#printed = printed && new Set(printed.map((name) => name.toLowerCase()));
    this.#limit = maxMergeFields - reserved;
    this.#isUsed = isUsed;
  }

  /** Returns the merge fields of a row by name. Blank ones are empty. */
  read(columns: readonly Value[], isSpare = false): MergeFields {
    const values = new Map<string, string>();
    for (const [heading, value] of columns) {
      this.#seen.add(normalizeHeading(heading));
      if (!this.#isWanted(heading)) continue;
      const name = mergeFieldName(heading);
      const reason = rejectName(name);
      const text = cleanMergeText(value).trim();
      const before = values.get(name);
      if (reason !== undefined) this.#reasons.set(heading, reason);
      else if (before && text && before !== text)
        this.#reasons.set(heading, `another column is ${placeholder(name)}, too`);
      else {
        if ([...text].length > maxMergeFieldLength) this.#reasons.set(heading, tooLongText);
        values.set(name, before || text);
        const field = this.#fields.get(name) ?? { headings: new Set(), isSpare };
        this.#fields.set(name, { ...field, headings: field.headings.add(heading) });
      }
    }
    return Object.fromEntries(values);
  }

  #isWanted(heading: string): boolean {
    return this.#named.size === 0 || this.#named.has(normalizeHeading(heading));
  }

  /** Whether the letter prints the merge field; undefined if its placeholders are unknown. */
  #isPrinted(name: string): boolean | undefined {
    return this.#printed?.has(name.toLowerCase());
  }

  /** The names of the merge fields that columns are: those that the letter prints, if this is known. */
  get names(): string[] {
    const isUsable = ([name, { headings, isSpare }]: [string, MergeColumn]): boolean =>
      this.#isPrinted(name) !== false &&
      [...headings].every(
        (heading) =>
          !this.#reasons.has(heading) && !(isSpare && !this.#isPrinted(name) && this.#isUsed(heading)),
      );
    return [...this.#fields]
      .filter(isUsable)
      .map(([name]) => name)
      .slice(0, this.#limit);
  }

  /** The same without columns that could be part of a person, which may be blank. */
  get required(): string[] {
    return this.names.filter((name) => this.#fields.get(name)?.isSpare === false);
  }

  /** The names of columns that are no part of a person and that the letter does not print. One of them may be misspelled. */
  get unprinted(): string[] {
    return [...this.#fields]
      .filter(([name, { isSpare }]) => !isSpare && this.#isPrinted(name) === false)
      .map(([name]) => name)
      .slice(0, this.#limit);
  }

  /** Returns why a column is no merge field, or undefined if it is one. */
  whyNot(heading: string): string | undefined {
    const name = mergeFieldName(heading);
    if (!this.#isWanted(heading)) return `not in ${mergeColumnsField.label}`;
    if (this.#reasons.has(heading)) return this.#reasons.get(heading);
    if (this.#isPrinted(name) === false) return 'the letter does not print it';
    return this.names.includes(name) ? undefined : `more than ${maxMergeFields} merge fields`;
  }

  /** @throws a user-facing error if a column that is named or that the letter prints can't be a merge field */
  reject(): void {
    const missing = [...this.#named].filter(([key]) => !this.#seen.has(key));
    if (missing.length > 0) {
      const quoted = missing.map(([, heading]) => `"${truncate(heading)}"`);
      throw inputError(
        `${mergeColumnsField.label} names ${listFirst(quoted, ', ')}, which the file does not have. Nothing was sent. Enter the headings as they are in the file.`,
      );
    }
    const unusable = [...this.#reasons].filter(([heading]) => {
      const name = mergeFieldName(heading);
      return (this.#named.size > 0 || this.#isPrinted(name)) && !isRecipientPlaceholder(name);
    });
    if (unusable.length === 0) return;
    const described = unusable.map(([heading, reason]) => `"${truncate(heading)}" (${reason})`);
    throw inputError(
      `These columns can't be merge fields: ${listFirst(described)}. Nothing was sent. Change the file and run the step again.`,
    );
  }
}

function rejectName(name: string): string | undefined {
  if (isRecipientPlaceholder(name)) return 'a field of the recipient';
  return isMergeFieldName(name)
    ? undefined
    : 'a merge field has only letters, digits, hyphens and underscores';
}

const tooLongText = `longer than ${formatNumber(maxMergeFieldLength)} characters`;
