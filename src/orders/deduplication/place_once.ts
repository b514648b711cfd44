/**
 * Keeps the same letters from being ordered twice.
 *
 * Zapier's cache holds one entry for each order, for a week: when the order was started, and its outcome. A step
 * compares that time with its own window. While a step decides and orders, it holds a claim on the entry, so that only
 * one of several steps with the same letters orders. An order to other people is compared person by person.
 *
 * If the service certainly did not take an order (connection refused, any 4xx), the previous entry is restored. If that is
 * unknown (timeout, reset, 5xx, an unusable response, a run that was ended), the entry stays: the order may exist, and
 * only a person can find out. If the cache does not respond or refuses a write before the order, nothing is ordered.
 */
import type { Bundle, ZObject } from 'zapier-platform-core';
import { AccountCache } from '../../account_cache.ts';
import { remainingTime } from '../../api/run_time.ts';
import { attempt } from '../../attempt.ts';
import { appendToMessage, getFailure } from '../../failure.ts';
import { toText } from '../../inputs.ts';
import { rememberLastOrder } from '../last_order.ts';
import type { DuplicateCheck, Window } from './duplicate_check.ts';
import {
  cacheUnavailableError,
  mayExistError,
  notConfirmedError,
  orderInProgressError,
  someReachedError,
} from './errors.ts';
import { hashIdentity } from './letter_identity.ts';
import { type Entry, isInProgress, isWithin, type OrderResponse, readResponse } from './order_entry.ts';
import { OrderReservation } from './order_reservation.ts';
import type { People } from './people.ts';
import { announce, findOverlaps, type Overlap } from './same_people.ts';

/** What makes two orders the same. */
export interface Letters {
  /** What is printed: a saved order or contents. */
  print: unknown;
  people: People;
}

interface Order<Prepared, Placed extends OrderResponse> {
  identify: () => Promise<Letters>;
  /** Runs before `place`, for example to make the list. If it fails, no order is sent. */
  prepare: () => Promise<Prepared>;
  place: (prepared: Prepared) => Promise<Placed>;
}

/** An order whose letters are identified. */
interface KnownOrder {
  cache: AccountCache;
  window: Window;
  print: string;
  people: People;
  reservation: OrderReservation;
  timeZone: string | null | undefined;
}

/**
 * Places an order unless the same letters were ordered within the window.
 * @returns the response to the new order, or to the first one with `already_ordered` true
 */
export async function placeOnce<Prepared, Placed extends OrderResponse>(
  z: ZObject,
  bundle: Pick<Bundle, 'authData' | 'meta'>,
  { window, eventId }: DuplicateCheck,
  order: Order<Prepared, Placed>,
): Promise<(Placed | OrderResponse) & { already_ordered: boolean }> {
  // Starts the run's clock, so that the time the cache takes counts.
  remainingTime(z);
  const cache = new AccountCache(z, bundle);
  const identify = async (): Promise<KnownOrder> => {
    const letters = await order.identify();
    const print = hashIdentity([letters.print, eventId ?? null]);
    const reservation = new OrderReservation(cache, print, letters.people.id);
    return { cache, window, print, people: letters.people, reservation, timeZone: bundle.meta?.timezone };
  };
  const place = (known: KnownOrder | undefined, onNotOrdered?: () => Promise<void>) =>
    placeAndRecord(cache, order, window, known, onNotOrdered);
  if (window === 'off') {
    // Without protection, an order is recorded only for later steps, so the cache may be unavailable.
    return place(
      await attempt(
        z,
        'The duplicate check is unavailable, so later steps will not recognize the letters of this order.',
        identify,
      ),
    );
  }
  const known = await requireCache(identify);
  const { reservation, timeZone } = known;
  try {
    const previous = await requireCache(() => reservation.reserve(window));
    if (previous && isWithin(previous, window)) return await responseTo(cache, previous, timeZone);
    const release = () => reservation.release(previous);
    const whole = await requireCache(() => findOrderToAll(known)).catch(async (error: unknown) => {
      await release();
      throw error;
    });
    if (!whole) return await place(known, release);
    await release();
    return await responseTo(cache, whole, timeZone);
  } finally {
    await reservation.releaseClaim();
  }
}

/** Returns the response to the earlier order. @throws a user-facing error if the order may exist */
async function responseTo(
  cache: AccountCache,
  entry: Entry,
  timeZone: string | null | undefined,
): Promise<OrderResponse & { already_ordered: boolean }> {
  if (entry.order === undefined) throw mayExistError(entry, timeZone);
  return { ...(await requireCache(() => readResponse(cache, entry))), already_ordered: true };
}

/**
 * Returns the entry of an earlier order that includes all of the people.
 * @throws a user-facing error if earlier orders include some of them
 */
async function findOrderToAll(known: KnownOrder): Promise<Entry | undefined> {
  const { cache, print, people, window, timeZone } = known;
  await announce(cache, print, people);
  const overlaps = await findOverlaps(cache, print, people, window);
  if (overlaps.length === 0) return undefined;
  const total = people.members?.length ?? 0;
  const isWhole = ({ shared }: Overlap) => shared.length === total;
  const whole = overlaps.find((one) => isWhole(one) && one.entry.order !== undefined);
  if (whole) return whole.entry;
  if (overlaps.some(({ entry }) => isInProgress(entry)))
    throw orderInProgressError('began to order the same letters to some of these people a moment ago');
  const mayBeWhole = overlaps.find(isWhole);
  if (mayBeWhole) return mayBeWhole.entry;
  const reached = new Set(overlaps.flatMap(({ shared }) => shared)).size;
  throw someReachedError(
    { reached, of: total },
    overlaps.map(({ entry }) => entry),
    timeZone,
  );
}

async function placeAndRecord<Prepared, Placed extends OrderResponse>(
  cache: AccountCache,
  { prepare, place }: Order<Prepared, Placed>,
  window: Window,
  known: KnownOrder | undefined,
  onNotOrdered?: () => Promise<void>,
): Promise<Placed & { already_ordered: boolean }> {
  const prepared = await prepare().catch(async (error: unknown) => {
    await onNotOrdered?.();
    throw error;
  });
  let placed: Placed;
  try {
    placed = await place(prepared);
  } catch (error) {
    const failure = getFailure(error);
    if (failure?.outcome === 'no_effect') {
      await onNotOrdered?.();
      throw appendToMessage(error, 'Nothing was ordered.');
    }
    await known?.reservation.recordUnconfirmed();
    await announceUnprotected(known);
    throw failure ? notConfirmedError(failure.status, window) : error;
  }
  await known?.reservation.recordOrder(placed);
  await announceUnprotected(known);
  await rememberLastOrder(cache, toText(placed.id));
  return { ...placed, already_ordered: false };
}

/** Lets later steps find people of an order without protection, which did not announce itself before. */
async function announceUnprotected(known: KnownOrder | undefined): Promise<void> {
  if (known?.window !== 'off') return;
  const { cache, print, people } = known;
  await attempt(
    cache.z,
    'The duplicate check could not save who got this order, so it will not recognize the individual people in it.',
    () => announce(cache, print, people),
  );
}

/** @throws a user-facing error if the cache does not respond */
async function requireCache<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw getFailure(error) ? error : cacheUnavailableError();
  }
}
