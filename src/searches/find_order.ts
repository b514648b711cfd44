/** Find Order: GET /v1/orders/{order_id} (§4.4). */
import { defineInputFields, defineSearch, type SearchPerform } from 'zapier-platform-core';
import * as orders from '../api/orders.ts';
import { requiredTrimmedString } from '../inputs.ts';
import { orderOutputFields, orderRecord, orderSample } from '../resources/order.ts';

const inputFields = defineInputFields([
  {
    key: 'order_id',
    label: 'Order',
    type: 'string',
    required: true,
    placeholder: 'm-310-4471',
    helpText:
      'The number of the order, as the step that placed it gives it, or the trigger that tells of its completion.',
  },
]);

const perform = (async (z, { inputData }) => {
  const order = await orders.get(z, requiredTrimmedString(inputData, inputFields[0]));
  return order ? [orderRecord(z, order)] : [];
}) satisfies SearchPerform;

export const findOrder = defineSearch({
  key: 'find_order',
  noun: 'Order',
  display: {
    label: 'Find Order',
    description: 'Finds an order, with its price, its state and a preview of its letters.',
  },
  operation: {
    inputFields,
    cleanInputData: false,
    perform,
    sample: orderSample,
    outputFields: orderOutputFields,
  },
});
