/** The shape of a seed file. */
import * as zod from 'zod';
import { envelopeItem, sheetItem } from './schemas.ts';

const text = zod.string();
const owned = { account: text };

const seedSchema = zod.object({
  clients: zod.array(
    zod.object({
      id: text,
      secret: text,
      name: text,
      callback: zod.url(),
      trouble: zod.enum(['disabled', 'blocked', 'throttled']).optional(),
    }),
  ),
  accounts: zod.array(zod.object({ id: text, name: text, lines: zod.array(text) })),
  users: zod.array(
    zod.object({
      email: text,
      password: text,
      name: text,
      account: text.nullable(),
    }),
  ),
  contacts: zod.array(
    zod.object({
      ...owned,
      contact_id: text,
      external_id: text.nullable(),
      name: text,
      company: text.nullish(),
      file_as: text.optional(),
      greeting: text.optional(),
      address: zod.object({
        street: text,
        city: text,
        state: text.optional(),
        postal_code: text,
        country: text.optional(),
      }),
      is_deliverable: zod.boolean().optional(),
    }),
  ),
  lists: zod.array(
    zod.object({
      ...owned,
      id: text,
      name: text,
      contact_ids: zod.array(text),
    }),
  ),
  fonts: zod.array(zod.object({ id: text, name: text })),
  paper_types: zod.array(zod.object({ id: text, name: text })),
  envelope_types: zod.array(
    zod.object({
      id: text,
      name: text,
      width: zod.number(),
      height: zod.number(),
    }),
  ),
  logos: zod.array(zod.object({ ...owned, id: text, name: text, path: text })),
  files: zod.array(zod.object({ ...owned, id: text, filename: text, path: text })),
  saved_orders: zod.array(
    zod.object({
      ...owned,
      saved_order_id: text,
      name: text,
      created: text,
      contents: zod.array(zod.discriminatedUnion('type', [sheetItem, envelopeItem])),
    }),
  ),
});

export const readWholeSeed = (value: unknown) => seedSchema.safeParse(value);
