/** Makes a new order from an earlier one: the same print with another file. docs/api.md#orders */
import type { Order, OrderRequest } from '../api/orders.ts';
import { type InputData, inputError, readBoolean, readNumber, toText, truncate } from '../inputs.ts';
import { nothingOrderedText } from './order_options.ts';
import { describeSheet } from './preview.ts';

export const sheetNumberField = {
  key: 'sheet_number',
  label: 'Sheet Number',
  type: 'string',
  helpText: 'Only if the earlier order has several sheets: the one to print the new file on, counted from 1.',
} as const;

export const keepTextsField = {
  key: 'keep_texts',
  label: 'Keep the Printed Texts',
  type: 'boolean',
  default: 'true',
  helpText: 'Texts such as "Dear Maria," that the earlier order printed on its pages. No leaves them off.',
} as const;

type Item = NonNullable<Order['contents']>[number];

/** An earlier order, read for printing it again. */
export interface EarlierOrder {
  id: string;
  /** Returns what to order: what the earlier order printed, with this file on the chosen sheet. */
  withFile(file: string): Omit<OrderRequest, 'list'>;
  /** The chosen sheet, which gets the new file. */
  sheet: Item;
  /** What will be printed, before the file is replaced. */
  items: readonly Item[];
  /** Whether only the file differs from what the earlier order printed. */
  isSamePrint: boolean;
  /** The list that the earlier order went to, if the service says so. */
  list: string | undefined;
  /** Milliseconds since it was ordered; 0 if the service does not say. */
  age: number;
}

/** What only a response has, and the keys that could turn the new order into one of a saved order. */
const responseKeys = [
  'id',
  'invoice_amount',
  'rush',
  'timeline',
  'list',
  'saved_order_id',
  'list_id',
  'order_id',
];

/**
 * Reads what to repeat. Other unknown keys are kept.
 * @throws a user-facing error if the order has nothing to print on, or it is uncertain which sheet gets the file
 */
export function readEarlierOrder(order: Order, inputData: InputData): EarlierOrder {
  const { id, list, contents = [] } = order;
  const created = Date.parse(toText(order.timeline?.created));
  const kept = Object.fromEntries(Object.entries(order).filter(([key]) => !responseKeys.includes(key)));
  const chosen = chooseSheet(
    contents.filter(({ type }) => type === 'sheet'),
    inputData,
    id,
  );
  const keepsTexts = readBoolean(inputData, keepTextsField) ?? true;
  const hasTexts = ({ merge }: Item): boolean => Array.isArray(merge) && merge.length > 0;
  const print = (item: Item): Item => {
    const { merge: _, ...withoutTexts } = item;
    return keepsTexts ? item : withoutTexts;
  };
  return {
    id,
    withFile: (file) => ({
      ...kept,
      type: 'order',
      contents: contents.map((item) => (item === chosen ? { ...print(item), file } : print(item))),
    }),
    sheet: chosen,
    items: contents.map(print),
    isSamePrint: keepsTexts || !contents.some(hasTexts),
    list: list || undefined,
    age: Number.isFinite(created) ? Date.now() - created : 0,
  };
}

function chooseSheet(sheets: readonly Item[], inputData: InputData, orderId: string): Item {
  const number = readNumber(inputData, sheetNumberField, { whole: true, min: 1 });
  const [first] = sheets;
  if (!first) {
    throw inputError(
      `The order "${truncate(orderId)}" has no sheet to print a file on. ${nothingOrderedText} Choose another order.`,
    );
  }
  const sheet = number === undefined && sheets.length === 1 ? first : sheets[(number ?? 0) - 1];
  if (sheet) return sheet;
  const listed = sheets.map((one, index) => `Sheet ${index + 1} (${describeSheet(one)})`).join(', ');
  throw inputError(
    number === undefined
      ? `The order "${truncate(orderId)}" has ${sheets.length} sheets: ${listed}. ${nothingOrderedText} In ${sheetNumberField.label}, enter the number of the sheet that gets the new file.`
      : `${sheetNumberField.label} is ${number}, but the order "${truncate(orderId)}" has only ${listed}. ${nothingOrderedText} Enter the number of one of these sheets.`,
  );
}
