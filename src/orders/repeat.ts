/** Makes a new order from an earlier one, with another file on one sheet. docs/api.md#orders */
import type { ZObject } from 'zapier-platform-core';
import type { Order, OrderRequest } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import {
  type InputData,
  inputError,
  readBoolean,
  readNumber,
  readRequired,
  yesOrNo,
} from '../steps/inputs.ts';
import { formatCount, truncate } from '../text/format.ts';
import { toText } from '../text/values.ts';
import { describeItem, orderIdField } from './order.ts';

export const replacedSheetField = {
  key: 'sheet_number',
  label: 'Sheet Number',
  type: 'string',
  helpText: 'If the earlier order has several sheets, the number of the one to replace.',
} as const;

export const keepTextsField = {
  key: 'keep_texts',
  label: 'Keep the Printed Texts',
  ...yesOrNo,
  default: 'true',
  helpText: 'Texts such as "Dear Maria," that the earlier order printed on its pages. No leaves them off.',
} as const;

type Item = NonNullable<Order['contents']>[number];

/** Keys that only a response has, and keys that could make the new order one of a saved order. */
const responseKeys =
  /^(?:id|list|(?:saved_order|list|order)_id|invoice_amount|rush|timeline|status|state|(?:is_)?(?:active|created|updated|mailed|shipped|completed|produced|deleted|removed|cancell?ed)(?:_(?:at|on|by))?)$/i;

/** How long (ms) the service keeps a list. */
const maxListAge = 14 * 86_400_000;

export type EarlierOrder = Awaited<ReturnType<typeof readEarlierOrder>>;

/**
 * Reads the order to repeat. Keys that are unknown here are kept.
 * @throws a user-facing error if there is no such order, it has nothing to print on, or it is uncertain which sheet gets the file
 */
export async function readEarlierOrder(z: ZObject, inputData: InputData) {
  const id = readRequired(inputData, orderIdField);
  const order = await orders.get(z, id);
  if (!order)
    throw inputError(
      `${orderIdField.label} is "${id}", and the letter service has no such order for this account.`,
      'Copy the ID from the order at the letter service.',
    );
  const { contents = [], list, timeline } = order;
  const kept = Object.fromEntries(Object.entries(order).filter(([key]) => !responseKeys.test(key)));
  const keepsTexts = readBoolean(inputData, keepTextsField) ?? true;
  const items = keepsTexts ? contents : contents.map(({ merge: _, ...item }) => item);
  const sheet = chooseSheet(items, inputData, order.id);
  return {
    id: order.id,
    /** The sheets and envelopes, before the file is replaced. */
    items,
    /** The sheet that gets the new file. */
    sheet,
    /** Returns the new order: the contents of the earlier order, with this file on the chosen sheet. */
    withFile: (file: string): Omit<OrderRequest, 'list'> => ({
      ...kept,
      type: 'order',
      contents: items.map((item) => (item === sheet ? { ...item, file } : item)),
    }),
    /** The ID of the earlier order's list, if the service returns it. */
    list: list || undefined,
    /** True if that list has probably expired. */
    isListOld: Date.now() - Date.parse(toText(timeline?.created)) > maxListAge,
  };
}

function chooseSheet(items: readonly Item[], inputData: InputData, orderId: string): Item {
  const number = readNumber(inputData, replacedSheetField, { whole: true, min: 1 });
  const sheets = items.filter(({ type }) => type === 'sheet');
  const order = `The order "${truncate(orderId)}" has`;
  if (sheets.length === 0) throw inputError(`${order} no sheet to print a file on.`, 'Choose another order.');
  const sheet = sheets[(number ?? 1) - 1];
  if (sheet && (number !== undefined || sheets.length === 1)) return sheet;
  const listed = sheets.map((one, index) => `Sheet ${index + 1} (${describeItem(one)})`).join(', ');
  const chosen = number === undefined ? '' : `${replacedSheetField.label} is ${number}. `;
  throw inputError(
    `${chosen}${order} ${formatCount(sheets.length, 'sheet')}: ${listed}.`,
    `In ${replacedSheetField.label}, enter the number of the sheet that gets the new file.`,
  );
}
