/**
 * Remembers a list that a step could not finish. Zapier runs a throttled step again from the start, and so may the user: the
 * step then goes on with its list instead of failing because the name is taken.
 */
import { hash, randomUUID } from 'node:crypto';
import * as zod from 'zod/mini';
import type { AccountCache } from '../account_cache.ts';

const listSchema = zod.object({
  name: zod.string(),
  list_id: zod.string(),
  expires: zod.nullish(zod.string()),
  /** The number of recipients on the list, from the start. */
  added: zod.number(),
  /** The run that wrote it. */
  run: zod.string(),
});

export type UnfinishedList = Omit<zod.output<typeof listSchema>, 'run'>;

/** Seconds. A list expires at the letter service after 14 days. */
const lifetime = 13 * 86_400;
/** Seconds during which only one of two runs that start together may go on with the list. */
const claimLifetime = 60;

/** Returns the same key only for the same recipients in the same order, and the same chosen name. */
export const unfinishedListKey = (hashes: readonly string[], chosenName = ''): string =>
  `unfinished-list:${hash('sha256', JSON.stringify([chosenName, hashes]))}`;

export const rememberUnfinished = (cache: AccountCache, key: string, list: UnfinishedList): Promise<void> =>
  cache.write(key, { ...list, run: randomUUID() }, lifetime);

/** Returns the list and forgets it, so that no other run adds the same recipients a second time. */
export async function takeUnfinished(cache: AccountCache, key: string): Promise<UnfinishedList | undefined> {
  const [found] = await cache.read(key);
  if (found === undefined) return undefined;
  const list = zod.parse(listSchema, found);
  const claim = await cache.writeIfAbsent(`claim:${list.run}`, randomUUID(), claimLifetime);
  if (claim !== 'written') return undefined;
  await cache.delete(key);
  return list;
}
