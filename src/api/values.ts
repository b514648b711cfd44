/** Values as the service sends them: text that may come as a number or null, ids that are opaque text. */
import * as zod from 'zod/mini';
import { once } from './once.ts';

/** Text of which the type is not stated (§2.5, §2.7): a number is taken as its digits, null and absence stay. */
export const looseText = once(() =>
  zod.nullish(
    zod.pipe(
      zod.union([zod.string(), zod.number(), zod.boolean()]),
      zod.transform((value: string | number | boolean) => String(value)),
    ),
  ),
);

/** An identifier (§2): opaque, never parsed, never blank. */
export const identifier = once(() =>
  zod.pipe(
    zod.union([zod.string().check(zod.minLength(1)), zod.number()]),
    zod.transform((value: string | number) => String(value)),
  ),
);

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
