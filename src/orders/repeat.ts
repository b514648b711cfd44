/** Makes a new order from an earlier one: the same print with another file. docs/api.md#orders */
import type { ZObject } from 'zapier-platform-core';
import type { Order, OrderRequest } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import {
  type InputData,
  inputError,
  readBoolean,
  readNumber,
  readRequired,
  toText,
  truncate,
} from '../inputs.ts';
import { orderIdField } from './order.ts';
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
  /** What will be printed, before the file is replaced. */
  items: readonly Item[];
  /** The chosen sheet, which gets the new file. */
  sheet: Item;
  /** Returns what to order: what the earlier order printed, with this file on the chosen sheet. */
  withFile(file: string): Omit<OrderRequest, 'list'>;
  /** Whether only the file differs from what the earlier order printed. */
  isSamePrint: boolean;
  /** The list that the earlier order went to, if the service says so. */
  list: string | undefined;
  /** Whether that list is probably too old to exist. */
  isListOld: boolean;
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

/** Milliseconds. */
const listLifetime = 14 * 86_400_000;

/**
 * Reads what to repeat. Other unknown keys are kept.
 * @throws a user-facing error if there is no such order, it has nothing to print on, or it is uncertain which sheet gets the file
 */
export async function readEarlierOrder(z: ZObject, inputData: InputData): Promise<EarlierOrder> {
  const id = readRequired(inputData, orderIdField);
  const order = await orders.get(z, id);
  if (!order) {
    throw inputError(
      `${orderIdField.label} is "${id}", and the letter service has no such order for this account. ${nothingOrderedText} Copy the ID from the order at the letter service.`,
    );
  }
  const { contents = [], list, timeline } = order;
  const kept = Object.fromEntries(Object.entries(order).filter(([key]) => !responseKeys.includes(key)));
  const keepsTexts = readBoolean(inputData, keepTextsField) ?? true;
  const items = keepsTexts ? contents : contents.map(({ merge: _, ...item }) => item);
  const sheet = chooseSheet(items, inputData, order.id);
  return {
    id: order.id,
    items,
    sheet,
    withFile: (file) => ({
      ...kept,
      type: 'order',
      contents: items.map((item) => (item === sheet ? { ...item, file } : item)),
    }),
    isSamePrint: keepsTexts || !contents.some(({ merge }) => Array.isArray(merge) && merge.length > 0),
    list: list || undefined,
    isListOld: Date.now() - Date.parse(toText(timeline?.created)) > listLifetime,
  };
}

function chooseSheet(items: readonly Item[], inputData: InputData, orderId: string): Item {
  const number = readNumber(inputData, sheetNumberField, { whole: true, min: 1 });
  const sheets = items.filter(({ type }) => type === 'sheet');
  if (sheets.length === 0) {
    throw inputError(
      `The order "${truncate(orderId)}" has no sheet to print a file on. ${nothingOrderedText} Choose another order.`,
    );
  }
  const sheet = sheets[(number ?? 1) - 1];
  if (sheet && (number !== undefined || sheets.length === 1)) return sheet;
  const listed = sheets.map((one, index) => `Sheet ${index + 1} (${describeSheet(one)})`).join(', ');
  throw inputError(
    number === undefined
      ? `The order "${truncate(orderId)}" has ${sheets.length} sheets: ${listed}. ${nothingOrderedText} In ${sheetNumberField.label}, enter the number of the sheet that gets the new file.`
      : `${sheetNumberField.label} is ${number}, but the order "${truncate(orderId)}" has only ${listed}. ${nothingOrderedText} Enter the number of one of these sheets.`,
  );
}
