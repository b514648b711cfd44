/** Finds earlier orders of the same letter that share people with this run, and runs that may still place such an order. */
import * as zod from 'zod/mini';
import type { Cache } from '../cache.ts';
import { digest, type People, personLength } from '../person/identity.ts';
import { groupBy } from '../text/values.ts';
import { type Earlier, findReached } from './decide.ts';
import { keys, leftOutSchema, type OrderEntry, orderSchema, ownOrder, type Row } from './entries.ts';
import { indexKey, partKey, readIndex } from './indexes.ts';
import { readMembers } from './known_lists.ts';

/** How many entries to read at the same time. */
const batchSize = 25;

/** Another run with the same letter, and its people, if Zapier has not lost them. */
interface OtherRun {
  row: Row;
  members: readonly string[] | undefined;
  references?: readonly string[] | undefined;
  isList: boolean;
}

/** A person of this run whom another run has at `position`. */
interface Match {
  position: number;
  person: string;
  /** True if the name, the address and all values are the same. */
  isEqual: boolean;
  /** True if only the reference and the values are the same, not the name and address. */
  isMoved?: boolean;
}

interface EarlierRuns {
  orders: Earlier[];
  /** The runs that certainly ordered nothing. */
  empty: string[];
  /** The runs for lists all of whose people this run has with the same values. Once it has its order, they need no row. */
  covered: string[];
}

/**
 * @param before the rows of this run's index before the run was added. Runs that are added later find this run themselves
 * @param options `skipsReached`: ignore older runs whose people all have a newer, confirmed order. `skipsLists`: read no lists
 */
export async function look(
  cache: Cache,
  print: string,
  people: People,
  before: readonly Row[] | undefined,
  { skipsReached = false, skipsLists = false } = {},
): Promise<EarlierRuns> {
  const { members } = people;
  const lists = keys.lists(print);
  const own = indexKey(print, people);
  // A list whose people were unknown is stored like one person.
  const parts = [people.id, ...(members.length > 1 ? members : [])].map((one) => partKey(print, one));
  const read = async (key: string) => (before && key === own ? before : (await readIndex(cache, key)).rows);
  const [inLists, inParts] = await Promise.all([
    skipsLists ? [] : read(lists),
    mapInBatches([...new Set(parts)], read),
  ]);
  const letters = inParts.flat().map((row): OtherRun => {
    return { row, members: row[1] === people.id ? members : [row[1]], isList: false };
  });
  const found: EarlierRuns = { orders: [], empty: [], covered: [] };
  const pending = new Set(members);
  const match = makeMatcher(people);
  const canceled = new Map<string, Promise<unknown>>();
  const isCanceled = (id: string) => {
    const known = canceled.get(id) ?? cache.peek(keys.canceled(id));
    canceled.set(id, known);
    return known;
  };
  const readMatching = async (other: OtherRun) => {
    const [run] = other.row;
    const matches = match(other);
    if (!matches.some(({ person }) => pending.has(person))) return;
    const { orders, isKept } = await readRun(cache, people, other, matches, isCanceled);
    found.orders.push(...orders);
    if (!isKept && orders.length === 0) found.empty.push(run);
    const isCovered =
      new Set(matches.flatMap(({ position, isEqual }) => (isEqual ? [position] : []))).size ===
      other.members?.length;
    if (other.isList && isCovered && orders.every(({ phase }) => phase === 'placed')) found.covered.push(run);
    if (skipsReached) for (const person of findReached(orders).keys()) pending.delete(person);
  };
  // The newest first.
  await mapInBatches(letters.toReversed(), readMatching);
  await mapInBatches(
    inLists.toReversed(),
    async (row) => {
      await readMatching({ row, members: undefined, ...(await readMembers(cache, row[1])), isList: true });
    },
    skipsReached ? 1 : batchSize,
  );
  return found;
}

/** Returns a hash of the columns' names, blank if they were not named. */
export const hashColumns = (columns: People['columns']): string =>
  columns
    ? digest(JSON.stringify([...new Set(columns.map((name) => name.toLowerCase()))].sort())).slice(0, 4)
    : '';

/**
 * Returns a function that finds these people among the people of another run. Only the name and the address are compared if the columns
 * of one of the runs were not named, or if this run is for a list and has other columns: the user may not know that they make new letters.
 */
