/**
 * Finds earlier orders of the same print to some of the same people.
 *
 * Each print has an index of its orders to several people, and an index of its letters to one person, in parts so that
 * different letters do not wait for each other. An order first reserves its entry, then adds itself to an index, and only
 * then looks for others. So of two orders at the same moment, at least one finds the other. An index only says where to
 * look: the entry of an order has its outcome and belongs to one account.
 */
import { randomUUID } from 'node:crypto';
import * as zod from 'zod/mini';
import type { AccountCache } from '../../account_cache.ts';
import { attempt } from '../../attempt.ts';
import { claimLifetime, takeClaim } from './claim.ts';
import { type Window, windows } from './duplicate_check.ts';
import { mapInGroups } from './groups.ts';
import { readMembers } from './list_memory.ts';
import { type Entry, entryKey, isWithin, readEntry } from './order_entry.ts';
import type { People } from './people.ts';

/** An earlier order, and which of the people it includes. */
export interface Overlap {
  entry: Entry;
  shared: readonly string[];
}

/** Who got a print, and when that order was started. */
const indexSchema = zod.array(zod.object({ people: zod.string(), at: zod.number() }));
type Index = zod.output<typeof indexSchema>;

/** Older orders of the same index are no longer compared. */
const maxIndexLength = 100;
/** How often (ms) a step tries to write the index while another one does. */
const pollInterval = 100;

/** Adds the order to an index, so that other orders find it. */
export async function announce(cache: AccountCache, print: string, { id, members }: People): Promise<void> {
  if (!members) return;
  const key = members.length === 1 ? letterIndexKey(print, partOf(id)) : orderIndexKey(print);
  const [claimKey, run] = [`claim:${key}`, randomUUID()];
  const hasClaim = await takeClaim(cache.z, {
    take: () => cache.shared.writeIfAbsent(claimKey, run, claimLifetime),
    interval: pollInterval,
  });
  if (!hasClaim) throw new Error('Other steps kept the index of orders claimed.');
  try {
    const others = (await readIndex(cache, key)).filter((one) => one.people !== id && isWithin(one, 'week'));
    const index = [{ people: id, at: Date.now() }, ...others].slice(0, maxIndexLength);
    await cache.shared.write(key, index, windows.week);
  } finally {
    await attempt(cache.z, 'A claim could not be released; it expires.', () => cache.shared.delete(claimKey));
  }
}

/** Returns the earlier orders within the window that include any of these people. */
export async function findOverlaps(
  cache: AccountCache,
  print: string,
  { id, members }: People,
  window: Window,
): Promise<Overlap[]> {
  if (!members) return [];
  const wanted = new Set(members);
  // Letters to one person have the entry of this order if it is also to that person alone.
  const parts = members.length === 1 ? [] : new Set(members.map(partOf));
  const keys = [orderIndexKey(print), ...[...parts].map((part) => letterIndexKey(print, part))];
  const [orders = [], ...letters] = await mapInGroups(keys, (key) => readIndex(cache, key));
  const others = [
    ...orders.filter(({ people }) => people !== id),
    ...letters.flat().filter(({ people }) => wanted.has(people)),
  ];
  const found = await mapInGroups(
    others.filter((other) => isWithin(other, window)),
    async ({ people }) => {
      const entry = await readEntry(cache, entryKey(print, people));
      if (!entry || !isWithin(entry, window)) return [];
      const reached = wanted.has(people) ? [people] : await readMembers(cache, people);
      const shared = reached?.filter((member) => wanted.has(member)) ?? [];
      return shared.length > 0 ? [{ entry, shared }] : [];
    },
  );
  return found.flat();
}

/** Returns the newest orders first. */
async function readIndex(cache: AccountCache, key: string): Promise<Index> {
  const [index = []] = await cache.shared.read(key);
  return zod.parse(indexSchema, index);
}

const orderIndexKey = (print: string): string => `orders:${print}`;

/** The letters of a print are in as many parts as there are characters in a hash. */
const partOf = (person: string): string => person.slice(0, 1);
const letterIndexKey = (print: string, part: string): string => `letters:${print}:${part}`;
