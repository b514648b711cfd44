/**
 * Dehydrated values, which `z.dehydrate` and `z.dehydrateFile` put into records: `hydrate|||…|||hydrate` holds a
 * signed call of one of the connector's hydrators.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as zod from 'zod';

const pattern = /hydrate\|\|\|(.+?)\|\|\|hydrate/g;

const hydrationSchema = zod.object({
  type: zod.enum(['method', 'file']),
  method: zod.string().startsWith('hydrators.'),
  bundle: zod.record(zod.string(), zod.unknown()),
  cacheExpiration: zod.number().optional(),
});
export type Hydration = zod.output<typeof hydrationSchema>;

/** Returns whether the value contains a dehydrated value. Does not check the signature. */
export const isDehydrated = (value: unknown): value is string =>
  typeof value === 'string' && value.search(pattern) >= 0;

/** Parses a dehydrated value. @throws if the signature is wrong or the value is not a call of a hydrator */
export function readHydration(dehydrated: string, secret: string): Hydration {
  const [, content = ''] = new RegExp(pattern.source).exec(dehydrated) ?? [];
  const [payload = '', signature = ''] = content.split(':');
  const expected = createHmac('sha1', secret).update(payload).digest();
  const actual = Buffer.from(signature, 'base64');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    throw new Error('The signature of a dehydrated value is wrong: this connector did not create the value.');
  }
  return hydrationSchema.parse(JSON.parse(Buffer.from(payload, 'base64').toString()));
}

/** Returns a copy of `value` with each dehydrated value replaced, including those inside longer strings. */
export async function replaceDehydrated(
  value: unknown,
  replace: (dehydrated: string) => Promise<unknown>,
): Promise<unknown> {
  if (typeof value === 'string') {
    const found = [...value.matchAll(pattern)].map(([match]) => match);
    if (found.length === 0) return value;
    if (found[0] === value) return replace(value);
    let text = value;
    for (const dehydrated of found) text = text.replace(dehydrated, String(await replace(dehydrated)));
    return text;
  }
  if (Array.isArray(value)) return Promise.all(value.map((item) => replaceDehydrated(item, replace)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    async ([key, item]) => [key, await replaceDehydrated(item, replace)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
