/** Compares records with output fields. */
import { type Entry, hasDynamicOutput, outputFieldsOf } from './app.ts';
import { isTimestamp } from './timestamps.ts';

type PlainObject = Record<string, unknown>;

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a record's values with their paths as output fields write them: `address__city` for a property of an object,
 * `contacts[]name` for a column of line items. An empty list or object counts as a value.
 */
export function flattenRecord(record: PlainObject, prefix = ''): { path: string; value: unknown }[] {
  return Object.entries(record).flatMap(([key, value]) => {
    const path = prefix + key;
    if (isPlainObject(value) && Object.keys(value).length > 0) return flattenRecord(value, `${path}__`);
    if (Array.isArray(value) && value.some(isPlainObject)) {
      return value.flatMap((item) =>
        isPlainObject(item) ? flattenRecord(item, `${path}[]`) : [{ path, value: item }],
      );
    }
    return [{ path, value }];
  });
}

/** Whether a field of this type may have the value. Any field may be null. */
function matchesType(type: string | undefined, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  switch (type) {
    case 'number':
      return typeof value === 'number';
    case 'integer':
      return Number.isInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'datetime':
      return typeof value === 'string' && isTimestamp(value);
    case 'file':
    case 'password':
      return typeof value === 'string';
    default:
      // Text. Zapier displays a number as text.
      return typeof value === 'string' || typeof value === 'number';
  }
}

/** Returns what is wrong with a record: required fields that are missing, and values of the wrong type. */
export function typeMismatches(entry: Entry, record: PlainObject): string[] {
  const fields = new Map(outputFieldsOf(entry).map((field) => [field.key, field]));
  const values = flattenRecord(record);
  const missing = [...fields.values()]
    .filter(({ key, required }) => required && !values.some(({ path }) => path === key))
    .map(({ key }) => `"${key}" is required and missing`);
  const wrong = values.flatMap(({ path, value }) => {
    const field = fields.get(path);
    if (!field) return [];
    if (field.dict && isPlainObject(value)) return [];
    const items = Array.isArray(value) ? value : [value];
    if (field.list && value !== null && !Array.isArray(value))
      return [`"${path}" must be a list but is ${describeValue(value)}`];
    if (!field.list && Array.isArray(value))
      return [`"${path}" must be ${field.type ?? 'string'} but is a list`];
    return items.every((item) => matchesType(field.type, item))
      ? []
      : [`"${path}" must be ${field.type ?? 'string'} but is ${describeValue(value)}`];
  });
  return [...missing, ...new Set(wrong)];
}

/** Returns the values without an output field, for which users would see a key instead of a label. */
export function pathsWithoutOutputField(entry: Entry, record: PlainObject): string[] {
  if (hasDynamicOutput(entry)) return [];
  const keys = outputFieldsOf(entry).map(({ key }) => key);
  return [
    ...new Set(
      flattenRecord(record)
        .filter(({ path }) => !keys.includes(path) && !isInDict(entry, path) && !isNestedLineItem(path))
        .filter(({ path, value }) => !isEmptyContainer(keys, path, value))
        .map(({ path }) => path),
    ),
  ];
}

/** Whether a value is in a dictionary field, which may have any keys. */
export const isInDict = (entry: Entry, path: string): boolean =>
  outputFieldsOf(entry).some(({ key, dict }) => dict && path.startsWith(`${key}__`));

/** Whether the value is in line items inside line items, which output fields cannot describe. */
const isNestedLineItem = (path: string): boolean => path.split('[]').length > 2;

/** Whether the value is an empty list or object, or null, and its parts have output fields. */
const isEmptyContainer = (keys: readonly string[], path: string, value: unknown): boolean =>
  ((Array.isArray(value) && value.length === 0) ||
    (isPlainObject(value) && Object.keys(value).length === 0) ||
    value === null) &&
  keys.some((key) => key.startsWith(`${path}[]`) || key.startsWith(`${path}__`));

/** Returns the paths of `expected` that `record` lacks. An empty list counts as having every column. */
export function missingPaths(record: PlainObject, expected: PlainObject): string[] {
  const present = new Set(flattenRecord(record).map(({ path }) => path));
  const emptyLists = flattenRecord(record)
    .filter(({ value }) => Array.isArray(value) && value.length === 0)
    .map(({ path }) => `${path}[]`);
  return [
    ...new Set(
      flattenRecord(expected)
        .map(({ path }) => path)
        .filter(
          (path) =>
            !isNestedLineItem(path) &&
            !present.has(path) &&
            !emptyLists.some((list) => path.startsWith(list)),
        )
        .filter(
          (path) => ![...present].some((one) => one.startsWith(`${path}[]`) || one.startsWith(`${path}__`)),
        ),
    ),
  ];
}

const describeValue = (value: unknown): string =>
  Array.isArray(value)
    ? 'a list'
    : isPlainObject(value)
      ? 'an object'
      : `the ${typeof value} ${JSON.stringify(value)}`;
