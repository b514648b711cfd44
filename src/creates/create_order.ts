/** Create Order: `POST /v1/orders` with sheets, merge texts and envelopes. docs/api.md#orders */
import { type CreatePerform, defineCreate, defineInputFields, type ZObject } from 'zapier-platform-core';
import { AccountCache } from '../account_cache.ts';
import { unknownAdvice } from '../api/error_codes.ts';
import * as files from '../api/files.ts';
import * as logos from '../api/logos.ts';
import { isEditorPreview, orderTestField } from '../editor_test.ts';
import { inputError } from '../inputs.ts';
import { readDuplicateCheck } from '../orders/deduplication/duplicate_check.ts';
import { type KnownList, recallList } from '../orders/deduplication/list_memory.ts';
import { envelopeFields } from '../orders/envelope.ts';
import { mergeTextsField } from '../orders/merge_text.ts';
import { type NewOrder, readNewOrder } from '../orders/new_order.ts';
import { orderOutputFields, orderSample } from '../orders/order.ts';
import { placeContents } from '../orders/place_contents.ts';
import * as placeholders from '../orders/placeholders.ts';
import { describeItem } from '../orders/repeat.ts';
import * as safety from '../orders/safety.ts';
import { sheetsField } from '../orders/sheet.ts';

const inputFields = defineInputFields([
  safety.listField,
  sheetsField,
  mergeTextsField,
  ...envelopeFields,
  ...safety.fields,
]);

const perform = (async (z, bundle) => {
  const order = readNewOrder(bundle.inputData);
  const duplicateCheck = readDuplicateCheck(bundle.inputData);
  const cache = new AccountCache(z, bundle);
  const checkMergeFields = async () => {
    const list = await recallList(cache, order.list);
    placeholders.requireFieldsOfList(placeholders.find(order.contents), list);
    return list;
  };
  if (isEditorPreview(bundle, orderTestField)) return preview(z, order, await checkMergeFields());
  return placeContents(z, bundle, duplicateCheck, { order, prepare: checkMergeFields });
}) satisfies CreatePerform;

/** Checks what can be checked without ordering. */
async function preview(z: ZObject, order: NewOrder, list: KnownList | undefined) {
  const sheets = order.contents.filter((item) => item.type === 'sheet');
  const envelopes = order.contents.filter((item) => item.type === 'envelope');
  for (const [index, { file }] of sheets.entries()) {
    if (await files.get(z, file)) continue;
    throw inputError(
      `Sheet ${index + 1} uses the file "${file}", which does not exist at the letter service. ${unknownAdvice.file}`,
    );
  }
  const checked = [
    sheets.length === 1 ? 'The file exists.' : `The files of all ${sheets.length} sheets exist.`,
  ];
  const logo = envelopes.find((envelope) => envelope.logo !== undefined)?.logo;
  if (logo !== undefined) {
    if (!(await logos.list(z)).some(({ id }) => id === logo)) {
      throw inputError(
        `The logo of the outer envelope is "${logo}", which is not among the logos of this account. Choose one from the list.`,
      );
    }
    checked.push('The logo exists.');
  }
  for (const [index, sheet] of sheets.entries()) {
    checked.push(`Sheet ${index + 1}: ${describeItem(sheet)}.`);
    if (sheet.merge)
      checked.push(
        `Sheet ${index + 1} has ${sheet.merge.length} merge ${sheet.merge.length === 1 ? 'text' : 'texts'}.`,
      );
  }
  if (!envelopes.some(({ outer }) => outer)) {
    checked.push('No outer envelope is filled in, so the letters have none.');
  }
  const unspecified = sheets.flatMap((sheet, index) =>
    sheet.paper_type && sheet.width && sheet.height ? [] : [`Sheet ${index + 1}`],
  );
  const notChecked = [
    ...(unspecified.length > 0
      ? [`Whether the letter service accepts ${unspecified.join(', ')} without a paper type or size.`]
      : []),
    ...(sheets.some((sheet) => sheet.paper_type) ? ['Whether the paper types exist.'] : []),
    ...(sheets.some(({ merge = [] }) => merge.some(({ font }) => font)) ? ['Whether the fonts exist.'] : []),
    ...(envelopes.length > 0 ? ['Whether the envelopes exist.'] : []),
  ];
  return {
    ...order,
    ...safety.previewResult({ checked }, safety.checkList(list), { notChecked }),
    invoice_amount: null,
    rush: null,
  };
}

export const createOrder = defineCreate({
  key: 'create_order',
  noun: 'Order',
  display: {
    label: 'Create Order',
    description: 'Prints letters from uploaded files and mails them to everyone on a list. This costs money.',
  },
  operation: {
    inputFieldGroups: [
      { key: 'outer', label: 'Outer Envelope' },
      { key: 'return', label: 'Return Envelope' },
      safety.group,
    ],
    inputFields,
    lock: { key: 'order-{{bundle.inputData.list_id}}', scope: ['account'], timeout: 60 },
    perform,
    sample: { ...orderSample, already_ordered: false, preview_only: false },
    outputFields: [...orderOutputFields, ...safety.outputFields],
  },
});
