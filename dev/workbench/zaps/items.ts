/** A record as Zapier lists it: labeled values, each with the path to map it by. */
import { isDehydrated } from '@print-and-mail/zapier';
import type { Item } from '../protocol.ts';
import { asText, isRecord, isSamePath } from './mappings.ts';

export interface OutputField {
  key: string;
  label?: string | undefined;
  /** Whether the value is left out of the record and the data picker; its path still works. */
  hidden?: boolean | undefined;
}

/** Shown instead of a dehydrated file. */
export const unfetchedFile = 'A file, downloaded when a step uses it';

/** Returns the URL at which the page can open a file, or undefined if the value is not a file. */
export type FileUrl = (value: unknown) => string | undefined;

/** Values with an output field come first, in the order of the output fields; the others follow in the record's order. */
export function itemsOf(
  record: Record<string, unknown>,
  outputFields: readonly OutputField[],
  fileUrlOf: FileUrl = () => undefined,
): Item[] {
  const rest = listValues(record);
  const known = outputFields.flatMap((field) => {
    const at = rest.findIndex(({ path }) => isSamePath(path, field.key));
    const [found] = at < 0 ? [] : rest.splice(at, 1);
    return found && !field.hidden ? [{ ...found, label: field.label ?? labelFromPath(found.path) }] : [];
  });
  const others = rest.map((one) => ({ ...one, label: labelFromPath(one.path) }));
  return [...known, ...others].map(({ path, label, value }) => {
    const fileUrl = fileUrlOf(value);
    const text = isDehydrated(value) ? unfetchedFile : listText(value);
    return { path, label, value: text, ...(fileUrl === undefined ? {} : { fileUrl }) };
  });
}

/** Marks the blank items of a preview, and adds the outputs that it does not have: a run of the Zap will have them. */
export const addLaterItems = (items: readonly Item[], outputFields: readonly OutputField[]): Item[] => [
  ...items.map((item) => (item.value === '' ? { ...item, isLater: true } : item)),
  ...outputFields
    .filter(({ key, hidden }) => !hidden && !items.some(({ path }) => isSamePath(path, key)))
    .map(({ key, label = labelFromPath(key) }) => ({ path: key, label, value: '', isLater: true })),
];

/**
 * Returns a value as text. A list becomes its entries without blank ones: one per line if commas would not separate them, with a
 * blank line between entries of several lines.
 */
function listText(value: unknown): string {
  if (!Array.isArray(value)) return asText(value);
  const entries = value.map(asText).filter((entry) => entry !== '');
  if (entries.some((entry) => entry.includes('\n'))) return entries.join('\n\n');
  return entries.join(entries.some((entry) => /, |\.$/.test(entry)) ? '\n' : ', ');
}

interface PathValue {
  path: string;
  value: unknown;
}

function listValues(record: Record<string, unknown>, before = ''): PathValue[] {
  return Object.entries(record).flatMap(([key, value]): PathValue[] => {
    const path = `${before}${key}`;
    if (isRecord(value)) return listValues(value, `${path}.`);
    if (!Array.isArray(value) || !value.some(isRecord)) return [{ path, value }];
    return listColumns(value.filter(isRecord), `${path}[].`);
  });
}

/** Returns the columns of line items, which is how they are mapped: the values of one key from all rows. */
function listColumns(rows: readonly Record<string, unknown>[], before: string): PathValue[] {
  const byPath = new Map<string, unknown[]>();
  for (const row of rows) {
    for (const { path, value } of listValues(row, before)) {
      const column = byPath.get(path) ?? [];
      column.push(...(Array.isArray(value) ? value : [value]));
      byPath.set(path, column);
    }
  }
  return [...byPath].map(([path, value]) => ({ path, value }));
}

/** `new_address.postal_code` as `New Address Postal Code`. */
export const labelFromPath = (path: string): string =>
  path
    .split(/[._[\]]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
