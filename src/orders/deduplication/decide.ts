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
  /** Which of the people it includes, with exactly the same values. */
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
  /** The same, but the order may not exist, is older, or was not exactly the same. */
  | { kind: 'stop'; order: Earlier }
  /** Orders went, or may have gone, to some of the people, or each to some and together to all. */
  | { kind: 'some'; orders: readonly Earlier[]; reached: ReadonlySet<string> };

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
  const allPlaced = shared.filter(({ phase }) => phase === 'placed');
  const placed = allPlaced.filter((order) => isWithin(order, lookBack.counts));
  const same = placed.find(
    (order) => isWithin(order, lookBack.returns) && people.every((person) => order.same.has(person)),
  );
  if (same) return { kind: 'same', order: same };
  const preparing = shared.filter(({ phase }) => phase === 'preparing');
  if (preparing.length > 0) return { kind: 'wait', orders: preparing };

  const isReachedSince = (person: string, at: number) =>
    allPlaced.some((order) => order.at > at && order.people.has(person));
  const mayExist = shared
    .filter((order) => order.phase === 'unconfirmed' && isWithin(order, lookBack.mayExist))
    .map((order) => ({
      order,
      people: people.filter((person) => order.people.has(person) && !isReachedSince(person, order.at)),
    }))
    .filter((one) => one.people.length > 0);
  const reachedBy = [
    ...mayExist,
    ...placed.map((order) => ({ order, people: people.filter((person) => order.people.has(person)) })),
  ];
  if (reachedBy.length === 0) return { kind: 'order' };
  const toAll = reachedBy.find((one) => one.people.length === people.length);
  if (toAll) return { kind: 'stop', order: toAll.order };
  return {
    kind: 'some',
    orders: reachedBy.map(({ order }) => order).sort((one, other) => other.at - one.at),
    reached: new Set(reachedBy.flatMap((one) => one.people)),
  };
}

/** Returns the newest order that certainly reached each person, for the people whom one did reach. */
export function findReached(
  people: readonly string[],
  earlier: readonly Earlier[],
): ReadonlyMap<string, Earlier> {
  const placed = earlier.filter(({ phase }) => phase === 'placed').sort((one, other) => other.at - one.at);
  return new Map(
    people.flatMap((person) => {
      const order = placed.find((one) => one.people.has(person));
      return order ? [[person, order] as const] : [];
    }),
  );
}
