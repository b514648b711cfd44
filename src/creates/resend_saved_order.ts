/** Resend Saved Order: `POST /v1/orders` with a saved order. docs/api.md#saved-orders */
import { type CreatePerform, defineCreate, defineInputFields, type ZObject } from 'zapier-platform-core';
import * as orders from '../api/orders.ts';
import { readRequired } from '../inputs.ts';
import { readDuplicateCheck } from '../orders/deduplication/duplicate_check.ts';
import { identifySavedOrder } from '../orders/deduplication/letter_identity.ts';
import { identifyList } from '../orders/deduplication/list_memory.ts';
import { placeOnce } from '../orders/deduplication/place_once.ts';
import {
  deliveryNotChecked,
  isPreviewOnly,
  listField,
  listNotChecked,
  previewResult,
  safetyFields,
  safetyGroup,
  safetyOutputFields,
} from '../orders/safety.ts';
import { checkSavedOrder, savedOrderField } from '../orders/saved_order.ts';

const inputFields = defineInputFields([savedOrderField, listField, ...safetyFields]);

const perform = (async (z, bundle) => {
  const savedOrderId = readRequired(bundle.inputData, savedOrderField);
  const listId = readRequired(bundle.inputData, listField);
  const duplicateCheck = readDuplicateCheck(bundle.inputData);
  if (isPreviewOnly(bundle)) return preview(z, savedOrderId);
  const placed = await placeOnce(z, bundle, duplicateCheck, {
    identify: async (cache) => ({
      print: identifySavedOrder(savedOrderId),
      people: await identifyList(cache, listId),
    }),
    prepare: async () => undefined,
    place: () => orders.resend(z, { saved_order_id: savedOrderId, list_id: listId }),
  });
  return { ...placed, preview_only: false };
}) satisfies CreatePerform;

async function preview(z: ZObject, savedOrderId: string) {
  const { checked, notChecked } = await checkSavedOrder(z, savedOrderId);
  return {
    ...previewResult({ checked, notChecked: [...notChecked, listNotChecked, deliveryNotChecked] }),
    created: null,
  };
}

export const resendSavedOrder = defineCreate({
  key: 'resend_saved_order',
  noun: 'Order',
  display: {
    label: 'Resend Saved Order',
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
    sample: {
      id: 'm-310-4471',
      order_id: 'm-310-4471',
      created: '2026-03-12T15:20:00-04:00',
      already_ordered: false,
      preview_only: false,
    },
    outputFields: [
      { key: 'id', label: 'ID', primary: true },
      { key: 'order_id', label: 'Order ID' },
      { key: 'created', label: 'Created' },
      ...safetyOutputFields,
    ],
  },
});
