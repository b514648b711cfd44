/** Merge fields of a recipient: what is printed in place of `{name}` in a letter. docs/api.md#temporary-lists */
import { maxMergeFieldLength, maxMergeFields } from '../api/lists.ts';
import {
  findNonText,
  type InputData,
  inputError,
  isBlank,
  isPlainObject,
  readText,
  toText,
  truncate,
} from '../inputs.ts';

export const mergeFieldsField = {
  key: 'merge_fields',
  label: 'Merge Fields',
  dict: true,
  helpText:
    'Values to print in the letter. On the left, enter the name of a placeholder without its braces, such as `amount` for `{amount}`. On the right, enter or map its value.',
} as const;

export type MergeFields = Readonly<Record<string, string>>;

/** The filled-in values by name, and what is wrong with them in a few words each. */
export interface ParsedMergeFields {
  fields: MergeFields;
  problems: string[];
}

/** Spaces in a name become underscores, because a placeholder is one word. */
export const mergeFieldName = (name: string): string => name.trim().replace(/\s+/g, '_');

export const placeholder = (name: string): string => `{${name}}`;

export function parseMergeFields(values: InputData): ParsedMergeFields {
  const fields = new Map<string, string>();
  const problems: string[] = [];
  for (const key of Object.keys(values)) {
    if (isBlank(values[key])) continue;
    const name = mergeFieldName(key);
    if (findNonText(values[key]) !== undefined) {
      problems.push(`"${truncate(name)}" is mapped to an object instead of one of its fields`);
      continue;
    }
    const value = readText(values, key)?.trim() ?? '';
    const length = [...value].length;
    if (!name) problems.push(`"${truncate(value)}" has no name`);
    if (fields.has(name)) problems.push(`"${truncate(name)}" is entered twice`);
    if (length > maxMergeFieldLength) {
      problems.push(
        `"${truncate(name)}" has ${length.toLocaleString('en-US')} characters, and at most ${maxMergeFieldLength.toLocaleString('en-US')} are allowed`,
      );
    }
    fields.set(name, value);
  }
  return { fields: Object.fromEntries(fields), problems };
}

/** Combines two sets of merge fields. If both contain the same name, the second value is used. */
export function combineMergeFields(one: ParsedMergeFields, other: ParsedMergeFields): ParsedMergeFields {
  const fields = { ...one.fields, ...other.fields };
  const problems = [...one.problems, ...other.problems];
  const count = Object.keys(fields).length;
  if (count > maxMergeFields) {
    problems.push(`there are ${count} merge fields, and at most ${maxMergeFields} are allowed`);
  }
  return { fields, problems };
}

const noMergeFields: ParsedMergeFields = { fields: {}, problems: [] };

/** Reads the field Merge Fields. @throws a user-facing error if a value is unusable */
export function readMergeFields(inputData: InputData): ParsedMergeFields {
  const value = inputData[mergeFieldsField.key];
  if (isBlank(value)) return noMergeFields;
  if (!isPlainObject(value)) {
    throw inputError(
      `${mergeFieldsField.label} is set to "${truncate(toText(value))}", which is not a set of names and values. Nothing was sent. Enter a name and a value for each merge field.`,
    );
  }
  const parsed = combineMergeFields(noMergeFields, parseMergeFields(value));
  if (parsed.problems.length === 0) return parsed;
  throw inputError(
    `${mergeFieldsField.label} can't be used: ${parsed.problems.join('; ')}. Nothing was sent. Correct this and run the step again.`,
  );
}
