/** The record, sample, output fields and description of an order. docs/api.md#orders */
import type { ZObject } from 'zapier-platform-core';
import type { Order, OrderRequest } from '../api/orders.ts';
import { formatCount } from '../format.ts';
import { hydrators } from '../hydrators.ts';
import { outputFieldsOf } from '../output_fields.ts';
import { isBlank } from '../values.ts';
import { type Checks, moreOutput, resultSample } from './result.ts';

type Item = OrderRequest['contents'][number];

/** Returns the order as a record. The proof is downloaded only when a later step uses it. */
export const orderRecord = (z: ZObject, order: Order) => ({
  ...order,
  order_id: order.id,
  preview_pdf: z.dehydrateFile(hydrators.orderPreview, { id: order.id }),
});

/** The field for the ID of an order. Each operation adds a help text. */
export const orderIdField = {
  key: 'order_id',
  label: 'Order ID',
  type: 'string',
  required: true,
  placeholder: 'For example m-310-4471',
} as const;

const { id, order_id, invoice_amount, list_id } = resultSample;

export const orderSample = { id, order_id, type: 'order', list: list_id, invoice_amount, rush: false };

/** The sample of an order that a step has just placed. */
export const orderedSample = { ...orderSample, ...resultSample };

const sheet = { type: 'sheet', file: 'f-120-8841', paper_type: 'p-001-0001', color: true, duplex: true };
const size = { width: 9.5, height: 4.125 };
const envelope = { type: 'envelope', envelope_type: 'e-001-0001', ...size, outer: true, logo: 'l-007-0042' };
const timeline = { created: '2026-03-12T15:20:00', mailed: null };

/** A complete order for the editor. Its times have no time zone, as in the service's responses. */
export const exampleOrder: Order = { ...orderSample, contents: [sheet, envelope], timeline };

const item = { ...sheet, landscape: false, rows: 1, cols: 1, ...envelope };
const itemOutputFields = outputFieldsOf({ contents: [item] }).map((field) => ({
  ...field,
  label: `Item: ${field.label}`,
}));

export const orderOutputFields = [
  ...outputFieldsOf({ ...orderSample, timeline, preview_pdf: '' }),
  ...itemOutputFields,
];

export const orderedOutputFields = [
  ...outputFieldsOf({ ...orderedSample, timeline, ...moreOutput }),
  ...itemOutputFields,
];

/** Describes what an order prints, item by item. */
export const checkItems = (contents: readonly Item[]): Checks => ({
  checked: [
    ...contents.map((item) => `${nameItem(contents, item)}: ${describeItem(item)}.`),
    ...(contents.some(({ outer }) => outer) ? [] : ['There is no outer envelope.']),
  ],
});

/** Returns the name of a sheet or an envelope in messages, such as "Sheet 2". */
export function nameItem(contents: readonly Item[], item: Item): string {
  if (item.type !== 'sheet') return item.outer ? 'Outer Envelope' : 'Return Envelope';
  return `Sheet ${contents.filter(({ type }) => type === 'sheet').indexOf(item) + 1}`;
}

/** Describes a sheet or an envelope in a few words, such as `file f-120-8841, 8.5 × 11 inches, color, double-sided`. */
export const describeItem = ({ merge, ...item }: Item): string =>
  [
    item.file ? `file ${item.file}` : undefined,
    item.envelope_type,
    item.width && item.height ? `${item.width} × ${item.height} inches` : undefined,
    isBlank(item.color) ? undefined : item.color ? 'color' : 'black and white',
    isBlank(item.duplex) ? undefined : item.duplex ? 'double-sided' : 'single-sided',
    item.landscape ? 'landscape' : undefined,
    item.paper_type ? `paper ${item.paper_type}` : undefined,
    item.logo ? `logo ${item.logo}` : undefined,
    Array.isArray(merge) && merge.length > 0 ? formatCount(merge.length, 'merge text') : undefined,
  ]
    .filter(Boolean)
    .join(', ');
