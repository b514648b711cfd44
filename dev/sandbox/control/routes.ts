/** The control API under /sandbox. See dev/sandbox/README.md. */
import { Hono } from 'hono';
import * as zod from 'zod';
import { scopeDescriptions } from '../http/access.ts';
import type { SandboxEnv } from '../http/context.ts';
import { readQuery, shorten } from '../http/request_body.ts';
import { ServiceError } from '../http/service_error.ts';
import { issueToken } from '../oauth/token_endpoint.ts';
import { serializeOrder } from '../orders/endpoints.ts';
import { unfilledMergeFields } from '../orders/merge_fields.ts';
import { advanceOrder } from '../orders/production.ts';
import type { Service } from '../service.ts';
import { parseDuration, parseIsoTime } from '../store/clock.ts';
import type { Client, Delivery, LoggedRequest, Order, SavedOrder, User } from '../store/records.ts';
import { type SeedSource, serializeSeed } from '../store/seed.ts';
import { attemptNow } from '../webhooks/deliveries.ts';
import { clientRoutes } from './clients.ts';
import { eventRoutes } from './events.ts';
import { type Fault, faultBody } from './faults.ts';
import { listRoutes } from './lists.ts';
import { readBodyAs, requireRecord } from './request.ts';

const tokenBody = zod.strictObject({
  user: zod.string(),
  client: zod.string(),
  scopes: zod.array(zod.string()),
});

const saveBody = zod.strictObject({ name: zod.string().trim().min(1).max(200) });

const clockBody = zod.strictObject({
  freeze: zod.string().optional(),
  advance: zod.string().optional(),
  run: zod.literal(true).optional(),
});

export function controlRoutes(
  service: Service,
  seed: SeedSource,
  reset: () => Promise<void>,
): Hono<SandboxEnv> {
  const { database, clock } = service;
  const app = new Hono<SandboxEnv>();

  app.use(async (c, next) => {
    // Rejects repeated query parameters, as the API does.
    readQuery(c.req.url);
    c.header('Cache-Control', 'no-store');
    await next();
  });

  app.route('/clients', clientRoutes(service));
  app.route('/events', eventRoutes(service));
  app.route('/lists', listRoutes(service));

  app.get('/seed', (c) => c.json(serializeSeed(seed)));

  app.post('/reset', async (c) => {
    await readBodyAs(c, zod.strictObject({}));
    await reset();
    return c.json(clockState());
  });

  app.post('/tokens', async (c) => {
    const { user, client, scopes } = await readBodyAs(c, tokenBody);
    requireRecord(database.get<User>('user', user), 'user', user);
    requireRecord(database.get<Client>('client', client), 'client', client);
    const unknown = scopes.find((scope) => !Object.hasOwn(scopeDescriptions, scope));
    if (unknown !== undefined)
      throw new ServiceError(400, 'invalid_scope', `Unknown scope: ${shorten(unknown)}.`, {
        attribute: 'scopes',
      });
    return c.json({ access_token: issueToken(service, client, user, scopes) }, 201);
  });

  app.delete('/tokens/:token', (c) => {
    const token = c.req.param('token');
    if (!database.get('token', token))
      throw new ServiceError(404, 'not_found', 'This access token does not exist.');
    database.remove('token', token);
    return c.body(null, 204);
  });

  const clockState = () => ({ now: clock.iso, frozen: clock.frozen });

  app.get('/clock', (c) => c.json(clockState()));

  app.post('/clock', async (c) => {
    const change = await readBodyAs(c, clockBody);
    if (Object.keys(change).length !== 1)
      throw new ServiceError(400, 'invalid_data', 'Send exactly one of freeze, advance and run.');
    if (change.freeze !== undefined) {
      const time = parseIsoTime(change.freeze);
      if (time === undefined)
        throw invalidValue('an ISO 8601 time, such as 2026-03-13T09:00:00Z', change.freeze, 'freeze');
      await clock.freeze(time);
    } else if (change.advance !== undefined) {
      const milliseconds = parseDuration(change.advance);
      if (milliseconds === undefined)
        throw invalidValue('a duration, such as 3d2h (units: d, h, m, s)', change.advance, 'advance');
      await clock.advance(milliseconds);
    } else await clock.run();
    return c.json(clockState());
  });

  app.post('/orders/:id/advance', async (c) => {
    await readBodyAs(c, zod.strictObject({}));
    const id = c.req.param('id');
    requireRecord(database.get<Order>('order', id), 'order', id);
    const deliveries = await advanceOrder(service, id);
    if (!deliveries)
      throw new ServiceError(
        409,
        'order_mailed',
        `The order ${id} is already mailed, which is the last state.`,
      );
    return c.json({
      ...orderDetails(service, requireRecord(database.get<Order>('order', id), 'order', id)),
      deliveries,
    });
  });

  app.post('/orders/:id/save', async (c) => {
    const { name } = await readBodyAs(c, saveBody);
    const id = c.req.param('id');
    const { account, contents, rush } = requireRecord(database.get<Order>('order', id), 'order', id);
    const saved: SavedOrder = {
      saved_order_id: service.newId('l'),
      account,
      name,
      created: clock.iso,
      contents,
      rush,
    };
    database.put('saved_order', saved.saved_order_id, saved, account);
    const { saved_order_id, created } = saved;
    return c.json({ saved_order_id, created, name }, 201);
  });

  app.get('/orders', (c) =>
    c.json(database.list<Order>('order').map((order) => orderDetails(service, order))),
  );

  app.get('/deliveries', (c) => c.json(database.list<Delivery>('delivery').map(serializeDelivery)));

  app.get('/deliveries/:id', (c) => {
    const id = c.req.param('id');
    return c.json(serializeDelivery(requireRecord(database.get<Delivery>('delivery', id), 'delivery', id)));
  });

  app.post('/deliveries/:id/resend', async (c) => {
    await readBodyAs(c, zod.strictObject({}));
    const id = c.req.param('id');
    requireRecord(database.get<Delivery>('delivery', id), 'delivery', id);
    await attemptNow(service, id);
    return c.json(serializeDelivery(requireRecord(database.get<Delivery>('delivery', id), 'delivery', id)));
  });

  app.get('/requests', (c) => {
    const { after = '0' } = readQuery(c.req.url);
    if (!/^\d{1,15}$/.test(after)) throw invalidValue('the ID of a logged request', after, 'after');
    return c.json(database.list<LoggedRequest>('request').filter(({ id }) => id > Number(after)));
  });

  app.get('/faults', (c) => c.json(database.list<Fault>('fault')));

  app.post('/faults', async (c) => {
    const rule = await readBodyAs(c, faultBody);
    const fault: Fault = { ...rule, id: service.newId('x'), seen: 0, fired: 0 };
    database.put('fault', fault.id, fault);
    return c.json(fault, 201);
  });

  app.delete('/faults', (c) => {
    database.removeAll('fault');
    return c.body(null, 204);
  });

  return app;
}

const invalidValue = (what: string, given: string, attribute: string): ServiceError =>
  new ServiceError(400, 'invalid_data', `"${shorten(given)}" is not ${what}.`, { attribute });

const serializeDelivery = ({ account, once, parameters, body, ...delivery }: Delivery) => ({
  ...delivery,
  body: body ?? null,
});

/** Returns the order with details that the API does not show. */
const orderDetails = (service: Service, order: Order) => ({
  ...serializeOrder(order),
  order_id: order.id,
  account: order.account,
  state: order.state,
  completed: order.completed ?? null,
  quantity: order.quantity,
  unfilled_merge_fields: unfilledMergeFields(service, order),
});
