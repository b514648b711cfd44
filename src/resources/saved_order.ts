/** A saved order (§2.7): its record, and the dropdown in which one is chosen. */
import type { Bundle, ZObject } from 'zapier-platform-core';
import type { SavedOrder } from '../api/orders.ts';
import * as orders from '../api/orders.ts';

export const savedOrderRecord = (savedOrder: SavedOrder) => ({
  ...savedOrder,
  id: savedOrder.saved_order_id,
  name: savedOrder.name ?? null,
  created: savedOrder.created ?? null,
});

/** The newest first; dates that cannot be read come last. */
export const newestFirst = (savedOrders: readonly SavedOrder[]): SavedOrder[] =>
  savedOrders.toSorted((one, other) => time(other) - time(one));

const time = ({ created }: SavedOrder): number => Date.parse(created ?? '') || 0;

/** The account's saved orders for a dropdown; the service has them on one page. */
const choices = async (z: ZObject, _bundle: Bundle) => {
  const { savedOrders } = await orders.listSaved(z);
  return {
    results: newestFirst(savedOrders).map(({ saved_order_id: id, name, created }) => ({
      id,
      label: `${name ?? 'Unnamed'}${created ? ` (${created.slice(0, 10)})` : ''}`,
    })),
    paging_token: null,
  };
};

export const savedOrderField = {
  key: 'saved_order_id',
  label: 'Saved Order',
  type: 'string',
  required: true,
  resource: 'saved_order',
  choices: { perform: choices },
  search: 'find_saved_order.saved_order_id',
  helpText:
    'The letters to send: an order that you saved at the letter service. When there are many, only the newest are listed; add a search step to find another one.',
} as const;

export const savedOrderSample = {
  id: 'l-018-2203',
  saved_order_id: 'l-018-2203',
  name: 'Welcome letter',
  created: '2026-02-18T14:05:00-05:00',
};

export const savedOrderOutputFields = [
  { key: 'id', label: 'Saved Order', primary: true },
  { key: 'saved_order_id', label: 'Saved Order Number' },
  { key: 'name', label: 'Name' },
  { key: 'created', label: 'Created' },
];
