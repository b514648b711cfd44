/** The control API under /sandbox: makes things happen that the service's own API cannot. */
import { type Context, Hono } from 'hono';
import * as zod from 'zod';
import { scopesInWords } from './access.ts';
import { duration } from './clock.ts';
import { shown as shownContact } from './contacts.ts';
import { deliver } from './deliveries.ts';
import { generate, generateAddressUpdate, generateOrderComplete, generateShipped } from './events.ts';
import { type Fault, faultBody } from './faults.ts';
import { issueToken } from './oauth.ts';
import { shown as shownOrder, stepOrder } from './orders.ts';
import { checked, query, readJson } from './reading.ts';
import type {
  Client,
  Contact,
  Delivery,
  List,
  Logo,
  Order,
  SavedOrder,
  StoredFile,
  User,
} from './records.ts';
import { Refusal } from './refusal.ts';
import type { LoggedRequest } from './request_log.ts';
import type { Service } from './service.ts';

const codes = { missing: 'missing_attribute', invalid: 'invalid_data' };

const partialAddress = zod.strictObject({
  street: zod.string().optional(),
  city: zod.string().optional(),
  state: zod.string().optional(),
  postal_code: zod.string().optional(),
  country: zod.string().optional(),
  is_deliverable: zod.boolean().optional(),
});

const addressUpdateBody = zod.strictObject({
  contact_id: zod.string().optional(),
  code: zod.string().min(1).optional(),
  new_address: partialAddress.optional(),
  message: zod.string().optional(),
  by: zod
    .strictObject({
      client: zod.string().optional(),
      token: zod.string().optional(),
    })
    .optional(),
});

const mailReturnedBody = zod.strictObject({
  contact_id: zod.string().optional(),
  forwarding_address: partialAddress.optional(),
});
const orderEventBody = zod.strictObject({ order_id: zod.string() });

const rawBody = zod.strictObject({
  event: zod.string().min(1),
  query: zod.record(zod.string(), zod.string()).default({}),
  body: zod.record(zod.string(), zod.unknown()).nullish(),
  user: zod.string().optional(),
});

const tokenBody = zod.strictObject({
  user: zod.string(),
  client: zod.string(),
  scopes: zod.array(zod.string()),
});

const clockBody = zod.union([
  zod.strictObject({ freeze: zod.string() }),
  zod.strictObject({ advance: zod.string() }),
  zod.strictObject({ run: zod.literal(true) }),
]);

