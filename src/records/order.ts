/** An order (§2.6). */
import type { ZObject } from 'zapier-platform-core';
import type { Order } from '../api/orders.ts';
import { hydrators } from '../hydrators.ts';

/** The order as an operation answers it, with its preview as a file that is fetched only when it is used. */
export const orderRecord = (z: ZObject, order: Order) => ({
  ...order,
  order_id: order.id,
  preview_pdf: z.dehydrateFile(hydrators.orderPreview, { id: order.id }),
});

export const orderSample = {
  id: 'm-310-4471',
  order_id: 'm-310-4471',
  type: 'order',
  list: 'l-001-0001',
  invoice_amount: 93.6,
  rush: false,
};

export const orderOutputFields = [
  { key: 'id', label: 'Order', primary: true },
  { key: 'order_id', label: 'Order Number' },
  { key: 'type', label: 'Type' },
  { key: 'list', label: 'List' },
  { key: 'invoice_amount', label: 'Invoice Amount', type: 'number' as const },
  { key: 'rush', label: 'Rush', type: 'boolean' as const },
  { key: 'timeline__created', label: 'Created' },
  { key: 'timeline__mailed', label: 'Mailed' },
  { key: 'contents[]type', label: 'Content Kind' },
  { key: 'preview_pdf', label: 'Preview (PDF)', type: 'file' as const },
];
