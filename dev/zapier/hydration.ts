/**
 * Values that are fetched only when a later step uses them: `hydrate|||…|||hydrate` in a record stands for a call of
 * one of the connector's hydrators. The signature makes sure that nobody but the connector wrote it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as zod from 'zod';

const pattern = /hydrate\|\|\|(.+?)\|\|\|hydrate/g;

const payloadSchema = zod.object({
  type: zod.enum(['method', 'file']),
  method: zod.string().startsWith('hydrators.'),
  bundle: zod.record(zod.string(), zod.unknown()),
  cacheExpiration: zod.number().optional(),
});
export type Hydration = zod.output<typeof payloadSchema>;

export const isDehydrated = (value: unknown): value is string =>
  typeof value === 'string' && value.search(pattern) >= 0;

/** Reads one dehydrated value. @throws when it was not signed with this secret or is not a hydrator's call */
export function readHydration(value: string, secret: string): Hydration {
  const [, inner = ''] = new RegExp(pattern.source).exec(value) ?? [];
  const [payload = '', signature = ''] = inner.split(':');
  const expected = createHmac('sha1', secret).update(payload).digest();
  const given = Buffer.from(signature, 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Error(
      'A dehydrated value carries a signature that does not fit; it was not made by this connector.',
    );
  }
  return payloadSchema.parse(JSON.parse(Buffer.from(payload, 'base64').toString()));
}

/** A copy of `value` in which `replace` has stood in for each dehydrated value, also inside longer texts. */
export async function replaceDehydrated(
  value: unknown,
  replace: (dehydrated: string) => Promise<unknown>,
): Promise<unknown> {
  if (typeof value === 'string') {
    const found = [...value.matchAll(pattern)].map(([whole]) => whole);
    if (found.length === 0) return value;
    if (found[0] === value) return replace(value);
    let text = value;
    for (const one of found) text = text.replace(one, String(await replace(one)));
    return text;
  }
  if (Array.isArray(value)) return Promise.all(value.map((item) => replaceDehydrated(item, replace)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    async ([key, item]) => [key, await replaceDehydrated(item, replace)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
