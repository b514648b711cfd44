/**
 * Reads the values of input fields. Zapier passes on whatever the earlier step returned: strings for numbers, `"false"`
 * for no, empty strings, missing keys, lists instead of one value, line items with columns of unequal lengths. All of
 * these are handled here. A blank value counts as missing.
 */
import { Failure } from '../failure.ts';
import { formatNumber, truncate } from '../text/format.ts';
import { isBlank, isPlainObject, toText } from '../text/values.ts';

/** The values of a step's input fields, before they are read. */
export type InputData = Record<string, unknown>;

/** The parts of a field definition that reading and error messages need. */
interface FieldInfo {
  key: string;
  label?: string;
}

/** A field with labels by value. */
type ChoiceField<Choice extends string> = FieldInfo & { choices: Record<Choice, string> };

/** Returns the error for a value that the user must correct. */
export const inputError = (what: string, advice?: string): Failure =>
  new Failure({ kind: 'not_done', what, advice });

/**
 * Returns the text as filled in, with its spaces, or undefined if it is blank. Joins the items of a list.
 * @throws a user-facing error if the value is an object, because its JSON would be printed on the letter
 */
export function readText(inputData: InputData, field: FieldInfo): string | undefined {
  const value = rawValue(inputData, field);
  // Nearly all of the millions of values in a file are text.
  if (typeof value === 'string') return value.trim() ? value : undefined;
  if (findNonText(value) !== undefined) {
    throw inputError(`"${labelOf(field)}" is mapped to an object.`, 'Map one of its fields instead.');
  }
  const parts = [value].flat().filter((part) => !isBlank(part));
  return parts.length > 0 ? parts.map(toText).join(', ') : undefined;
}

/** Returns the value, but not an inherited property such as `constructor`. */
const rawValue = (inputData: InputData, { key }: FieldInfo): unknown =>
  Object.hasOwn(inputData, key) ? inputData[key] : undefined;

/** Returns the first part of a value that is an object or a nested list, or undefined if every part is text. */
export const findNonText = (value: unknown): unknown =>
  [value].flat().find((part) => typeof part === 'object' && !isBlank(part));

/** Returns text without leading and trailing spaces, for values such as IDs, names to search for and choices. */
export const readTrimmed = (inputData: InputData, field: FieldInfo): string | undefined =>
  readText(inputData, field)?.trim();

/** @throws a user-facing error if the field is blank */
export function readRequired(inputData: InputData, field: FieldInfo): string {
  const value = readTrimmed(inputData, field);
  if (value === undefined) {
    throw inputError(
      `${labelOf(field)} is blank.`,
      'Choose or map a value. If it is mapped, the earlier step may have returned no value.',
    );
  }
  return value;
}

/**
 * Rejects an optional ID field that is mapped but blank. A search without this criterion could find someone else, whom the next step
 * may then change.
 * @throws a user-facing error if the field is mapped and has no value in this run
 */
export function rejectBlankMapping(
  { inputData, inputDataRaw }: { inputData: InputData; inputDataRaw?: InputData },
  field: FieldInfo,
): void {
  if (isBlank(inputDataRaw?.[field.key]) || !isBlank(inputData[field.key])) return;
  throw inputError(
    `${labelOf(field)} is mapped, but it has no value in this run, so nothing was searched.`,
    `Check the step that it comes from, or remove ${labelOf(field)} from this step.`,
  );
}

/**
 * The type and the choices of a yes-or-no field. In a field with the type `boolean`, Zapier turns nearly every text, such as "off" and
 * "Nein", into yes before the connector sees it.
 */
export const yesOrNo = { type: 'string', choices: { true: 'Yes', false: 'No' } } as const;

/** Words without accents in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const yesWords =
  'true t yes y on 1 checked ja j wahr an oui vrai si s verdadero vero sim verdadeiro waar aan'.split(' ');
const noWords = 'false f no n off 0 unchecked nein falsch aus non faux falso nao nee onwaar uit'.split(' ');

/** Reads a yes-or-no value. @throws a user-facing error if it is neither */
export function readBoolean(inputData: InputData, field: FieldInfo): boolean | undefined {
  const value = readTrimmed(inputData, field);
  if (value === undefined) return undefined;
  const word = value
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
  if (yesWords.includes(word)) return true;
  if (noWords.includes(word)) return false;
  throw inputError(
    `${labelOf(field)} is "${truncate(value)}", which is neither yes nor no.`,
    'Choose Yes or No.',
  );
}

/**
 * Reads a number as people type it: `8.5`, `8,5`, `8.5"`, `8.5 in`, `12pt`. A whole number may have thousands separators: `1,000`,
 * `1.000`, `1 000`. In other numbers, a comma before exactly three digits is rejected, because it may be a separator or a decimal comma.
 * The field must have the type `string`: in a field for numbers, Zapier turns `8,5` into 8, `1,000` into 1 and `eight` into 0 before
 * the connector sees the value.
 * @throws a user-facing error if the value is not a number or is outside the limits
 */
export function readNumber(
  inputData: InputData,
  field: FieldInfo,
  { min = -Infinity, above = -Infinity, max = Infinity, whole = false } = {},
): number | undefined {
  const value = readTrimmed(inputData, field);
  if (value === undefined) return undefined;
  const read = parseNumber(whole ? withoutSeparators(value) : value);
  const label = labelOf(field);
  if (!Number.isFinite(read) || (whole && !Number.isSafeInteger(read))) {
    const kind = whole ? 'a whole number' : 'a number';
    throw inputError(
      `${label} is "${truncate(value)}", which is not ${kind}.`,
      `Enter ${kind} such as ${whole ? '2' : '8.5'}.`,
    );
  }
  const outside = (limit: string): Failure =>
    inputError(`${label} is ${truncate(value)}, but it must be ${limit}.`);
  if (read > max) throw outside(`${formatNumber(max)} or less`);
  if (read < min) throw outside(`${min} or more`);
  if (read <= above) throw outside(`more than ${above}`);
  return read;
}

