/** Values as the service sends them: text that may come as a number or null, ids that are opaque text. */
import * as zod from 'zod/mini';

/** Text of which the type is not stated (§2.5, §2.7): a number is taken as its digits, null and absence stay. */
export const looseText = zod.nullish(
  zod.pipe(
    zod.union([zod.string(), zod.number(), zod.boolean()]),
    zod.transform((value: string | number | boolean) => String(value)),
  ),
);

/** An identifier (§2): opaque, never parsed, never blank. */
export const identifier = zod.pipe(
  zod.union([zod.string().check(zod.minLength(1)), zod.number()]),
  zod.transform((value: string | number) => String(value)),
);
