/** Finds earlier orders of the same letter that share people with this run, and runs that may still place such an order. */
import * as zod from 'zod/mini';
import type { Cache } from '../cache.ts';
import type { People } from '../person/identity.ts';
import { type Earlier, findReached } from './decide.ts';
import { keys, leftOutSchema, orderSchema, ownOrder, type Row } from './entries.ts';
import { letterKey, partKey, readRows } from './indexes.ts';
import { readMembers } from './known_lists.ts';

/** How many entries to read at the same time. */
const batchSize = 25;

/** Another run with the same letter, and its people. */
interface OtherRun extends Pick<People, 'members' | 'printed'> {
  run: string;
  isList: boolean;
}

/** A person of this run (`person`) whom another run includes at `position`. */
interface Match {
  position: number;
  person: string;
  /** True if all values are the same, not only those that the letter prints. */
  isSame: boolean;
}

/**
 * @param before the rows of this run's index before the run was added. Runs that are added later find this run themselves.
 * @param skipsReached true if older lists can be ignored for people with a newer, confirmed order
 * @returns the orders, and the IDs of obsolete runs. A run is obsolete if it ordered nothing, or if its order to a list was confirmed and
 * this run remembers each of its people at least as exactly.
 */
export async function look(
  cache: Cache,
  print: string,
  people: People,
  before: readonly Row[] | undefined,
  skipsReached: boolean,
): Promise<{ orders: Earlier[]; obsolete: string[] }> {
  const { id, members } = people;
  const isLetter = members.length === 1;
  const parts = isLetter ? [] : members.map((member) => partKey(print, member));
  // A list whose people are unknown is stored like one person.
  const letterKeys = [...new Set([letterKey(print, id), ...parts])];
  const [lists, letters] = await Promise.all([
    before && !isLetter ? before : readRows(cache, keys.lists(print)),
    before && isLetter ? [before] : mapInBatches(letterKeys, (key) => readRows(cache, key)),
  ]);
  const toOne = letters.flat().map(([run, person, , ...printed]): OtherRun => {
    return { members: person === id ? members : [person], printed, run, isList: false };
  });
  const toSeveral = await mapInBatches(lists, async ([run, list, , printed]): Promise<OtherRun> => {
    return { ...(await readMembers(cache, list, printed)), run, isList: true };
  });

  const orders: Earlier[] = [];
  const obsolete: string[] = [];
  const pending = new Set(members);
  const match = makeMatcher(people);
  const read = async (other: OtherRun) => {
    const matches = match(other);
    if (!matches.some(({ person }) => pending.has(person))) return;
    const { orders: found, isExact } = await readRun(cache, other, matches);
    orders.push(...found);
    // An exact letter is never forgotten for one that only prints the same.
    const kept = matches.filter(({ position, isSame }) => isSame || !isExact(position));
    const isCovered = new Set(kept.map(({ position }) => position)).size === other.members.length;
    const isReplaced = other.isList && isCovered && found.every(({ phase }) => phase === 'placed');
    if (isReplaced || found.length === 0) obsolete.push(other.run);
    if (skipsReached) for (const person of findReached(found).keys()) pending.delete(person);
  };
  await mapInBatches(toOne, read);
  await mapInBatches(toSeveral, read, skipsReached ? 1 : batchSize);
  return { orders, obsolete };
}

/** Returns a function that finds these people among the people of another run. */
function makeMatcher({ members, printed = [] }: People): (other: OtherRun) => Match[] {
  const byHash = new Map<string, string[]>();
  for (const [index, hash] of printed.entries())
    byHash.set(hash, [...(byHash.get(hash) ?? []), members[index] ?? '']);
  const same = new Set(members);
  return (other) =>
    other.members.flatMap((member, position) => {
      const persons = new Set(byHash.get(other.printed?.[position] ?? member));
      if (same.has(member)) persons.add(member);
      return [...persons].map((person) => ({ position, person, isSame: person === member }));
    });
}

/** Returns the order that a run recorded, if any, and whether the run may still place its order. */
export async function readState(cache: Cache, run: string) {
  // Read in this sequence: a run records its order before it stops running.
  const isRunning = (await cache.read(keys.running(run))) !== undefined;
  const order = zod.parse(zod.optional(orderSchema), await cache.read(keys.order(run)));
  return { order, isPreparing: isRunning && (!order || order.phase === 'unconfirmed') };
}

/**
 * Returns a run's order, which may not be placed yet, and the earlier orders because of which the run left people out. `isExact` returns
 * true if the person at a position got a letter with exactly the values of the run.
 */
async function readRun(cache: Cache, { run, isList }: OtherRun, matches: readonly Match[]) {
  const { order, isPreparing } = await readState(cache, run);
  const stored = order?.leftOut && !isPreparing ? await cache.read(keys.leftOut(run)) : undefined;
  const { reachedBy, orders } = zod.parse(leftOutSchema, stored ?? { reachedBy: '', orders: [] });
  /** Returns which order reached the person: 0 is the run's order, 1 is the first of `orders`. */
  const indexOf = (position: number) => (reachedBy.charCodeAt(position) || ownOrder) - ownOrder;
  const isExact = (position: number) => orders[indexOf(position) - 1]?.[2] ?? true;
  const makeEarlier = (
    phase: Earlier['phase'],
    at: number,
    result: Earlier['result'],
    index = 0,
  ): Earlier => {
    const included = matches.filter(({ position }) => indexOf(position) === index);
    const known = included.filter(({ isSame }) => isSame);
    const same = known.filter(({ position }) => isExact(position));
    const toSet = (some: readonly Match[]) => new Set(some.map(({ person }) => person));
    const people = { same: toSet(same), known: toSet(known), people: toSet(included) };
    return { run, phase, at, result, isList, list: index === 0 ? order?.list : undefined, ...people };
  };
  if (isPreparing) return { orders: [makeEarlier('preparing', Date.now(), {})], isExact };
  if (!order) return { orders: [], isExact };
  const { phase, at, result } = order;
  return {
    orders: [
      ...(phase === 'renewed' ? [] : [makeEarlier(phase, at, result)]),
      ...orders.map(([order_id, time], index) => makeEarlier('placed', time, { order_id }, index + 1)),
    ],
    isExact,
  };
}

/** Maps the items in small batches. The items of a batch are mapped at the same time. */
async function mapInBatches<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Promise<Result>,
  size = batchSize,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size)
    results.push(...(await Promise.all(items.slice(start, start + size).map(map))));
  return results;
}
