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
import {
  checkPlaceholders,
  describeGaps,
  learnPlaceholders,
  recallPlaceholders,
  requireFieldsOfList,
} from '../orders/placeholders.ts';
import {
  checkList,
  listField,
  previewResult,
  safetyFields,
  safetyGroup,
  safetyOutputFields,
} from '../orders/safety.ts';
import {
  checkSavedOrder,
  savedOrderField,
  sentOrderOutputFields,
  sentOrderSample,
} from '../orders/saved_order.ts';

const inputFields = defineInputFields([savedOrderField, listField, ...safetyFields]);

const perform = (async (z, bundle) => {
  const savedOrderId = readRequired(bundle.inputData, savedOrderField);
  const listId = readRequired(bundle.inputData, listField);
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
    recallPlaceholders(cache, savedOrderId),
    recallList(cache, listId),
  ]);
  requireFieldsOfList(needed, list);
  return { needed, list };
}

/** Returns a sentence about merge fields that the list lacks, or null. */
async function findGaps(
  cache: AccountCache,
  ids: { savedOrderId: string; listId: string; orderId: unknown },
): Promise<string | null> {
  const list = await recallList(cache, ids.listId);
  if (!list) return null;
  const needed = await learnPlaceholders(cache, ids.savedOrderId, ids.orderId);
  return describeGaps(needed, (name) => list.fields.includes(name));
}

async function preview(cache: AccountCache, savedOrderId: string, listId: string) {
  const { needed, list } = await checkMergeFields(cache, savedOrderId, listId);
  const savedOrderChecks = await checkSavedOrder(cache.z, savedOrderId);
  return {
    ...previewResult(savedOrderChecks, checkPlaceholders(needed), checkList(list)),
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
    inputFieldGroups: [safetyGroup],
    inputFields,
    lock: {
      key: 'order-{{bundle.inputData.saved_order_id}}-{{bundle.inputData.list_id}}',
      scope: ['account'],
      timeout: 60,
    },
    perform,
    sample: sentOrderSample,
    outputFields: [...sentOrderOutputFields, { key: 'warning', label: 'Warning' }, ...safetyOutputFields],
  },
});
