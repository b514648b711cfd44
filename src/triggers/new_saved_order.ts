/** New Saved Order: polls `GET /v1/orders/saved`. Zapier recognizes new orders by their `id`. docs/api.md#saved-orders */
import { defineTrigger, type PollingTriggerPerform } from 'zapier-platform-core';
import { AccountCache } from '../account_cache.ts';
import * as orders from '../api/orders.ts';
import { attempt } from '../attempt.ts';
import * as savedOrder from '../orders/saved_order.ts';

/** How many records the editor shows. */
const maxSamples = 3;

/** How many of the newest are returned if the boundary is unknown. After a few deletions, these are not older ones. */
const maxUncertain = 10;

/**
 * Returns the saved orders that were created after the boundary. If there are many, the service lists only the newest. So
 * when one is deleted, an older one appears, which this Zap has never seen although it is not new.
 */
const perform = (async (z, bundle) => {
  const { savedOrders, complete } = await orders.listSaved(z);
  const sorted = savedOrder.newestFirst(savedOrders);
  const { isLoadingSample, isPopulatingDedupe } = bundle.meta;
  if (isLoadingSample) return sorted.slice(0, maxSamples).map(savedOrder.record);
  const cache = new AccountCache(z, bundle);
  const boundary = await readBoundary(cache);
  const candidates =
    isPopulatingDedupe || boundary !== undefined
      ? sorted
      : sorted.filter((one) => complete || savedOrder.createdTime(one) > 0).slice(0, maxUncertain);
  if (!complete) await raiseBoundary(cache, boundary, candidates.map(savedOrder.createdTime));
  const isAfterBoundary = (one: orders.SavedOrder) =>
    boundary === undefined || savedOrder.createdTime(one) > boundary;
  return candidates.filter((one) => isPopulatingDedupe || isAfterBoundary(one)).map(savedOrder.record);
}) satisfies PollingTriggerPerform;

const cacheKey = 'saved_orders_boundary';

/** Seconds for which the boundary is remembered: a year. */
const lifetime = 365 * 24 * 60 * 60;

/** Returns the time up to which unlisted saved orders were created, or undefined if it is not remembered. */
const readBoundary = (cache: AccountCache): Promise<number | undefined> =>
  attempt(cache.z, 'Could not read up to which time saved orders are known.', async () => {
    const times = (await cache.read(cacheKey)).map(Number).filter(Number.isFinite);
    return times.length > 0 ? Math.max(...times) : undefined;
  });

/** Remembers that the saved orders missing from an incomplete list are older than those in it. */
async function raiseBoundary(
  cache: AccountCache,
  boundary: number | undefined,
  listed: readonly number[],
): Promise<void> {
  const oldest = Math.min(...listed.filter((time) => time > 0));
  if (!Number.isFinite(oldest) || oldest <= (boundary ?? 0)) return;
  await attempt(cache.z, 'Zapier did not remember up to which time saved orders are known.', () =>
    cache.write(cacheKey, oldest, lifetime),
  );
}

export const newSavedOrder = defineTrigger({
  key: 'new_saved_order',
  noun: 'Saved Order',
  display: {
    label: 'New Saved Order',
    description: 'Triggers when an order is saved at the letter service.',
  },
  operation: {
    type: 'polling',
    perform,
    sample: savedOrder.sample,
    outputFields: savedOrder.outputFields,
  },
});
