import { afterEach, describe, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from './support/connector.ts';

const { api } = useNock();
const order = { saved_order_id: 'l-003-0001', list_id: 'l-001-0001' };
const placed = { order_id: 'm-1', created: '2026-03-12T10:00:00' };
const send = (connector: UnitConnector, more: Record<string, unknown> = {}, bundle = {}) =>
  connector.create('resend_saved_order', { ...order, ...more }, bundle);
/** The service takes one order; a second request finds nobody and fails. */
const once = () => api().post('/v1/orders', order).once().reply(201, placed);

describe('within the window the same order is placed once', () => {
  it.each([
    ['hour', 3600],
    ['day', 86_400],
    ['week', 604_800],
    ['', 86_400],
  ])('of a "%s", and after it again', async (duplicate_window, seconds) => {
    const connector = new UnitConnector();
    once();
    expect(await send(connector, { duplicate_window })).toMatchObject({
      already_ordered: false,
      order_id: 'm-1',
    });
    connector.now += (seconds - 5) * 1000;
    expect(await send(connector, { duplicate_window })).toMatchObject({
      already_ordered: true,
      order_id: 'm-1',
      id: 'm-1',
    });
    connector.now += 10_000;
    api()
      .post('/v1/orders')
      .reply(201, { ...placed, order_id: 'm-2' });
    expect(await send(connector, { duplicate_window })).toMatchObject({
      already_ordered: false,
      order_id: 'm-2',
    });
  });

  it('unless the protection is off', async () => {
    const connector = new UnitConnector();
    api().post('/v1/orders').twice().reply(201, placed);
    await send(connector, { duplicate_window: 'off' });
    expect(await send(connector, { duplicate_window: 'off' })).toMatchObject({ already_ordered: false });
  });

  it.each([
    ['off', 'hour', 3600],
    ['off', 'day', 86_400],
    ['off', 'week', 604_800],
    ['hour', 'day', 86_400],
    ['hour', 'week', 604_800],
    ['day', 'week', 604_800],
  ])('and one with "%s" counts for a step that looks back further: "%s"', async (first, second, seconds) => {
    const connector = new UnitConnector();
    once();
    await send(connector, { duplicate_window: first });
    connector.now += (seconds - 5) * 1000;
    expect(await send(connector, { duplicate_window: second })).toMatchObject({
      already_ordered: true,
      order_id: 'm-1',
    });
    connector.now += 10_000;
    once();
    expect(await send(connector, { duplicate_window: second })).toMatchObject({ already_ordered: false });
  });

  it('and one without protection counts after one with a longer time behind it', async () => {
    const connector = new Clocked();
    once();
    await send(connector, { duplicate_window: 'day' });
    connector.now += 2 * 3_600_000;
    api()
      .post('/v1/orders')
      .reply(201, { ...placed, order_id: 'm-2' });
    await send(connector, { duplicate_window: 'off' });
    connector.now += 60_000;
    expect(await send(connector, { duplicate_window: 'hour' })).toMatchObject({
      already_ordered: true,
      order_id: 'm-2',
    });
  });

  it.each(['off', 'hour', 'day'])('and one with "%s" that was refused counts for nobody', async (first) => {
    const connector = new UnitConnector();
    api().post('/v1/orders').reply(409, {});
    await expect(send(connector, { duplicate_window: first })).rejects.toThrow();
    once();
    expect(await send(connector, { duplicate_window: 'week' })).toMatchObject({ already_ordered: false });
  });

  it.each(['off', 'hour'])(
    'and one with "%s" of which nobody knows keeps a step from ordering that looks back further',
    async (first) => {
      const connector = new UnitConnector();
      api().post('/v1/orders').reply(502, '');
      await expect(send(connector, { duplicate_window: first })).rejects.toThrow(/may exist or not/);
      connector.now += 2 * 3_600_000;
      await expect(send(connector, { duplicate_window: 'day' })).rejects.toThrow(/Nothing was ordered now/);
    },
  );

  it.each(['hour', 'day'])('also when what came of one with "%s" could not be kept', async (first) => {
    const connector = new Clocked();
    api()
      .post('/v1/orders')
      .reply(() => {
        connector.failing.add('zcache_set');
        return [201, placed];
      });
    expect(await send(connector, { duplicate_window: first })).toMatchObject({ order_id: 'm-1' });
    connector.failing.clear();
    connector.now += 25 * 3_600_000;
    await expect(send(connector, { duplicate_window: 'week' })).rejects.toThrow(
      /Nothing was ordered now: a step began to order the same letters/,
    );
  });

  it('and one that was refused leaves for longer windows what was there', async () => {
    const connector = new Clocked();
    once();
    await send(connector, { duplicate_window: 'hour' });
    connector.now += 2 * 3_600_000;
    api().post('/v1/orders').reply(409, {});
    await expect(send(connector, { duplicate_window: 'hour' })).rejects.toThrow();
    expect(await send(connector, { duplicate_window: 'day' })).toMatchObject({
      already_ordered: true,
      order_id: 'm-1',
    });
  });

  it('and one without protection leaves the reservation of another as it is', async () => {
    const connector = new Clocked();
    once();
    await send(connector, { duplicate_window: 'day' });
    api()
      .post('/v1/orders')
      .reply(201, { ...placed, order_id: 'm-2' });
    connector.now += 1000;
    await send(connector, { duplicate_window: 'off' });
    connector.now += 23.9 * 3_600_000;
    const kept = connector.cache.entries().map(({ key }) => key.replace(/^order:[0-9a-f]{64}/, 'order'));
    expect(kept).toContain('order');
  });

  it('and one without protection settles what was not known of one before', async () => {
    const connector = new Clocked();
    api().post('/v1/orders').reply(502, '');
    await expect(send(connector)).rejects.toThrow(/run it once with "No protection: send every time"/);
    connector.now += 600_000;
    once();
    await send(connector, { duplicate_window: 'off' });
    connector.now += 600_000;
    expect(await send(connector)).toMatchObject({ already_ordered: true, order_id: 'm-1' });
  });

  it('and the refusal of one without protection leaves what was ordered before', async () => {
    const connector = new UnitConnector();
    once();
    await send(connector);
    api().post('/v1/orders').reply(409, {});
    await expect(send(connector, { duplicate_window: 'off' })).rejects.toThrow();
    expect(await send(connector)).toMatchObject({ already_ordered: true, order_id: 'm-1' });
  });

  it.each([{ list_id: 'l-2' }, { saved_order_id: 'l-003-0002' }])(
    'and another one is placed: %j',
    async (other) => {
      const connector = new UnitConnector();
      once();
      await send(connector);
      api()
        .post('/v1/orders', { ...order, ...other })
        .reply(201, placed);
      expect(await send(connector, other)).toMatchObject({ already_ordered: false });
    },
  );

  it('and another account’s is placed', async () => {
    const connector = new UnitConnector();
    api().post('/v1/orders').twice().reply(201, placed);
    await send(connector);
    expect(await send(connector, {}, { authData: { access_token: 'another-account' } })).toMatchObject({
      already_ordered: false,
    });
  });

  it('also when its contents are spelled out', async () => {
    const connector = new UnitConnector();
    const contents = { list_id: 'l-1', sheets: [{ file: 'f-1' }] };
    api().post('/v1/orders').once().reply(200, { id: 'm-7', type: 'order', contents: [], list: 'l-1' });
    const first = await connector.create('create_order', contents);
    expect(await connector.create('create_order', contents)).toEqual({ ...first, already_ordered: true });
  });

  const spelled = { text: 'Ren\u00e9,\nthank you', text_color: '#aa00bb' };
  const orderWith = (merge: Record<string, unknown>) => ({
    list_id: 'l-1',
    sheets: [{ file: 'f-1' }],
    merges: [{ ...spelled, ...merge }],
  });
  const ordered = { id: 'm-7', type: 'order', contents: [], list: 'l-1' };

  it.each([
    ['lines end as on another system', { text: 'Ren\u00e9,\r\nthank you' }],
    ['lines end as they once did', { text: 'Ren\u00e9,\rthank you' }],
    ['blanks stand at the end', { text: 'Ren\u00e9,\nthank you \n' }],
    ['an accent is written by itself', { text: 'Rene\u0301,\nthank you' }],
    ['a color is in capitals', { text_color: '#AA00BB' }],
    ['a color has no sign before it', { text_color: 'aa00bb' }],
  ])('also when it looks the same on paper: %s', async (_how, merge) => {
    const connector = new UnitConnector();
    api().post('/v1/orders').once().reply(200, ordered);
    await connector.create('create_order', orderWith({}));
    expect(await connector.create('create_order', orderWith(merge))).toMatchObject({ already_ordered: true });
  });

  it.each([
    ['a line more', { text: 'Ren\u00e9,\n\nthank you' }],
    ['moved to the right', { text: ' Ren\u00e9,\nthank you' }],
    ['other capitals', { text: 'REN\u00c9,\nthank you' }],
    ['a sign that is text', { text: '#Ren\u00e9,\nthank you' }],
    ['another color', { text_color: '#aa00bc' }],
  ])('and another one is placed that looks otherwise: %s', async (_how, merge) => {
    const connector = new UnitConnector();
    api().post('/v1/orders').twice().reply(200, ordered);
    await connector.create('create_order', orderWith({}));
    expect(await connector.create('create_order', orderWith(merge))).toMatchObject({
      already_ordered: false,
    });
  });
});

describe('a reservation', () => {
  it.each([400, 401, 403, 404, 409, 410, 413, 422, 429])(
    'is given back when the service answers %i',
    async (status) => {
      const connector = new UnitConnector();
      api().post('/v1/orders').reply(status, {});
      await expect(send(connector)).rejects.toThrow();
      once();
      expect(await send(connector)).toMatchObject({ already_ordered: false });
    },
  );

  it('is given back when the connection is refused', async () => {
    const connector = new UnitConnector();
    api()
      .post('/v1/orders')
      .replyWithError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    await expect(send(connector)).rejects.toThrow(/could not be reached.*nothing was done/);
    once();
    expect(await send(connector)).toMatchObject({ already_ordered: false });
  });

  it.each([
    ['500', () => api().post('/v1/orders').reply(500, '')],
    ['503 as a page', () => api().post('/v1/orders').reply(503, '<html></html>')],
    [
      'a reset',
      () =>
        api()
          .post('/v1/orders')
          .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
    ],
    ['nonsense', () => api().post('/v1/orders').reply(200, '{"hello":1}')],
    ['a page with 200', () => api().post('/v1/orders').reply(200, '<html></html>')],
    ['a redirect', () => api().post('/v1/orders').reply(302, '', { Location: 'https://elsewhere.test/' })],
  ])('is kept after %s: the order may exist, and it is not sent again', async (_what, answer) => {
    const connector = new UnitConnector();
    answer();
    await expect(send(connector)).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringMatching(/may exist or not\. Look at the orders/),
    });
    await expect(send(connector)).rejects.toThrow(/Nothing was ordered now.*that order may exist/);
  });

  it.each(['zcache_get', 'zcache_set'])(
    'that cannot be made means that nothing is ordered: %s fails',
    async (call) => {
      const connector = new UnitConnector();
      connector.failing.add(call);
      await expect(send(connector)).rejects.toThrow(/Nothing was ordered.*Run the step again/);
      expect(nock.pendingMocks()).toEqual([]);
    },
  );

  it('of an order that is on its way is waited for: the second step answers with the first one’s order', async () => {
    const connector = new UnitConnector();
    api().post('/v1/orders', order).delay(300).reply(201, placed);
    const both = await Promise.all([send(connector), send(connector)]);
    expect(both.map(({ order_id }) => order_id)).toEqual(['m-1', 'm-1']);
    expect(both.map(({ already_ordered }) => already_ordered).sort()).toEqual([false, true]);
  });

  it('of an order that is refused meanwhile makes place for the second step’s', async () => {
    const connector = new UnitConnector();
    api().post('/v1/orders', order).delay(300).reply(409, {});
    api().post('/v1/orders', order).reply(201, placed);
    const both = await Promise.allSettled([send(connector), send(connector)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('of an order that is lost meanwhile is not waited for any longer', async () => {
    const connector = new UnitConnector();
    api().post('/v1/orders', order).delay(300).reply(502, '');
    const both = await Promise.allSettled([send(connector), send(connector)]);
    expect(both.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/did not confirm the order \(502\)/),
        expect.stringMatching(/Nothing was ordered now/),
      ]),
    );
  });

  it('is not made when a setting is missing, and the setting is named', async () => {
    const connector = new UnitConnector({ BASE_URL: '' });
    await expect(send(connector)).rejects.toThrow(/The setting BASE_URL of this integration is missing/);
    expect(connector.cache.entries()).toEqual([]);
  });

  it('needs only the settings that an order needs', async () => {
    once();
    expect(await send(new UnitConnector({ AUTH_URL: '' }))).toMatchObject({ order_id: 'm-1' });
  });

  it('is made before the request is sent', async () => {
    const connector = new UnitConnector();
    let reserved = 0;
    api()
      .post('/v1/orders')
      .reply(() => {
        reserved = connector.cache.entries().length;
        return [201, placed];
      });
    await send(connector);
    // One for the steps with the same window, one for those with a longer one.
    expect(reserved).toBe(2);
  });
});

