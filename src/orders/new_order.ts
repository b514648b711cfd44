/** Reads a new order, its sheets, merge texts and envelopes, from input fields. docs/api.md#orders */
import type { OrderRequest } from '../api/orders.ts';
import {
  type InputData,
  inputError,
  readLineItems,
  readNumber,
  readRequired,
  readTrimmed,
} from '../inputs.ts';
import { isBlank } from '../values.ts';
import {
  type ItemField,
  mergeItemFields,
  mergeTextsField,
  outerEnvelopeItemFields,
  returnEnvelopeItemFields,
  sheetItemFields,
  sheetNumberField,
  sheetsField,
} from './item_fields.ts';
import { listField } from './order_options.ts';

type Item = OrderRequest['contents'][number];

/** Returns the order that the fields describe. @throws a user-facing error for the first unusable value */
export function readNewOrder(inputData: InputData): OrderRequest {
  const list = readRequired(inputData, listField);
  const sheets = readRows(inputData, sheetsField).map((row, index) =>
    readItem(row, sheetItemFields, `Sheet ${index + 1}: `),
  );
  if (sheets.length === 0)
    throw inputError('There is nothing to print.', 'Add an item under Sheets, and fill in its File.');
  const texts = readRows(inputData, mergeTextsField).map((row, index) =>
    readMergeText(row, `Merge Text ${index + 1}`, sheets.length),
  );
  const printed = sheets.map((sheet, index) => {
    const merge = texts.filter(({ sheetNumber }) => sheetNumber === index + 1).map(({ text }) => text);
    return { type: 'sheet', ...sheet, ...(merge.length > 0 ? { merge } : {}) };
  });
  const envelopes = [
    ...readEnvelope(inputData, returnEnvelopeItemFields, { outer: false }),
    ...readEnvelope(inputData, outerEnvelopeItemFields, { outer: true }),
  ];
  return { type: 'order', contents: [...printed, ...envelopes], list };
}

function readRows(inputData: InputData, field: typeof sheetsField | typeof mergeTextsField): InputData[] {
  const keys = field.children.map(({ key }) => key);
  // A mapped row of merge texts may have the API's key for the text color.
  if (field === mergeTextsField && !isBlank(inputData[field.key])) keys.push('color');
  return readLineItems(inputData, field, keys);
}

/** Returns a merge text, and the number of the sheet to print it on. */
function readMergeText(row: InputData, place: string, sheetCount: number) {
  const field = { ...sheetNumberField, label: `${place}: ${sheetNumberField.label}` };
  const number = readNumber(row, field, { whole: true, min: 1, max: sheetCount });
  if (number === undefined && sheetCount > 1)
    throw inputError(`${place} has no Sheet Number, but there are ${sheetCount} sheets.`, 'Fill it in.');
  const text = readItem({ text_color: row.color, ...row }, mergeItemFields, `${place}: `);
  return { sheetNumber: number ?? 1, text };
}

/** Returns a list with the envelope, or an empty list if its fields are blank. @param fields the first one is its type */
function readEnvelope(inputData: InputData, fields: readonly ItemField[], side: { outer: boolean }): Item[] {
  const filled = fields.filter(({ key }) => !isBlank(inputData[key])).map(({ label }) => label);
  if (filled.length === 0) return [];
  const item = readItem(inputData, fields);
  if (item.envelope_type !== undefined) return [{ type: 'envelope', ...item, ...side }];
  const type = fields[0]?.label;
  throw inputError(`${filled.join(' and ')} can't be used without ${type}.`, 'Enter it, or clear the rest.');
}

function readItem(row: InputData, fields: readonly ItemField[], place = ''): Item {
  const item: Record<string, unknown> = {};
  for (const { key, property = key, required, read = readTrimmed, label } of fields) {
    const value = read(row, { key, label: place + label });
    if (value !== undefined) item[property] = value;
    else if (required) throw inputError(`${place}${label} is blank.`, 'Fill it in, or remove the item.');
  }
  return item;
}
