/** Find Saved Order: `GET /v1/orders/saved`, which may leave out older orders. docs/api.md#saved-orders */
import { defineSearch } from 'zapier-platform-core';
import * as savedOrder from '../orders/saved_order.ts';
import { searchByIdOrName } from '../steps/id_or_name.ts';

const { inputFields, perform } = searchByIdOrName({
  noun: 'saved order',
  idField: savedOrder.field,
  list: savedOrder.list,
  unlisted: (id) => savedOrder.record({ saved_order_id: id }),
});

export const findSavedOrder = defineSearch({
  key: 'find_saved_order',
  noun: 'Saved Order',
  display: {
    label: 'Find Saved Order',
    description: 'Finds a saved order by its name or ID.',
  },
  operation: { inputFields, perform, ...savedOrder.output },
});