/** A Zapier whose cache and whose steps go by one clock. */
class Clocked extends UnitConnector {
  constructor() {
    super();
    jest.spyOn(Date, 'now').mockImplementation(() => this.now);
  }

  async at(hours: number, duplicate_window: string) {
    this.now = start + hours * 3_600_000;
    return send(this, { duplicate_window });
  }
}

const start = Date.parse('2026-03-12T12:00:00Z');
const takes = (order_id: string) =>
  api()
    .post('/v1/orders')
    .reply(201, { ...placed, order_id });

afterEach(() => {
  jest.restoreAllMocks();
});

describe('steps with windows of different length for the same letters', () => {
  it('each go by their own: a shorter one orders again, and a longer one goes on to see that', async () => {
    const connector = new Clocked();
    takes('m-1');
    await connector.at(0, 'week');
    expect(await connector.at(0.9, 'hour')).toMatchObject({ order_id: 'm-1', already_ordered: true });
    takes('m-2');
    expect(await connector.at(1, 'hour')).toMatchObject({ order_id: 'm-2', already_ordered: false });
    expect(await connector.at(1.9, 'hour')).toMatchObject({ order_id: 'm-2', already_ordered: true });
    expect(await connector.at(20, 'day')).toMatchObject({ order_id: 'm-2', already_ordered: true });
    // The second is remembered for a week of its own, though an hour was asked for it.
    expect(await connector.at(168.9, 'week')).toMatchObject({ order_id: 'm-2', already_ordered: true });
    takes('m-3');
    expect(await connector.at(169.1, 'week')).toMatchObject({ order_id: 'm-3', already_ordered: false });
  });

  it('that begin at the same moment order once', async () => {
    const connector = new Clocked();
    takes('m-1');
    await connector.at(0, 'week');
    takes('m-2');
    const outcomes = await Promise.allSettled([connector.at(2, 'hour'), connector.at(2, 'hour')]);
    const [done, ...others] = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(done).toMatchObject({ value: { order_id: 'm-2' } });
    for (const other of others) expect(other).toMatchObject({ value: { already_ordered: true } });
    for (const other of outcomes.filter(({ status }) => status === 'rejected'))
      expect(other).toMatchObject({ reason: { message: expect.stringContaining('may exist') } });
    expect(await connector.at(2.5, 'hour')).toMatchObject({ order_id: 'm-2', already_ordered: true });
  });

  it('leave the longer one as it was when the shorter one is refused', async () => {
    const connector = new Clocked();
    takes('m-1');
    await connector.at(0, 'week');
    const before = connector.cache.entries();
    api().post('/v1/orders').reply(422, {});
    await expect(connector.at(2, 'hour')).rejects.toThrow();
    expect(connector.cache.entries()).toEqual(before);
    expect(await connector.at(3, 'week')).toMatchObject({ order_id: 'm-1', already_ordered: true });
    takes('m-2');
    expect(await connector.at(4, 'hour')).toMatchObject({ order_id: 'm-2', already_ordered: false });
  });

  it('keep a shorter one of which nobody knows whether it was placed', async () => {
    const connector = new Clocked();
    takes('m-1');
    await connector.at(0, 'day');
    api().post('/v1/orders').reply(500, '');
    await expect(connector.at(2, 'hour')).rejects.toThrow(/may exist or not/);
    await expect(connector.at(2.5, 'hour')).rejects.toThrow(
      /began to order the same letters for this list at 2026-03-12T14:00/,
    );
    await expect(connector.at(12, 'day')).rejects.toThrow(/Nothing was ordered now/);
  });
});

