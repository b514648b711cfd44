/** The shapes of requests: they check what comes in, and the OpenAPI document is made from them. */
import * as zod from 'zod';

const text = zod.string().max(20_000);

const addressBody = zod
  .looseObject({
    street: text.nullish(),
    city: text.nullish(),
    state: text.nullish(),
    postal_code: text.nullish(),
    country: text.nullish().describe('Blank for the United States, else the English name.'),
  })
  .meta({ id: 'contacts.contact.address.v1' });

export const contactBody = zod
  .looseObject({
    external_id: text.nullish(),
    name: text,
    file_as: text.nullish(),
    greeting: text.nullish(),
    company: text.nullish(),
    address: addressBody.nullish(),
  })
  .meta({ id: 'contacts.contact.v1' });

export type ContactBody = zod.output<typeof contactBody>;

export const contactUpdate = contactBody.partial().meta({ id: 'contacts.contact.update.v1' });
export const wrappedContact = zod.looseObject({ contact: contactBody });
export const wrappedUpdate = zod.looseObject({ contact: contactUpdate });
export const contactsBody = zod
  .looseObject({ contacts: zod.array(contactBody).max(200_000) })
  .meta({ id: 'contacts.v1' });

const number = zod.number().min(-100_000).max(100_000);
const size = zod.number().positive().max(1000);

const mergeItem = zod.looseObject({
  text,
  font: zod.string().optional(),
  size: size.optional().describe('Points.'),
  color: zod
    .string()
    .regex(/^#?([0-9a-f]{3}|[0-9a-f]{6})$/i)
    .optional()
    .describe('Hex RGB.'),
  align: zod.enum(['left', 'center', 'right']).optional(),
  page: zod.int().min(1).max(10_000).optional(),
  x: number.optional().describe('Inches from the left.'),
  y: number.optional().describe('Inches from the top.'),
});

export const sheetItem = zod
  .looseObject({
    type: zod.literal('sheet'),
    file: zod.string(),
    paper_type: zod.string().optional(),
    width: size.optional().describe('Inches.'),
    height: size.optional().describe('Inches.'),
    color: zod.boolean().optional(),
    duplex: zod.boolean().optional(),
    landscape: zod.boolean().optional(),
    rows: zod.int().min(1).max(100).optional(),
    cols: zod.int().min(1).max(100).optional(),
    merge: zod.array(mergeItem).max(1000).optional(),
  })
  .meta({ id: 'sheet' });

export const envelopeItem = zod
  .looseObject({
    type: zod.literal('envelope'),
    envelope_type: zod.string(),
    width: size.optional().describe('Inches.'),
    height: size.optional().describe('Inches.'),
    outer: zod.boolean().optional(),
    logo: zod.string().optional(),
  })
  .meta({ id: 'envelope' });

export const orderBody = zod
  .looseObject({
    type: zod.literal('order'),
    contents: zod
      .array(zod.discriminatedUnion('type', [sheetItem, envelopeItem]))
      .min(1)
      .max(100),
    list: zod.string(),
    rush: zod.boolean().optional(),
  })
  .meta({ id: 'order' });

export const resendBody = zod
  .looseObject({ saved_order_id: zod.string(), list_id: zod.string() })
  .meta({ id: 'orders.resend_to_list.v1' });
