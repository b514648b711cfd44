/**
 * Finds earlier orders of the same print to some of the same people.
 *
 * Each print has an index of its orders to several people, and an index of its letters to one person, in parts so that
 * different letters do not wait for each other. An order first reserves its entry, then adds itself to an index, and only
 * then looks for others. So of two orders at the same moment, at least one finds the other. An index only says where to
 * look: the entry of an order has its outcome and belongs to one account.
 */
import { randomUUID } from 'node:crypto';
import type { ZObject } from 'zapier-platform-core';
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
export async function announce(
  z: ZObject,
  cache: AccountCache,
  print: string,
  { id, members }: People,
): Promise<void> {
  if (!members) return;
  await addToIndex(
    z,
    cache,
    members.length === 1 ? letterIndexKey(print, partOf(id)) : orderIndexKey(print),
    id,
  );
}

/** Returns the earlier orders within the window that include any of these people. */
export async function findOverlaps(
  cache: AccountCache,
  print: string,
  people: People,
  window: Window,
): Promise<Overlap[]> {
  const { members } = people;
  if (!members) return [];
  const [orders, letters] = await Promise.all([
    findOrders(cache, print, { id: people.id, members }, window),
    members.length === 1 ? [] : findLetters(cache, print, members, window),
  ]);
  return [...orders, ...letters];
}

/** Finds orders to several people. */
async function findOrders(
  cache: AccountCache,
  print: string,
  { id, members }: Required<People> & { members: readonly string[] },
  window: Window,
): Promise<Overlap[]> {
  const wanted = new Set(members);
  const others = (await readIndex(cache, orderIndexKey(print))).filter(
    (one) => one.people !== id && isWithin(one, window),
  );
  const found = await mapInGroups(others, async (other) => {
    const entry = await readEntry(cache, entryKey(print, other.people));
    if (!entry || !isWithin(entry, window)) return [];
    const shared = (await readMembers(cache, other.people))?.filter((member) => wanted.has(member)) ?? [];
    return shared.length > 0 ? [{ entry, shared }] : [];
  });
  return found.flat();
}

/** Finds orders to one person. */
async function findLetters(
  cache: AccountCache,
  print: string,
  members: readonly string[],
  window: Window,
): Promise<Overlap[]> {
  const wanted = new Set(members);
  const parts = [...new Set(members.map(partOf))];
  const letters = (await mapInGroups(parts, (part) => readIndex(cache, letterIndexKey(print, part)))).flat();
  const others = letters.filter((one) => wanted.has(one.people) && isWithin(one, window));
  const found = await mapInGroups(others, async ({ people }) => {
    const entry = await readEntry(cache, entryKey(print, people));
    return entry && isWithin(entry, window) ? [{ entry, shared: [people] }] : [];
  });
  return found.flat();
}

async function addToIndex(z: ZObject, cache: AccountCache, key: string, people: string): Promise<void> {
  const [claimKey, run] = [`claim:${key}`, randomUUID()];
  const hasClaim = await takeClaim(z, {
    take: () => cache.shared.writeIfAbsent(claimKey, run, claimLifetime),
    interval: pollInterval,
  });
  if (!hasClaim) throw new Error('Other steps kept the index of orders claimed.');
  try {
    const others = (await readIndex(cache, key)).filter(
      (one) => one.people !== people && isWithin(one, 'week'),
    );
    const index = [{ people, at: Date.now() }, ...others].slice(0, maxIndexLength);
    await cache.shared.write(key, index, windows.week);
  } finally {
    await attempt(z, 'A claim could not be released; it expires.', () => cache.shared.delete(claimKey));
  }
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