describe('a reservation that could not be kept under its own name', () => {
  it('goes by its own time like any other, and the next step takes the place after it', async () => {
    const connector = new Clocked();
    takes('m-1');
    await connector.at(0, 'week');
    const { cache } = connector;
    const set = cache.set.bind(cache);
    // The first of the two writes is the place after the week's reservation.
    let count = 0;
    cache.set = (...parts) => {
      count += 1;
      if (count > 1) throw new Error('no memory');
      return set(...parts);
    };
    await expect(connector.at(2, 'hour')).rejects.toThrow(/Nothing was ordered: Zapier’s memory/);
    cache.set = set;
    await expect(connector.at(2.5, 'hour')).rejects.toThrow(/began to order .* at 2026-03-12T14:00/);
    takes('m-2');
    expect(await connector.at(3.1, 'hour')).toMatchObject({ order_id: 'm-2', already_ordered: false });
    expect(await connector.at(3.2, 'hour')).toMatchObject({ order_id: 'm-2', already_ordered: true });
  });
});

/** A cache whose answers to reservations are turned into others. */
const withCache = (change: (set: () => boolean, count: number) => boolean): UnitConnector => {
  const connector = new UnitConnector();
  const { cache } = connector;
  const set = cache.set.bind(cache);
  let count = 0;
  cache.set = (...parts) => {
    count += 1;
    return change(() => set(...parts), count);
  };
  return connector;
};

