/** Send Saved Order to a List: `POST /v1/orders` with a saved order. docs/api.md#saved-orders */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { Cache } from '../cache.ts';
import { isEditorPreview, orderTestField } from '../editor_test.ts';
import { readRequired } from '../inputs.ts';
import { readPeople, recallList } from '../orders/deduplication/people.ts';
import {
  listField,
  orderOptionFields,
  orderOptionGroup,
  readDuplicateCheck,
} from '../orders/order_options.ts';
import {
  checkPlaceholders,
  listFieldAdvice,
  recallPlaceholders,
  requireMergeFields,
} from '../orders/placeholders.ts';
import { checkList, outcomeOutputFields, previewResult } from '../orders/preview.ts';
import * as savedOrder from '../orders/saved_order.ts';
import { sendSavedOrder } from '../orders/send_saved_order.ts';

const inputFields = defineInputFields([savedOrder.field, listField, ...orderOptionFields]);

const perform = (async (z, bundle) => {
  const savedOrderId = readRequired(bundle.inputData, savedOrder.field);
  const list_id = readRequired(bundle.inputData, listField);
  const check = readDuplicateCheck(bundle.inputData);
  const cache = new Cache(z);
  if (isEditorPreview(bundle, orderTestField)) return preview(cache, savedOrderId, list_id);
  return sendSavedOrder(z, bundle, {
    savedOrderId,
    check,
    identifyPeople: () => readPeople(cache, list_id),
    readFields: () => recallList(cache, list_id),
    fieldAdvice: listFieldAdvice,
    prepareList: async () => ({ list_id }),
  });
}) satisfies CreatePerform;

async function preview(cache: Cache, savedOrderId: string, listId: string) {
  const known = await recallPlaceholders(cache, savedOrderId);
  const list = await recallList(cache, listId);
  if (list) requireMergeFields(known, list, listFieldAdvice);
  const saved = await savedOrder.check(cache.z, savedOrderId);
  const result = previewResult(saved, checkPlaceholders(known, list), checkList(list));
  return { ...result, created: null, list_id: listId, letter_count: list?.count ?? null };
}

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
