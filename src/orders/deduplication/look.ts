/** Finds the orders of the same print to some of the same people, and the runs that may place one. */
import * as zod from 'zod/mini';
import type { Cache } from '../../cache.ts';
import type { People } from '../../recipients/identity.ts';
import { type Earlier, findReached } from './decide.ts';
import { keys, leftOutSchema, type OrderEntry, orderSchema, ownOrder, type Row } from './entries.ts';
import { letterKey, partKey, readRows } from './indexes.ts';
import { readMembers } from './people.ts';

/** How many entries to read at the same time. */
const groupSize = 25;

/** A run with some of the same people. */
interface Candidate {
  run: string;
  isList: boolean;
  /** Which of its people (their positions) are which of these people. */
  matches: readonly { position: number; person: string; isSame: boolean }[];
  /** Whether all of its people are among these people. */
  isCovered: boolean;
}

interface Found {
  orders: Earlier[];
  /** The runs that ordered nothing, and those with lists of which these people include everyone, if their orders are confirmed. */
  obsolete: string[];
}

/**
 * @param before the rows of the people's own index when their run was added. Later runs find this one instead.
 * @param skipsReached whether an older list does not matter for people whom a newer order certainly reached
 */
export async function look(
  cache: Cache,
  print: string,
  people: People,
  { before, skipsReached = false }: { before?: readonly Row[] | undefined; skipsReached?: boolean },
): Promise<Found> {
  const { id, members } = people;
  const isLetter = members.length === 1;
  const parts = isLetter ? [] : [...new Set(members.map((member) => partKey(print, member)))];
  const [lists, letters, others] = await Promise.all([
    isLetter || !before ? readRows(cache, keys.lists(print)) : before,
    isLetter && before ? before : readRows(cache, letterKey(print, id)),
    mapInGroups(parts, (part) => readRows(cache, part)),
  ]);
  const match = makeMatcher(people);
  const rows = new Map([...letters, ...others.flat()].map((row) => [row[0], row]));
  const toOne = [...rows.values()].map(([run, person, , printed]) =>
    match(
      run,
      false,
      person === id ? people : { members: [person], printed: printed ? [printed] : undefined },
    ),
  );
  const toSeveral = await mapInGroups(lists, async ([run, list]) => {
    const stored = list === id ? people : await readMembers(cache, list);
    return match(run, true, stored ?? { members: [list] });
  });

  const found: Found = { orders: [], obsolete: [] };
  const pending = new Set(members);
  const read = async (candidate: Candidate) => {
    if (!candidate.matches.some(({ person }) => pending.has(person))) return;
    const orders = await readRun(cache, candidate);
    found.orders.push(...orders);
    const isCovered =
      candidate.isList && candidate.isCovered && orders.every(({ phase }) => phase === 'placed');
    if (isCovered || orders.length === 0) found.obsolete.push(candidate.run);
    if (skipsReached) for (const person of findReached(members, orders).keys()) pending.delete(person);
  };
  await mapInGroups(toOne, read);
  await mapInGroups(toSeveral, read, skipsReached ? 1 : groupSize);
  return found;
}

/** Returns a function that compares the people of another run with these people. */
function makeMatcher({ members, printed }: People) {
  const same = new Set(members);
  const byPrint = new Map<string, string[]>();
  for (const [index, member] of members.entries()) {
    const print = printed?.[index];
    if (print !== undefined) byPrint.set(print, [...(byPrint.get(print) ?? []), member]);
  }
  return (run: string, isList: boolean, other: Pick<People, 'members' | 'printed'>): Candidate => {
    const matches = other.members.flatMap((member, position) => {
      const persons = new Set(byPrint.get(other.printed?.[position] ?? member));
      if (same.has(member)) persons.add(member);
      return [...persons].map((person) => ({ position, person, isSame: person === member }));
    });
    const positions = new Set(matches.map(({ position }) => position));
    return { run, isList, matches, isCovered: positions.size === other.members.length };
  };
}

/** Returns the order that a run recorded, if there is one, and whether the run may still place one. */
export async function readState(
  cache: Cache,
  run: string,
): Promise<{ order: OrderEntry | undefined; isPreparing: boolean }> {
  // In this order: a run records its order before it stops running.
  const isRunning = (await cache.read(keys.running(run))) !== undefined;
  const stored = await cache.read(keys.order(run));
  const order = stored === undefined ? undefined : zod.parse(orderSchema, stored);
  return { order, isPreparing: isRunning && (!order || order.phase === 'unconfirmed') };
}

/** Returns a run's own order, or that it may still place one, and the orders that reached the people whom it left out. */
async function readRun(cache: Cache, { run, isList, matches }: Candidate): Promise<Earlier[]> {
  const { order, isPreparing } = await readState(cache, run);
  const make = (rest: Pick<Earlier, 'phase' | 'at' | 'result'>, included: Candidate['matches']) => ({
    ...rest,
    run,
    isList,
    same: new Set(included.filter(({ isSame }) => isSame).map(({ person }) => person)),
    people: new Set(included.map(({ person }) => person)),
  });
  if (isPreparing) return [make({ phase: 'preparing', at: Date.now(), result: {} }, matches)];
  if (!order) return [];
  const { reachedBy, orders } = order.leftOut
    ? zod.parse(leftOutSchema, (await cache.read(keys.leftOut(run))) ?? { reachedBy: '', orders: [] })
    : { reachedBy: '', orders: [] };
  const reached = (index: number) =>
    matches.filter(({ position }) => (reachedBy.charCodeAt(position) || ownOrder) === index + ownOrder);
  const { phase, at, result } = order;
  return [
    ...(phase === 'renewed' ? [] : [make({ phase, at, result }, reached(0))]),
    ...orders.map(([order_id, at], index) =>
      make({ phase: 'placed', at, result: { order_id } }, reached(index + 1)),
    ),
  ];
}

/** Maps the items, a small group of them at the same time. */
async function mapInGroups<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Promise<Result>,
  size = groupSize,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size)
    results.push(...(await Promise.all(items.slice(start, start + size).map(map))));
  return results;
}
