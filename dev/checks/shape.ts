/** Whether a record is what its output fields promise. */
import { type Entry, hasDynamicOutput, outputFieldsOf } from './app.ts';
import { isTimestamp } from './timestamps.ts';

type Tree = Record<string, unknown>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The paths of a record's values in the notation of output fields: `address__city` for a part of an object,
 * `contacts[]name` for a column of line items; an empty list or object is a value itself.
 */
export function leaves(record: Tree, prefix = ''): { path: string; value: unknown }[] {
  return Object.entries(record).flatMap(([key, value]) => {
    const path = prefix + key;
    if (isTree(value) && Object.keys(value).length > 0) return leaves(value, `${path}__`);
    if (Array.isArray(value) && value.some(isTree)) {
      return value.flatMap((item) => (isTree(item) ? leaves(item, `${path}[]`) : [{ path, value: item }]));
    }
    return [{ path, value }];
  });
}

/** The kinds of value that a field of this type may have. Nothing (null) is allowed for each: a value may be missing. */
function fits(type: string | undefined, value: unknown): boolean {
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
      // A field without type, or of type string, is text; numbers are shown as text by Zapier itself.
      return typeof value === 'string' || typeof value === 'number';
  }
}

/** What about a record breaks its output fields: a missing required one, a value of another type. */
export function misfits(entry: Entry, record: Tree): string[] {
  const fields = new Map(outputFieldsOf(entry).map((field) => [field.key, field]));
  const values = leaves(record);
  const missing = [...fields.values()]
    .filter(({ key, required }) => required && !values.some(({ path }) => path === key))
    .map(({ key }) => `"${key}" is required and missing`);
  const wrong = values.flatMap(({ path, value }) => {
    const field = fields.get(path);
    if (!field) return [];
    if (field.dict && isTree(value)) return [];
    const items = Array.isArray(value) ? value : [value];
    if (field.list && value !== null && !Array.isArray(value))
      return [`"${path}" is a list by its output field and ${kindOf(value)} in the record`];
    // An empty list of line items has no columns to look at.
    if (!field.list && Array.isArray(value))
      return [`"${path}" is ${field.type ?? 'string'} by its output field and a list in the record`];
    return items.every((item) => fits(field.type, item))
      ? []
      : [`"${path}" is ${field.type ?? 'string'} by its output field and ${kindOf(value)} in the record`];
  });
  return [...missing, ...new Set(wrong)];
}

/** The values of a record that no output field names, so that users meet a bare key. */
export function unnamed(entry: Entry, record: Tree): string[] {
  if (hasDynamicOutput(entry)) return [];
  const keys = outputFieldsOf(entry).map(({ key }) => key);
  return [
    ...new Set(
      leaves(record)
        .filter(({ path }) => !keys.includes(path) && !isInDict(entry, path) && !isDeep(path))
        .filter(({ path, value }) => !isEmptyOf(keys, path, value))
        .map(({ path }) => path),
    ),
  ];
}

/** Whether a value is in a dictionary, whose keys users choose. */
export const isInDict = (entry: Entry, path: string): boolean =>
  outputFieldsOf(entry).some(({ key, dict }) => dict && path.startsWith(`${key}__`));

/** Line items within line items, which output fields cannot name. */
const isDeep = (path: string): boolean => path.split('[]').length > 2;

/** An empty list or object whose parts have output fields. */
const isEmptyOf = (keys: readonly string[], path: string, value: unknown): boolean =>
  ((Array.isArray(value) && value.length === 0) ||
    (isTree(value) && Object.keys(value).length === 0) ||
    value === null) &&
  keys.some((key) => key.startsWith(`${path}[]`) || key.startsWith(`${path}__`));

/** The paths of `wanted` that `record` does not have; columns of an empty list count as being there. */
export function missingFrom(record: Tree, wanted: Tree): string[] {
  const have = new Set(leaves(record).map(({ path }) => path));
  const openLists = leaves(record)
    .filter(({ value }) => Array.isArray(value) && value.length === 0)
    .map(({ path }) => `${path}[]`);
  return [
    ...new Set(
      leaves(wanted)
        .map(({ path }) => path)
        .filter(
          (path) => !isDeep(path) && !have.has(path) && !openLists.some((list) => path.startsWith(list)),
        )
        .filter(
          (path) => ![...have].some((one) => one.startsWith(`${path}[]`) || one.startsWith(`${path}__`)),
        ),
    ),
  ];
}

const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? 'a list'
    : isTree(value)
      ? 'an object'
      : `the ${typeof value} ${JSON.stringify(value)}`;
