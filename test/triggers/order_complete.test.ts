import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();

// Silences the log.
beforeEach(() => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

const target = 'https://hooks.zapier.test/1';
const query = 'event=orders.order_complete.v1';
const deliver = async (parts: Parameters<UnitConnector['deliver']>[1], connector = new UnitConnector()) => ({
  records: await connector.deliver('order_complete', parts),
  logged: connector.logs.map(({ message }) => message).join(),
});
const samples = (inputData = {}) =>
  new UnitConnector().trigger('order_complete', 'performList', { inputData });

describe('Order Production Completed', () => {
  const events = (...names: string[]) =>
    api()
      .get('/v1/hooks')
      .reply(200, { events: Object.fromEntries(names.map((name) => [name, {}])), subscriptions: [] });
  const subscribe = () =>
    new UnitConnector().trigger('order_complete', 'performSubscribe', { targetUrl: target });

  it('subscribes to orders.order_complete.v1', async () => {
    events('contacts.address_update.v1', 'other.order_complete.v1', 'orders.order_complete.v1');
    api().post('/v1/hooks').query({ event: 'orders.order_complete.v1', target }).reply(201, { id: 'h-1' });
    expect(await subscribe()).toMatchObject({ id: 'h-1' });
  });

  it('names the available events and the missing permission if the event is not available', async () => {
    events('contacts.address_update.v1');
    await expect(subscribe()).rejects.toThrow(
      /can't receive completed orders; the events available to it are "contacts\.address_update\.v1"\. .*"orders\.read"/,
    );
  });
});

describe('A delivery about a completed order', () => {
  it('becomes a record with its values and without its loopback mark', async () => {
    const body = { order_id: 'm-1', completed: '2026-03-13T09:30:00-04:00', later: 1, loopback_client: true };
    expect((await deliver({ query, body })).records).toEqual([
      { id: 'm-1', order_id: 'm-1', completed: '2026-03-13T09:30:00-04:00', later: 1, own_change: true },
    ]);
  });

  it.each([
    [{ order_id: 'm-1' }, 'm-1', null],
    [{ order_id: null }, 'm-2', null],
    [{ order_id: {}, completed: {} }, 'm-2', null],
    [{ order_id: 17, completed: '2026-03-13 09:30' }, '17', '2026-03-13T09:30'],
  ])('with the body %j and another order in its query is about %s', async (body, order_id, completed) => {
    expect((await deliver({ query: `${query}&order_id=m-2`, body })).records).toMatchObject([
      { id: order_id, order_id, completed },
    ]);
  });

  it.each([
    ['nothing', undefined, ''],
    ['an empty text', '', ''],
    ['a space', ' ', '+'],
    ['one dot', '.', '.'],
    ['two dots', '..', '%2e.'],
    ['201 characters', 'm'.repeat(201), 'm'.repeat(201)],
  ])('with %s as order ID is skipped with a reason', async (_value, order_id, inQuery) => {
    for (const inputData of [{}, { include_order: 'yes' }]) {
      const { records, logged } = await deliver({
        query: `${query}&order_id=${inQuery}`,
        body: { order_id },
        inputData,
      });
      expect(records).toEqual([]);
      expect(logged).toContain('it does not name an order');
    }
  });

  it.each([
    [
      'body',
      `${query}&order_id=m-1`,
      { order_id: 'm-1', completed: '2026-03-13T00:58:53.25-04:00' },
      '2026-03-13T00:58:53.25-04:00',
    ],
    ['query', `${query}&order_id=m-1`, undefined, null],
  ])('is identified by the %s and keeps its time unchanged', async (_where, orderQuery, body, completed) => {
    expect((await deliver({ query: orderQuery, body })).records).toEqual([
      { id: 'm-1', order_id: 'm-1', completed, own_change: false },
    ]);
  });

  it('includes the order and its preview with one request if selected', async () => {
    api()
      .get('/v1/orders/m-1')
      .reply(200, {
        id: 'm-1',
        type: 'order',
        list: 'l',
        timeline: { created: '2026-03-12T10:00:00', mailed: null },
      });
    const { records } = await deliver({
      query: `${query}&order_id=m-1`,
      inputData: { include_order: 'yes' },
    });
    expect(records).toMatchObject([
      {
        order: {
          id: 'm-1',
          timeline: { created: '2026-03-12T10:00:00' },
          preview_pdf: expect.stringContaining('hydrate|||'),
        },
      },
    ]);
  });

  it('says which letter it is, how many there are and what they cost', async () => {
    const connector = new UnitConnector();
    api().post('/v1/orders').reply(201, { order_id: 'm-1', created: '2026-03-12T10:00:00' });
    const order = { id: 'm-1', type: 'order', invoice_amount: 30.8 };
    api().get('/v1/orders/m-1').times(3).reply(200, order);
    await connector.create('resend_saved_order', { saved_order_id: 'l-1', list_id: 'l-9' });
    const saved_orders = [
      { saved_order_id: 'l-2', name: 'Other' },
      { saved_order_id: 'l-1', name: 'Welcome letter' },
    ];
    api().get('/v1/orders/saved').reply(200, { saved_orders });
    const inputData = { include_order: 'true' };
    const delivery = { query: `${query}&order_id=m-1`, inputData };
    const [record] = await connector.deliver('order_complete', delivery);
    expect(record?.order).toMatchObject({
      letter_name: 'Welcome letter',
      letter_count: null,
      price: '$30.80',
    });
    // An order of another program.
    const [unknown] = await new UnitConnector().deliver('order_complete', delivery);
    expect(unknown?.order).toMatchObject({ letter_name: null, letter_count: null, price: '$30.80' });
  });

  it('starts the Zap even if the order does not exist, which is logged', async () => {
    api().get('/v1/orders/m-1').reply(404, {});
    const body = { order_id: 'm-1' };
    const { records, logged } = await deliver({ query, body, inputData: { include_order: true } });
    expect(records).toEqual([{ id: 'm-1', order_id: 'm-1', completed: null, own_change: false }]);
    expect(logged).toContain('The letter service did not find the order m-1.');
  });

  it.each([401, 403, 429, 500, 503])(
    'starts the Zap without the order if it cannot be read (%i), which is logged',
    async (status) => {
      jest.spyOn(console, 'error').mockImplementation(() => undefined);
      const retry = { 'Retry-After': '3600' };
      api().get('/v1/orders/m-1').times(2).optionally().reply(status, '', retry);
      const body = { order_id: 'm-1' };
      const { records, logged } = await deliver({ query, body, inputData: { include_order: true } });
      expect(records).toEqual([{ id: 'm-1', order_id: 'm-1', completed: null, own_change: false }]);
      expect(logged).toContain('The order m-1 could not be read, so the event is delivered without it.');
    },
  );

  it.each(['no', ''])('does not include the order if that option is %j', async (include_order) => {
    const { records } = await deliver({ query, body: { order_id: 'm-1' }, inputData: { include_order } });
    expect(records).toHaveLength(1);
    expect(records[0]).not.toHaveProperty('order');
  });
});

describe('An editor sample', () => {
  it('has the same fields as a delivery', async () => {
    const [sample] = [await samples()].flat();
    const { records } = await deliver({ query, body: Object(sample) });
    expect(records).toEqual([sample]);
  });

  it('includes the order and its preview if selected', async () => {
    expect(await samples({ include_order: 'yes' })).toMatchObject([
      {
        order_id: 'm-310-4471',
        order: { id: 'm-310-4471', preview_pdf: expect.stringContaining('hydrate|||') },
      },
    ]);
  });
});
