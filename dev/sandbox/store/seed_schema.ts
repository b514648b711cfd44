/** The schema of a seed: the data that the sandbox starts with. */
import * as zod from 'zod';
import { mapFields, personFields } from '../contacts/contact_fields.ts';
import { addressSchema } from '../contacts/schemas.ts';
import { metadataSchema, newRecipientSchema } from '../lists/schemas.ts';
import { contentItem } from '../orders/schemas.ts';

/** A host name with other characters, such as `;`, could change the Content-Security-Policy of the OAuth pages. */
export const callbackSchema = zod.url({ protocol: /^https?$/, hostname: /^(?:[\w.-]+|\[[\da-f:.]+\])$/i });

const text = zod.string();
const owned = { account: text };

export const seedSchema = zod.object({
  clients: zod
    .array(
      zod.object({
        id: text,
        secret: text,
        name: text,
        callback: callbackSchema,
        trouble: zod.enum(['disabled', 'blocked', 'throttled']).optional(),
      }),
    )
    .default([]),
  accounts: zod.array(zod.object({ id: text, name: text, lines: zod.array(text).default([]) })).default([]),
  users: zod
    .array(
      zod.object({
        email: text,
        password: text,
        name: text.optional(),
        account: text.nullable().describe('If null, access tokens are not linked to an account.'),
      }),
    )
    .default([]),
  contacts: zod
    .array(
      zod.object({
        ...owned,
        id: text,
        ...mapFields(personFields, () => text.nullish()),
        name: text.min(1).nullish(),
        address: addressSchema.default({}),
        is_deliverable: zod.boolean().default(true),
      }),
    )
    .default([]),
  lists: zod
    .array(
      zod.object({ ...owned, id: text, name: text, contacts: zod.array(text).describe('IDs of contacts.') }),
    )
    .default([]),
  temporary_lists: zod
    .array(
      zod.object({
        ...owned,
        id: text,
        name: text,
        metadata: metadataSchema.default({}),
        recipients: zod.array(newRecipientSchema.extend({ id: text })).default([]),
      }),
    )
    .default([]),
  fonts: zod.array(zod.object({ id: text, name: text })).default([]),
  paper_types: zod.array(zod.object({ id: text, name: text })).default([]),
  envelope_types: zod
    .array(
      zod.object({ id: text, name: text, width: zod.number().positive(), height: zod.number().positive() }),
    )
    .default([]),
  logos: zod.array(zod.object({ ...owned, id: text, name: text, path: text })).default([]),
  files: zod.array(zod.object({ ...owned, id: text, filename: text, path: text })).default([]),
  saved_orders: zod
    .array(
      zod.object({
        ...owned,
        id: text,
        name: text,
        created: zod.iso.datetime({ offset: true }),
        rush: zod.boolean().default(false),
        contents: zod.array(contentItem),
      }),
    )
    .default([]),
});

export type Seed = zod.output<typeof seedSchema>;
