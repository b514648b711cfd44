import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();

// What is logged is looked at where it matters, and need not be seen.
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

describe('a Zap for completed orders', () => {
  const events = (...names: string[]) =>
    api()
      .get('/v1/hooks')
      .reply(200, { events: Object.fromEntries(names.map((name) => [name, {}])), subscriptions: [] });
  const subscribe = () =>
    new UnitConnector().trigger('order_complete', 'performSubscribe', { targetUrl: target });

  it('follows their event', async () => {
    events('contacts.address_update.v1', 'other.order_complete.v1', 'orders.order_complete.v1');
    api().post('/v1/hooks').query({ event: 'orders.order_complete.v1', target }).reply(201, { id: 'h-1' });
    expect(await subscribe()).toMatchObject({ id: 'h-1' });
  });

  it('says what may be followed, and which permission is missing, where theirs may not', async () => {
    events('contacts.address_update.v1');
    await expect(subscribe()).rejects.toThrow(
      /can't receive completed orders; the events available to it are "contacts\.address_update\.v1"\. .*"orders\.read"/,
    );
  });
});

describe('a delivery about a completed order', () => {
  it('becomes a record of all that it says, without its mark of who caused it', async () => {
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
  ])('with %j in its body and another order in its query is about %s', async (body, order_id, completed) => {
    expect((await deliver({ query: `${query}&order_id=m-2`, body })).records).toMatchObject([
      { id: order_id, order_id, completed },
    ]);
  });

  it.each([
    ['nothing', undefined, ''],
    ['no number', '', ''],
    ['a blank', ' ', '+'],
    ['one dot', '.', '.'],
    ['two dots', '..', '%2e.'],
    ['more than a number', 'm'.repeat(201), 'm'.repeat(201)],
  ])(
    'that gives %s for the order starts no Zap, and a reason is logged',
    async (_what, order_id, inQuery) => {
      for (const inputData of [{}, { include_order: 'yes' }]) {
        const { records, logged } = await deliver({
          query: `${query}&order_id=${inQuery}`,
          body: { order_id },
          inputData,
        });
        expect(records).toEqual([]);
        expect(logged).toContain('it does not name an order');
      }
    },
  );

  it('starts the Zap also when the order that was asked for cannot be found', async () => {
    api().get('/v1/orders/m-1').reply(404, {});
    const body = { order_id: 'm-1' };
    expect((await deliver({ query, body, inputData: { include_order: true } })).records).toEqual([
      { id: 'm-1', order_id: 'm-1', completed: null, own_change: false },
    ]);
  });

  it.each(['no', ''])('does not look the order up when it is not asked to (%j)', async (include_order) => {
    const { records } = await deliver({ query, body: { order_id: 'm-1' }, inputData: { include_order } });
    expect(records).toHaveLength(1);
    expect(records[0]).not.toHaveProperty('order');
  });
});

describe('in the editor', () => {
  it('a completed order is shown as a delivery would bring it', async () => {
    const [sample] = [await samples()].flat();
    const { records } = await deliver({ query, body: Object(sample) });
    expect(records).toEqual([sample]);
  });

  it('the order comes along with its preview where it is wanted', async () => {
    expect(await samples({ include_order: 'yes' })).toMatchObject([
      {
        order_id: 'm-310-4471',
        order: { id: 'm-310-4471', preview_pdf: expect.stringContaining('hydrate|||') },
      },
    ]);
  });
});
