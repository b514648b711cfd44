/** New Saved Order: polls `GET /v1/orders/saved`. Zapier recognizes new orders by their `id`. docs/api.md#saved-orders */
import { defineTrigger, type PollingTriggerPerform } from 'zapier-platform-core';
import * as orders from '../api/orders.ts';
import {
  newestFirst,
  savedOrderOutputFields,
  savedOrderRecord,
  savedOrderSample,
} from '../orders/saved_order.ts';

const perform = (async (z) => {
  const { savedOrders } = await orders.listSaved(z);
  return newestFirst(savedOrders).map(savedOrderRecord);
}) satisfies PollingTriggerPerform;

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
    sample: savedOrderSample,
    outputFields: savedOrderOutputFields,
  },
});
