/** New Saved Order: polls `GET /v1/orders/saved`. Zapier recognizes new orders by their `id`. docs/api.md#saved-orders */
import { defineTrigger, type PollingTriggerPerform } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { Cache } from '../cache.ts';
import { tryOrLog } from '../failure.ts';
import * as savedOrder from '../orders/saved_order.ts';
import { maxSamples } from '../steps/result_size.ts';

/** How many of the newest saved orders count as new if the boundary is unknown. So few that none is old even after a few deletions. */
const maxUncertain = 10;

/** If the service lists only some of the saved orders, it lists at least this many, so a shorter list is complete. */
const minPartialCount = 25;

/**
 * The boundary (ms): the creation time of the oldest saved order on the list when a Zap was turned on; 0 if the list was complete. Of
 * many saved orders, the service lists only the newest. So when one is deleted, an older one appears, which the Zap has never seen but
 * which is not new. Each poll returns only orders after the boundary. All Zaps of a connection share it; Zapier knows what each has seen.
 */
const boundarySchema = zod.number();

const perform = (async (z, { meta }) => {
  const all = await savedOrder.list(z);
  if (meta.isLoadingSample) return all.slice(0, maxSamples);
  const isComplete = all.length < minPartialCount;
  const times = all.map(savedOrder.createdTime).filter((time) => time > 0);
  const cache = new Cache(z);
  const known = await tryOrLog(
    z,
    'The time from which saved orders count as new could not be read.',
    async () => zod.safeParse(boundarySchema, await cache.read(cacheKey)).data,
  );
  if (meta.isPopulatingDedupe) {
    const oldest = isComplete ? 0 : times.at(-1);
    // The boundary only moves forward: no order before it is new to any Zap that is on.
    if (oldest !== undefined && oldest >= (known ?? 0)) await rememberBoundary(cache, oldest);
    return all;
  }
  if (isComplete && !known) return all;
  const boundary = known ?? times.slice(0, maxUncertain).at(-1);
  if (boundary === undefined) return [];
  if (known === undefined) await rememberBoundary(cache, boundary);
  return all.filter((one) => savedOrder.createdTime(one) > boundary);
}) satisfies PollingTriggerPerform;

const cacheKey = 'saved_orders_boundary';
const secondsInAYear = 365 * 86_400;

const rememberBoundary = (cache: Cache, boundary: number): Promise<void> =>
  tryOrLog(cache.z, 'Zapier did not remember the time from which saved orders count as new.', () =>
    cache.write(cacheKey, boundary, secondsInAYear),
  );

export const newSavedOrder = defineTrigger({
  key: 'new_saved_order',
  noun: 'Saved Order',
  display: {
    label: 'New Saved Order',
    description: 'Triggers when an order is saved at the letter service.',
  },
  operation: { type: 'polling', perform, ...savedOrder.output },
});
