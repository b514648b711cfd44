/** Resend Saved Order: POST /v1/orders, form B (§4.4). */
import { type CreatePerform, defineCreate, defineInputFields, type ZObject } from 'zapier-platform-core';
import * as orders from '../api/orders.ts';
import { inputError, requiredTrimmedString } from '../inputs.ts';
import { placeOnce, readWindow } from '../order_deduplication.ts';
import {
  isPreviewOnly,
  listField,
  previewId,
  safetyFields,
  safetyGroup,
  safetyOutputFields,
} from '../resources/order_safety.ts';
import { savedOrderField } from '../resources/saved_order.ts';

const inputFields = defineInputFields([savedOrderField, listField, ...safetyFields]);

const perform = (async (z, bundle) => {
  const savedOrderId = requiredTrimmedString(bundle.inputData, savedOrderField);
  const listId = requiredTrimmedString(bundle.inputData, listField);
  const window = readWindow(bundle.inputData);
  if (isPreviewOnly(bundle)) return preview(z, savedOrderId);
  const letters = { content: { saved_order_id: savedOrderId }, recipients: listId };
  const placed = await placeOnce(z, bundle, letters, window, async () => {
    const answer = await orders.resend(z, { saved_order_id: savedOrderId, list_id: listId });
    return { ...answer, created: answer.created ?? null };
  });
  return { ...placed, preview_only: false };
}) satisfies CreatePerform;

/** Checks what can be checked without ordering. A listing that may be a subset says nothing about what is not in it (§8). */
async function preview(z: ZObject, savedOrderId: string) {
  const { savedOrders, complete } = await orders.listSaved(z);
  if (complete && !savedOrders.some(({ saved_order_id: id }) => id === savedOrderId)) {
    throw inputError(
      `${savedOrderField.label} is "${savedOrderId}", which is not among the saved orders of this account. Choose one from the list.`,
    );
  }
  return {
    id: previewId,
    order_id: previewId,
    created: new Date().toISOString(),
    already_ordered: false,
    preview_only: true,
  };
}

export const resendSavedOrder = defineCreate({
  key: 'resend_saved_order',
  noun: 'Order',
  display: {
    label: 'Resend Saved Order',
    description:
      'Prints and mails an order that you saved at the letter service, to the people on another list. This costs money.',
  },
  operation: {
    inputFieldGroups: [safetyGroup],
    inputFields,
    cleanInputData: false,
    lock: { key: 'order-{{bundle.inputData.saved_order_id}}', scope: ['account'], timeout: 60 },
    perform,
    sample: {
      id: 'm-310-4471',
      order_id: 'm-310-4471',
      created: '2026-03-12T15:20:00-04:00',
      already_ordered: false,
      preview_only: false,
    },
    outputFields: [
      { key: 'id', label: 'Order', primary: true },
      { key: 'order_id', label: 'Order Number' },
      { key: 'created', label: 'Created' },
      ...safetyOutputFields,
    ],
  },
});
