/**
 * Keeps the same letters from being ordered twice.
 *
 * A run announces itself in Zapier's cache, looks for earlier orders to all or some of the people, prepares the order (for example,
 * makes a list), marks it as one that may exist, and sends it.
 *
 * If the service certainly did not take the order, the mark is removed. If that is unknown (a timeout, a reset, a server error, an
 * unusable response, a run that was ended), the mark stays: the order may exist, and only a person can find out. If the cache does not
 * respond or refuses a write before the order, nothing is ordered, and Zapier runs the step again.
 */
import type { ZObject } from 'zapier-platform-core';
import { $ZodError } from 'zod/v4/core';
import { Cache, isRefusal } from '../cache.ts';
import { attempt, type Failure, getFailure } from '../failure.ts';
import type { People } from '../recipients/identity.ts';
import { type Decision, decide, type Earlier, findReached } from './deduplication/decide.ts';
import { identifyPrint } from './deduplication/identity.ts';
import {
  inProgressError,
  mayExistError,
  olderOrderError,
  someReachedError,
  type TimeZone,
  unavailableError,
  unreadableError,
} from './deduplication/messages.ts';
import { Run } from './deduplication/run.ts';
import { type DuplicateCheck, duplicateWindowField, orderOnceAdvice } from './order_options.ts';

/** The service's response to an order, with what else a later step with the same letters returns. */
export interface PlacedOrder {
  order_id: string;
  [key: string]: unknown;
}

interface Order<Prepared, Placed extends PlacedOrder> {
  /** What is printed, and for whom. */
  identify: () => Promise<{ print: unknown; people: People }>;
  /** Runs before `place`, for example to make the list. If it fails, no order is sent. */
  prepare: (run: Run | undefined) => Promise<Prepared>;
  place: (prepared: Prepared) => Promise<Placed>;
  /** Says who is not one of these people, and how to order letters for the others only; empty if there are no others. */
  describeOthers?: ((reached: ReadonlySet<string>) => string) | undefined;
}

interface PartialOrder<Prepared, Placed extends PlacedOrder> extends Order<Prepared, Placed> {
  /** Leaves out the people whom earlier orders reached, instead of stopping. Returns how many people are left. */
  leaveOut?: ((reached: ReadonlyMap<string, Earlier>) => number) | undefined;
}

/** A new order and its run, if it could be remembered, or an earlier order with the same letters. */
export type Outcome<Placed> =
  | { placed: Placed; run: Run | undefined; earlier?: never }
  | { placed?: never; earlier: Earlier };

/**
 * Places an order unless the same letters were ordered within the time of the duplicate check.
 * @returns undefined if everyone was left out
 * @throws a user-facing error if an earlier order may exist or reached some of the people
 */
export async function placeOnce<Prepared, Placed extends PlacedOrder>(
  z: ZObject,
  timeZone: TimeZone,
  check: DuplicateCheck,
  order: Order<Prepared, Placed>,
): Promise<Outcome<Placed>>;
export async function placeOnce<Prepared, Placed extends PlacedOrder>(
  z: ZObject,
  timeZone: TimeZone,
  check: DuplicateCheck,
  order: PartialOrder<Prepared, Placed>,
): Promise<Outcome<Placed> | undefined>;
export async function placeOnce<Prepared, Placed extends PlacedOrder>(
  z: ZObject,
  timeZone: TimeZone,
  check: DuplicateCheck,
  order: PartialOrder<Prepared, Placed>,
): Promise<Outcome<Placed> | undefined> {
  const cache = new Cache(z);
  const isChecked = check.counts > 0 || order.leaveOut !== undefined;
  /** Runs a part of the duplicate check, without which a step whose check is off orders nevertheless. */
  const protect = <Result>(work: () => Promise<Result>): Promise<Result | undefined> =>
    isChecked
      ? requireCache(work)
      : attempt(
          z,
          'The duplicate check is unavailable, so later steps may not recognize the letters of this order.',
          work,
        );
  const run = await protect(async () => {
    const { print, people } = await order.identify();
    return new Run(cache, identifyPrint(print, check.eventId), people, check.eventId !== undefined);
  });
  let mayExist = false;
  try {
    const decided = await protect(async () => {
      if (isChecked && run) return decideOnce(run, timeZone, check, order);
      await run?.announce();
      return undefined;
    });
    if (decided === 'nobody_left') return undefined;
    if (decided) return { earlier: decided };
    const prepared = await order.prepare(run);
    await protect(async () => run?.mark());
    mayExist = true;
    const placed = await order.place(prepared);
    await run?.record('placed', pickRemembered(placed));
    return { placed, run };
  } catch (error) {
    const failure = getFailure(error);
    mayExist &&= failure === undefined || failure.kind === 'unknown';
    if (!mayExist) throw error;
    // It is marked, unless the check is off and Zapier refused the mark.
    if (!isChecked) await run?.record('unconfirmed');
    // Without a failure, the error is a bug.
    throw failure ? notConfirmedError(failure, isChecked) : error;
  } finally {
    await run?.end(mayExist);
  }
}

