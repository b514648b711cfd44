/** The dropdown, the record and the output fields of a saved order. docs/api.md#saved-orders */
import type { Bundle, ZObject } from 'zapier-platform-core';
import type { SavedOrder } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import { onePage } from '../dropdown.ts';
import { describeOutput } from '../output_fields.ts';

export const record = (savedOrder: SavedOrder) => ({
  ...savedOrder,
  id: savedOrder.saved_order_id,
  name: savedOrder.name ?? null,
  created: savedOrder.created ?? null,
});

/** Sorts the newest first. Saved orders with an unreadable date come last. */
export const newestFirst = (savedOrders: readonly SavedOrder[]): SavedOrder[] =>
  savedOrders.toSorted((one, other) => createdTime(other) - createdTime(one));

/** Returns when a saved order was created (ms), or 0 if its date is unreadable. */
export const createdTime = ({ created }: SavedOrder): number => Date.parse(created ?? '') || 0;

/** Returns the records of the listed saved orders, the newest first. */
export const list = async (z: ZObject) => newestFirst((await orders.listSaved(z)).savedOrders).map(record);

/** The service lists the saved orders on one page. */
const listChoices = async (z: ZObject, _bundle: Bundle) => onePage((await list(z)).map(choiceOf));

function choiceOf({ saved_order_id: id, name, created }: SavedOrder) {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?/.exec(created ?? '') ?? [];
  const title = name?.trim() || 'Untitled';
  return { id, label: day ? `${title} (${day})` : title, detail: time };
}

export const field = {
  key: 'saved_order_id',
  label: 'Saved Order',
  type: 'string',
  required: true,
  resource: 'saved_order',
  choices: { perform: listChoices },
  search: 'find_saved_order.saved_order_id',
  helpText: 'As you saved it at the letter service. If it is not listed, enter its ID.',
} as const;

export const output = describeOutput({
  id: 'l-018-2203',
  saved_order_id: 'l-018-2203',
  name: 'Welcome letter',
  created: '2026-02-18T14:05:00-05:00',
});
