/** Schemas for values in responses, whose JSON type often differs from the documentation. */
import * as zod from 'zod/mini';

/** What zod passes to a transformation besides the value, to report issues. */
type Payload = Parameters<Parameters<typeof zod.transform>[0]>[1];

/** Text that may arrive as a number or a boolean. Null and undefined stay unchanged. */
export const looseText = zod.optional(
  zod.transform((value: unknown, payload) =>
    value === undefined || value === null ? value : toText(value, payload),
  ),
);

/** Text in a response that confirms a new object. A value of another type is left out, because the ID alone confirms it. */
export const optionalText = zod.catch(looseText, undefined);

/** An ID: text or a number, never blank. */
export const identifier = zod.transform((value: unknown, payload) =>
  value === '' || typeof value === 'boolean' ? reject(value, payload) : toText(value, payload),
);

const toText = (value: unknown, payload: Payload): string =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
    ? String(value)
    : reject(value, payload);

function reject(input: unknown, { issues }: Payload): never {
  issues.push({ code: 'invalid_type', expected: 'string', input });
  return zod.NEVER;
}

/** Returns the parsed value, or undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Maximum nesting of a response. No real one goes deeper, and zapier-platform-core overflows the stack on thousands of levels. */
const maxDepth = 100;

/** Replaces what is nested too deep in a parsed response with null. Returns the same value. */
export function cutDeepValues(value: unknown, levels = maxDepth): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'object') Reflect.set(value, key, cutDeepValues(inner, levels - 1));
  }
  return value;
}

/**
 * Returns a time in ISO 8601, from ISO 8601 with a space instead of the T, or from seconds or milliseconds since 1970.
 * Adds no time zone to a time without one.
 */
export function isoTime(time: string | null | undefined): string | null {
  const text = time?.trim();
  if (!text) return null;
  if (/^\d{9,10}(\.\d+)?$/.test(text)) return new Date(Number(text) * 1000).toISOString();
  if (/^\d{12,13}$/.test(text)) return new Date(Number(text)).toISOString();
  return text.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d[\d:.]*) ?/, '$1T$2');
}

/** Returns the date of a time: without a zone, its hour says nothing. */
export const isoDate = (time: string | null | undefined): string | null =>
  /^\d{4}-\d\d-\d\d/.exec(isoTime(time) ?? '')?.[0] ?? null;