function makeMatcher({ members, columns, references, isList }: People): (other: OtherRun) => Match[] {
  const own = hashColumns(columns);
  const equal = new Set(members);
  const nameOf = (member: string) => member.slice(0, personLength.nameAndAddress);
  const byName = groupBy(members, nameOf);
  const byReference = groupBy([...(references ?? [])], ([, reference]) => reference);
  return ({ row: [, , theirs], members: others, references: theirReferences = [] }) => {
    if (!others) return members.map((person) => ({ position: -1, person, isEqual: false }));
    const isSameKind = own === theirs ? own !== '' : !(isList || own === '' || theirs === '');
    return others.flatMap((member, position): Match[] => {
      if (equal.has(member)) return [{ position, person: member, isEqual: true }];
      const persons = isSameKind ? [] : (byName.get(nameOf(member)) ?? []);
      const moved = byReference.get(theirReferences[position] ?? '') ?? [];
      return [
        ...persons.map((person) => ({ position, person, isEqual: false })),
        ...moved.map(([person]) => ({ position, person, isEqual: false, isMoved: true })),
      ];
    });
  };
}

/** What is known of a run's order. `missing`: the user says that it was never placed. */
export interface RunState {
  phase: Earlier['phase'] | 'refused' | 'renewed' | 'none';
  order: OrderEntry | undefined;
}

/** @param mayOrderUntil until when the run may order, in seconds since 1970. 0 if it no longer may */
export async function readState(cache: Cache, run: string, mayOrderUntil = 0): Promise<RunState> {
  const read = async (key: string) => zod.parse(zod.optional(orderSchema), await cache.read(key));
  const end = await read(keys.end(run));
  if (end && end.phase !== 'unconfirmed') return { phase: end.phase, order: end };
  const order = end ?? (await read(keys.mark(run)));
  const mayOrder = !end && Date.now() < mayOrderUntil * 1000;
  if (!order) return { phase: mayOrder ? 'preparing' : 'none', order };
  const result = zod.parse(zod.optional(foundSchema), await cache.read(keys.found(run)));
  if (result) return { phase: 'placed', order: { ...order, result: { ...order.result, ...result } } };
  if (mayOrder) return { phase: 'preparing', order };
  return { phase: (await cache.read(keys.missing(run))) === undefined ? 'unconfirmed' : 'missing', order };
}

const foundSchema = zod.record(zod.string(), zod.unknown());

/** Returns a run's order, which may not be placed yet, and the earlier orders because of which the run left people out. */
async function readRun(
  cache: Cache,
  people: People,
  { row: [run, , theirs, mayOrderUntil], members, isList }: OtherRun,
  matches: readonly Match[],
  isCanceled: (order: string) => Promise<unknown>,
): Promise<{ orders: Earlier[]; isKept: boolean }> {
  const { phase, order } = await readState(cache, run, mayOrderUntil);
  const stored = order?.leftOut && phase !== 'preparing' ? await cache.read(keys.leftOut(run)) : undefined;
  const { reachedBy, orders } = zod.parse(leftOutSchema, stored ?? { reachedBy: '', orders: [] });
  /** Returns which order reached the person: 0 is the run's order, 1 is the first of `orders`. */
  const indexOf = (position: number) => (reachedBy.charCodeAt(position) || ownOrder) - ownOrder;
  // A list is the same whatever its columns are.
  const isNamed =
    (people.columns && theirs) || (people.listId !== undefined && order?.list?.id === people.listId);
  const whyUncertain = members ? (people.columns && theirs ? 'columns' : 'unnamed') : 'lost';
  const make = (made: Pick<Earlier, 'phase' | 'at' | 'result'>, index = 0): Earlier => {
    const included = matches.filter(({ position }) => indexOf(position) === index);
    const same = included.filter(({ isEqual }) => isEqual && isNamed);
    return {
      ...{ run, isList, whyUncertain, columns: order?.columns, list: index === 0 ? order?.list : undefined },
      people: new Set(included.flatMap(({ person, isMoved }) => (isMoved ? [] : [person]))),
      same: new Set(same.map(({ person }) => person)),
      moved: new Set(included.flatMap(({ person, isMoved }) => (isMoved ? [person] : []))),
      ...made,
    };
  };
  if (phase === 'preparing')
    return { orders: [make({ phase, at: mayOrderUntil * 1000, result: {} })], isKept: true };
  if (!order || phase === 'none') return { orders: [], isKept: false };
  const { at, result } = order;
  const found = [
    ...(phase === 'refused' || phase === 'renewed' ? [] : [make({ phase, at, result })]),
    ...orders.map(([order_id, time], index) =>
      make({ phase: 'placed', at: time, result: { order_id } }, index + 1),
    ),
  ];
  const canceled = await Promise.all(
    found.map(async (one) => one.phase === 'placed' && (await isCanceled(String(one.result.order_id)))),
  );
  return {
    orders: found.filter((one, index) => one.people.size + one.moved.size > 0 && !canceled[index]),
    isKept: found.length > 0,
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
