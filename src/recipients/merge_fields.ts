/** Merge fields of a recipient: the text that replaces `{name}` in a letter. docs/api.md#temporary-lists */
import type { Bundle } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { maxMergeFieldLength, maxMergeFields, type Recipient } from '../api/lists.ts';
import { addressKeys, personKeys } from '../person/fields.ts';
import { readPrinted } from '../person/printed_text.ts';
import { findNonText, type InputData, inputError, readChoice, readText } from '../steps/inputs.ts';
import { formatNumber, listFirst, truncate } from '../text/format.ts';
import { isBlank, isPlainObject, toText } from '../text/values.ts';

export const mergeGroup = { key: 'merge', label: 'What the Letter Prints' };

export const mergeFieldsField = {
  key: 'merge_fields',
  label: 'Merge Fields',
  dict: true,
  group: 'merge',
  helpText: 'Left: a placeholder, such as `amount` for `{amount}`. Right: the text to print.',
} as const;

export const blankMergeFieldsField = {
  key: 'blank_merge_fields',
  label: 'If a Merge Field Is Blank',
  type: 'string',
  default: 'stop',
  choices: { stop: 'Stop: send nothing', send: 'Print nothing there' },
  group: 'merge',
  helpText: 'A blank merge field leaves a gap, such as "your gift of .".',
} as const;

/** The values by name. A merge field without a value is an empty string. */
export type MergeFields = Readonly<Record<string, string>>;

/** The merge fields of several people, and how many people lack each one. */
export const mergeFieldSummarySchema = zod.object({
  count: zod.number(),
  names: zod.array(zod.string()),
  /** How many people have no value, by the name of the merge field. */
  gaps: zod.record(zod.string(), zod.number()),
  /** The names that the user entered. The remaining names are columns of a file. */
  entered: zod.array(zod.string()),
  /** True if the user allows letters without a value. */
  allowsBlank: zod.boolean(),
});
export type MergeFieldSummary = zod.output<typeof mergeFieldSummarySchema>;

/** Removes the braces of a placeholder. Spaces become underscores, because a placeholder is one word. */
export const mergeFieldName = (name: string): string => {
  const trimmed = name.trim();
  const [, inner = trimmed] = /^\{+([^{}]*)\}+$/.exec(trimmed) ?? [];
  return inner.trim().replace(/\s+/g, '_');
};

/** The placeholders that the service fills in from the recipient. */
const recipientPlaceholders: readonly string[] = [...personKeys, ...addressKeys, 'address'];

/** Returns true if the service fills in the placeholder from the recipient, so that no merge field can have its name. */
export const isRecipientPlaceholder = (name: string): boolean =>
  recipientPlaceholders.includes(name.toLowerCase());

export const placeholder = (name: string): string => `{${name}}`;

export const countFilledIn = (fields: MergeFields): number => Object.values(fields).filter(Boolean).length;

/**
 * Adds merge fields to a recipient. A name with capital letters is also sent in lower case, because a column "Amount" is
 * often `{amount}` in the letter. If there are too many names, lower-case names are left out first.
 */
export function withMergeFields(recipient: Recipient, fields: MergeFields): Recipient {
  const filledIn = Object.entries(fields).filter(([, value]) => value);
  const metadata = new Map(filledIn);
  for (const [name, value] of filledIn) {
    const lower = name.toLowerCase();
    if (metadata.size < maxMergeFields && !metadata.has(lower) && !Object.hasOwn(fields, lower))
      metadata.set(lower, value);
  }
  return metadata.size === 0 ? recipient : { ...recipient, metadata: Object.fromEntries(metadata) };
}

/**
 * Reads the field Merge Fields. Zapier may drop an entry whose value is blank; then only the raw input has its name.
 * @param columns the label of the field that says which column fills in a placeholder, if the step has one
 * @throws a user-facing error if a value is unusable
 */
