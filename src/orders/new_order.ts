/** Reads a new order from input fields: sheets with their merge texts, and envelopes. docs/api.md#orders */
import type { OrderRequest } from '../api/orders.ts';
import { formatNumber } from '../format.ts';
import {
  type InputData,
  inputError,
  isBlank,
  readBoolean,
  readLineItems,
  readNumber,
  readRequired,
  readText,
  readTrimmed,
  truncate,
} from '../inputs.ts';
import {
  type ItemField,
  mergeItem,
  mergeTextsField,
  outerEnvelopeItem,
  returnEnvelopeItem,
  sheetItem,
  sheetNumberItem,
  sheetsField,
  type ValueKind,
} from './item_fields.ts';
import { listField, nothingOrderedText } from './order_options.ts';

type Item = OrderRequest['contents'][number];
type Value = string | number | boolean | undefined;

/** More than a letter can have. */
const maxSheets = 100;
/** More than the pages of a letter can show. */
const maxMergeTexts = 1_000;

/** Returns the order that the fields describe. @throws a user-facing error for the first unusable value */
export function readNewOrder(inputData: InputData): OrderRequest {
  const list = readRequired(inputData, listField);
  const sheets = readRows(inputData, sheetsField, maxSheets).map((row, index) =>
    readItem('sheet', row, sheetItem, `Sheet ${index + 1}: `),
  );
  if (sheets.length === 0)
    throw inputError('There is nothing to print. Add at least one item under Sheets, and fill in its File.');
  const texts = readMergeTexts(inputData, sheets.length);
  const printed = sheets.map((sheet, index) => ({
    ...sheet,
    ...(texts[index]?.length ? { merge: texts[index] } : {}),
  }));
  const envelopes = [
    readEnvelope(inputData, returnEnvelopeItem, { outer: false }),
    readEnvelope(inputData, outerEnvelopeItem, { outer: true }),
  ].filter((envelope) => envelope !== undefined);
  return { type: 'order', contents: [...printed, ...envelopes], list };
}

/** @throws a user-facing error if there are more line items than `limit` */
function readRows(inputData: InputData, field: typeof sheetsField | typeof mergeTextsField, limit: number) {
  const { label } = field;
  const keys = field.children.map(({ key }) => key);
  // A mapped row of merge texts may use the API's name of the text's color.
  if (field === mergeTextsField && !isBlank(inputData[field.key])) keys.push('color');
  const rows = readLineItems(inputData, field, keys);
  if (rows.length <= limit) return rows;
  const [count, most] = [rows.length, limit].map(formatNumber);
  throw inputError(
    `${label} has ${count} items, and at most ${most} are allowed. ${nothingOrderedText} Check what is mapped to ${label}.`,
  );
}

/** Returns the texts of each sheet, in the order of the sheets. */
function readMergeTexts(inputData: InputData, sheetCount: number): Item[][] {
  const texts: Item[][] = Array.from({ length: sheetCount }, () => []);
  for (const [index, row] of readRows(inputData, mergeTextsField, maxMergeTexts).entries()) {
    const place = `Merge Text ${index + 1}`;
    const number = readNumber(row, labeled(sheetNumberItem, `${place}: `), { whole: true });
    if (number === undefined && sheetCount > 1) {
      throw inputError(
        `${place} has no Sheet Number, but there are ${sheetCount} sheets. Enter the sheet to print it on.`,
      );
    }
    if (number !== undefined && (number < 1 || number > sheetCount)) {
      throw inputError(
        `${place} is for sheet ${number}, but there ${sheetCount === 1 ? 'is only 1 sheet' : `are only ${sheetCount} sheets`}. Use a Sheet Number from 1 to ${sheetCount}.`,
      );
    }
    const { type: _, ...merge } = readItem('', { text_color: row.color, ...row }, mergeItem, `${place}: `);
    texts[(number ?? 1) - 1]?.push(merge);
  }
  return texts;
}

/** Returns the envelope, or undefined if its fields are blank. */
function readEnvelope(inputData: InputData, fields: readonly ItemField[], { outer }: { outer: boolean }) {
  const [typeField] = fields;
  const filled = fields.filter(({ key }) => !isBlank(inputData[key])).map(({ label }) => label);
  if (!typeField || filled.length === 0) return undefined;
  if (readTrimmed(inputData, typeField) === undefined) {
    throw inputError(
      `${filled.join(' and ')} ${filled.length === 1 ? 'is' : 'are'} filled in, but ${typeField.label} is blank. Enter ${typeField.label}, or leave all of them blank.`,
    );
  }
  return { ...readItem('envelope', inputData, fields), outer };
}

const labeled = ({ key, label }: ItemField, place = '') => ({ key, label: place + label });

function readItem(type: string, row: InputData, fields: readonly ItemField[], place?: string): Item {
  const values = fields.flatMap((declared) => {
    const field = labeled(declared, place);
    const value = readers[declared.value](row, field);
    if (declared.required && value === undefined) {
      throw inputError(`${field.label} is blank. Fill it in, or remove the item.`);
    }
    return value === undefined ? [] : [[declared.property ?? declared.key, value]];
  });
  return { type, ...Object.fromEntries(values) };
}

const readers: Record<ValueKind, (row: InputData, field: { key: string; label: string }) => Value> = {
  id: readTrimmed,
  text: readText,
  size: (row, field) => readNumber(row, field, { above: 0 }),
  position: readNumber,
  count: (row, field) => readNumber(row, field, { whole: true, min: 1 }),
  // The API does not say whether pages are counted from 0 or 1.
  page: (row, field) => readNumber(row, field, { whole: true, min: 0 }),
  yes_no: readBoolean,
  // A value outside the choices is passed on, because the service may accept more of them.
  word: (row, field) => readTrimmed(row, field)?.toLowerCase(),
  color: readColor,
};

function readColor(row: InputData, field: { key: string; label: string }): string | undefined {
  const value = readTrimmed(row, field);
  if (value === undefined || /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)) return value;
  throw inputError(
    `${field.label} is "${truncate(value)}", which is not a color. Use six digits for red, green and blue, such as #1A4D80.`,
  );
}

/** Returns where a path such as `contents[0].merge[1].font` leads, in the words of the form: "Sheet 1, merge text 2, Font". */
export function describePath(contents: OrderRequest['contents'], path: string): string | undefined {
  if (/^\W*list\b/.test(path)) return listField.label;
  const [, itemIndex, mergeIndex, property] =
    /contents\W{1,2}(\d+)(?:\W{1,3}merge\W{1,2}(\d+))?(?:\W{1,3}([a-z_]+))?/i.exec(path) ?? [];
  const item = contents[Number(itemIndex)];
  if (!item) return undefined;
  const fields = fieldsOf(item, mergeIndex !== undefined);
  const label =
    fields.find((field) => (field.property ?? field.key) === property)?.label ??
    property?.replaceAll('_', ' ');
  if (item.type !== 'sheet') return label ?? 'An envelope';
  const text = mergeIndex && `merge text ${Number(mergeIndex) + 1}`;
  return [`Sheet ${Number(itemIndex) + 1}`, text, label].filter(Boolean).join(', ');
}

function fieldsOf(item: Item, isText: boolean): readonly ItemField[] {
  if (item.type === 'sheet') return isText ? mergeItem : sheetItem;
  return item.outer ? outerEnvelopeItem : returnEnvelopeItem;
}
