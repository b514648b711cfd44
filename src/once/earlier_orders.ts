/** Reads earlier orders at the letter service. One may have been canceled there, or may be the one that was never confirmed. */
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import * as orders from '../api/orders.ts';
import { isGone } from '../api/values.ts';
import type { Cache } from '../cache.ts';
import { type Failure, tryOrLog } from '../failure.ts';
import { inputError } from '../steps/inputs.ts';
import { formatCount, formatTime, listFirst, truncate } from '../text/format.ts';
import { groupBy, toText } from '../text/values.ts';
import { type Earlier, findOpen } from './decide.ts';
import { keys, longestLookBack } from './entries.ts';
import { readState } from './look.ts';
import {
  canceledWord,
  eventIdField,
  foundOrderIdField,
  missingWord,
  type OrderOptions,
} from './order_options.ts';
import { type Descriptions, maxNamed, namesOf, notOrderedError } from './stop_messages.ts';

/** Maximum time (ms) to read an order. The step can continue without it. */
const readTimeout = 4_000;
/** Maximum number of earlier orders to read, the newest first. */
const maxRead = 5;

/** Reads an order. @returns null if the service does not find it, undefined if it could not be read */
export const readOrder = (z: ZObject, id: string): Promise<orders.Order | null | undefined> =>
  tryOrLog(
    z,
    `The order ${id} could not be read, so its price, its texts and whether it was canceled are unknown.`,
    async () => (await orders.get(z, id, readTimeout)) ?? null,
  );

/** Returns what the step that placed an order has stored. Undefined if no step of this connection did, or if it is too long ago. */
export async function readPlaced(cache: Cache, id: string) {
  const run = zod.safeParse(zod.string(), await cache.read(keys.orderId(id))).data;
  return run === undefined ? undefined : (await readState(cache, run)).order?.result;
}

type OrderEnd = 'canceled' | 'missing' | undefined;

/** Returns what happened to an earlier order, if it is known. The service may have purged a missing one, or not show it yet. */
export function findEnd(order: Readonly<Record<string, unknown>> | null | undefined): OrderEnd {
  if (order) return isGone(order) ? 'canceled' : undefined;
  return order === null ? 'missing' : undefined;
}

/** Says that the step ordered nothing, because an earlier order has exactly its letters. */
export function describeEarlierOrder(
  { at, people, result }: Earlier,
  end: OrderEnd,
  describe: Descriptions,
  { timeZone }: OrderOptions,
): string {
  const id = String(result.order_id);
  const names = namesOf(describe, people) ?? [];
  const whose = names.length === 1 ? `Letter to ${names[0]}: ` : '';
  const sent = `${whose}Not sent again: ordered on ${formatTime(at, timeZone)} (${id}).`;
  if (end === 'missing') return `${sent} ${describeMissing(id)}`;
  if (!end) return `${sent} If this is for a new occasion, use a new ${eventIdField.label}.`;
  const who = names.length > 1 ? ` (${listFirst(names, ', ', maxNamed)})` : '';
  return `${sent} Order ${id}${who} was canceled at the letter service. To order again, enter ${canceledWord(id)} in ${foundOrderIdField.label} and run the step again.`;
}

/** Returns a sentence about an order that is missing. The reason is unknown, so there is no advice. */
const describeMissing = (id: string): string => `The letter service does not show order ${id}.`;

/**
 * Reads the newest of the earlier orders.
 * @param reached the people whom earlier orders reached, each with the newest order
 * @returns sentences about canceled orders, with how to order them again, and about missing orders
 */
export async function describeCanceled(
  z: ZObject,
  reached: ReadonlyMap<string, Earlier>,
  describe: Descriptions,
): Promise<string> {
  const newestFirst = [...reached].sort(([, one], [, other]) => other.at - one.at);
  const byOrder = groupBy(newestFirst, ([, { result }]) => String(result.order_id));
  const read = await Promise.all(
    [...byOrder].slice(0, maxRead).map(async ([id, people]) => ({
      id,
      people: new Set(people.map(([person]) => person)),
      end: findEnd(await readOrder(z, id)),
    })),
  );
  const canceled = read.filter(({ end }) => end === 'canceled');
  const missing = read.filter(({ end }) => end === 'missing').map(({ id }) => `${describeMissing(id)} `);
  if (canceled.length === 0) return missing.join('');
  const named = canceled.map(({ id, people }) => {
    const who = namesOf(describe, people) ?? [formatCount(people.size, 'person', 'people')];
    return `order ${id} (${listFirst(who, ', ', maxNamed)})`;
  });
  const words = listFirst(canceled.map(({ id }) => canceledWord(id)));
  const each = canceled.length > 1 ? ', one at a time,' : '';
  return `Canceled at the letter service: ${named.join(', ')}. To send these letters again, enter ${words} in ${foundOrderIdField.label}${each} and run the step again. ${missing.join('')}`;
}

