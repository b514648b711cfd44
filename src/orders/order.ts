/** An order: its record, sample and output fields. docs/api.md#orders */
import type { ZObject } from 'zapier-platform-core';
import type { Order } from '../api/orders.ts';
import { hydrators } from '../hydrators.ts';
import { sheetItem } from './item_fields.ts';

/** Returns the order as a record. Its preview is a file that is fetched only when a later step uses it. */
export const orderRecord = (z: ZObject, order: Order) => ({
  ...order,
  order_id: order.id,
  preview_pdf: z.dehydrateFile(hydrators.orderPreview, { id: order.id }),
});

/** A field for the ID of an order. Operations add their own help text. */
export const orderIdField = {
  key: 'order_id',
  label: 'Order ID',
  type: 'string',
  required: true,
  placeholder: 'For example m-310-4471',
} as const;

const basics = {
  type: 'order',
  list: 'l-001-0001',
  invoice_amount: 93.6,
  rush: false,
};

export const orderSample = { id: 'm-310-4471', order_id: 'm-310-4471', ...basics };

/** An order that a step has just placed. */
export const orderedSample = {
  ...orderSample,
  list_id: basics.list,
  letter_count: 80,
  warning: null,
  already_ordered: false,
  preview_only: false,
};

/** A complete order for the editor. Its times have no zone, as in the service's responses. */
export const exampleOrder: Order = {
  id: orderSample.id,
  ...basics,
  contents: [
    {
      type: 'sheet',
      file: 'f-120-8841',
      paper_type: 'p-001-0001',
      width: 8.5,
      height: 11,
      color: true,
      duplex: true,
    },
    {
      type: 'envelope',
      envelope_type: 'e-001-0001',
      width: 9.5,
      height: 4.125,
      outer: true,
      logo: 'l-007-0042',
    },
  ],
  timeline: { created: '2026-03-12T15:20:00', mailed: null },
};

export const orderOutputFields = [
  { key: 'id', label: 'ID', primary: true },
  { key: 'order_id', label: 'Order ID' },
  { key: 'type', label: 'Type' },
  { key: 'list', label: 'List' },
  { key: 'invoice_amount', label: 'Price', type: 'number' as const },
  { key: 'rush', label: 'Rush', type: 'boolean' as const },
  { key: 'timeline__created', label: 'Created' },
  { key: 'timeline__mailed', label: 'Mailed' },
  { key: 'contents[]type', label: 'Item: Type' },
  ...sheetItem.map(({ key, label, outputType = 'string' as const }) => ({
    key: `contents[]${key}`,
    label: `Item: ${label}`,
    type: outputType,
  })),
  { key: 'contents[]envelope_type', label: 'Item: Envelope' },
  { key: 'contents[]outer', label: 'Item: Outer Envelope', type: 'boolean' as const },
  { key: 'contents[]logo', label: 'Item: Logo' },
  { key: 'preview_pdf', label: 'Proof (PDF)', type: 'file' as const },
];