describe('Zapier’s memory', () => {
  it('that lost its answer to the reservation and was asked again does not keep the step from ordering', async () => {
    const connector = withCache((set, count) => {
      const done = set();
      return count > 1 && done;
    });
    once();
    expect(await send(connector)).toMatchObject({ already_ordered: false });
  });

  it.each([
    ['another step’s reservation', 0, /same letters for this list at 1970-01-01T00:00:00\.000Z/],
    ['what can be no reservation', 9e20, /^Nothing was ordered: Zapier’s memory/],
  ])('that has %s by then keeps this one from ordering', async (_what, at, sentence) => {
    const connector = withCache((set, count) => {
      if (count !== 1) return set();
      const [, other] = [set(), connector.cache.entries()[0]];
      const owner = { user: 'unit', connection: 'unit' };
      const key = /order:[0-9a-f]{64}/.exec(other?.key ?? '')?.[0] ?? '';
      connector.cache.delete(owner, key);
      connector.cache.set(owner, key, JSON.stringify({ ticket: 'another', at, until: 9e15 }));
      return false;
    });
    await expect(send(connector)).rejects.toThrow(sentence);
  });

  it('that neither takes the reservation nor has one means that nothing is ordered', async () => {
    const connector = withCache(() => false);
    await expect(send(connector)).rejects.toThrow(/^Nothing was ordered: Zapier’s memory/);
  });

  it('that cannot keep the answer does not hide the order', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const connector = new UnitConnector();
    api()
      .post('/v1/orders')
      .reply(() => {
        connector.failing.add('zcache_set');
        return [201, placed];
      });
    expect(await send(connector)).toMatchObject({ order_id: 'm-1', already_ordered: false });
    expect(connector.logs.map(({ message }) => message).join()).toContain('could not be kept');
  });

  it('that cannot give a reservation back does not hide why the service refused', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const connector = new UnitConnector();
    connector.failing.add('zcache_delete');
    api().post('/v1/orders').reply(400, { code: 'orders.unknown_file' });
    await expect(send(connector)).rejects.toThrow(/A file used in .* does not exist/);
    expect(connector.logs.map(({ message }) => message).join()).toContain('could not be given back');
  });
});

