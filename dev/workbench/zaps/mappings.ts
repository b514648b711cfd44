/**
 * Values of earlier steps in the fields of a later one: `{{STEP.path}}`. A path goes into a record with dots, and `[]`
 * goes through a list: `{{2.contents[].file}}` is the file of each of its entries.
 */

import { HttpError } from '../http/http_error.ts';
import type { Values } from '../protocol.ts';

/** What an earlier step outputs. */
export interface Source {
  record: Record<string, unknown>;
  /** Paths that the step can give although this record does not have them; nothing to showFieldErrors about. */
  mayGive: readonly string[];
}

/** By the step's id; only steps that come before. */
export type Sources = ReadonlyMap<string, Source>;

export interface Mapping {
  /** As it is written. */
  text: string;
  step: string;
  path: string;
}

const pattern = /\{\{([^{}]*)\}\}/g;

/** Every mapping in the values. @throws HttpError for braces that are no mapping */
export function findMappings(value: unknown): Mapping[] {
  if (typeof value === 'string') return [...value.matchAll(pattern)].map(parseMapping);
  if (Array.isArray(value)) return value.flatMap(findMappings);
  return isRow(value) ? Object.values(value).flatMap(findMappings) : [];
}

/**
 * The values with every mapping replaced. One that leads nowhere is left blank: the record of a Zap that is on may have less
 * in it than the one it was made with. The editor tells of it beforehand; see `lost_values.ts`.
 * @throws HttpError for braces that are no mapping
 */
export function resolveMappings(values: Values, sources: Sources): Values {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, replaced(value, sources)]));
}

function replaced(value: unknown, sources: Sources, entry?: number): unknown {
  if (typeof value === 'string') return replacedText(value, sources, entry);
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      if (isRow(item)) return lineItems(item, sources);
      const one = replaced(item, sources, entry);
      // A list inside a list field: its entries take the mapping's place.
      return Array.isArray(one) ? one : [one];
    });
  }
  if (!isRow(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaced(item, sources, entry)]),
  );
}

/** One line item, or as many as the longest list has entries that is named in it with `[]`. */
function lineItems(row: Record<string, unknown>, sources: Sources): unknown[] {
  const lists = findMappings(row).filter(({ path }) => path.includes('[]'));
  if (lists.length === 0) return [replaced(row, sources)];
  const lengths = lists.map((mapping) => {
    const found = lookUp(mapping, sources);
    return Array.isArray(found) ? found.length : 0;
  });
  return Array.from({ length: Math.max(...lengths) }, (_, entry) => replaced(row, sources, entry));
}

function replacedText(text: string, sources: Sources, entry: number | undefined): unknown {
  const mappings = findMappings(text);
  const [first] = mappings;
  if (!first) return text;
  const given = (mapping: Mapping): unknown => {
    const value = lookUp(mapping, sources);
    return entry !== undefined && mapping.path.includes('[]') && Array.isArray(value) ? value[entry] : value;
  };
  if (first.text === text.trim()) return given(first);
  return text.replace(pattern, (found, inner) => asText(given(parseMapping([found, inner]))));
}

function parseMapping([text, inner]: readonly string[]): Mapping {
  const [, step = '', path = ''] = /^\s*([\w-]+)\.(.+?)\s*$/s.exec(inner ?? '') ?? [];
  if (!step)
    throw new HttpError(
      422,
      `${text} is no value of an earlier step. Take the braces away, or choose a value with Insert data.`,
    );
  return { text: text ?? '', step, path };
}

function lookUp({ step, path }: Mapping, sources: Sources): unknown {
  const source = sources.get(step);
  return source && readPath(source.record, path)?.value;
}

/** Whether there is such a value, or could be in another record of the same step. */
export const gives = ({ record, mayGive }: Source, path: string): boolean =>
  readPath(record, path) !== undefined || mayGive.some((known) => samePath(known, path));

/** Zapier writes `a__b` for what lies in `a`; such a path is understood as well. */
export const samePath = (one: string, other: string): boolean => asDots(one) === asDots(other);

const asDots = (path: string): string => path.replace(/\[\](?=[^.[])/g, '[].').replaceAll('__', '.');

function readPath(record: unknown, path: string): { value: unknown } | undefined {
  return goInto(record, path.split('.')) ?? goInto(record, asDots(path).split('.'));
}

function goInto(value: unknown, names: readonly string[]): { value: unknown } | undefined {
  if (names.length === 0) return { value };
  if (!isRow(value)) return undefined;
  // A key may itself have dots in it, so more and more of the path is taken for one.
  for (let taken = 1; taken <= names.length; taken += 1) {
    const name = names.slice(0, taken).join('.');
    const rest = names.slice(taken);
    const key = name.replace(/(\[\])+$/, '');
    if (!Object.hasOwn(value, key)) continue;
    const found = key === name ? goInto(value[key], rest) : goThrough(value[key], rest);
    if (found) return found;
  }
  return undefined;
}

/** What lies at the same place of every entry of a list; entries without it give a blank. */
function goThrough(list: unknown, rest: readonly string[]): { value: unknown } | undefined {
  if (list === null || list === undefined) return { value: [] };
  const entries = Array.isArray(list) ? list : [list];
  const found = entries.map((entry) => goInto(entry, rest));
  if (entries.length > 0 && found.every((one) => one === undefined)) return undefined;
  const isDeeper = rest.some((name) => name.endsWith('[]'));
  // A list inside each entry: an entry without one has nothing to add.
  if (isDeeper) return { value: found.flatMap((one) => one?.value ?? []) };
  return { value: found.map((one) => one?.value) };
}

/** A value as it stands in the middle of a text. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(asText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
