/** Find Order: `GET /v1/orders/{order_id}`. docs/api.md#orders */
import { defineInputFields, defineSearch, type SearchPerform } from 'zapier-platform-core';
import * as orders from '../api/orders.ts';
import { foundOutput, orderIdField, orderRecord } from '../orders/order.ts';
import { readRequired } from '../steps/inputs.ts';

const inputFields = defineInputFields([
  {
    ...orderIdField,
    helpText:
      'The ID of the order. Map it from the step that placed the order or from the Order Production Completed trigger.',
  },
]);

const perform = (async (z, { inputData }) => {
  const order = await orders.get(z, readRequired(inputData, orderIdField));
  return order ? [orderRecord(z, order)] : [];
}) satisfies SearchPerform;

export const findOrder = defineSearch({
  key: 'find_order',
  noun: 'Order',
  display: {
    label: 'Find Order',
    description: 'Finds an order by its ID, and returns its price, its dates and a proof of the letters.',
  },
  operation: {
    inputFields,
    perform,
    ...foundOutput,
  },
});
