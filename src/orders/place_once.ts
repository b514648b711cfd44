/**
 * Keeps the same letters from being ordered twice.
 *
 * A run announces itself in Zapier's cache, looks for earlier orders to all or some of the people, prepares the order (for example,
 * makes a list), marks it as unconfirmed, and sends it.
 *
 * If the service certainly did not take the order, the mark is removed. If this is unknown (a timeout, a reset, a server error, an
 * unusable response, a run that Zapier ended), the mark stays: the order may exist, and only a person can find out. If the cache does
 * not respond or refuses a write before the order is sent, nothing is ordered, and Zapier runs the step again.
 */
import type { ZObject } from 'zapier-platform-core';
import { Cache } from '../cache.ts';
import { getFailure, tryOrLog } from '../failure.ts';
import { decide, type Earlier, findReached, findUnconfirmed } from './deduplication/decide.ts';
import type { OrderEntry } from './deduplication/entries.ts';
import { type Letters, Run } from './deduplication/run.ts';
import { confirmFound } from './found_order.ts';
import type { DuplicateCheck } from './order_options.ts';
import {
  type Descriptions,
  explainCheckError,
  inProgressError,
  notConfirmedError,
  onlyPrintedError,
  stopError,
} from './stop_messages.ts';

/** The service's response to an order, and the other values that a later step with the same letters returns. */
export interface PlacedOrder {
  order_id: string;
  [key: string]: unknown;
}

interface Order<Prepared extends { list_id: string }, Placed extends PlacedOrder> extends Descriptions {
  identify: () => Promise<Omit<Letters, 'eventId'>>;
  /** True if the step makes the list, so that no other order goes to it. */
  makesList: boolean;
  /** Runs before `place`, for example to make the list. If it fails, no order is sent. */
  prepare: (run: Run | undefined) => Promise<Prepared>;
  place: (prepared: Prepared) => Promise<Placed>;
  /** Leaves out the people whom earlier orders reached, instead of stopping. */
  leaveOut?: ((reached: ReadonlyMap<string, Earlier>) => Promise<void>) | undefined;
  /** Describes which of the orders that reached people were canceled since, and how to order them again. */
  describeCanceled: (reached: ReadonlyMap<string, Earlier>) => Promise<string>;
}

/** A new order with its run (undefined if the cache failed), or an earlier order with the same letters. Empty if everyone was left out. */
export interface Outcome<Placed> {
  placed?: Placed;
  run?: Run | undefined;
  earlier?: Earlier;
}

/**
 * Places an order unless the same letters were ordered within the window of the duplicate check.
 * @throws a user-facing error if an earlier order may exist or reached some of the people
 */
export async function placeOnce<Prepared extends { list_id: string }, Placed extends PlacedOrder>(
  z: ZObject,
  check: DuplicateCheck,
  order: Order<Prepared, Placed>,
): Promise<Outcome<Placed>> {
  const isChecked = check.maxAge > 0 || order.leaveOut !== undefined;
  const protect = <Result>(work: () => Promise<Result>) => protectCheck(z, isChecked, work);
  const run = await protect(
    async () => new Run(new Cache(z), { ...(await order.identify()), eventId: check.eventId }),
  );
  let phase: OrderEntry['phase'] | undefined;
  let placed: Placed | undefined;
  try {
    const outcome = await protect(async () => {
      if (isChecked && run) return decideOnce(z, run, check, order);
      await run?.announce();
      return undefined;
    });
    if (outcome && !outcome.earlier) phase = 'renewed';
    if (outcome) return outcome;
    const prepared = await order.prepare(run);
    await protect(async () => run?.mark({ id: prepared.list_id, isOwn: order.makesList }));
    phase = 'unconfirmed';
    placed = await order.place(prepared);
    phase = 'placed';
    return { placed, run };
  } catch (error) {
    const failure = getFailure(error);
    // Without a failure, the error is a bug.
    if (!phase || !failure) throw error;
    if (failure.kind === 'unknown') {
      const until = check.maxUnconfirmedAge ? Date.now() + check.maxUnconfirmedAge * 1000 : undefined;
      throw notConfirmedError(failure, until, order.timeZone);
    }
    phase = undefined;
    throw failure;
  } finally {
    await run?.end(phase, placed && pickRemembered(placed));
  }
}

