/** Decides from what is remembered of earlier orders whether letters are ordered. */

/** An earlier order of the same print, or a run that is about to place one. */
export interface Earlier {
  run: string;
  /** `unconfirmed`: the order may exist. `preparing`: the run may still place it. */
  phase: 'preparing' | 'unconfirmed' | 'placed';
  /** When the order was sent, in milliseconds since 1970. */
  at: number;
  /** Of a placed order: its ID, and what else a step with the same letters returns. */
  result: Readonly<Record<string, unknown>>;
  /** Which of the step's people it includes, with exactly the same values. */
  same: ReadonlySet<string>;
  /** The same, and those for whom only what the letter prints is the same. */
  people: ReadonlySet<string>;
  /** Whether it is in the index of orders to several people. */
  isList: boolean;
}

/** How far a step looks back, in seconds. */
export interface LookBack {
  /** An order counts. 0 if the check is off. */
  counts: number;
  /** An order to all of the people is returned as the step's result. An older one stops the step. */
  returns: number;
  /** An order that was never confirmed counts. */
  mayExist: number;
}

export type Decision =
  | { kind: 'order' }
  /** Other runs may place an order for some of the people. */
  | { kind: 'wait'; orders: readonly Earlier[] }
  /** An order went to all of the people. */
  | { kind: 'same'; order: Earlier }
  /**
   * Orders went, or may have gone, to some of the people, or to all of them: each to some, or one that is older, may not exist or was not
   * exactly the same. The newest is first.
   */
  | { kind: 'stop'; orders: readonly Earlier[]; reached: ReadonlySet<string> };

/** @param now in milliseconds since 1970 */
export function decide(
  people: readonly string[],
  earlier: readonly Earlier[],
  lookBack: LookBack,
  now: number,
): Decision {
  const isWithin = ({ at }: Earlier, seconds: number) => now - at < seconds * 1000;
  const shared = earlier
    .filter((order) => people.some((person) => order.people.has(person)))
    .sort((one, other) => other.at - one.at);
  const placed = shared.filter(({ phase }) => phase === 'placed');
  const limit = Math.min(lookBack.counts, lookBack.returns);
  const same = placed.find(
    (order) => isWithin(order, limit) && people.every((person) => order.same.has(person)),
  );
  if (same) return { kind: 'same', order: same };
  const preparing = shared.filter(({ phase }) => phase === 'preparing');
  if (preparing.length > 0) return { kind: 'wait', orders: preparing };

  const isReachedSince = (person: string, at: number) =>
    placed.some((order) => order.at > at && order.people.has(person));
  const counting = shared
    .filter((order) => isWithin(order, order.phase === 'placed' ? lookBack.counts : lookBack.mayExist))
    .map((order) => ({
      order,
      reached: people.filter(
        (person) =>
          order.people.has(person) && (order.phase === 'placed' || !isReachedSince(person, order.at)),
      ),
    }))
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

/**
 * Returns the newest order that certainly reached each person, for the people whom one did reach.
 * @param earlier the newest first, of those that were sent at the same time
 */
export function findReached(earlier: readonly Earlier[]): ReadonlyMap<string, Earlier> {
  const oldestFirst = earlier
    .filter(({ phase }) => phase === 'placed')
    .reverse()
    .sort((one, other) => one.at - other.at);
  return new Map(oldestFirst.flatMap((order) => [...order.people].map((person) => [person, order] as const)));
}
