/** The bodies of the requests and responses of orders. */
import * as zod from 'zod';
import { named, text } from '../http/named_schemas.ts';

const inches = zod.number().positive().max(200);
const inchesFromEdge = zod.number().min(-1000).max(1000);

export const mergeSchema = named(
  'merge',
  zod.object({
    text,
    font: text.default('f-001-0102'),
    size: zod.number().positive().max(1000).default(12).describe('Points.'),
    color: zod
      .string()
      .regex(/^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'must be a hex color, such as #1d2b36')
      .default('#000000'),
    align: zod.enum(['left', 'center', 'right']).default('left'),
    page: zod.int().min(1).max(10_000).default(1),
    x: inchesFromEdge.default(1).describe('Inches from the left.'),
    y: inchesFromEdge.default(1).describe('Inches from the top.'),
  }),
);

export const sheetSchema = named(
  'sheet',
  zod.object({
    type: zod.literal('sheet'),
    file: text,
    paper_type: text.default('p-001-0001'),
    width: inches.default(8.5).describe('Inches.'),
    height: inches.default(11).describe('Inches.'),
    color: zod.boolean().default(false),
    duplex: zod.boolean().default(false),
    landscape: zod.boolean().optional(),
    rows: zod.int().min(1).max(100).optional(),
    cols: zod.int().min(1).max(100).optional(),
    merge: zod.array(mergeSchema).max(1000).optional(),
  }),
);

export const envelopeSchema = named(
  'envelope',
  zod.object({
    type: zod.literal('envelope'),
    envelope_type: text,
    width: inches.optional().describe('Inches. Default: the size of the envelope type.'),
    height: inches.optional(),
    outer: zod.boolean().default(true),
    logo: text.optional(),
  }),
);

export const contentItem = zod.discriminatedUnion('type', [sheetSchema, envelopeSchema]);

export const newOrderSchema = named(
  'order.new',
  zod.object({
    type: zod.literal('order'),
    contents: zod.array(contentItem).min(1).max(100),
    list: text,
    rush: zod.boolean().default(false),
  }),
);

export const orderSchema = named(
  'order',
  zod.object({
    type: zod.literal('order'),
    id: text,
    contents: zod.array(contentItem),
    list: text.optional().describe('Missing in GET with the variant order-without-list.'),
    saved_order_id: text.optional().describe('Only in GET, with the variant form-b-first.'),
    invoice_amount: zod.number(),
    rush: zod.boolean(),
    timeline: zod.object({
      created: text.describe('Without a zone.'),
      mailed: text.nullable().describe('Null until it is mailed.'),
      canceled: text.optional().describe('With the variant canceled-marked.'),
    }),
    canceled: zod.literal(true).optional().describe('With the variant canceled-marked.'),
  }),
);

export const renderingSchema = named(
  'orders.rendering',
  zod
    .object({ status: zod.literal('rendering') })
    .describe('With the variant slow-previews, for 10 seconds.'),
);

export const resendSchema = named(
  'orders.resend_to_list.v1',
  zod.object({ saved_order_id: text, list_id: text }),
);
export const resentSchema = named(
  'orders.resend_created.v1',
  zod.object({ order_id: text, created: zod.iso.datetime() }),
);
export const savedOrdersSchema = named(
  'orders.saved_orders.v1',
  zod.object({
    saved_orders: zod.array(
      named(
        'orders.saved_order.v1',
        zod.object({ saved_order_id: text, created: zod.iso.datetime(), name: text }),
      ),
    ),
  }),
);

/** The body of POST /v1/orders: a new order, or with `saved_order_id` a saved one. */
export const orderRequestSchema = named('orders.request', zod.union([newOrderSchema, resendSchema]));