/**
 * Announces the run and decides whether it may order.
 * @returns an outcome without an order, or undefined if the run may order
 * @throws a user-facing error if another run is ordering, an earlier order may exist, or earlier orders reached some people
 */
async function decideOnce(
  z: ZObject,
  run: Run,
  { foundOrderId, ...check }: DuplicateCheck,
  { leaveOut, describeCanceled, ...describe }: Omit<Order<never, PlacedOrder>, 'prepare' | 'place'>,
): Promise<{ earlier?: Earlier } | undefined> {
  const { members } = run.people;
  const leavesOut = leaveOut !== undefined;
  const lookBack = leavesOut ? { ...check, maxAge: Number.POSITIVE_INFINITY } : check;
  // A run that may return an earlier letter to the same person is not announced, to save writes.
  if (!(await run.isKnown())) await run.announce();
  for (;;) {
    const earlier = await run.look(leavesOut);
    const unconfirmed = findUnconfirmed(members, earlier);
    if (foundOrderId !== undefined && unconfirmed.length > 0) {
      await confirmFound(z, run, foundOrderId, unconfirmed, describe.timeZone);
      foundOrderId = undefined;
      continue;
    }
    const reached = findReached(leavesOut ? earlier : []);
    const unreached = members.filter((person) => !reached.has(person));
    const decision = decide(unreached, earlier, lookBack, Date.now());
    if (decision.kind === 'same') return { earlier: decision.order };
    if (decision.kind === 'wait') {
      if (await run.waitFor(decision.orders)) continue;
      throw inProgressError('another step is ordering the same letters right now.');
    }
    if (decision.kind === 'stop') {
      const canceled = await describeCanceled(findReached(decision.orders));
      throw stopError(decision, unreached, lookBack, describe, canceled);
    }
    if (!run.isAnnounced) {
      await run.announce();
      continue;
    }
    if (reached.size === 0) return undefined;
    const placed = earlier.filter(({ phase }) => phase === 'placed');
    const changed = members.filter((person) => !placed.some(({ known }) => known.has(person)));
    if (unreached.length === 0 && changed.length > 0)
      throw onlyPrintedError(new Set(changed), members, [...reached.values()], describe);
    await run.leaveOut(reached);
    await leaveOut?.(reached);
    return unreached.length > 0 ? undefined : {};
  }
}

/** Returns the people whom a run would leave out now, each with the order that reached them. */
export const findAlreadySent = (z: ZObject, letters: Letters): Promise<ReadonlyMap<string, Earlier>> =>
  orNothingOrdered(async () => findReached(await new Run(new Cache(z), letters).look(true)));

/**
 * Runs a part of the duplicate check. If it fails, a step whose check is off still orders.
 * @throws a user-facing error that says that nothing was ordered
 */
export const protectCheck = <Result>(
  z: ZObject,
  isChecked: boolean,
  work: () => Promise<Result>,
): Promise<Result | undefined> =>
  isChecked
    ? orNothingOrdered(work)
    : tryOrLog(
        z,
        'The duplicate check is unavailable, so later steps may not recognize the letters of this order.',
        work,
      );

async function orNothingOrdered<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explainCheckError(error);
  }
}

/** Returns the values to store. They are few, because Zapier limits writes; a later step reads the rest from the service. */
const pickRemembered = (placed: PlacedOrder): Record<string, unknown> =>
  Object.fromEntries(
    ['order_id', 'created', 'list_id', 'list_expires', 'letter_count'].flatMap((key) =>
      placed[key] === undefined ? [] : [[key, placed[key]]],
    ),
  );
