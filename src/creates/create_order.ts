/** Create Order: POST /v1/orders, form A (§4.4), from line items for the sheets and the texts merged onto them. */
import { type CreatePerform, defineCreate, defineInputFields, type ZObject } from 'zapier-platform-core';
import { getFailure, requestError } from '../api/errors.ts';
import * as files from '../api/files.ts';
import * as logos from '../api/logos.ts';
import type { NewOrder } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import { inputError } from '../inputs.ts';
import { placeOnce, readWindow } from '../order_deduplication.ts';
import { orderOutputFields, orderRecord, orderSample } from '../resources/order.ts';
import {
  envelopeFields,
  mergesField,
  pointedAt,
  readNewOrder,
  sheetsField,
} from '../resources/order_contents.ts';
import {
  isPreviewOnly,
  listField,
  previewId,
  safetyFields,
  safetyGroup,
  safetyOutputFields,
} from '../resources/order_safety.ts';

const inputFields = defineInputFields([
  listField,
  sheetsField,
  mergesField,
  ...envelopeFields,
  ...safetyFields,
]);

const perform = (async (z, bundle) => {
  const order = readNewOrder(bundle.inputData);
  const window = readWindow(bundle.inputData);
  if (isPreviewOnly(bundle)) return preview(z, order);
  const letters = { content: order.contents, recipients: order.list };
  const placed = await placeOnce(z, bundle, letters, window, () =>
    orders.create(z, order).catch((error: unknown) => {
      throw inTheUsersTerms(error, order);
    }),
  );
  return {
    ...orderRecord(z, { ...placed, id: String(placed.id) }),
    already_ordered: placed.already_ordered,
    preview_only: false,
  };
}) satisfies CreatePerform;

/** Checks that everything the order names exists, as far as the service lets one look. */
async function preview(z: ZObject, order: NewOrder) {
  for (const [index, item] of order.contents.entries()) {
    if (item.type === 'sheet' && !(await files.get(z, item.file))) {
      throw inputError(
        `Sheet ${index + 1} uses the file "${item.file}", which does not exist at the letter service. Upload it in an earlier step and map the file from there.`,
      );
    }
    if (item.type === 'envelope' && item.logo !== undefined) {
      const accountLogos = await logos.list(z);
      if (!accountLogos.some(({ id }) => id === item.logo)) {
        throw inputError(
          `The logo of the outer envelope is "${item.logo}", which is not among the logos of this account. Choose one from the list.`,
        );
      }
    }
  }
  return {
    ...order,
    id: previewId,
    order_id: previewId,
    invoice_amount: null,
    rush: null,
    already_ordered: false,
    preview_only: true,
  };
}

/** The service's refusal (§7.3), told by the sheet and the field that it is about where that can be made out. */
function inTheUsersTerms(error: unknown, order: NewOrder): unknown {
  const failure = getFailure(error);
  const where = failure?.outcome === 'refused' ? pointedAt(order, failure) : undefined;
  if (!failure || !where) return error;
  const said = failure.serviceMessage ? ` The service says: “${failure.serviceMessage}”.` : '';
  return requestError(`${where}${said}`, failure);
}

export const createOrder = defineCreate({
  key: 'create_order',
  noun: 'Order',
  display: {
    label: 'Create Order',
    description:
      'Prints and mails letters, made from uploaded files, to the people on a list. This costs money.',
  },
  operation: {
    inputFieldGroups: [
      { key: 'outer', label: 'Outer Envelope' },
      { key: 'return', label: 'Return Envelope' },
      safetyGroup,
    ],
    inputFields,
    cleanInputData: false,
    lock: { key: 'order-{{bundle.inputData.list_id}}', scope: ['account'], timeout: 60 },
    perform,
    sample: { ...orderSample, already_ordered: false, preview_only: false },
    outputFields: [...orderOutputFields, ...safetyOutputFields],
  },
});
