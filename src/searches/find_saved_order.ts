/** Find Saved Order: `GET /v1/orders/saved`, which may leave out older orders. docs/api.md#saved-orders */
import { defineSearch, type SearchPerform } from 'zapier-platform-core';
import type { SavedOrder } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import { searchByIdOrName } from '../matching/id_or_name.ts';
import * as savedOrder from '../orders/saved_order.ts';

const { inputFields, find } = searchByIdOrName<SavedOrder, typeof savedOrder.field>({
  noun: 'saved order',
  idField: savedOrder.field,
  list: async (z) => savedOrder.newestFirst((await orders.listSaved(z)).savedOrders),
  idOf: (savedOrder) => savedOrder.saved_order_id,
  nameOf: ({ name }) => name,
  unlisted: (id) => ({ saved_order_id: id }),
});

const perform = (async (z, bundle) => (await find(z, bundle)).map(savedOrder.record)) satisfies SearchPerform;

export const findSavedOrder = defineSearch({
  key: 'find_saved_order',
  noun: 'Saved Order',
  display: {
    label: 'Find Saved Order',
    description: 'Finds a saved order by its name.',
  },
  operation: {
    inputFields,
    perform,
    sample: savedOrder.sample,
    outputFields: savedOrder.outputFields,
  },
});
