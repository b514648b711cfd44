import { describe, expect, it } from '@jest/globals';
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
    expect(connector.cache.entries()).toEqual([]);
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
    expect(reserved).toBe(1);
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
