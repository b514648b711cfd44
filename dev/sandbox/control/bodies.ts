/** The JSON bodies of the control API, by method and path. */
import * as zod from 'zod';
import { addressFields, mapFields } from '../contacts/contact_fields.ts';
import { callbackSchema } from '../store/seed_schema.ts';

const text = zod.string().max(20_000);

const empty = zod.strictObject({});

const newAddress = zod.strictObject({
  ...mapFields(addressFields, () => text.optional()),
  country: text.nullish(),
  is_deliverable: zod.boolean().optional(),
});

const orderEvent = zod.strictObject({ order_id: text });

const headers = zod
  .record(
    zod.string(),
    zod.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'contains characters that are not allowed in a header'),
  )
  .refine(
    (fields) => Object.keys(fields).every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)),
    'has a name that is not allowed for a header',
  );

const faultRule = zod.strictObject({
  match: zod
    .strictObject({
      method: zod
        .string()
        .regex(/^([a-z]+|\*)$/i, 'must be a method, such as POST, or *')
        .optional(),
      path: zod
        .string()
        .regex(/^[/*]/, 'must begin with / or *, such as /v1/orders')
        .refine(
          (path) => !/^\/sandbox(\/|$)/.test(path),
          'is in the control API, which fault rules never affect',
        )
        .optional()
        .describe('Exact, or with * as a wildcard.'),
    })
    .default({}),
  nth: zod
    .int()
    .min(1)
    .optional()
    .describe(
      'Fires once: at the matching request with this number, or at a later one if another rule fires first.',
    ),
  probability: zod.number().min(0).max(1).optional(),
  seed: zod.int().optional().describe('Varies which requests the probability selects.'),
  then: zod
    .strictObject({
      status: zod
        .int()
        .min(200)
        .max(599)
        .optional()
        .describe('Responds instead of the service, which does nothing.'),
      headers: headers.optional(),
      body: zod.unknown().optional(),
      delay_ms: zod.int().min(0).max(600_000).optional(),
      reset: zod.enum(['before', 'after']).optional(),
      truncate: zod
        .int()
        .min(0)
        .optional()
        .describe('Bytes of the response after which the connection closes.'),
    })
    .refine((then) => Object.keys(then).length > 0, 'must have at least one field'),
});

export const bodies = {
  'POST /clock': zod.strictObject({
    freeze: zod.string().optional(),
    advance: zod.string().optional(),
    run: zod.literal(true).optional(),
  }),
  'POST /deliveries/:id/resend': empty,
  'POST /events/address-update': zod.strictObject({
    contact_id: text.optional(),
    code: text.min(1).optional(),
    new_address: newAddress.optional(),
    message: text.optional(),
    by: zod.strictObject({ client: text.optional(), token: text.optional() }).optional(),
  }),
  'POST /events/mail-returned': zod.strictObject({
    contact_id: text.optional(),
    forwarding_address: newAddress.nullish(),
  }),
  'POST /events/order-complete': orderEvent,
  'POST /events/raw': zod.strictObject({
    event: text.min(1),
    query: zod
      .record(
        text,
        zod
          .union([text, zod.number(), zod.boolean()], 'must be text, a number or a boolean')
          .transform(String),
      )
      .default({}),
    body: zod.unknown().optional(),
    user: text.optional(),
  }),
  'POST /events/shipped': orderEvent,
  'POST /faults': faultRule,
  'POST /orders/:id/advance': empty,
  'POST /orders/:id/cancel': empty,
  'POST /orders/:id/save': zod.strictObject({ name: zod.string().trim().min(1).max(200) }),
  'POST /reset': empty,
  'POST /tokens': zod.strictObject({
    user: zod.string(),
    client: zod.string(),
    scopes: zod.array(zod.string()),
  }),
  'PUT /clients/:id': zod.strictObject({
    secret: zod.string().min(1),
    name: zod.string().min(1),
    callback: callbackSchema,
  }),
} as const;

export type ControlBody<Call extends keyof typeof bodies> = zod.output<(typeof bodies)[Call]>;

/** A fault rule with how often it matched a request and was applied. */
export type Fault = ControlBody<'POST /faults'> & {
  id: string;
  seen: number;
  fired: number;
};
