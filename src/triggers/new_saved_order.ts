/** New Saved Order: polls `GET /v1/orders/saved`. Zapier recognizes new orders by their `id`. docs/api.md#saved-orders */
import { defineTrigger, type PollingTriggerPerform } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import * as orders from '../api/orders.ts';
import { Cache } from '../cache.ts';
import { attempt } from '../failure.ts';
import * as savedOrder from '../orders/saved_order.ts';

/** How many records the editor shows. */
const maxSamples = 3;

/** How many of the newest count as new if the boundary is unknown. After a few deletions, these are not older ones. */
const maxUncertain = 10;

/**
 * The oldest saved orders that were listed when a Zap was turned on. If there are many, the service lists only the newest. So when
 * one is deleted, an older one appears, which the Zap has never seen although it is not new. The Zaps of a connection
 * share the boundary; each poll returns everything after it, and Zapier knows what each Zap has seen.
 */
const boundarySchema = zod.object({
  /** When they were created, in milliseconds since 1970; 0 if all saved orders were listed. */
  time: zod.number(),
  ids: zod.array(zod.string()),
});
type Boundary = zod.output<typeof boundarySchema>;

const perform = (async (z, { meta }) => {
  const { savedOrders, complete } = await orders.listSaved(z);
  const sorted = savedOrder.newestFirst(savedOrders);
  if (meta.isLoadingSample) return sorted.slice(0, maxSamples).map(savedOrder.record);
  const cache = new Cache(z);
  if (meta.isPopulatingDedupe) {
    await rememberBoundary(cache, complete ? { time: 0, ids: [] } : findBoundary(sorted));
    return sorted.map(savedOrder.record);
  }
  const boundary = await readBoundary(cache);
  if (complete && !boundary?.time) return sorted.map(savedOrder.record);
  const dated = sorted.filter((one) => savedOrder.createdTime(one) > 0);
  if (!boundary) {
    const newest = dated.slice(0, maxUncertain);
    await rememberBoundary(cache, findBoundary(newest));
    return newest.map(savedOrder.record);
  }
  return dated
    .filter((one) => savedOrder.createdTime(one) > boundary.time || boundary.ids.includes(one.saved_order_id))
    .map(savedOrder.record);
}) satisfies PollingTriggerPerform;

/** Returns undefined if no saved order has a date. */
function findBoundary(sorted: readonly orders.SavedOrder[]): Boundary | undefined {
  const time = Math.min(...sorted.map(savedOrder.createdTime).filter((one) => one > 0));
  const oldest = sorted.filter((one) => savedOrder.createdTime(one) === time);
  return Number.isFinite(time) ? { time, ids: oldest.map((one) => one.saved_order_id) } : undefined;
}

const cacheKey = 'saved_orders_boundary';

/** Seconds for which the boundary is remembered: a year. */
const lifetime = 365 * 24 * 60 * 60;

const readBoundary = (cache: Cache): Promise<Boundary | undefined> =>
  attempt(
    cache.z,
    'Could not read up to which time saved orders are known.',
    async () => zod.safeParse(boundarySchema, await cache.read(cacheKey)).data,
  );

/** Keeps the later boundary: nothing before it is new to a Zap that is on. */
async function rememberBoundary(cache: Cache, boundary: Boundary | undefined): Promise<void> {
  const known = await readBoundary(cache);
  if (!boundary || (known && known.time > boundary.time)) return;
  await attempt(cache.z, 'Zapier did not remember up to which time saved orders are known.', () =>
    cache.write(cacheKey, boundary, lifetime),
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
