/**
 * Keeps the same letters from being ordered twice.
 *
 * A step claims the entry of its order in Zapier's cache, looks for earlier orders to all or some of the people, prepares the
 * order (for example, makes a list), marks it as sent, and sends it.
 *
 * If the service certainly did not take the order, the mark is removed. If that is unknown (a timeout, a reset, a server error, an
 * unusable response, a run that was ended), the mark stays: the order may exist, and only a person can find out. If the cache does not
 * respond or refuses a write before the order, nothing is ordered, and Zapier runs the step again.
 */
import type { Bundle, ZObject } from 'zapier-platform-core';
import { $ZodError } from 'zod/v4/core';
import { runsAgain } from '../api/errors.ts';
import { Cache } from '../cache.ts';
import { appendToMessage, attempt, Failure, getFailure } from '../failure.ts';
import { formatTime } from '../format.ts';
import type { People } from '../recipients/identity.ts';
import { type Entry, OrderEntry } from './deduplication/entry.ts';
import { identifyPrint } from './deduplication/identity.ts';
import { announce, findOverlaps } from './deduplication/overlaps.ts';
import { rememberLastOrder } from './last_order.ts';
import {
  type DuplicateCheck,
  duplicateWindowField,
  eventIdField,
  nothingOrderedBecause,
  nothingOrderedText,
  orderOnceAdvice,
} from './order_options.ts';

type TimeZone = Bundle['meta']['timezone'];

/** The service's response to an order, with what else a later step with the same letters returns. */
export interface PlacedOrder {
  order_id: string;
  [key: string]: unknown;
}

interface Order<Prepared, Placed extends PlacedOrder> {
  /** What is printed, and for whom. */
  identify: () => Promise<{ print: unknown; people: People }>;
  /** Runs before `place`, for example to make the list. If it fails, no order is sent. */
  prepare: () => Promise<Prepared>;
  place: (prepared: Prepared) => Promise<Placed>;
  /** Says who is not one of these people, and how to order letters for the others only; empty if there are no others. */
  describeOthers?: ((reached: ReadonlySet<string>) => string) | undefined;
}

/** A new order, or an earlier one with the same letters. */
export type Outcome<Placed> = { placed: Placed; earlier?: never } | { placed?: never; earlier: Entry };

/** An order whose letters are identified. */
interface IdentifiedOrder {
  cache: Cache;
  entry: OrderEntry;
  print: string;
  people: People;
}

/**
 * Places an order unless the same letters were ordered within the time of the duplicate check.
 * @throws a user-facing error if an earlier order may exist or reached some of the people
 */
export async function placeOnce<Prepared, Placed extends PlacedOrder>(
  z: ZObject,
  timeZone: TimeZone,
  { seconds, eventId }: DuplicateCheck,
  order: Order<Prepared, Placed>,
): Promise<Outcome<Placed>> {
  const cache = new Cache(z);
  const identify = async (): Promise<IdentifiedOrder> => {
    const letters = await order.identify();
    const print = identifyPrint(letters.print, eventId);
    const entry = new OrderEntry(cache, print, letters.people.id);
    return { cache, entry, print, people: letters.people };
  };
  if (seconds === 0) {
    const placed = await placeUnchecked(z, identify, order);
    await rememberLastOrder(cache, placed.order_id);
    return { placed };
  }
  const identified = await requireCache(identify);
  try {
    const earlier = await requireCache(() =>
      claimOrFindEarlier(identified, seconds, timeZone, order.describeOthers),
    );
    if (earlier) return { earlier };
    const prepared = await order.prepare();
    await requireCache(() => identified.entry.markSent());
    const placed = await placeMarked(identified.entry, () => order.place(prepared));
    await rememberLastOrder(cache, placed.order_id);
    return { placed };
  } finally {
    await identified.entry.releaseClaim();
  }
}

/** Sends an order that is marked as sent, and records its outcome. */
async function placeMarked<Placed extends PlacedOrder>(
  entry: OrderEntry,
  place: () => Promise<Placed>,
): Promise<Placed> {
  const placed = await place().catch(async (error: unknown) => {
    const failure = getFailure(error);
    // After a bug, the order may exist too.
    if (!failure || failure.kind === 'unknown')
      throw failure ? notConfirmedError(failure, retryAdvice) : error;
    await entry.restorePrevious();
    throw appendToMessage(error, nothingOrderedText);
  });
  await entry.markPlaced(pickRemembered(placed));
  return placed;
}

/** Entries are small, because Zapier limits how much is written. A later step reads the order itself. */
const pickRemembered = (placed: PlacedOrder): Entry['result'] =>
  Object.fromEntries(
    ['order_id', 'created', 'list_id', 'list_expires', 'letter_count'].flatMap((key) =>
      placed[key] === undefined ? [] : [[key, placed[key]]],
    ),
  );

