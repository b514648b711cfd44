/** Schemas for values in responses, whose JSON types often differ from the documentation. Only a missing ID makes a response unusable. */
import * as zod from 'zod/mini';
import { isPlainObject } from '../text/values.ts';

/** Text that may arrive as a number or a boolean. Null and undefined stay unchanged; an object or a list becomes null. */
export const looseText = zod.optional(
  zod.transform((value: unknown) =>
    value === undefined ? undefined : isPrimitive(value) ? String(value) : null,
  ),
);

/** A number or text; undefined for any other type. */
export const looseNumber = zod.catch(zod.nullish(zod.union([zod.number(), zod.string()])), undefined);

/** Returns the schema of an object that is null if it has another type, such as a list. */
export const looseObject = <Shape extends zod.core.$ZodLooseShape>(shape: Shape) =>
  zod.catch(zod.nullish(zod.looseObject(shape)), null);

/** Returns the schema of a list, which may be null if it is empty. If its key is missing, the response is unusable. */
export const listOf = <Item extends zod.core.$ZodType>(item: Item) =>
  zod.pipe(
    zod.nullable(zod.array(item)),
    zod.transform((items) => items ?? []),
  );

/** An ID: text or a number, never blank. */
export const identifier = zod.transform((value: unknown, { issues }) => {
  if (isPrimitive(value) && value !== '' && typeof value !== 'boolean') return String(value);
  issues.push({ code: 'invalid_type', expected: 'string', input: value });
  return zod.NEVER;
});

const isPrimitive = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** Returns true if a record is marked as deleted or canceled. The API does not document these marks, so the likely ones are recognized. */
export const isGone = (record: Readonly<Record<string, unknown>>): boolean =>
  record.active === false ||
  /^(?:deleted|cancell?ed)$/i.test(String(record.status)) ||
  [record, record.timeline].some((part) => isPlainObject(part) && Object.entries(part).some(isMark));

const isMark = ([key, value]: [string, unknown]): boolean =>
  /^(?:deleted|cancell?ed)(?:_at)?$/.test(key) && Boolean(value) && value !== 'false' && value !== '0';

/** Returns the parsed value, or undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a time in ISO 8601, also if it has a space instead of the T. Adds no time zone if the time has none. */
export function isoTime(time: string | null | undefined): string | null {
  const text = time?.trim();
  if (!text) return null;
  return text.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d[\d:.]*) ?/, '$1T$2');
}

/** Returns the date of a time, because without a time zone the hour is meaningless. */
export const isoDate = (time: string | null | undefined): string | null =>
  /^\d{4}-\d\d-\d\d/.exec(isoTime(time) ?? '')?.[0] ?? null;
