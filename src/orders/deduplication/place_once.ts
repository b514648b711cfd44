/**
 * Keeps the same letters from being ordered twice.
 *
 * Zapier's cache holds one entry for each order, for a week: when the order was started, and the service's response. A step
 * compares that time with its own window. While a step decides and orders, it holds a claim on the entry, so that only
 * one of several steps with the same letters orders.
 *
 * If the service certainly did not take an order (connection refused, any 4xx), the previous entry is restored. If that is
 * unknown (timeout, reset, 5xx, an unexpected answer, a run that was ended), the entry stays: the order may exist, and
 * only a person can find out. If the cache does not answer, nothing is ordered.
 */
import type { Bundle, ZObject } from 'zapier-platform-core';
import { AccountCache } from '../../account_cache.ts';
import { remainingTime } from '../../api/run_time.ts';
import { appendToMessage, getFailure, requestError } from '../../failure.ts';
import { duplicateWindowField, type Window } from './duplicate_window.ts';
import { hashIdentity } from './letter_identity.ts';
import { type Entry, isWithin, OrderReservation } from './order_reservation.ts';

type Answer = Record<string, unknown>;

/** An order, as {@link placeOnce} needs it. */
interface Order<Prepared, Placed extends Answer> {
  /** Returns what makes two orders the same: what is printed, and who gets it. */
  identify: (cache: AccountCache) => Promise<unknown>;
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
  window: Window,
  order: Order<Prepared, Placed>,
): Promise<(Placed | Answer) & { already_ordered: boolean }> {
  // Starts the run's clock, so that the time the cache takes counts.
  remainingTime(z);
  const cache = new AccountCache(z, bundle);
  if (window === 'off') return placeUnprotected(z, cache, order);
  const reservation = await requireCache(
    async () => new OrderReservation(z, cache, hashIdentity(await order.identify(cache))),
  );
  try {
    const previous = await requireCache(() => reservation.reserve(window));
    if (!previous || !isWithin(previous, window)) {
      return await placeAndRecord(order, window, reservation, () => reservation.release(previous));
    }
    if (!previous.answer) throw mayExistError(previous, bundle.meta?.timezone);
    return { ...previous.answer, already_ordered: true };
  } finally {
    await reservation.releaseClaim();
  }
}

/** Places an order without protection. It is recorded for other steps if the cache answers. */
async function placeUnprotected<Prepared, Placed extends Answer>(
  z: ZObject,
  cache: AccountCache,
  order: Order<Prepared, Placed>,
): Promise<Placed & { already_ordered: boolean }> {
  const identity = await order.identify(cache).catch((error: unknown) => {
    z.console.error('An order without protection could not be identified for later steps.', error);
  });
  const reservation =
    identity === undefined ? undefined : new OrderReservation(z, cache, hashIdentity(identity));
  return placeAndRecord(order, 'off', reservation);
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
    await reservation?.record({ unconfirmed: true });
    throw failure ? notConfirmedError(failure.status, window) : error;
  }
  await reservation?.record({ answer: placed });
  return { ...placed, already_ordered: false };
}

/** @throws a user-facing error if the cache does not answer */
async function requireCache<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (getFailure(error)) throw error;
    throw requestError(
      'Nothing was ordered: Zapier’s duplicate check is unavailable right now. Run the step again.',
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

const mayExistError = ({ at }: Entry, timeZone: string | null | undefined): Error =>
  requestError(
    `Nothing was ordered. An earlier attempt to order the same letters, on ${formatTime(at, timeZone)}, was never confirmed, so that order may exist. Check your orders at the letter service. ${orderAgainAdvice}`,
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
