/** Checks that every field of every control API body changes something that can be observed afterwards. */
import { describe, expect, it } from '@jest/globals';
import * as zod from 'zod';
import { addressFields } from '../../contacts/contact_fields.ts';
import { bodies } from '../../control/bodies.ts';
import { controlRoutes } from '../../control/routes.ts';
import { Clock } from '../../store/clock.ts';
import { Database } from '../../store/database.ts';
import { readSeed } from '../../store/seed.ts';
import {
  addressUpdate,
  following,
  orderComplete,
  orderShipped,
  type ServiceClient,
  sandbox,
} from '../service_client.ts';

const noon = '2026-03-13T12:00:00Z';
/** Nothing listens here. */
const target = 'http://127.0.0.1:1/hook';

interface Scenario {
  /** Makes the call with a body and returns what it changed. */
  observe(service: ServiceClient, body: object): Promise<unknown>;
  /** For each field, two bodies that differ only in this field, or a separate test. */
  fields: Record<string, readonly [object, object] | (() => Promise<void>)>;
}

/** Returns, for each field, the body and the same body with another value in this field. */
const pairs = (body: object, values: Record<string, unknown>): Record<string, [object, object]> =>
  Object.fromEntries(
    Object.entries(values).map(([path, value]) => [path, [body, withValue(body, path.split('.'), value)]]),
  );

function withValue(body: object, [name = '', ...rest]: string[], value: unknown): object {
  const inner: unknown = Reflect.get(body, name);
  return { ...body, [name]: rest.length > 0 ? withValue(Object(inner), rest, value) : value };
}

const addressPairs = (body: object, field: string) =>
  pairs(body, {
    ...Object.fromEntries(Object.keys(addressFields).map((part) => [`${field}.${part}`, 'Changed'])),
    [`${field}.is_deliverable`]: false,
  });

