/**
 * Mappings of earlier steps' data into a field: `{{STEP.path}}`. Dots go into an object and `[]` goes through a list:
 * `{{2.contents[].file}}` is the file of each entry.
 */
import { HttpError } from '../http/http_error.ts';
import type { Values } from '../protocol.ts';

/** The data of an earlier step. */
export interface Source {
  record: Record<string, unknown>;
  /** Paths that another record of the same step can have, although this one does not. */
  optionalPaths: readonly string[];
}

/** Earlier steps' data by step id. */
export type Sources = ReadonlyMap<string, Source>;

export interface Mapping {
  /** With its braces. */
  text: string;
  step: string;
  path: string;
}

const pattern = /\{\{([^{}]*)\}\}/g;

/** Finds every mapping in a value. @throws HttpError for braces that are not a mapping */
export function findMappings(value: unknown): Mapping[] {
  if (typeof value === 'string') return [...value.matchAll(pattern)].map(parseMapping);
  if (Array.isArray(value)) return value.flatMap(findMappings);
  return isRecord(value) ? Object.values(value).flatMap(findMappings) : [];
}

/**
 * Replaces every mapping by its value, or by a blank if the record does not have it: a live record may have fewer values
 * than the sample. The editor warns of such mappings beforehand; see `broken_mappings.ts`.
 * @throws HttpError for braces that are not a mapping
 */
export function resolveMappings(values: Values, sources: Sources): Values {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, resolve(value, sources)]));
}

function resolve(value: unknown, sources: Sources, entry?: number): unknown {
  if (typeof value === 'string') return resolveText(value, sources, entry);
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      if (isRecord(item)) return resolveLineItems(item, sources);
      const one = resolve(item, sources, entry);
      // A list mapped into a list field is spread into it.
      return Array.isArray(one) ? one : [one];
    });
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, sources, entry)]));
}

/** One line item for each entry of the longest list mapped with `[]`, else a single one. */
function resolveLineItems(row: Record<string, unknown>, sources: Sources): unknown[] {
  const lists = findMappings(row).filter(({ path }) => path.includes('[]'));
  if (lists.length === 0) return [resolve(row, sources)];
  const lengths = lists.map((mapping) => {
    const found = lookUp(mapping, sources);
    return Array.isArray(found) ? found.length : 0;
  });
  return Array.from({ length: Math.max(...lengths) }, (_, entry) => resolve(row, sources, entry));
}

function resolveText(text: string, sources: Sources, entry: number | undefined): unknown {
  const mappings = findMappings(text);
  const [first] = mappings;
  if (!first) return text;
  const valueFor = (mapping: Mapping): unknown => {
    const value = lookUp(mapping, sources);
    return entry !== undefined && mapping.path.includes('[]') && Array.isArray(value) ? value[entry] : value;
  };
  if (first.text === text.trim()) return valueFor(first);
  return text.replace(pattern, (found, inner) => asText(valueFor(parseMapping([found, inner]))));
}

function parseMapping([text, inner]: readonly string[]): Mapping {
  const [, step = '', path = ''] = /^\s*([\w-]+)\.(.+?)\s*$/s.exec(inner ?? '') ?? [];
  if (!step)
    throw new HttpError(
      422,
      `${text} is not data from an earlier step. Remove the braces, or choose a value with Insert data.`,
    );
  return { text: text ?? '', step, path };
}

function lookUp({ step, path }: Mapping, sources: Sources): unknown {
  const source = sources.get(step);
  return source && readPath(source.record, path)?.value;
}

/** Whether this record, or another one of the same step, can have a value at the path. */
export const hasPath = ({ record, optionalPaths }: Source, path: string): boolean =>
  readPath(record, path) !== undefined || optionalPaths.some((known) => isSamePath(known, path));

/** Zapier writes `a__b` for `b` in `a`, so both spellings are accepted. */
export const isSamePath = (one: string, other: string): boolean =>
  normalizePath(one) === normalizePath(other);

const normalizePath = (path: string): string => path.replace(/\[\](?=[^.[])/g, '[].').replaceAll('__', '.');

function readPath(record: unknown, path: string): { value: unknown } | undefined {
  return readProperties(record, path.split('.')) ?? readProperties(record, normalizePath(path).split('.'));
}

function readProperties(value: unknown, names: readonly string[]): { value: unknown } | undefined {
  if (names.length === 0) return { value };
  if (!isRecord(value)) return undefined;
  // A key can contain dots, so try ever longer parts of the path as the key.
  for (let taken = 1; taken <= names.length; taken += 1) {
    const name = names.slice(0, taken).join('.');
    const rest = names.slice(taken);
    const key = name.replace(/(\[\])+$/, '');
    if (!Object.hasOwn(value, key)) continue;
    const found = key === name ? readProperties(value[key], rest) : readEach(value[key], rest);
    if (found) return found;
  }
  return undefined;
}

/** The value at the same path of every entry of a list; undefined for entries without it. */
function readEach(list: unknown, rest: readonly string[]): { value: unknown } | undefined {
  if (list === null || list === undefined) return { value: [] };
  const entries = Array.isArray(list) ? list : [list];
  const found = entries.map((entry) => readProperties(entry, rest));
  if (entries.length > 0 && found.every((one) => one === undefined)) return undefined;
  const isDeeper = rest.some((name) => name.endsWith('[]'));
  // Nested lists are flattened; an entry without a list adds nothing.
  if (isDeeper) return { value: found.flatMap((one) => one?.value ?? []) };
  return { value: found.map((one) => one?.value) };
}

/**
 * Returns the record with other texts at some paths. Numbers and yes-or-no values stay such if the text is one.
 * @throws HttpError if a path has no value
 */
export function changeValues<Value extends Record<string, unknown>>(
  record: Value,
  changes: Readonly<Record<string, string>>,
): Value {
  const changed = structuredClone(record);
  for (const [path, text] of Object.entries(changes)) {
    if (!setPath(changed, path, text)) throw new HttpError(422, `The run’s data has no value “${path}”.`);
  }
  return changed;
}

/** A key can contain dots, so the longest part of the path that is a key is taken as one. */
function setPath(target: unknown, path: string, text: string): boolean {
  if (!isRecord(target)) return false;
  if (Object.hasOwn(target, path)) {
    target[path] = likeBefore(target[path], text);
    return true;
  }
  return Object.keys(target).some(
    (key) => path.startsWith(`${key}.`) && setPath(target[key], path.slice(key.length + 1), text),
  );
}

function likeBefore(before: unknown, text: string): unknown {
  if (typeof before === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (typeof before === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}

/** Returns a value as it appears within text. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(asText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
