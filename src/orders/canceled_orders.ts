/** Reads earlier orders, because an order may have been canceled at the letter service since it was placed. */
import type { ZObject } from 'zapier-platform-core';
import * as orders from '../api/orders.ts';
import { isGone } from '../api/values.ts';
import { tryOrLog } from '../failure.ts';
import { formatCount, listFirst } from '../format.ts';
import { groupBy } from '../values.ts';
import type { Earlier } from './deduplication/decide.ts';
import { alreadySentField, duplicateWindowField, type OrderOptions } from './order_options.ts';
import type { Descriptions } from './stop_messages.ts';

/** Maximum time (ms) to read an order. The step can continue without it. */
const readTimeout = 4_000;
/** How long (ms) a confirmed order may still be missing at the service. */
const laggingTime = 10 * 60_000;
/** How many orders to read: the newest. */
const maxRead = 5;

/** Reads an order. @returns null if the service does not find it, undefined if it could not be read */
export const readOrder = (z: ZObject, id: string): Promise<orders.Order | null | undefined> =>
  tryOrLog(
    z,
    `The order ${id} could not be read, so its price, its texts and whether it was canceled are unknown.`,
    async () => (await orders.get(z, id, readTimeout)) ?? null,
  );

export type OrderEnd = 'canceled' | 'missing' | undefined;

/** Returns what happened to an earlier order, if it is known. @param at when it was placed (ms) */
export function findEnd(order: Readonly<Record<string, unknown>> | null | undefined, at: number): OrderEnd {
  if (order) return isGone(order) ? 'canceled' : undefined;
  return order === null && Date.now() - at > laggingTime ? 'missing' : undefined;
}

/** Returns a sentence about an order that no longer exists. Only a person knows why, so there is no advice. */
export const describeMissing = (id: string): string => `The letter service no longer shows order ${id}.`;

/**
 * Reads the newest of the earlier orders.
 * @param reached the people whom earlier orders reached, each with the newest order
 * @returns sentences about canceled orders, with how to order them again, and about missing orders
 */
export async function describeCanceled(
  z: ZObject,
  reached: ReadonlyMap<string, Earlier>,
  { namesOf }: Descriptions,
  { leavesOut }: OrderOptions,
): Promise<string> {
  const newestFirst = [...reached].sort(([, one], [, other]) => other.at - one.at);
  const byOrder = groupBy(newestFirst, ([, { result }]) => String(result.order_id));
  const read = await Promise.all(
    [...byOrder].slice(0, maxRead).map(async ([id, people]) => {
      const at = people[0]?.[1].at ?? 0;
      return {
        id,
        people: new Set(people.map(([person]) => person)),
        end: findEnd(await readOrder(z, id), at),
      };
    }),
  );
  const canceled = read.filter(({ end }) => end === 'canceled');
  const missing = read.filter(({ end }) => end === 'missing').map(({ id }) => `${describeMissing(id)} `);
  if (canceled.length === 0) return missing.join('');
  const named = canceled.map(({ id, people }) => {
    const who = namesOf?.(people) ?? [formatCount(people.size, 'person', 'people')];
    return `order ${id} (${listFirst(who, ', ', 5)})`;
  });
  const off = `"${duplicateWindowField.choices.off}" in ${duplicateWindowField.label}`;
  const stop = leavesOut ? ` and "${alreadySentField.choices.stop}" in ${alreadySentField.label}` : '';
  return `Canceled at the letter service: ${named.join(', ')}. To send these letters again, run the step once for only these people, with ${off}${stop}. ${missing.join('')}`;
}
