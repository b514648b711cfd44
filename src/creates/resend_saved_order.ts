/** Send Saved Order to a List: `POST /v1/orders` with a saved order. docs/api.md#saved-orders */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { Cache } from '../cache.ts';
import { readRequired } from '../inputs.ts';
import {
  listField,
  orderOptionFields,
  orderOptionGroup,
  readDuplicateCheck,
} from '../orders/order_options.ts';
import { peopleOnList } from '../orders/order_people.ts';
import { recallPlaceholders } from '../orders/placeholders.ts';
import { sentOutputFields, sentSample } from '../orders/result.ts';
import { sendSavedOrder } from '../orders/saved_letter.ts';
import * as savedOrder from '../orders/saved_order.ts';

const inputFields = defineInputFields([savedOrder.field, listField, ...orderOptionFields]);

const perform = (async (z, bundle) => {
  const savedOrderId = readRequired(bundle.inputData, savedOrder.field);
  const listId = readRequired(bundle.inputData, listField);
  const check = readDuplicateCheck(bundle.inputData);
  const cache = new Cache(z);
  const [placeholders, people] = await Promise.all([
    recallPlaceholders(cache, savedOrderId),
    peopleOnList(cache, listId),
  ]);
  return sendSavedOrder(cache, bundle, { savedOrderId, check, placeholders }, people);
}) satisfies CreatePerform;

export const resendSavedOrder = defineCreate({
  key: 'resend_saved_order',
  noun: 'Order',
  display: {
    label: 'Send Saved Order to a List',
    description:
      'Prints a letter that you saved at the letter service and mails it to a list from Create Temporary List, also more than once. This costs money.',
  },
  operation: {
    inputFieldGroups: [orderOptionGroup],
    inputFields,
    lock: {
      key: 'order-{{bundle.inputData.saved_order_id}}-{{bundle.inputData.list_id}}',
      scope: ['account'],
      timeout: 60,
    },
    perform,
    sample: sentSample,
    outputFields: sentOutputFields,
  },
});