export function readMergeFields(
  { inputData, inputDataRaw }: Pick<Bundle, 'inputData'> & Partial<Pick<Bundle, 'inputDataRaw'>>,
  columns?: string,
): { fields: MergeFields; notes: string[] } {
  const value = inputData[mergeFieldsField.key];
  if (!isBlank(value) && !isPlainObject(value)) {
    throw inputError(
      `${mergeFieldsField.label} is set to "${truncate(toText(value))}", which is not a set of names and values.`,
      'Enter a name and a value for each merge field.',
    );
  }
  const raw = inputDataRaw?.[mergeFieldsField.key];
  // In the raw input, a mapped name is a template.
  const names = isPlainObject(raw) ? Object.keys(raw).filter((name) => !name.includes('{{')) : [];
  const dropped = Object.fromEntries(names.map((name) => [name, '']));
  const values: InputData = { ...dropped, ...(isPlainObject(value) ? value : {}) };
  const fields = new Map<string, string>();
  const problems: string[] = [];
  const notes: string[] = [];
  for (const key of Object.keys(values)) {
    const name = mergeFieldName(key);
    const isText = findNonText(values[key]) === undefined;
    const printed = readPrinted((isText && readText(values, { key })) || '', 'merge field');
    const text = printed.text.trim();
    const problem = isText ? findProblem(name, text) : 'is mapped to an object instead of one of its fields';
    const shown = placeholder(truncate(name));
    if (printed.problem) problems.push(`${shown} is "${truncate(text)}", ${printed.problem}`);
    else if (problem) problems.push(`"${truncate(name)}" ${problem}`);
    else if (!name && text) problems.push(`"${truncate(text)}" has no name`);
    else if (fields.get(name) && text) problems.push(`"${truncate(name)}" is entered twice`);
    else if (name) fields.set(name, fields.get(name) || text);
    if (printed.note) notes.push(`The merge field ${shown} ${printed.note}.`);
  }
  const read = { fields: Object.fromEntries(fields), notes };
  const count = countFilledIn(read.fields);
  if (count > maxMergeFields)
    problems.push(`there are ${count} merge fields, and at most ${maxMergeFields} are allowed`);
  if (problems.length === 0) return read;
  const useColumn = columns
    ? ` To print a column of the file, remove the entry, and in ${columns} enter the heading on the left and the placeholder, such as {amount}, on the right.`
    : '';
  throw inputError(
    `${mergeFieldsField.label} can't be used: ${listFirst(problems)}.`,
    `Correct it in this step, or where the value comes from, and send it again.${useColumn}`,
  );
}

function findProblem(name: string, text: string): string | undefined {
  if (isRecipientPlaceholder(name))
    return `is a field of the recipient: fill in that field, or rename the placeholder here and in the letter, for example to ${placeholder(`my_${name}`)}`;
  const { length } = [...text];
  return length > maxMergeFieldLength
    ? `has ${formatNumber(length)} characters, and at most ${formatNumber(maxMergeFieldLength)} are allowed`
    : undefined;
}

export const allowsBlankMergeFields = (inputData: InputData): boolean =>
  readChoice(inputData, blankMergeFieldsField) === 'send';

/** Says what to do about blank merge fields, after a sentence that names them. */
export const blankMergeFieldsAdvice = `Fill in the values, or choose "${blankMergeFieldsField.choices.send}" in ${blankMergeFieldsField.label}.`;

export function summarizeFields(
  people: readonly MergeFields[],
  known: Pick<MergeFieldSummary, 'names' | 'entered' | 'allowsBlank'>,
): MergeFieldSummary {
  const gaps = known.names.map((name) => [name, people.filter((fields) => !fields[name]).length] as const);
  return {
    count: people.length,
    gaps: Object.fromEntries(gaps.filter(([, count]) => count > 0)),
    ...known,
  };
}

/**
 * Summarizes the merge fields of one person.
 * @param printed the placeholders of the letter, if they are known. Only these must have a value
 * @throws a user-facing error that names the merge fields without a value, unless the user allows blank ones
 */
export function summarizeOne(
  fields: MergeFields,
  allowsBlank: boolean,
  printed?: readonly string[],
): MergeFieldSummary {
  const names = Object.keys(fields);
  const summary = summarizeFields([fields], { names, entered: names, allowsBlank });
  const isPrinted = (name: string): boolean =>
    printed?.some((one) => one.toLowerCase() === name.toLowerCase()) ?? true;
  const blank = Object.keys(summary.gaps).filter(isPrinted);
  if (blank.length > 0 && !allowsBlank)
    throw inputError(
      `${mergeFieldsField.label} has no value for ${listFirst(blank.map(placeholder), ', ')}. The letter would have a gap there.`,
      blankMergeFieldsAdvice,
    );
  return summary;
}
