/**
 * Repeat Order With New File: `GET /v1/orders/{order_id}`, `POST /v1/files`, `POST /v1/orders`. Prints a new document the
 * way an earlier order was printed. docs/api.md#orders
 */
import { type CreatePerform, defineCreate, defineInputFields, type ZObject } from 'zapier-platform-core';
import { AccountCache } from '../account_cache.ts';
import * as orders from '../api/orders.ts';
import { isEditorPreview, orderTestField } from '../editor_test.ts';
import { appendToMessage } from '../failure.ts';
import { inputError, readRequired, readTrimmed } from '../inputs.ts';
import { readDuplicateCheck } from '../orders/deduplication/duplicate_check.ts';
import { type KnownList, recallList } from '../orders/deduplication/list_memory.ts';
import { orderIdField, orderOutputFields, orderSample } from '../orders/order.ts';
import { placeContents } from '../orders/place_contents.ts';
import * as placeholders from '../orders/placeholders.ts';
import { describeItem, type EarlierOrder, readEarlierOrder, sheetNumberField } from '../orders/repeat.ts';
import * as safety from '../orders/safety.ts';
import { checkSource, fileNameField, sourceField, uploadFromSource } from '../orders/upload.ts';

const inputFields = defineInputFields([
  {
    ...orderIdField,
    helpText:
      'The earlier order, which is printed again with the new file. The letter service shows the ID next to each order, and every step that orders letters returns it.',
  },
  {
    ...sourceField,
    helpText:
      'The new document to print, such as a PDF from an earlier step or from a folder that the Zap watches.',
  },
  fileNameField,
  {
    ...safety.listField,
    required: false,
    helpText:
      'The list to send the letters to. Map it from a Create Temporary List step. If left blank, the letters go to the list of the earlier order.',
  },
  sheetNumberField,
  ...safety.fields,
]);

const perform = (async (z, bundle) => {
  const { inputData } = bundle;
  const duplicateCheck = readDuplicateCheck(inputData);
  const earlier = await findEarlierOrder(z, inputData);
  const cache = new AccountCache(z, bundle);
  const list = await recallList(cache, earlier.list);
  placeholders.requireFieldsOfList(placeholders.find(earlier.items), list);
  if (isEditorPreview(bundle, orderTestField)) return preview(earlier, await checkSource(z, inputData), list);
  const { file, contentHash } = await uploadFromSource(z, bundle, runAgain).catch((error: unknown) => {
    throw appendToMessage(error, 'Nothing was ordered.');
  });
  const placed = await placeContents(z, bundle, duplicateCheck, {
    order: earlier.withFile(file.id),
    identified: earlier.withFile(contentHash).contents,
    repeats: earlier.id,
  });
  return { ...placed, file_id: file.id };
}) satisfies CreatePerform;

/** A file that was uploaded and not ordered costs nothing. */
const runAgain = 'Run the step again in a few minutes.';

/** @throws a user-facing error if the order does not exist or cannot be repeated as it was */
async function findEarlierOrder(z: ZObject, inputData: Record<string, unknown>): Promise<EarlierOrder> {
  const id = readRequired(inputData, orderIdField);
  const order = await orders.get(z, id);
  if (order) return readEarlierOrder(order, inputData, readTrimmed(inputData, safety.listField));
  throw inputError(
    `${orderIdField.label} is "${id}", and the letter service has no such order for this account. Nothing was ordered. Copy the ID from the order at the letter service.`,
  );
}

/** Says what will be printed for whom. Uploads nothing. */
function preview({ items, sheet, list }: EarlierOrder, fileName: string, knownList: KnownList | undefined) {
  const checked = [
    'The earlier order exists.',
    `The file "${fileName}" can be downloaded. It replaces the file ${sheet.file}.`,
    ...items.map((item) => {
      if (item.type === 'envelope')
        return `${item.outer ? 'Outer' : 'Return'} envelope: ${describeItem(item)}.`;
      return `Sheet: ${describeItem(item === sheet ? { ...item, file: `"${fileName}"` } : item)}.`;
    }),
    ...(items.some((item) => item.type === 'envelope' && item.outer)
      ? []
      : ['The earlier order had no outer envelope, so the new order will have none.']),
    `The letters go to everyone on the list "${list}".`,
  ];
  const result = safety.previewResult({ checked }, safety.checkList(knownList));
  return { type: 'order', list, ...result, invoice_amount: null, rush: null, file_id: null };
}

export const repeatOrder = defineCreate({
  key: 'repeat_order',
  noun: 'Order',
  display: {
    label: 'Repeat Order With New File',
    description:
      'Prints a new document the way an earlier order was printed, such as this month’s newsletter, and mails it to everyone on a list. This costs money.',
  },
  operation: {
    inputFieldGroups: [safety.group],
    inputFields,
    lock: {
      key: 'repeat-{{bundle.inputData.order_id}}-{{bundle.inputData.list_id}}',
      scope: ['account'],
      timeout: 60,
    },
    perform,
    sample: { ...orderSample, file_id: 'f-120-8841', already_ordered: false, preview_only: false },
    outputFields: [...orderOutputFields, { key: 'file_id', label: 'File ID' }, ...safety.outputFields],
  },
});