/** Removes thousands separators if they are all the same. */
const withoutSeparators = (value: string): string =>
  value.replace(/^[+-]?[1-9]\d{0,2}([.,'’\s])\d{3}(?:\1\d{3})*(?!\d)/, (digits) =>
    digits.replace(/[^\d+-]/g, ''),
  );

function parseNumber(value: string): number {
  const [, digits] =
    /^([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+))\s*(?:["”“″]|''|in\.?|inch(?:es)?|pts?\.?|points?)?$/i.exec(value) ??
    [];
  if (digits === undefined || /,\d{3}$/.test(digits)) return Number.NaN;
  return Number(digits.replace(',', '.'));
}

/** Returns one of the choices, given as its value or its label. @throws a user-facing error that lists their labels */
export function readChoice<Choice extends string>(
  inputData: InputData,
  field: ChoiceField<Choice>,
): Choice | undefined {
  const value = readTrimmed(inputData, field);
  if (value === undefined) return undefined;
  const typed = value.toLowerCase();
  const labels: Record<string, string> = field.choices;
  const found = Object.keys(labels).find(
    (key): key is Choice => key === typed.replace(/[\s-]+/g, '_') || labels[key]?.toLowerCase() === typed,
  );
  if (found !== undefined) return found;
  throw inputError(
    `${labelOf(field)} is "${truncate(value)}".`,
    `Use one of: ${Object.values(labels).join(', ')}.`,
  );
}

/** Returns the values of a field that takes several: a list, nested lists, or text with commas. Blank values are left out. */
export const readList = (inputData: InputData, field: FieldInfo): unknown[] =>
  [rawValue(inputData, field)]
    .flat(maxListDepth)
    .flatMap((one) => (typeof one === 'string' ? one.split(',') : [one]))
    .filter((one) => !isBlank(one));

/** Maximum nesting of Zapier's lists of line items. */
const maxListDepth = 5;

/** Returns the selected choices. @throws a user-facing error that lists the choices */
export function readChoices<Choice extends string>(
  inputData: InputData,
  field: ChoiceField<Choice>,
): Choice[] {
  const read = readList(inputData, field)
    .map((part) => readChoice({ [field.key]: part }, field))
    .filter((one) => one !== undefined);
  return [...new Set(read)];
}

/**
 * Returns line items as rows. They arrive as a list of objects, as one object, as an object of lists, or as lists under the
 * children's keys, depending on where the user mapped them from. A single value applies to all rows. A short list leaves its last
 * rows blank. Blank rows are left out.
 * @throws a user-facing error if the line items are mapped to a value without any of their fields, such as text, or if they are people
 * and their lists have different lengths
 */
export function readLineItems(inputData: InputData, field: LineItemField): InputData[] {
  const hasValue = (row: InputData) => field.children.some(({ key }) => !isBlank(row[key]));
  const value = rawValue(inputData, field);
  const items = [value].flat();
  for (const item of items) {
    const isKnown = isPlainObject(item)
      ? Object.values(item).every(isBlank) || hasValue(item)
      : isBlank(item);
    if (!isKnown)
      throw inputError(
        `${labelOf(field)} is set to "${truncate(toText(item))}", which is not a valid line item.`,
        `Map each field under ${labelOf(field)} separately.`,
      );
  }
  const sources = typeof value === 'object' && value !== null ? items.filter(isPlainObject) : [inputData];
  return sources.flatMap((source) => columnsToRows(source, field)).filter(hasValue);
}

export interface LineItemField extends FieldInfo {
  children: readonly FieldInfo[];
  /** True if each item is a person. Zapier drops blank values, and the second person must not get the third person's street. */
  arePeople?: boolean;
}

function columnsToRows(columns: InputData, field: LineItemField): InputData[] {
  const given = field.children
    .map((child) => ({ key: child.key, label: labelOf(child), value: rawValue(columns, child) }))
    .filter(({ value }) => !isBlank(value));
  const lists = given.flatMap(({ key, label, value }) =>
    Array.isArray(value) ? [{ key, label, length: value.length }] : [],
  );
  // One name with a list of streets is one person, whose street has several lines.
  const street =
    lists.length === 1 && lists[0]?.key === 'street' && given.length > 1 ? columns.street : undefined;
  if (field.arePeople && Array.isArray(street))
    return columnsToRows({ ...columns, street: street.filter((line) => !isBlank(line)).join('\n') }, field);
  const lengths = new Set(lists.map((list) => list.length));
  if (field.arePeople && lengths.size > 1) {
    const counts = lists.map(({ label, length }) => `${label} has ${length}`);
    throw inputError(
      `The fields under ${labelOf(field)} have different numbers of values: ${counts.join(', ')}. It is unclear which of them belong together.`,
      'Map only fields that have a value for each person.',
    );
  }
  const length = Math.max(Math.min(1, given.length), ...lengths);
  return Array.from({ length }, (_, index) =>
    Object.fromEntries(given.map(({ key, value }) => [key, Array.isArray(value) ? value[index] : value])),
  );
}

const labelOf = ({ key, label }: FieldInfo): string => label ?? key;
