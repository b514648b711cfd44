/** Find Saved Order: `GET /v1/orders/saved`, which may leave out older orders. docs/api.md#saved-orders */
import { defineSearch, type SearchPerform } from 'zapier-platform-core';
import type { SavedOrder } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import { searchByIdOrName } from '../matching/id_or_name.ts';
import {
  newestFirst,
  savedOrderField,
  savedOrderOutputFields,
  savedOrderRecord,
  savedOrderSample,
} from '../orders/saved_order.ts';

const { inputFields, find } = searchByIdOrName<SavedOrder, typeof savedOrderField>({
  noun: 'saved order',
  idField: savedOrderField,
  list: async (z) => newestFirst((await orders.listSaved(z)).savedOrders),
  idOf: (savedOrder) => savedOrder.saved_order_id,
  nameOf: ({ name }) => name,
  unlisted: (id) => ({ saved_order_id: id }),
});

const perform = (async (z, bundle) => (await find(z, bundle)).map(savedOrderRecord)) satisfies SearchPerform;

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
    sample: savedOrderSample,
    outputFields: savedOrderOutputFields,
  },
});