describe('an order that the service did not confirm', () => {
  it('is told with its status and the way out, which depends on the protection', async () => {
    api().post('/v1/orders').twice().reply(503, '');
    await expect(send(new UnitConnector())).rejects.toThrow(
      /did not confirm the order \(503\): it may exist or not\. .* run it once with "No protection: send every time"\.$/,
    );
    await expect(send(new UnitConnector(), { duplicate_window: 'off' })).rejects.toThrow(
      /\(503\): it may exist or not\. Look at .*\. Run the step again only if the order is missing\.$/,
    );
  });

  it('is told without a status when none came', async () => {
    api()
      .post('/v1/orders')
      .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    await expect(send(new UnitConnector())).rejects.toThrow(/did not confirm the order: it may exist/);
  });
});

describe('the answer of a resend (§4.4)', () => {
  it.each([
    [201, placed],
    [200, placed],
    [200, { id: 'm-1', type: 'order', timeline: { created: placed.created, mailed: null } }],
  ])('%i %j is understood', async (status, answer) => {
    api().post('/v1/orders').reply(status, answer);
    expect(await send(new UnitConnector())).toMatchObject({
      ...placed,
      id: 'm-1',
      already_ordered: false,
      preview_only: false,
    });
  });
});

describe('the editor’s Test button', () => {
  const test = { meta: { isLoadingSample: true } };

  it('orders nothing and says so', async () => {
    api()
      .get('/v1/orders/saved')
      .reply(200, { saved_orders: [{ saved_order_id: order.saved_order_id, created: 'x', name: 7 }] });
    expect(await send(new UnitConnector(), {}, test)).toMatchObject({
      preview_only: true,
      already_ordered: false,
    });
  });

  it('finds a saved order that does not exist', async () => {
    api().get('/v1/orders/saved').reply(200, { saved_orders: [] });
    await expect(send(new UnitConnector(), {}, test)).rejects.toThrow(
      /Saved Order is "l-003-0001", which is not among/,
    );
  });

  it('orders when the user wants it to', async () => {
    once();
    expect(await send(new UnitConnector(), { editor_test: 'order' }, test)).toMatchObject({
      preview_only: false,
    });
  });
});
