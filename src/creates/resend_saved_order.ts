/** Send Saved Order to a List: `POST /v1/orders` with a saved order. docs/api.md#saved-orders */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { AccountCache } from '../account_cache.ts';
import * as orders from '../api/orders.ts';
import { isEditorPreview, orderTestField } from '../editor_test.ts';
import { readRequired } from '../inputs.ts';
import { readDuplicateCheck } from '../orders/deduplication/duplicate_check.ts';
import { identifySavedOrder } from '../orders/deduplication/letter_identity.ts';
import { identifyList, recallList } from '../orders/deduplication/list_memory.ts';
import { placeOnce } from '../orders/deduplication/place_once.ts';
import * as placeholders from '../orders/placeholders.ts';
import * as safety from '../orders/safety.ts';
import * as savedOrder from '../orders/saved_order.ts';

const inputFields = defineInputFields([savedOrder.field, safety.listField, ...safety.fields]);

const perform = (async (z, bundle) => {
  const savedOrderId = readRequired(bundle.inputData, savedOrder.field);
  const listId = readRequired(bundle.inputData, safety.listField);
  const duplicateCheck = readDuplicateCheck(bundle.inputData);
  const cache = new AccountCache(z, bundle);
  if (isEditorPreview(bundle, orderTestField)) return preview(cache, savedOrderId, listId);
  const placed = await placeOnce(z, bundle, duplicateCheck, {
    identify: async () => ({
      print: identifySavedOrder(savedOrderId),
      people: await identifyList(cache, listId),
    }),
    prepare: () => checkMergeFields(cache, savedOrderId, listId),
    place: () => orders.resend(z, { saved_order_id: savedOrderId, list_id: listId }),
  });
  const warning = placed.already_ordered
    ? null
    : await findGaps(cache, { savedOrderId, listId, orderId: placed.order_id });
  return { ...placed, warning, preview_only: false };
}) satisfies CreatePerform;

/** @throws a user-facing error if the list is known to lack a merge field that the letter is known to print */
async function checkMergeFields(cache: AccountCache, savedOrderId: string, listId: string) {
  const [needed, list] = await Promise.all([
    placeholders.recall(cache, savedOrderId),
    recallList(cache, listId),
  ]);
  placeholders.requireFieldsOfList(needed, list);
  return { needed, list };
}

/** Returns a sentence about merge fields that the list lacks, or null. */
async function findGaps(
  cache: AccountCache,
  ids: { savedOrderId: string; listId: string; orderId: unknown },
): Promise<string | null> {
  const list = await recallList(cache, ids.listId);
  if (!list) return null;
  const needed = await placeholders.learn(cache, ids.savedOrderId, ids.orderId);
  return placeholders.describeGaps(needed, (name) => list.fields.includes(name));
}

async function preview(cache: AccountCache, savedOrderId: string, listId: string) {
  const { needed, list } = await checkMergeFields(cache, savedOrderId, listId);
  const savedOrderChecks = await savedOrder.check(cache.z, savedOrderId);
  return {
    ...safety.previewResult(savedOrderChecks, placeholders.check(needed), safety.checkList(list)),
    created: null,
    warning: null,
  };
}

export const resendSavedOrder = defineCreate({
  key: 'resend_saved_order',
  noun: 'Order',
  display: {
    label: 'Send Saved Order to a List',
    description:
      'Prints a letter that you saved at the letter service and mails it to everyone on a list. This costs money.',
  },
  operation: {
    inputFieldGroups: [safety.group],
    inputFields,
    lock: {
      key: 'order-{{bundle.inputData.saved_order_id}}-{{bundle.inputData.list_id}}',
      scope: ['account'],
      timeout: 60,
    },
    perform,
    sample: savedOrder.sentSample,
    outputFields: [
      ...savedOrder.sentOutputFields,
      { key: 'warning', label: 'Warning' },
      ...safety.outputFields,
    ],
  },
});
