/** Decides whether a step may order letters, given the earlier orders in the cache. */
import type { OrderEntry } from './entries.ts';

/** An earlier order of the same letter, or a run that is about to place one. */
export interface Earlier {
  run: string;
  /** `preparing`: the run may still place it. `unconfirmed`: the order may exist. `missing`: the user says that it does not. */
  phase: 'preparing' | 'unconfirmed' | 'missing' | 'placed';
  /** When the order was sent, in milliseconds since 1970. While its run is `preparing`: until when it may be sent. */
  at: number;
  /** What a later step with the same letters returns: the order's ID and the other known values. */
  result: Readonly<Record<string, unknown>>;
  /** The people of this step whom the order includes with exactly the same values. */
  same: ReadonlySet<string>;
  /** The people in `same`, and people with the same name and address whose values cannot be compared, for the reason in `whyUncertain`. */
  people: ReadonlySet<string>;
  /** The people of this step whom the order includes under another name or address, with the same reference and values. */
  moved: ReadonlySet<string>;
  /** `columns`: it has other columns. `unnamed`: the columns of one of the lists were not named. `lost`: its people are unknown. */
  whyUncertain: 'columns' | 'unnamed' | 'lost';
  columns: readonly string[] | undefined;
  /** True if the order is in the index of orders to several people. */
  isList: boolean;
  /** Of an unconfirmed order: the ID of its list, and whether the run made the list, so that no other order has it. */
  list?: OrderEntry['list'];
}

/** How far back a step looks, in seconds. */
export interface LookBack {
  /** The age up to which an order counts. 0 if the check is off. */
  maxAge: number;
  /** The age up to which an order to all of the people becomes the step's result. An older order stops the step. */
  maxReturnAge: number;
  /** The age up to which an unconfirmed order counts. */
  maxUnconfirmedAge: number;
}

export type Decision =
  | { kind: 'order' }
  /** Other runs may be about to place orders for some of the people. */
  | { kind: 'wait'; orders: readonly Earlier[] }
  /** An order went to all of the people. */
  | { kind: 'same'; order: Earlier }
  /**
   * Some or all of the people already got the letter, or may have got it, and no recent, confirmed order has exactly the same letters for
   * all of them. The newest order is first.
   */
  | { kind: 'stop'; orders: readonly Earlier[]; reached: ReadonlySet<string> };

/** What earlier orders mean for a step. */
export interface Verdict {
  /** The people to leave out, each with the newest order. */
  reached: ReadonlyMap<string, Earlier>;
  unreached: readonly string[];
  /** What to do for the unreached people. */
  decision: Decision;
  /** Who got the letter under another name or address. */
  moved: ReadonlyMap<string, Earlier>;
}

/** Says who is left out, and decides what the step does for the others. @param now in milliseconds since 1970 */
export function judge(
  people: readonly string[],
  earlier: readonly Earlier[],
  options: LookBack & { leavesOut: boolean },
  now: number,
): Verdict {
  const reached = findReached(options.leavesOut ? earlier : []);
  const unreached = people.filter((person) => !reached.has(person));
  const decision = decide(unreached, earlier, options, now);
  return { reached, unreached, decision, moved: findMoved(earlier, options, now) };
}

/** Decides what the step does. @param now in milliseconds since 1970 */
export function decide(
  people: readonly string[],
  earlier: readonly Earlier[],
  { maxAge, maxReturnAge, maxUnconfirmedAge }: LookBack,
  now: number,
): Decision {
  const shared = earlier
    .filter(({ phase, people: some }) => phase !== 'missing' && people.some((person) => some.has(person)))
    .sort((one, other) => other.at - one.at);
  const placed = shared.filter(({ phase }) => phase === 'placed');
  const limit = Math.min(maxAge, maxReturnAge);
  const same = placed.find(
    (order) => isWithin(order, limit, now) && people.every((person) => order.same.has(person)),
  );
  if (same) return { kind: 'same', order: same };
  const preparing = shared.filter(({ phase }) => phase === 'preparing');
  if (preparing.length > 0) return { kind: 'wait', orders: preparing };

  const counting = shared
    .filter((order) => isWithin(order, order.phase === 'placed' ? maxAge : maxUnconfirmedAge, now))
    .map((order) => ({ order, reached: findReachedBy(order, people, placed) }))
    .filter(({ reached }) => reached.length > 0);
  if (counting.length === 0) return { kind: 'order' };
  const toAll = counting.find(({ reached }) => reached.length === people.length);
  const stopping = toAll ? [toAll] : counting;
  return {
    kind: 'stop',
    orders: stopping.map(({ order }) => order),
    reached: new Set(stopping.flatMap(({ reached }) => reached)),
  };
}

/** Returns the unconfirmed and missing orders to people whom no later, confirmed order has reached. */
export const findOpen = (people: readonly string[], earlier: readonly Earlier[]): Earlier[] =>
  earlier.filter(
    (order) =>
      (order.phase === 'unconfirmed' || order.phase === 'missing') &&
      findReachedBy(order, people, earlier).length > 0,
  );

/** Returns the people of an order. If it is not confirmed, only those whom no later, confirmed order has reached. */
function findReachedBy(order: Earlier, people: readonly string[], earlier: readonly Earlier[]): string[] {
  const later = earlier.filter(({ phase, at }) => phase === 'placed' && at > order.at);
  const isReachedSince = (person: string) => later.some((one) => one.people.has(person));
  return people.filter(
    (person) => order.people.has(person) && (order.phase === 'placed' || !isReachedSince(person)),
  );
}

/**
 * Returns the newest confirmed order for each person who got one.
 * @param earlier in any order. Of two with the same time, the one listed first counts as newer
 * @param like whether all values must be the same, or only the name and address, or only the reference and the values
 */
export function findReached(
  earlier: readonly Earlier[],
  like: 'same' | 'people' | 'moved' = 'same',
): ReadonlyMap<string, Earlier> {
  const oldestFirst = earlier
    .filter(({ phase }) => phase === 'placed')
    .reverse()
    .sort((one, other) => one.at - other.at);
  return new Map(oldestFirst.flatMap((order) => [...order[like]].map((person) => [person, order] as const)));
}

/** Returns the newest confirmed order to each person who got one under another name or address, and none under the current ones. */
function findMoved(
  earlier: readonly Earlier[],
  { maxAge }: LookBack,
  now: number,
): ReadonlyMap<string, Earlier> {
  const counting = earlier.filter((order) => isWithin(order, maxAge, now));
  const known = findReached(counting, 'people');
  return new Map([...findReached(counting, 'moved')].filter(([person]) => !known.has(person)));
}

const isWithin = ({ at }: Earlier, seconds: number, now: number): boolean => now - at < seconds * 1000;
