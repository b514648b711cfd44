/** Publishes events on request: POST /sandbox/events/… */
import { Hono } from 'hono';
import {
  applyAddressChanges,
  completeAddress,
  completeZipCode,
  displayName,
  sameAddress,
} from '../contacts/contact.ts';
import { saveContact } from '../contacts/contact_list.ts';
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
import { bodies, type ControlBody } from './bodies.ts';
import { readBodyAs, requireRecord } from './request.ts';

type NewAddress = NonNullable<ControlBody<'POST /events/address-update'>['new_address']>;

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

  const changeAddress = (before: Contact, given: NewAddress | undefined, deliverable: boolean): Contact => {
    const { is_deliverable = deliverable, ...parts } = given ?? {};
    // If the country changes, the other parts of the old address no longer apply.
    const isAbroad = parts.country !== undefined && (parts.country ?? '') !== before.address.country;
    const address = isAbroad
      ? completeAddress(parts)
      : given
        ? applyAddressChanges(service, before.address, parts)
        : before.address;
    const after = { ...before, address, is_deliverable };
    saveContact(service, before, after);
    return after;
  };

  app.post('/address-update', async (c) => {
    const {
      contact_id: id,
      code,
      new_address,
      message,
      by,
    } = await readBodyAs(bodies['POST /events/address-update'], c);
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
    const { contact_id: id, forwarding_address: forwarding } = await readBodyAs(
      bodies['POST /events/mail-returned'],
      c,
    );
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

  const findOrder = ({ order_id: id }: { order_id: string }): Order =>
    requireRecord(database.get<Order>('order', id), 'order', id);

  app.post('/order-complete', async (c) => {
    const order = findOrder(await readBodyAs(bodies['POST /events/order-complete'], c));
    return accepted(
      c,
      database.atomically(() => generateOrderComplete(service, advanceOrderTo(service, order, 'complete'))),
    );
  });

  app.post('/shipped', async (c) => {
    const order = findOrder(await readBodyAs(bodies['POST /events/shipped'], c));
    return accepted(
      c,
      database.atomically(() => generateShipped(service, advanceOrderTo(service, order, 'mailed'))),
    );
  });

  app.post('/raw', async (c) => {
    const { event, query, body, user } = await readBodyAs(bodies['POST /events/raw'], c);
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
function plausibleCorrection(address: Address): Partial<Address> {
  const { street } = address;
  const completed = completeZipCode(address);
  if (completed) return { postal_code: completed.postal_code };
  return {
    street: street.startsWith('c/o ') ? street.replace(/^c\/o [^\n]*\n?/, '') : `c/o Post Office\n${street}`,
  };
}

const messageFor = (before: Contact, after: Contact): string =>
  sameAddress(before.address, after.address)
    ? `The address of ${displayName(after)} was checked.`
    : `The address of ${displayName(after)} was updated.`;
