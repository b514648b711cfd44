/** Events made to happen: POST /sandbox/events/… */
import { Hono } from 'hono';
import * as zod from 'zod';
import { completeAddress, displayName, sameAddress, updatedAddress } from '../contacts/contact.ts';
import type { SandboxContext, SandboxEnv } from '../http/context.ts';
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
import { existing, readBodyAs } from './request.ts';

const text = zod.string().max(20_000);

const newAddress = zod.strictObject({
  street: text.optional(),
  city: text.optional(),
  state: text.optional(),
  postal_code: text.optional(),
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
        .union([text, zod.number(), zod.boolean()], 'has to be a text, a number or a boolean')
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

  /** The contact that is meant; without an id the first there is. */
  const contactFor = (id: string | undefined): Contact =>
    id === undefined
      ? existing(database.list<Contact>('contact')[0], 'contact', 'at all')
      : existing(database.get<Contact>('contact', id), 'contact', id);

  const move = (
    before: Contact,
    given: zod.output<typeof newAddress> | undefined,
    deliverable: boolean,
  ): Contact => {
    const { is_deliverable = deliverable, ...parts } = given ?? {};
    // What belongs to an address in another country does not belong to this one.
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
      const after = move(before, new_address ?? plausibleCorrection(before.address), true);
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
    // A letter was sent there, so the address counted as deliverable before.
    const before = { ...contact, is_deliverable: true };
    const deliveries = database.atomically(() =>
      generateAddressUpdate(service, before, move(before, forwarding ?? undefined, Boolean(forwarding)), {
        code: 'returned_mail',
        message: forwarding
          ? `A letter to ${displayName(contact)} came back with a forwarding address.`
          : `A letter to ${displayName(contact)} came back; the address cannot receive mail.`,
      }),
    );
    return accepted(c, deliveries);
  });

  const orderFor = async (c: SandboxContext): Promise<Order> => {
    const { order_id: id } = await readBodyAs(c, orderBody);
    return existing(database.get<Order>('order', id), 'order', id);
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
    const whose =
      user === undefined ? {} : { account: existing(database.get<User>('user', user), 'user', user).account };
    return accepted(
      c,
      database.atomically(() => generate(service, event, { ...whose, parameters: query, body })),
    );
  });

  return app;
}

/** An application that is said to have caused the event; a token tells its client. */
function causeOf(
  { database }: Service,
  by: { client?: string | undefined; token?: string | undefined },
): Cause {
  const token =
    by.token === undefined
      ? undefined
      : existing(database.get<Token>('token', by.token), 'access token', 'of this name');
  const client = by.client ?? token?.client;
  if (client !== undefined) existing(database.get<Client>('client', client), 'client', client);
  return { client, token: token?.token };
}

/** What a post office would correct: a ZIP code is completed, or another address gets a house name. */
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
