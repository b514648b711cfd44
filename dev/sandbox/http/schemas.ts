/** The namedSchemas of parts 2 and 6: they check what comes in, and the OpenAPI document shows them. */
import * as zod from 'zod';
import { addressFields, mapFields, personFields } from '../contacts/contact_fields.ts';

/** Characters of a text at most; a street or a merge text is far below. */
const text = zod.string().max(20_000);

/** What every answer with a known shape is listed under in the OpenAPI document. */
export const namedSchemas = zod.registry<{ id: string }>();

export const named = <S extends zod.ZodType>(id: string, schema: S): S => {
  namedSchemas.add(schema, { id });
  return schema;
};

export const addressSchema = named(
  'contacts.contact.address.v1',
  zod.object(mapFields(addressFields, (_, description) => text.nullish().describe(description))),
);

const contactParts = {
  ...mapFields(personFields, (_, description) => text.nullish().describe(description)),
  external_id: zod
    .union([text, zod.number().transform(String)])
    .nullish()
    .describe(personFields.external_id),
  address: addressSchema.optional(),
};

export const contactSchema = named(
  'contacts.contact.v1',
  zod.object({ contact_id: text.optional(), ...contactParts }),
);

export type ContactBody = zod.output<typeof contactSchema>;

export const contactUpdateSchema = named('contacts.contact.update.v1', zod.object(contactParts).partial());

export type ContactChanges = zod.output<typeof contactUpdateSchema>;

export const contactsSchema = named('contacts.v1', zod.object({ contacts: zod.array(contactSchema) }));
export const wrappedContactSchema = named(
  'contacts.contact_wrapper.v1',
  zod.object({ contact: contactSchema }),
);
export const wrappedChangesSchema = named(
  'contacts.contact_wrapper.update.v1',
  zod.object({ contact: contactSchema.partial() }),
);

export const contactCreatedSchema = named('contacts.contact_created.v1', zod.object({ contact_id: text }));
export const contactsCreatedSchema = named(
  'contacts.contacts_created.v1',
  zod.object({
    contacts: zod.array(
      named('contacts.contact_created.v2', zod.object({ contact_id: text, external_id: text })),
    ),
  }),
);

export const uploadedSchema = named('file.uploaded', zod.object({ id: text, filename: text }));
export const fileSchema = named('file', uploadedSchema.extend({ download_href: text }));

export const hookSchema = named(
  'hooks.hook.v1',
  zod.object({
    id: text,
    event: text,
    target: text,
    href: text,
    last_triggered: zod.iso.datetime().nullable(),
  }),
);
export const hooksSchema = named(
  'hooks.v1',
  zod.object({
    events: zod.record(text, zod.object({ description: text, url: text })),
    subscriptions: zod.array(hookSchema),
  }),
);
export const pingResponseSchema = named(
  'hooks.ping_response.v1',
  zod.object({
    status: zod.int().describe('The status that the target answered; 0 when it did not answer.'),
  }),
);

const inches = zod.number().positive().max(200);
const place = zod.number().min(-1000).max(1000);

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
    x: place.default(1).describe('Inches from the left.'),
    y: place.default(1).describe('Inches from the top.'),
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
    width: inches.optional().describe('Inches; those of the type when left out.'),
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
    list: text,
    invoice_amount: zod.number(),
    rush: zod.boolean(),
    timeline: zod.object({
      created: text.describe('Without a zone.'),
      mailed: text.nullable().describe('Null until it is mailed.'),
    }),
  }),
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

/** POST /v1/orders takes either; a body with `saved_order_id` is the second. */
export const orderRequestSchema = named('orders.request', zod.union([newOrderSchema, resendSchema]));

export const logosSchema = named(
  'logos',
  zod.object({
    data: zod.array(named('logo', zod.object({ id: text, name: text, type: zod.literal('logo') }))),
    links: zod.object({ self: text }),
    type: zod.literal('list'),
  }),
);

export const aliveSchema = named(
  'dev.ping',
  zod.object({ status: zod.literal('ok'), time: zod.iso.datetime() }),
);
