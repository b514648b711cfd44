/** Values as the service sends them: text that may come as a number or null, ids that are opaque text. */
import * as zod from 'zod/mini';

/** What a transformation is given besides the value: where it says that the value is not what was promised. */
type Payload = Parameters<Parameters<typeof zod.transform>[0]>[1];

/** Text of which the type is not stated (§2.5, §2.7): a number is taken as its digits, null and absence stay. */
export const looseText = zod.optional(
  zod.transform((value: unknown, payload) =>
    value === undefined || value === null ? value : written(value, payload),
  ),
);

/** An identifier (§2): opaque, never parsed, never blank. */
export const identifier = zod.transform((value: unknown, payload) =>
  value === '' || typeof value === 'boolean' ? refused(value, payload) : written(value, payload),
);

/** In one step, because each schema takes longer to be made than all values of a run to be read. */
const written = (value: unknown, payload: Payload): string =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
    ? String(value)
    : refused(value, payload);

function refused(input: unknown, { issues }: Payload): never {
  issues.push({ code: 'invalid_type', expected: 'string', input });
  return zod.NEVER;
}

/**
 * A time as ISO 8601 (§2): a blank in place of the T is mended and seconds since 1970 are written out, but a time without
 * a zone gets none.
 */
export function isoTime(time: string | null | undefined): string | null {
  const told = time?.trim();
  if (!told) return null;
  if (/^\d{9,10}(\.\d+)?$/.test(told)) return new Date(Number(told) * 1000).toISOString();
  if (/^\d{12,13}$/.test(told)) return new Date(Number(told)).toISOString();
  return told.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d[\d:.]*) ?/, '$1T$2');
}
