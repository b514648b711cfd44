/** Orders as operations return them: an order of the service, the result of a step that orders, and what previews say. docs/api.md#orders */
import type { ZObject } from 'zapier-platform-core';
import type { Order, OrderRequest } from '../api/orders.ts';
import { hydrators } from '../hydrators.ts';
import { describeOutput, outputFieldsOf } from '../output_fields.ts';
import { formatCount, formatNumber, truncate } from '../text/format.ts';
import { isBlank } from '../text/values.ts';

/** Returns the order as a record. The proof is downloaded only when a later step uses it. */
export const orderRecord = (z: ZObject, order: Order) => ({
  ...order,
  order_id: order.id,
  preview_pdf: z.dehydrateFile(hydrators.orderPreview, { id: order.id }),
});

interface OrderResult {
  order_id: string | null;
  preview_only: boolean;
  warning: string | null;
  [key: string]: unknown;
}

export const orderResult = (id: string, changes: Partial<OrderResult>): OrderResult => ({
  id,
  order_id: id,
  list_id: null,
  letter_count: null,
  invoice_amount: null,
  preview_pdf: null,
  already_ordered: false,
  preview_only: false,
  warning: null,
  ...changes,
});

/** The findings of a preview, in short sentences. Null and undefined are left out. */
export interface Checks {
  /** What the user should know before ordering. */
  warning?: string | null | undefined;
  checked?: readonly (string | null | undefined)[];
  /** Things that only the service can check, when the order is placed. */
  notChecked?: readonly string[];
}

/** Checks that an object of the account, such as a logo, is in a list, which may be incomplete. */
export function checkListed(
  noun: string,
  id: string,
  listed: readonly { id: string; name?: string | null | undefined }[],
): Checks {
  const found = listed.find((one) => one.id === id);
  if (found) return { checked: [`The ${noun} "${found.name?.trim() || id}" exists.`] };
  const unlisted = `it is not among the ${formatNumber(listed.length)} that the letter service lists`;
  return { notChecked: [`Whether the ${noun} "${truncate(id)}" exists: ${unlisted}.`] };
}

type Item = OrderRequest['contents'][number];

export const checkItems = (contents: readonly Item[]): Checks => ({
  checked: [
    ...contents.map(
      (item) => `${nameItem(contents, item)}: ${describeItem(item) || 'as in the earlier order'}.`,
    ),
    ...(contents.some(({ outer }) => outer) ? [] : ['There is no outer envelope.']),
  ],
});

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

/** The field for the ID of an order. Each operation adds a help text. */
export const orderIdField = {
  key: 'order_id',
  label: 'Order ID',
  type: 'string',
  required: true,
  placeholder: 'For example m-310-4471',
} as const;

const resultSample = {
  id: 'm-310-4471',
  order_id: 'm-310-4471',
  invoice_amount: 93.6,
  list_id: 'l-001-0001',
  letter_count: 80,
  warning: null,
  already_ordered: false,
  preview_only: false,
};

/** What the sample of a step that orders lacks: a proof, and what only a preview returns. */
const moreOutput = { preview_pdf: '', checked: [], not_checked: [] };

/** Returns the sample and the output fields of a step that sends a saved order. @param more as in {@link describeOutput} */
export const describeSent = (sample: object = {}, more: object = {}) =>
  describeOutput(
    {
      ...resultSample,
      saved_order_id: 'l-018-2203',
      created: '2026-03-12T15:20:00-04:00',
      list_id: 'l-001-0417',
      ...sample,
    },
    { ...moreOutput, ...more },
  );

const { id, order_id, invoice_amount, list_id } = resultSample;
const orderSample = { id, order_id, type: 'order', list: list_id, invoice_amount, rush: false };

const sampleSheet = {
  type: 'sheet',
  file: 'f-120-8841',
  paper_type: 'p-001-0001',
  color: true,
  duplex: true,
};
const sampleEnvelope = {
  type: 'envelope',
  envelope_type: 'e-001-0001',
  width: 9.5,
  height: 4.125,
  outer: true,
  logo: 'l-007-0042',
};
const sampleTimeline = { created: '2026-03-12T15:20:00', mailed: null };

/** A complete order for the editor. Its times have no time zone, as in the service's responses. */
export const exampleOrder: Order = {
  ...orderSample,
  contents: [sampleSheet, sampleEnvelope],
  timeline: sampleTimeline,
};

const describeOrder = (sample: typeof orderSample, more: object) => ({
  sample,
  outputFields: [
    ...outputFieldsOf({ ...sample, timeline: sampleTimeline, ...more }),
    ...outputFieldsOf({
      contents: [{ ...sampleSheet, landscape: false, rows: 1, cols: 1, ...sampleEnvelope }],
    }).map((field) => ({ ...field, label: `Item: ${field.label}` })),
  ],
});

/** The sample and the output fields of an order that was found, and of one that a step has just placed. */
export const foundOutput = describeOrder(orderSample, { preview_pdf: '' });
export const orderedOutput = describeOrder({ ...orderSample, ...resultSample }, moreOutput);
