/** Makes a new order from an earlier one: the same print with another file. docs/api.md#orders */
import type { Order, OrderRequest } from '../api/orders.ts';
import { type InputData, inputError, isBlank, readNumber, truncate } from '../inputs.ts';

export const sheetNumberField = {
  key: 'sheet_number',
  label: 'Sheet Number',
  type: 'string',
  helpText:
    'Only if the earlier order has several sheets: the one to print the new file on, counted from 1. The other sheets keep their files.',
} as const;

type Item = NonNullable<Order['contents']>[number];

/** An earlier order, read for printing it again. */
export interface EarlierOrder {
  /** Returns the order to send: as the earlier one was, with this file on the chosen sheet. */
  withFile(fileId: string): OrderRequest;
  id: string;
  /** The chosen sheet, which gets the new file. */
  sheet: Item;
  items: readonly Item[];
  list: string;
}

/**
 * Reads what to repeat. Unknown keys are kept; what only a response has is left out.
 * @param listId the list to use; by default, the earlier order's own
 * @throws a user-facing error if the order has nothing to print on, or if its list or the sheet is not certain
 */
export function readEarlierOrder(order: Order, inputData: InputData, listId?: string): EarlierOrder {
  const { id, invoice_amount: _price, rush: _rush, timeline: _timeline, contents = [], ...kept } = order;
  const list = listId ?? order.list;
  if (isBlank(list)) {
    throw inputError(
      `The letter service does not say which list the order "${truncate(id)}" went to. Nothing was ordered. Fill in List ID.`,
    );
  }
  const sheets = contents.filter(({ type }) => type === 'sheet');
  const sheet = chooseSheet(sheets, inputData, id);
  return {
    withFile: (file) => ({
      ...kept,
      type: 'order',
      contents: contents.map((item) => (item === sheet ? { ...item, file } : item)),
      list: String(list),
    }),
    id,
    sheet,
    items: contents,
    list: String(list),
  };
}

function chooseSheet(sheets: readonly Item[], inputData: InputData, orderId: string): Item {
  const number = readNumber(inputData, sheetNumberField, { whole: true, min: 1 });
  const [first] = sheets;
  if (!first) {
    throw inputError(
      `The order "${truncate(orderId)}" has no sheet to print a file on. Nothing was ordered. Choose another order.`,
    );
  }
  const sheet = number === undefined && sheets.length === 1 ? first : sheets[(number ?? 0) - 1];
  if (sheet) return sheet;
  const listed = sheets.map((one, index) => `Sheet ${index + 1} (${describeSheet(one)})`).join(', ');
  throw inputError(
    number === undefined
      ? `The order "${truncate(orderId)}" has ${sheets.length} sheets: ${listed}. Nothing was ordered. In ${sheetNumberField.label}, enter the number of the sheet that gets the new file.`
      : `${sheetNumberField.label} is ${number}, but the order "${truncate(orderId)}" has only ${listed}. Nothing was ordered. Enter the number of one of these sheets.`,
  );
}

/** Describes an item in a few words, such as `8.5 × 11 inches, color, double-sided, paper p-001-0001`. */
export function describeItem(item: Item): string {
  return item.type === 'sheet' ? describeSheet(item) : describeEnvelope(item);
}

const describeSheet = (item: Item): string =>
  [
    `file ${item.file}`,
    sizeOf(item),
    item.color === undefined ? undefined : item.color ? 'color' : 'black and white',
    item.duplex === undefined ? undefined : item.duplex ? 'double-sided' : 'single-sided',
    item.landscape ? 'landscape' : undefined,
    item.paper_type ? `paper ${item.paper_type}` : undefined,
  ]
    .filter(Boolean)
    .join(', ');

const describeEnvelope = (item: Item): string =>
  [item.envelope_type, sizeOf(item), item.logo ? `logo ${item.logo}` : undefined].filter(Boolean).join(', ');

const sizeOf = ({ width, height }: Item): string | undefined =>
  width && height ? `${width} × ${height} inches` : undefined;
