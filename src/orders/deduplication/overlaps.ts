/**
 * Finds earlier orders of the same print to some of the same people.
 *
 * Each print has an index of its orders to several people, and an index of its letters to one person, in parts so that
 * different letters do not wait for each other. An order first claims its entry, then stores who its people are, then adds
 * itself to an index, and only then looks for others. So of two orders at the same moment, at least one finds the other. An
 * index only says where to look: the entry of an order has its outcome.
 */
import { randomUUID } from 'node:crypto';
import * as zod from 'zod/mini';
import type { Cache } from '../../cache.ts';
import { Failure } from '../../failure.ts';
import type { People } from '../../recipients/identity.ts';
import { longestWindow, nothingOrderedBecause, orderOnceAdvice } from '../order_options.ts';
import { type Entry, isWithin, readOther } from './entry.ts';
import { maxComparedPeople, readMembers, storeMembers } from './people.ts';

/** An earlier order, or one that another run is about to send, and which of the people it includes. */
export interface Overlap {
  entry: Entry;
  shared: readonly string[];
}

const indexSchema = zod.array(
  zod.object({
    people: zod.string(),
    at: zod.number(),
  }),
);
type Index = zod.output<typeof indexSchema>;

/** Older orders of the same index are no longer compared. */
const maxIndexLength = 100;

/** How many entries to read at the same time. */
const groupSize = 25;

/** Adds the people to an index, so that other orders find them. A list of too many people is only found as a whole. */
export async function announce(
  cache: Cache,
  print: string,
  { id, members, isStored = false }: People,
  { reached = false } = {},
): Promise<void> {
  if (!members || members.length > maxComparedPeople) return;
  await storeMembers(cache, { id, members, isStored });
  const orderKey = members.length === 1 ? letterIndexKey(print, partOf(id)) : orderIndexKey(print);
  const key = reached ? reachedIndexKey(print) : orderKey;
  if (!(await cache.claim(key, randomUUID())))
    throw new Error('Other steps kept the index of orders claimed.');
  try {
    const others = (await readIndex(cache, key)).filter(
      (one) => isWithin(one, longestWindow) && one.people !== id,
    );
    await cache.write(
      key,
      [{ people: id, at: Date.now() }, ...others].slice(0, maxIndexLength),
      longestWindow,
    );
  } finally {
    await cache.release(key);
  }
}

/**
 * Returns the earlier orders of the last `seconds` that include any of these people.
 * @throws a user-facing error if it is no longer known whom one of them included
 */
export async function findOverlaps(
  cache: Cache,
  print: string,
  { id, members }: People,
  seconds: number,
  { toleratesLost = false } = {},
): Promise<Overlap[]> {
  if (!members) return [];
  const wanted = new Set(members);
  const recent = (await readIndexes(cache, print, members)).filter((one) => isWithin(one, seconds));
  // The entry of this order is the caller's.
  const others = recent.filter(({ people }) => people !== id);
  const found = await mapInGroups(others, async ({ people }): Promise<Overlap[]> => {
    const shared = await findShared(cache, people, wanted);
    const entry = shared?.length === 0 ? undefined : await readOther(cache, print, people);
    if (!entry || !isWithin(entry, seconds)) return [];
    if (shared || entry.phase === 'claimed') return [{ entry, shared: shared ?? [] }];
    if (!toleratesLost) throw lostPeopleError(entry);
    // Whether it includes any of these people is as doubtful as an order that may exist.
    return [{ entry: { ...entry, phase: 'sent' }, shared: [] }];
  });
  return found.flat();
}

/** Returns which of the people earlier runs found reached within a week, besides those whom an order reached itself. */
export async function findReached(
  cache: Cache,
  print: string,
  members: readonly string[],
): Promise<readonly string[]> {
  const wanted = new Set(members);
  const index = await readIndex(cache, reachedIndexKey(print));
  const remembered = index.filter((one) => isWithin(one, longestWindow));
  const found = await mapInGroups(remembered, ({ people }) => findShared(cache, people, wanted));
  return found.flatMap((shared = []) => shared);
}

async function readIndexes(cache: Cache, print: string, members: readonly string[]): Promise<Index> {
  const wanted = new Set(members);
  // Letters to one person have the entry of this order if it is also to that person alone.
  const parts = members.length === 1 ? [] : new Set(members.map(partOf));
  const [orders, letters] = await Promise.all([
    readIndex(cache, orderIndexKey(print)),
    mapInGroups([...parts], (part) => readIndex(cache, letterIndexKey(print, part))),
  ]);
  return [...orders, ...letters.flat().filter(({ people }) => wanted.has(people))];
}

/** Returns undefined if Zapier has lost who the people are. */
async function findShared(
  cache: Cache,
  people: string,
  wanted: ReadonlySet<string>,
): Promise<string[] | undefined> {
  if (wanted.has(people)) return [people];
  return (await readMembers(cache, people))?.filter((member) => wanted.has(member));
}

const lostPeopleError = ({ phase, result }: Entry): Error =>
  new Failure(
    nothingOrderedBecause(
      `Zapier has lost who got the same letter with ${phase === 'placed' ? `the order ${result.order_id}` : 'an order that may exist'}, so it may have been sent to some of these people. Check that order at the letter service. If none of them is on its list, ${orderOnceAdvice}`,
    ),
    { kind: 'not_done' },
  );

/** Returns the newest orders first. */
const readIndex = async (cache: Cache, key: string): Promise<Index> =>
  zod.parse(indexSchema, (await cache.read(key)) ?? []);

const orderIndexKey = (print: string): string => `orders:${print}`;

/** All people of runs that wrote only to some of them, because an order had reached the others. */
const reachedIndexKey = (print: string): string => `reached:${print}`;

/** The letters of a print are in as many parts as there are characters in a hash. */
const partOf = (person: string): string => person.slice(0, 1);
const letterIndexKey = (print: string, part: string): string => `letters:${print}:${part}`;

/** Maps the items in order, a small group of them at the same time. */
async function mapInGroups<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += groupSize) {
    results.push(...(await Promise.all(items.slice(start, start + groupSize).map(map))));
  }
  return results;
}