/** Maximum time (ms) that a slow service may take to place an order. */
const maxPlacingTime = 10 * 60_000;

/**
 * Records what the user says in Found Order ID about an earlier order.
 * @returns false if it has no effect on the letters of these people
 * @throws a user-facing error if what the user says is wrong, or may not be final yet
 */
export async function recordAnswer(
  cache: Cache,
  people: readonly string[],
  { id, word }: NonNullable<OrderOptions['found']>,
  earlier: readonly Earlier[],
  options: OrderOptions,
): Promise<boolean> {
  const open = findOpen(people, earlier);
  if (id !== undefined) {
    if (open.length > 0) await confirmFound(cache, id, open, options);
    return open.length > 0;
  }
  const lost = open.find((one) => one.phase === 'unconfirmed' && missingWord(one.run) === word);
  if (lost && Date.now() < lost.at + maxPlacingTime)
    throw notOrderedError(
      `the letter service may still place the order of ${formatTime(lost.at, options.timeZone)}. If it is missing after ${formatTime(lost.at + maxPlacingTime, options.timeZone)}, run the step again.`,
    );
  if (lost) {
    await cache.storeOnce(keys.missing(lost.run), true, longestLookBack);
    return true;
  }
  const ids = earlier.filter(({ phase }) => phase === 'placed').map(({ result }) => String(result.order_id));
  const canceled = ids.find((one) => canceledWord(one) === word);
  const order = canceled === undefined ? undefined : await orders.get(cache.z, canceled);
  if (canceled === undefined || !order || !isGone(order)) return false;
  await cache.storeOnce(keys.canceled(canceled), true, longestLookBack);
  return true;
}

/** Maximum time (ms) between the run and the found order if the list does not prove it. A day, because that order's time has no time zone. */
const maxDistance = 86_400_000;

/**
 * Records that an order that the user found is one of the open orders. A list that the run itself made proves it. Any other order
 * must have been created within a day of the run.
 * @param unconfirmed at least one order
 * @throws a user-facing error if it is another order
 */
async function confirmFound(
  cache: Cache,
  id: string,
  unconfirmed: readonly Earlier[],
  { timeZone }: OrderOptions,
): Promise<void> {
  const refuse = (reason: string): Failure =>
    inputError(
      `${foundOrderIdField.label}: order "${truncate(id)}" ${reason}.`,
      'Check the ID, or leave the field blank.',
    );
  const order = await orders.get(cache.z, id);
  if (!order) throw refuse('does not exist in this account');
  if (isGone(order)) throw refuse('was canceled at the letter service');
  const created = order.timeline?.created ?? toText(order.created);
  const distance = ({ at }: Earlier) => Math.abs(Date.parse(created) - at);
  const byId = unconfirmed.find(({ result }) => result.order_id === order.id);
  const byList = byId
    ? [byId]
    : order.list
      ? unconfirmed.filter(({ list }) => list?.id === order.list)
      : unconfirmed;
  if (byList.length === 0) throw refuse('went to another list than the order that was never confirmed');
  const own = byId ?? (order.list ? byList.find(({ list }) => list?.isOwn) : undefined);
  const [nearest] = byList
    .filter((one) => distance(one) <= maxDistance)
    .sort((one, other) => distance(one) - distance(other));
  const found = own ?? nearest;
  if (!found) {
    const when = unconfirmed.map(({ at }) => formatTime(at, timeZone)).join(', ');
    throw refuse(`was not created within a day of the order that was never confirmed (${when})`);
  }
  const result = { order_id: order.id, created: created || null, list_id: found.list?.id ?? null };
  const owner = await cache.storeOnce(keys.orderId(order.id), found.run, longestLookBack);
  if (owner !== found.run) throw refuse('is already remembered as the order of another run');
  await cache.storeOnce(keys.found(found.run), result, longestLookBack);
}
