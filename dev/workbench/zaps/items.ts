/** A record as Zapier lists it: one line for each value, labelled, with the path to map it by. */
import { isDehydrated } from '@print-and-mail/zapier';
import type { Item } from '../protocol.ts';
import { asText, isRow, samePath } from './mappings.ts';

/** What a definition says about a value that an operation gives. */
export interface OutputField {
  key: string;
  label?: string | undefined;
}

/** In place of a file that nobody has fetched yet. */
export const unfetchedFile = 'A file, fetched when it is used';

/** The address under which the page can open a file, or nothing when the value is none. */
export type FileAddress = (value: unknown) => string | undefined;

/** The values with an output field first, in the order of those, then the others as they stand in the record. */
export function itemsOf(
  record: Record<string, unknown>,
  outputFields: readonly OutputField[],
  fileAddress: FileAddress = () => undefined,
): Item[] {
  const left = leaves(record);
  const known = outputFields.flatMap((field) => {
    const at = left.findIndex(({ path }) => samePath(path, field.key));
    const [leaf] = at < 0 ? [] : left.splice(at, 1);
    return leaf ? [{ ...leaf, label: field.label ?? labelFrom(leaf.path) }] : [];
  });
  const others = left.map((leaf) => ({ ...leaf, label: labelFrom(leaf.path) }));
  return [...known, ...others].map(({ path, label, value }) => {
    const fileUrl = fileAddress(value);
    const shown = isDehydrated(value) ? unfetchedFile : asText(value);
    return { path, label, value: shown, ...(fileUrl === undefined ? {} : { fileUrl }) };
  });
}

interface Leaf {
  path: string;
  value: unknown;
}

function leaves(record: Record<string, unknown>, before = ''): Leaf[] {
  return Object.entries(record).flatMap(([key, value]): Leaf[] => {
    const path = `${before}${key}`;
    if (isRow(value)) return leaves(value, `${path}.`);
    if (!Array.isArray(value) || !value.some(isRow)) return [{ path, value }];
    return columns(value.filter(isRow), `${path}[].`);
  });
}

/** Line items by column, as they are mapped: every entry's value of the same name together. */
function columns(rows: readonly Record<string, unknown>[], before: string): Leaf[] {
  const byPath = new Map<string, unknown[]>();
  for (const row of rows) {
    for (const { path, value } of leaves(row, before)) {
      const column = byPath.get(path) ?? [];
      column.push(...(Array.isArray(value) ? value : [value]));
      byPath.set(path, column);
    }
  }
  return [...byPath].map(([path, value]) => ({ path, value }));
}

/** `new_address.postal_code` as `New Address Postal Code`. */
export const labelFrom = (path: string): string =>
  path
    .split(/[._[\]]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