/**
 * Announces the run and decides whether it orders.
 * @returns an earlier order to all of the people, or that nobody is left, or undefined if the run may order
 * @throws a user-facing error if another run is ordering, an earlier order may exist, or earlier orders reached some people
 */
async function decideOnce(
  run: Run,
  timeZone: TimeZone,
  check: DuplicateCheck,
  { leaveOut, describeOthers }: Pick<PartialOrder<never, PlacedOrder>, 'leaveOut' | 'describeOthers'>,
): Promise<Earlier | 'nobody_left' | undefined> {
  const { members } = run.people;
  const leavesOut = leaveOut !== undefined;
  const lookBack = leavesOut ? { ...check, counts: Number.POSITIVE_INFINITY } : check;
  // A single letter that was ordered before writes nothing.
  if (!(await run.isKnown())) await run.announce();
  for (;;) {
    const earlier = await run.look({ skipsReached: leavesOut });
    const reached: ReadonlyMap<string, Earlier> = leavesOut ? findReached(members, earlier) : new Map();
    const rest = members.filter((person) => !reached.has(person));
    const decision = decide(rest, earlier, lookBack, Date.now());
    if (decision.kind === 'same') return decision.order;
    if (decision.kind === 'wait') {
      if (await run.waitFor(decision.orders)) continue;
      const isSame = decision.orders.some(({ same }) => rest.every((person) => same.has(person)));
      throw inProgressError(
        isSame
          ? 'is ordering the same letters right now'
          : 'is ordering the same letters to some of these people',
      );
    }
    if (decision.kind !== 'order') throw stopError(decision, rest, timeZone, { describeOthers, leavesOut });
    if (!run.isAnnounced) {
      await run.announce();
      continue;
    }
    if (!leaveOut || reached.size === 0) return undefined;
    await run.leaveOut(reached);
    if (leaveOut(reached) > 0) return undefined;
    await run.record('renewed');
    return 'nobody_left';
  }
}

function stopError(
  decision: Extract<Decision, { kind: 'stop' | 'some' }>,
  people: readonly string[],
  timeZone: TimeZone,
  { describeOthers, leavesOut }: Pick<Order<never, PlacedOrder>, 'describeOthers'> & { leavesOut: boolean },
): Failure {
  const orders = decision.kind === 'stop' ? [decision.order] : decision.orders;
  const unconfirmed = orders.find(({ phase }) => phase === 'unconfirmed');
  if (unconfirmed && (leavesOut || decision.kind === 'stop')) return mayExistError(unconfirmed, timeZone);
  if (decision.kind === 'stop') return olderOrderError(decision.order, people, timeZone);
  const { reached } = decision;
  const forOthers = 'Make a list of only the others and order the letters for it. ';
  const others = unconfirmed
    ? 'Check your orders at the letter service first. '
    : (describeOthers?.(reached) ?? (reached.size === people.length ? '' : forOthers));
  return someReachedError(people, decision, others, timeZone);
}

/** Entries are small, because Zapier limits how much is written. A later step reads the order itself. */
const pickRemembered = (placed: PlacedOrder): Record<string, unknown> =>
  Object.fromEntries(
    ['order_id', 'created', 'list_id', 'list_expires', 'letter_count'].flatMap((key) =>
      placed[key] === undefined ? [] : [[key, placed[key]]],
    ),
  );

/** @throws a user-facing error if the cache does not respond, after which Zapier runs the step again */
export async function requireCache<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (getFailure(error) && !isRefusal(error)) throw error;
    // Waiting mends neither a bug nor an entry that cannot be read.
    const isPermanent =
      error instanceof TypeError || error instanceof SyntaxError || error instanceof $ZodError;
    throw isPermanent ? unreadableError(error) : unavailableError(error);
  }
}

const notConfirmedError = (failure: Failure, isChecked: boolean): Failure =>
  failure.reworded(
    `The letter service did not confirm the order${failure.status ? ` (${failure.status})` : ''}, so it may or may not have been placed. Check your orders at the letter service first. ${
      isChecked
        ? `This step won't place the same order again within the time set in ${duplicateWindowField.label}. If the order is missing, ${orderOnceAdvice}`
        : 'Run the step again only if the order is missing.'
    }`,
  );
