/**
 * Keeps the same letters from being ordered twice.
 *
 * Zapier's cache holds one entry for each order, for a week: when the order was started, and what became of it. A step
 * compares that time with its own window. While a step decides and orders, it holds a claim on the entry, so that only
 * one of several steps with the same letters orders.
 *
 * If the service certainly did not take an order (connection refused, any 4xx), the previous entry is restored. If that is
 * unknown (timeout, reset, 5xx, an unexpected answer, a run that was ended), the entry stays: the order may exist, and
 * only a person can find out. If the cache does not answer or refuses a write before the order, nothing is ordered.
 */
import type { Bundle, ZObject } from 'zapier-platform-core';
import { AccountCache } from '../../account_cache.ts';
import { remainingTime } from '../../api/run_time.ts';
import { appendToMessage, getFailure, requestError } from '../../failure.ts';
import { type DuplicateCheck, duplicateWindowField, type Window } from './duplicate_check.ts';
import { hashIdentity, type Letters } from './letter_identity.ts';
import { type Answer, type Entry, isWithin, OrderReservation, readAnswer } from './order_reservation.ts';

/** An order, as {@link placeOnce} needs it. */
interface Order<Prepared, Placed extends Answer> {
  /** Returns what makes two orders the same. */
  identify: (cache: AccountCache) => Promise<Letters>;
  /** Runs before `place`, for example to make the list. If it fails, no order is sent. */
  prepare: () => Promise<Prepared>;
  /** Sends the order. */
  place: (prepared: Prepared) => Promise<Placed>;
}

/**
 * Places an order unless the same letters were ordered within the window.
 * @returns the new order's answer, or the first order's with `already_ordered` true
 */
export async function placeOnce<Prepared, Placed extends Answer>(
  z: ZObject,
  bundle: Pick<Bundle, 'authData' | 'meta'>,
  { window, eventId }: DuplicateCheck,
  order: Order<Prepared, Placed>,
): Promise<(Placed | Answer) & { already_ordered: boolean }> {
  // Starts the run's clock, so that the time the cache takes counts.
  remainingTime(z);
  const cache = new AccountCache(z, bundle);
  const identify = async () => {
    const { print, people } = await order.identify(cache);
    return new OrderReservation(z, cache, hashIdentity([print, eventId ?? null, people]));
  };
  if (window === 'off') return placeUnprotected(z, identify, order);
  const reservation = await requireCache(identify);
  try {
    const previous = await requireCache(() => reservation.reserve(window));
    if (!previous || !isWithin(previous, window)) {
      return await placeAndRecord(order, window, reservation, () => reservation.release(previous));
    }
    if (previous.order === undefined) throw mayExistError(previous, bundle.meta?.timezone);
    return { ...(await requireCache(() => readAnswer(cache, previous))), already_ordered: true };
  } finally {
    await reservation.releaseClaim();
  }
}

/** Places an order without protection. It is recorded for other steps if the cache answers. */
async function placeUnprotected<Prepared, Placed extends Answer>(
  z: ZObject,
  identify: () => Promise<OrderReservation>,
  order: Order<Prepared, Placed>,
): Promise<Placed & { already_ordered: boolean }> {
  const reservation = await identify().catch((error: unknown) => {
    z.console.error(
      'The duplicate check is unavailable, so later steps will not recognize the letters of this order.',
      error,
    );
  });
  return placeAndRecord(order, 'off', reservation ?? undefined);
}

async function placeAndRecord<Prepared, Placed extends Answer>(
  { prepare, place }: Order<Prepared, Placed>,
  window: Window,
  reservation: OrderReservation | undefined,
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
    await reservation?.recordUnconfirmed();
    throw failure ? notConfirmedError(failure.status, window) : error;
  }
  await reservation?.recordOrder(placed);
  return { ...placed, already_ordered: false };
}

/** @throws a user-facing error if the cache does not answer */
async function requireCache<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (getFailure(error)) throw error;
    throw requestError(
      'Nothing was ordered: the duplicate check is unavailable right now. Run the step again.',
      { outcome: 'no_effect', code: 'cache_unavailable' },
    );
  }
}

const notConfirmedError = (status: number | undefined, window: Window): Error =>
  requestError(
    `The letter service did not confirm the order${status ? ` (${status})` : ''}, so it may or may not have been placed. Check your orders at the letter service first. ${
      window === 'off'
        ? 'Run the step again only if the order is missing.'
        : `This step won't place the same order again within the time set in ${duplicateWindowField.label}. ${orderAgainAdvice}`
    }`,
    { outcome: 'unknown', code: 'order_not_confirmed', status },
  );

const mayExistError = ({ at, unconfirmed }: Entry, timeZone: string | null | undefined): Error =>
  requestError(
    `Nothing was ordered. ${
      unconfirmed
        ? `An earlier attempt to order the same letters, on ${formatTime(at, timeZone)}, was never confirmed`
        : `An earlier run began to order the same letters, on ${formatTime(at, timeZone)}; what became of it is not recorded`
    }, so that order may exist. Check your orders at the letter service. ${orderAgainAdvice}`,
    { outcome: 'no_effect', code: 'order_not_confirmed' },
  );

/** How to order despite the entry. The page it names is docs/duplicate_letters.md. */
const orderAgainAdvice = `If the order is missing, set ${duplicateWindowField.label} to "${duplicateWindowField.choices.off}" and run the step once. See “When could a letter be sent twice?” in the documentation.`;

/** @returns the time as the user's clock shows it, such as "Mar 12, 2026, 10:00 AM EDT" */
function formatTime(time: number, timeZone: string | null | undefined): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone: zone,
    }).format(time);
  try {
    return format(timeZone ?? 'UTC');
  } catch {
    return format('UTC');
  }
}
