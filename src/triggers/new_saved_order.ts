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
  const all = sorted.map(savedOrder.record);
  if (meta.isLoadingSample) return all.slice(0, maxSamples);
  const dated = sorted.filter((one) => savedOrder.createdTime(one) > 0);
  const cache = new Cache(z);
  const known = await readBoundary(cache);
  if (meta.isPopulatingDedupe) {
    // A later boundary stays: nothing before it is new to a Zap that is on.
    const boundary = complete ? { time: 0, ids: [] } : findBoundary(dated);
    if (boundary && boundary.time >= (known?.time ?? 0)) await rememberBoundary(cache, boundary);
    return all;
  }
  if (complete && !known?.time) return all;
  const boundary = known ?? findBoundary(dated.slice(0, maxUncertain));
  if (!boundary) return [];
  if (!known) await rememberBoundary(cache, boundary);
  return dated
    .filter((one) => savedOrder.createdTime(one) > boundary.time || boundary.ids.includes(one.saved_order_id))
    .map(savedOrder.record);
}) satisfies PollingTriggerPerform;

/** @param dated the newest first. @returns undefined if there are none */
function findBoundary(dated: readonly orders.SavedOrder[]): Boundary | undefined {
  const time = dated.map(savedOrder.createdTime).at(-1);
  if (time === undefined) return undefined;
  const oldest = dated.filter((one) => savedOrder.createdTime(one) === time);
  return { time, ids: oldest.map((one) => one.saved_order_id) };
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

const rememberBoundary = (cache: Cache, boundary: Boundary): Promise<void> =>
  attempt(cache.z, 'Zapier did not remember up to which time saved orders are known.', () =>
    cache.write(cacheKey, boundary, lifetime),
  );

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