const order = { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' };

/** Publishes an event and returns the deliveries, contacts and orders afterwards. */
const observeEvent =
  (event: string) =>
  async (service: ServiceClient, body: object): Promise<unknown> => {
    const [user, other] = [await service.as(), await service.as({ user: 'other@example.com' })];
    for (const key of [addressUpdate, orderComplete, orderShipped]) await user.post(following(key, target));
    await other.post(following(addressUpdate, target));
    const orders = [await user.post('/v1/orders', order), await user.post('/v1/orders', order)];
    const values = {
      FIRST_ORDER: orders[0]?.body.order_id,
      SECOND_ORDER: orders[1]?.body.order_id,
      TOKEN: user.token,
    };
    const text = Object.entries(values).reduce(
      (json, [name, value]) => json.replaceAll(name, value),
      JSON.stringify(body),
    );
    await service.control('POST', `/events/${event}`, JSON.parse(text));
    return {
      deliveries: (await service.control('GET', '/deliveries')).map(
        ({ url, body }: { url: string; body: unknown }) => ({ url, body }),
      ),
      contacts: (await user.get('/v1/contacts')).body,
      orders: await service.control('GET', '/orders'),
    };
  };

const none: Scenario = { observe: async () => undefined, fields: {} };

const firstOrder = pairs({ order_id: 'FIRST_ORDER' }, { order_id: 'SECOND_ORDER' });

const scenarios: Record<keyof typeof bodies, Scenario> = {
  'POST /clock': {
    observe: (service, body) => service.control('POST', '/clock', body),
    fields: {
      ...pairs({ freeze: noon }, { freeze: '2026-03-14T12:00:00Z' }),
      ...pairs({ advance: '1h' }, { advance: '2h' }),
      run: [{ freeze: noon }, { run: true }],
    },
  },
  'POST /deliveries/:id/resend': none,
  'POST /events/address-update': {
    observe: observeEvent('address-update'),
    fields: {
      ...pairs({}, { contact_id: 'c-001-0002', code: 'moved', message: 'Moved.' }),
      ...addressPairs({ new_address: { street: '1 New Street' } }, 'new_address'),
      ...pairs({ by: { client: 'other-client' } }, { 'by.client': 'sandbox-client' }),
      ...pairs({ by: { client: 'sandbox-client' } }, { 'by.token': 'TOKEN' }),
    },
  },
  'POST /events/mail-returned': {
    observe: observeEvent('mail-returned'),
    fields: {
      ...pairs({}, { contact_id: 'c-001-0002' }),
      ...addressPairs({ forwarding_address: { street: '1 New Street' } }, 'forwarding_address'),
    },
  },
  'POST /events/order-complete': { observe: observeEvent('order-complete'), fields: firstOrder },
  'POST /events/raw': {
    observe: observeEvent('raw'),
    fields: pairs(
      { event: addressUpdate },
      { event: orderShipped, query: { a: 1 }, body: { a: 1 }, user: 'other@example.com' },
    ),
  },
  'POST /events/shipped': { observe: observeEvent('shipped'), fields: firstOrder },
  'POST /faults': {
    async observe(service, rule) {
      const api = await service.as();
      await service.control('POST', '/faults', rule);
      const responses = [];
      for (let count = 0; count < 12; count += 1) {
        const sending = count % 4 === 3 ? api.post('/v3/contacts', { name: 'X' }) : api.get('/v1/logos');
        responses.push(
          await sending
            .then(({ status, headers, body }) => [status, headers.get('x-fault'), body])
            .catch(() => 'no response'),
        );
      }
      return responses;
    },
    fields: {
      ...pairs(
        { then: { status: 500 } },
        {
          'match.method': 'POST',
          'match.path': '/v1/logos',
          nth: 2,
          probability: 0.5,
          'then.headers': { 'X-Fault': 'yes' },
          'then.body': 'Sorry',
          'then.reset': 'before',
        },
      ),
      ...pairs({ probability: 0.5, then: { status: 500 } }, { seed: 7 }),
      ...pairs({ then: { body: 'Sorry' } }, { 'then.status': 503, 'then.truncate': 2 }),
      'then.delay_ms': async () => {
        const service = await sandbox();
        await service.control('POST', '/faults', {
          match: { path: '/v1/logos' },
          then: { delay_ms: 600_000 },
        });
        const delayed = fetch(`${service.url}/v1/logos`).then(
          () => 'answered',
          () => 'closed',
        );
        const others = async () => {
          for (let count = 0; count < 50; count += 1) await service.control('GET', '/faults');
          return 'still waiting';
        };
        expect(await Promise.race([delayed, others()])).toBe('still waiting');
      },
    },
  },
  'POST /orders/:id/advance': none,
  'POST /orders/:id/cancel': none,
  'POST /orders/:id/save': {
    async observe(service, body) {
      const user = await service.as();
      const { order_id: id } = (await user.post('/v1/orders', order)).body;
      await service.control('POST', `/orders/${id}/save`, body);
      return (await user.get('/v1/orders/saved')).body;
    },
    fields: pairs({ name: 'One' }, { name: 'Two' }),
  },
  'POST /reset': none,
  'POST /tokens': {
    async observe(service, body) {
      const { access_token: token } = await service.control('POST', '/tokens', body);
      const { status, body: list } = await service.send('GET', '/v1/contacts', { token });
      const [{ client }] = await service.control('GET', '/requests');
      return { status, contacts: list.contacts, client };
    },
    fields: pairs(
      { user: 'demo@example.com', client: 'sandbox-client', scopes: ['contacts.read'] },
      { user: 'other@example.com', client: 'other-client', scopes: ['orders.read'] },
    ),
  },
  'PUT /clients/:id': {
    async observe(service, body) {
      await service.control('PUT', '/clients/new-app', body);
      const authorize = (type: string) =>
        service.send(
          'GET',
          `/my/oauth/authorize?client_id=new-app&scope=contacts.read&response_type=${type}`,
        );
      const [page, refused] = [await authorize('code'), await authorize('token')];
      const query = 'grant_type=authorization_code&code=x&client_id=new-app&client_secret=first';
      const exchange = await service.send('POST', `/oauth/token?${query}`);
      return [/<h1>(.*)<\/h1>/.exec(page.body)?.[1], refused.headers.get('location'), exchange.body.error];
    },
    fields: pairs(
      { secret: 'first', name: 'First app', callback: 'http://127.0.0.1:4020/first' },
      { secret: 'second', name: 'Second app', callback: 'http://127.0.0.1:4020/second' },
    ),
  },
};

const jsonSchema = zod.looseObject({
  properties: zod.record(zod.string(), zod.unknown()).optional(),
  anyOf: zod.array(zod.unknown()).default([]),
});

/** Returns the paths of the fields in a JSON Schema, such as `match.path`. */
function fieldsIn(schema: unknown, path: readonly string[] = []): string[] {
  const { properties, anyOf } = jsonSchema.parse(schema);
  if (properties)
    return Object.entries(properties).flatMap(([name, inner]) => fieldsIn(inner, [...path, name]));
  const options = anyOf.filter((option) => jsonSchema.parse(option).properties);
  return options.length > 0 ? options.flatMap((option) => fieldsIn(option, path)) : [path.join('.')];
}

const isCall = (name: string): name is keyof typeof bodies => Object.hasOwn(bodies, name);

const fields = Object.keys(bodies)
  .filter(isCall)
  .flatMap((call) =>
    fieldsIn(zod.toJSONSchema(bodies[call], { io: 'input' })).map((field): [typeof call, string] => [
      call,
      field,
    ]),
  );

describe('every field of the control API changes something', () => {
  it.each(fields)('%s: %s', async (call, field) => {
    const { observe, fields } = scenarios[call];
    const scenario = fields[field];
    if (!scenario) throw new Error(`Add a scenario for the field ${field} of ${call} to this file.`);
    if (typeof scenario === 'function') return await scenario();
    const [one, other] = scenario;
    const before = await observe(await sandbox({ clock: noon }), one);
    expect(await observe(await sandbox({ clock: noon }), other)).not.toEqual(before);
  });

  it('lists the body of every call that takes one', () => {
    const database = new Database();
    const service = {
      database,
      clock: new Clock(database),
      variants: new Set<never>(),
      origin: '',
      newId: String,
      newSecret: String,
    };
    const calls = controlRoutes(service, readSeed(), async () => {})
      .routes.filter(({ method }) => method === 'POST' || method === 'PUT')
      .map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(bodies).toSorted()).toEqual(calls.toSorted());
    database.close();
  });
});
