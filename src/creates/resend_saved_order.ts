/** Send Saved Order to a List: `POST /v1/orders` with a saved order. docs/api.md#saved-orders */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { Cache } from '../cache.ts';
import { readRequired } from '../inputs.ts';
import { readPeople, recallList } from '../orders/deduplication/people.ts';
import { listFieldAdvice } from '../orders/gaps.ts';
import {
  listField,
  orderOptionFields,
  orderOptionGroup,
  readDuplicateCheck,
} from '../orders/order_options.ts';
import { recallPlaceholders } from '../orders/placeholders.ts';
import { checkList, outcomeOutputFields } from '../orders/preview.ts';
import * as savedOrder from '../orders/saved_order.ts';
import { sendSavedOrder } from '../orders/send_saved_order.ts';

const inputFields = defineInputFields([savedOrder.field, listField, ...orderOptionFields]);

const perform = (async (z, bundle) => {
  const savedOrderId = readRequired(bundle.inputData, savedOrder.field);
  const listId = readRequired(bundle.inputData, listField);
  const check = readDuplicateCheck(bundle.inputData);
  const cache = new Cache(z);
  const [placeholders, fields] = await Promise.all([
    recallPlaceholders(cache, savedOrderId),
    recallList(cache, listId),
  ]);
  return sendSavedOrder(z, bundle, {
    savedOrderId,
    check,
    placeholders,
    readPeople: () => readPeople(cache, listId),
    readFields: () => fields,
    fieldAdvice: listFieldAdvice,
    peopleChecks: checkList(fields),
    list: listId,
  });
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
    sample: { ...savedOrder.sentSample, invoice_amount: 93.6, letter_count: 80 },
    outputFields: [...savedOrder.sentOutputFields, ...outcomeOutputFields],
  },
});