/** Orders without a check. The order is recorded only for later steps, so the cache may be unavailable. */
async function placeUnchecked<Prepared, Placed extends PlacedOrder>(
  z: ZObject,
  identify: () => Promise<IdentifiedOrder>,
  { prepare, place }: Order<Prepared, Placed>,
): Promise<Placed> {
  const identified = await attempt(
    z,
    'The duplicate check is unavailable, so later steps will not recognize the letters of this order.',
    identify,
  );
  const recordPeople = () =>
    attempt(
      z,
      'The duplicate check could not save who got this order, so it will not recognize the individual people in it.',
      async () => identified && announce(identified.cache, identified.print, identified.people),
    );
  const placed = await place(await prepare()).catch(async (error: unknown) => {
    const failure = getFailure(error);
    if (failure && failure.kind !== 'unknown') throw appendToMessage(error, nothingOrderedText);
    await identified?.entry.recordUnconfirmed();
    await recordPeople();
    throw failure ? notConfirmedError(failure, 'Run the step again only if the order is missing.') : error;
  });
  await identified?.entry.markPlaced(pickRemembered(placed));
  await recordPeople();
  return placed;
}

/**
 * Claims the order, and adds it to an index, where other runs find it. Returns the entry of an earlier order to all of the people
 * instead, if there is one.
 * @throws a user-facing error if another run is ordering, an earlier order may exist, or earlier orders reached only some people
 */
async function claimOrFindEarlier(
  { cache, entry, print, people }: IdentifiedOrder,
  seconds: number,
  timeZone: TimeZone,
  describeOthers: (reached: ReadonlySet<string>) => string = ({ size }) =>
    size === people.members?.length ? '' : 'Make a list of only the others and order the letters for it. ',
): Promise<Entry | undefined> {
  const same = await entry.claim(seconds);
  if (same?.phase === 'claimed') throw inProgressError('is ordering the same letters right now');
  if (same?.phase === 'sent') throw mayExistError(same, timeZone);
  if (same) return same;
  await announce(cache, print, people);
  const overlaps = await findOverlaps(cache, print, people, seconds);
  if (overlaps.length === 0) return undefined;
  const total = people.members?.length ?? 0;
  const toAll = overlaps.filter(({ shared }) => shared.length === total).map((overlap) => overlap.entry);
  const placedToAll = toAll.find(({ phase }) => phase === 'placed');
  if (placedToAll) return placedToAll;
  const earlier = overlaps.map((overlap) => overlap.entry);
  if (earlier.some(({ phase }) => phase === 'claimed'))
    throw inProgressError('is ordering the same letters to some of these people');
  if (toAll[0]) throw mayExistError(toAll[0], timeZone);
  const reached = new Set(overlaps.flatMap(({ shared }) => shared));
  const others = describeOthers(reached);
  throw someReachedError({ reached: reached.size, of: total, others }, earlier, timeZone);
}

/** @throws a user-facing error if the cache does not respond, after which Zapier runs the step again */
export async function requireCache<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (getFailure(error)) throw error;
    // Waiting mends neither a bug nor an entry that cannot be read.
    const isPermanent =
      error instanceof TypeError || error instanceof SyntaxError || error instanceof $ZodError;
    throw isPermanent
      ? new Failure(
          nothingOrderedBecause(
            `the duplicate check cannot read what it remembers of an earlier order. Check your orders at the letter service. To order anyway, ${orderOnceAdvice}`,
          ),
          { kind: 'not_done', cause: error },
        )
      : new Failure(nothingOrderedBecause(`the duplicate check is unavailable right now. ${runsAgain}`), {
          kind: 'run_again',
          retryAfter: 60,
          cause: error,
        });
  }
}

export const inProgressError = (doing: string): Error =>
  new Failure(nothingOrderedBecause(`another step ${doing}. Zapier runs this step again in half a minute.`), {
    kind: 'run_again',
    retryAfter: 30,
  });

const notConfirmedError = (failure: Failure, advice: string): Error =>
  failure.reworded(
    `The letter service did not confirm the order${failure.status ? ` (${failure.status})` : ''}, so it may or may not have been placed. Check your orders at the letter service first. ${advice}`,
  );

const retryAdvice = `This step won't place the same order again within the time set in ${duplicateWindowField.label}. If the order is missing, ${orderOnceAdvice}`;

export const mayExistError = ({ at }: Entry, timeZone: TimeZone): Error =>
  new Failure(
    nothingOrderedBecause(
      `an earlier attempt to order the same letters, on ${formatTime(at, timeZone)}, was never confirmed, so that order may exist. Check your orders at the letter service. If the order is missing, ${orderOnceAdvice}`,
    ),
    { kind: 'not_done' },
  );

/**
 * @param reached how many of the people are in the earlier orders
 * @param others how to write to the others
 */
function someReachedError(
  { reached, of, others }: { reached: number; of: number; others: string },
  earlier: readonly Entry[],
  timeZone: TimeZone,
): Error {
  const isCertain = earlier.every(({ phase }) => phase === 'placed');
  const orders = earlier
    .slice(0, maxNamedOrders)
    .map(
      ({ phase, result, at }) =>
        `${phase === 'placed' ? result.order_id : 'an order that may exist'} of ${formatTime(at, timeZone)}`,
    );
  const more = earlier.length > maxNamedOrders ? ` and ${earlier.length - maxNamedOrders} more` : '';
  const who = reached === of ? `all ${of} people` : `${reached} of these ${of} people`;
  const got = isCertain ? 'already got' : 'may already have got';
  return new Failure(
    nothingOrderedBecause(
      `${who} ${got} the same letter (${earlier.length === 1 ? 'order' : 'orders'}: ${orders.join(', ')}${more}). ${others}If all of them should get the letter again, use a new ${eventIdField.label}, or ${orderOnceAdvice}`,
    ),
    { kind: 'not_done' },
  );
}

const maxNamedOrders = 3;