export function controlRoutes(service: Service, reset: () => Promise<void>): Hono {
  const { database, clock } = service;
  const app = new Hono();

  const find = <T extends object>(kind: Parameters<typeof database.get>[0], id: string): T => {
    const found = database.get<T>(kind, id);
    if (found && !('deleted' in found && found.deleted)) return found;
    throw new Refusal(404, 'not_found', `There is no ${kind.replace('_', ' ')} ${id.slice(0, 100)}.`);
  };

  const body = async (c: Context): Promise<unknown> => (await readJson(c)) ?? {};

  /** Calls without a body; anything that is sent with them is a mistake. */
  const noBody = async (c: Context): Promise<void> => {
    const value = await body(c);
    if (typeof value !== 'object' || value === null || Object.keys(value).length > 0) {
      throw new Refusal(400, 'invalid_data', 'This call takes no body.');
    }
  };

  app.post('/reset', async (c) => {
    await noBody(c);
    await reset();
    return c.json({ now: clock.iso });
  });

  app.post('/tokens', async (c) => {
    const { user, client, scopes } = checked(tokenBody, await body(c), codes);
    find<User>('user', user);
    find<Client>('client', client);
    const unknown = scopes.find((scope) => !Object.hasOwn(scopesInWords, scope));
    if (unknown !== undefined)
      throw new Refusal(400, 'invalid_scope', `There is no scope ${unknown.slice(0, 100)}.`);
    return c.json({ access_token: issueToken(service, client, user, scopes) }, 201);
  });

  app.delete('/tokens/:token', (c) => {
    const token = c.req.param('token');
    if (!database.get('token', token)) throw new Refusal(404, 'not_found', 'There is no such token.');
    database.remove('token', token);
    return c.body(null, 204);
  });

  const clockState = () => ({ now: clock.iso, frozen: clock.frozen });

  app.get('/clock', (c) => c.json(clockState()));

  app.post('/clock', async (c) => {
    const asked = checked(clockBody, await body(c), codes);
    if ('freeze' in asked) clock.freeze(readTime(asked.freeze));
    else if ('run' in asked) clock.run();
    else {
      const milliseconds = duration(asked.advance);
      if (milliseconds === undefined) {
        throw new Refusal(
          400,
          'invalid_data',
          `"${asked.advance.slice(0, 40)}" is no duration. Use numbers with d, h, m or s, such as 3d2h.`,
          { attribute: 'advance' },
        );
      }
      await clock.advance(milliseconds);
    }
    return c.json(clockState());
  });

  const accepted = (c: Context, deliveries: string[]): Response => c.json({ deliveries }, 202);

  /** The contact that is meant, or the first of the demonstration account. */
  const contactFor = (id: string | undefined): Contact => {
    if (id !== undefined) return find<Contact>('contact', id);
    const first = database.list<Contact>('contact').find(({ deleted }) => !deleted);
    if (first) return first;
    throw new Refusal(404, 'not_found', 'There are no contacts.');
  };

  app.post('/events/address-update', async (c) => {
    const asked = checked(addressUpdateBody, await body(c), codes);
    const before = contactFor(asked.contact_id);
    const { is_deliverable: deliverable = true, ...parts } = asked.new_address ?? {};
    const after = {
      ...before,
      address: { ...before.address, ...parts },
      is_deliverable: deliverable,
    };
    database.put('contact', after.contact_id, after, after.account);
    const { code = 'unspecified', message = 'The address was updated.', by } = asked;
    return accepted(
      c,
      generateAddressUpdate(service, before, after, {
        code,
        message,
        ...(by ? { by } : {}),
      }),
    );
  });

  app.post('/events/mail-returned', async (c) => {
    const { contact_id: id, forwarding_address: forwarding } = checked(
      mailReturnedBody,
      await body(c),
      codes,
    );
    // Until now the letters were thought to arrive: without a forwarding address only is_deliverable differs (§6.2).
    const before = { ...contactFor(id), is_deliverable: true };
    const { is_deliverable: deliverable = forwarding !== undefined, ...parts } = forwarding ?? {};
    const after = {
      ...before,
      address: { ...before.address, ...parts },
      is_deliverable: deliverable,
    };
    database.put('contact', after.contact_id, after, after.account);
    const message = forwarding
      ? 'A letter came back with a forwarding address.'
      : 'A letter came back: the address cannot receive mail.';
    return accepted(
      c,
      generateAddressUpdate(service, before, after, {
        code: 'returned_mail',
        message,
      }),
    );
  });

  app.post('/events/order-complete', async (c) => {
    const { order_id: id } = checked(orderEventBody, await body(c), codes);
    return accepted(c, generateOrderComplete(service, find<Order>('order', id)));
  });

  app.post('/events/shipped', async (c) => {
    const { order_id: id } = checked(orderEventBody, await body(c), codes);
    return accepted(c, generateShipped(service, find<Order>('order', id)));
  });

  app.post('/events/raw', async (c) => {
    const { event, query: parameters, body: content, user } = checked(rawBody, await body(c), codes);
    const account = user === undefined ? {} : { account: find<User>('user', user).account };
    return accepted(
      c,
      generate(service, event, {
        ...account,
        query: parameters,
        body: content ?? null,
      }),
    );
  });

  app.post('/orders/:id/advance', async (c) => {
    await noBody(c);
    const { id } = find<Order>('order', c.req.param('id'));
    const deliveries = await stepOrder(service, id);
    const { state, ...order } = find<Order>('order', id);
    return c.json({ ...shownOrder({ ...order, state }), state, deliveries });
  });

  app.get('/deliveries', (c) => c.json(database.list<Delivery>('delivery').map(shownDelivery)));

  app.get('/deliveries/:id', (c) => c.json(shownDelivery(find<Delivery>('delivery', c.req.param('id')))));

  app.post('/deliveries/:id/resend', async (c) => {
    await noBody(c);
    const before = find<Delivery>('delivery', c.req.param('id'));
    database.unschedule('deliver', before.id);
    database.put(
      'delivery',
      before.id,
      { ...before, state: 'pending', next: clock.iso, generated: clock.now },
      before.account,
    );
    deliver(service, before.id);
    return accepted(c, [before.id]);
  });

  app.get('/requests', (c) => {
    const after = Number(query(c, 'after') ?? 0);
    return c.json(database.list<LoggedRequest>('request').filter(({ id }) => id > after));
  });

  app.get('/faults', (c) => c.json(database.list<Fault>('fault')));

  app.post('/faults', async (c) => {
    const rule = checked(faultBody, await body(c), codes);
    const fault: Fault = {
      ...rule,
      id: String(database.next('fault')),
      seen: 0,
      fired: 0,
    };
    database.put('fault', fault.id, fault);
    return c.json(fault, 201);
  });

  app.delete('/faults', (c) => {
    database.removeAll('fault');
    return c.body(null, 204);
  });

  app.get('/seed', (c) => c.json(present(service)));

  return app;
}

const shownDelivery = ({ account, generated, once, ...delivery }: Delivery) => delivery;

function readTime(text: string): number {
  const time = /^\d{4}-\d{2}-\d{2}/.test(text)
    ? Date.parse(/\dT[\d:.]+$/.test(text) ? `${text}Z` : text)
    : Number.NaN;
  if (Number.isFinite(time)) return time;
  throw new Refusal(400, 'invalid_data', `"${text.slice(0, 40)}" is no ISO 8601 time.`, {
    attribute: 'freeze',
  });
}

/** Everything with an id, as it is now. */
function present({ database, worlds }: Service) {
  const alive = <T extends { deleted: boolean }>(records: T[]): T[] =>
    records.filter(({ deleted }) => !deleted);
  return {
    worlds: [...worlds],
    fonts: database.list('font'),
    paper_types: database.list('paper_type'),
    envelope_types: database.list('envelope_type'),
    lists: database.list<List>('list').map(({ contact_ids, ...list }) => ({
      ...list,
      contact_count: contact_ids.length,
    })),
    logos: database.list<Logo>('logo'),
    files: alive(database.list<StoredFile>('file')).map(({ deleted, ...file }) => file),
    saved_orders: database.list<SavedOrder>('saved_order'),
    contacts: alive(database.list<Contact>('contact')).map((contact) => ({
      ...shownContact(contact),
      account: contact.account,
      is_deliverable: contact.is_deliverable,
    })),
    users: database.list<User>('user').map(({ email, name, account }) => ({ email, name, account })),
    clients: database.list<Client>('client').map(({ id, name, callback, trouble }) => ({
      id,
      name,
      callback,
      ...(trouble ? { trouble } : {}),
    })),
  };
}
