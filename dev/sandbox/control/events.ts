/** Publishes events on request: POST /sandbox/events/… */
import { Hono } from 'hono';
import * as zod from 'zod';
import { completeAddress, displayName, sameAddress, updatedAddress } from '../contacts/contact.ts';
import { addressFields, mapFields } from '../contacts/contact_fields.ts';
import type { SandboxContext, SandboxEnv } from '../http/context.ts';
import { ServiceError } from '../http/service_error.ts';
import { advanceOrderTo } from '../orders/production.ts';
import type { Service } from '../service.ts';
import type { Address, Client, Contact, Order, Token, User } from '../store/records.ts';
import {
  type Cause,
  generate,
  generateAddressUpdate,
  generateOrderComplete,
  generateShipped,
} from '../webhooks/events.ts';
import { readBodyAs, requireRecord } from './request.ts';

const text = zod.string().max(20_000);

const newAddress = zod.strictObject({
  ...mapFields(addressFields, () => text.optional()),
  country: text.nullish(),
  is_deliverable: zod.boolean().optional(),
});

const addressUpdateBody = zod.strictObject({
  contact_id: text.optional(),
  code: text.min(1).optional(),
  new_address: newAddress.optional(),
  message: text.optional(),
  by: zod.strictObject({ client: text.optional(), token: text.optional() }).optional(),
});

const mailReturnedBody = zod.strictObject({
  contact_id: text.optional(),
  forwarding_address: newAddress.nullish(),
});

const orderBody = zod.strictObject({ order_id: text });

const rawBody = zod.strictObject({
  event: text.min(1),
  query: zod
    .record(
      text,
      zod
        .union([text, zod.number(), zod.boolean()], 'must be a text, a number or a boolean')
        .transform(String),
    )
    .default({}),
  body: zod.unknown().optional(),
  user: text.optional(),
});

export function eventRoutes(service: Service): Hono<SandboxEnv> {
  const { database } = service;
  const app = new Hono<SandboxEnv>();

  const accepted = (c: SandboxContext, deliveries: string[]): Response => c.json({ deliveries }, 202);

  /** Returns the contact, or the first one if there is no ID. */
  const contactFor = (id: string | undefined): Contact => {
    if (id !== undefined) return requireRecord(database.get<Contact>('contact', id), 'contact', id);
    const [first] = database.list<Contact>('contact');
    if (first) return first;
    throw new ServiceError(404, 'not_found', 'There are no contacts.');
  };

  const changeAddress = (
    before: Contact,
    given: zod.output<typeof newAddress> | undefined,
    deliverable: boolean,
  ): Contact => {
    const { is_deliverable = deliverable, ...parts } = given ?? {};
    // If the country changes, the other parts of the old address no longer apply.
    const isAbroad = parts.country !== undefined && (parts.country ?? '') !== before.address.country;
    const address = isAbroad
      ? completeAddress(parts)
      : given
        ? updatedAddress(service, before.address, parts)
        : before.address;
    const after = { ...before, address, is_deliverable };
    database.put('contact', after.contact_id, after, after.account);
    return after;
  };

  app.post('/address-update', async (c) => {
    const { contact_id: id, code, new_address, message, by } = await readBodyAs(c, addressUpdateBody);
    const before = contactFor(id);
    const cause = by && causeOf(service, by);
    const deliveries = database.atomically(() => {
      const after = changeAddress(before, new_address ?? plausibleCorrection(before.address), true);
      return generateAddressUpdate(service, before, after, {
        code: code ?? (cause ? 'api_client' : 'unspecified'),
        message: message ?? messageFor(before, after),
        by: cause,
      });
    });
    return accepted(c, deliveries);
  });

  app.post('/mail-returned', async (c) => {
    const { contact_id: id, forwarding_address: forwarding } = await readBodyAs(c, mailReturnedBody);
    const contact = contactFor(id);
    // A letter was sent to the address, so it counted as deliverable before.
    const before = { ...contact, is_deliverable: true };
    const deliveries = database.atomically(() =>
      generateAddressUpdate(
        service,
        before,
        changeAddress(before, forwarding ?? undefined, Boolean(forwarding)),
        {
          code: 'returned_mail',
          message: forwarding
            ? `A letter to ${displayName(contact)} was returned with a forwarding address.`
            : `A letter to ${displayName(contact)} was returned as undeliverable.`,
        },
      ),
    );
    return accepted(c, deliveries);
  });

  const orderFor = async (c: SandboxContext): Promise<Order> => {
    const { order_id: id } = await readBodyAs(c, orderBody);
    return requireRecord(database.get<Order>('order', id), 'order', id);
  };

  app.post('/order-complete', async (c) => {
    const order = await orderFor(c);
    return accepted(
      c,
      database.atomically(() => generateOrderComplete(service, advanceOrderTo(service, order, 'complete'))),
    );
  });

  app.post('/shipped', async (c) => {
    const order = await orderFor(c);
    return accepted(
      c,
      database.atomically(() => generateShipped(service, advanceOrderTo(service, order, 'mailed'))),
    );
  });

  app.post('/raw', async (c) => {
    const { event, query, body, user } = await readBodyAs(c, rawBody);
    const subscribers =
      user === undefined
        ? {}
        : { account: requireRecord(database.get<User>('user', user), 'user', user).account };
    return accepted(
      c,
      database.atomically(() => generate(service, event, { ...subscribers, parameters: query, body })),
    );
  });

  return app;
}

/** Returns the application that caused the event. If there is only an access token, the client is the token's. */
function causeOf(
  { database }: Service,
  by: { client?: string | undefined; token?: string | undefined },
): Cause {
  const token =
    by.token === undefined
      ? undefined
      : requireRecord(database.get<Token>('token', by.token), 'access token', 'in "by"');
  const client = by.client ?? token?.client;
  if (client !== undefined) requireRecord(database.get<Client>('client', client), 'client', client);
  return { client, token: token?.token };
}

/** Returns a correction as a post office would make it: the complete ZIP code, or another line in the street. */
function plausibleCorrection({ street, postal_code: code, country }: Address): Partial<Address> {
  if (country === '' && /^\d{5}$/.test(code)) return { postal_code: `${code}-0001` };
  return {
    street: street.startsWith('c/o ') ? street.replace(/^c\/o [^\n]*\n?/, '') : `c/o Post Office\n${street}`,
  };
}

const messageFor = (before: Contact, after: Contact): string =>
  sameAddress(before.address, after.address)
    ? `The address of ${displayName(after)} was checked.`
    : `The address of ${displayName(after)} was updated.`;
