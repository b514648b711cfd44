import { afterEach, describe, expect, it, jest } from '@jest/globals';
import * as zod from 'zod';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
afterEach(() => {
  jest.restoreAllMocks();
});

const records = zod.array(zod.looseObject({ id: zod.string() }));
type Meta = { isPopulatingDedupe?: boolean; isLoadingSample?: boolean };

/** Polls an account with these saved orders, of which the service lists the newest 25. */
async function poll(all: readonly object[], meta: Meta = {}, connector = new UnitConnector()) {
  api()
    .get('/v1/orders/saved')
    .reply(200, { saved_orders: all.slice(-25) });
  return records.parse(await connector.trigger('new_saved_order', 'perform', { meta }));
}

const hour = (index: number) =>
  new Date(Date.parse('2026-01-01T00:00:00Z') + index * 3_600_000).toISOString();
const savedOrders = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ saved_order_id: `l-${index}`, created: hour(index) }));

describe('New Saved Order', () => {
  it('returns every saved order with an id, the newest first and those without a time last', async () => {
    const old = { saved_order_id: 'l-1', name: 'Old', created: '2026-02-18T23:30:00-05:00' };
    const newest = { saved_order_id: 'l-2', name: null, created: '2026-02-19T05:00:00Z', later: 1 };
    const undated = { saved_order_id: 'l-3' };
    expect(await poll([undated, old, newest])).toEqual([
      { ...newest, id: 'l-2' },
      { ...old, id: 'l-1' },
      { ...undated, id: 'l-3', name: null, created: null },
    ]);
  });

  it('returns nothing if there are none, also as null', async () => {
    api().get('/v1/orders/saved').reply(200, { saved_orders: null });
    expect(await new UnitConnector().trigger('new_saved_order', 'perform')).toEqual([]);
  });

  it('returns the newest three saved orders to the editor', async () => {
    expect(await poll(savedOrders(9), { isLoadingSample: true })).toMatchObject([
      { id: 'l-8' },
      { id: 'l-7' },
      { id: 'l-6' },
    ]);
  });
});

/** A Zap that has been turned on: returns the IDs that a poll starts it for. */
async function turnOn(all: readonly object[], connector = new UnitConnector()) {
  const seen = new Set((await poll(all, { isPopulatingDedupe: true }, connector)).map(({ id }) => id));
  return async (now: readonly object[]): Promise<string[]> => {
    const started = (await poll(now, {}, connector)).map(({ id }) => id).filter((id) => !seen.has(id));
    for (const id of started) seen.add(id);
    return started;
  };
}

describe('A Zap that starts with New Saved Order', () => {
  it.each([24, 25, 26, 60])('starts only for what is saved later, whatever is deleted: %i', async (count) => {
    let all = savedOrders(count);
    const connector = new UnitConnector();
    const zapPoll = await turnOn(all, connector);
    for (let round = 0; round < 20; round += 1) {
      // After 20 rounds, most of a year has passed.
      connector.now += 18 * 86_400_000;
      all = all.toSpliced(-2, 1);
      expect(await zapPoll(all)).toEqual([]);
      if (round % 5 > 0) continue;
      all = [...all, { saved_order_id: `new-${round}`, created: hour(1_000 + round) }];
      expect(await zapPoll(all)).toEqual([`new-${round}`]);
    }
  });

  it('starts for what is saved before another Zap of the account polls', async () => {
    const connector = new UnitConnector();
    const all = savedOrders(30);
    const zapPoll = await turnOn(all, connector);
    const later = [...all, { saved_order_id: 'new', created: hour(1_000) }];
    const otherPoll = await turnOn(later, connector);
    expect(await otherPoll(later)).toEqual([]);
    expect(await zapPoll(later)).toEqual(['new']);
  });

  it('does not start for a few deletions if the cache fails, which is logged', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const connector = new UnitConnector();
    connector.failing.add('zcache_get').add('zcache_set');
    const all = savedOrders(40);
    const zapPoll = await turnOn(all, connector);
    expect(await zapPoll(all.toSpliced(-9, 9))).toEqual([]);
    expect(await zapPoll([...all.slice(0, 31), { saved_order_id: 'new', created: hour(99) }])).toEqual([
      'new',
    ]);
    expect(connector.logs.map(({ message }) => message).join()).toMatch(
      /did not remember the time from which/,
    );
  });

  it('does not start for a few deletions if Zapier refuses to remember what is known', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const connector = new UnitConnector();
    const all = savedOrders(40);
    const allow = connector.cache.refuseWrites();
    const zapPoll = await turnOn(all, connector);
    expect(await zapPoll(all.toSpliced(-9, 9))).toEqual([]);
    allow();
    expect(await zapPoll(all.toSpliced(-9, 9))).toEqual([]);
    expect(await zapPoll(all.toSpliced(-20, 20))).toEqual([]);
  });

  it('starts late for what was saved meanwhile and was not among the newest at the last poll', async () => {
    const zapPoll = await turnOn(savedOrders(40));
    const more = savedOrders(100);
    expect(await zapPoll(more)).toHaveLength(25);
    expect(await zapPoll(more.toSpliced(-9, 9))).toHaveLength(9);
  });

  it('starts for everything that is saved after the list was complete, whichever Zap polls first', async () => {
    const connector = new UnitConnector();
    const zapPoll = await turnOn(savedOrders(20), connector);
    const otherPoll = await turnOn(savedOrders(20), connector);
    const more = savedOrders(40);
    expect(await otherPoll(more)).toHaveLength(20);
    expect(await zapPoll(more)).toHaveLength(20);
  });

  it('starts for what is saved before another Zap is turned on', async () => {
    const connector = new UnitConnector();
    const zapPoll = await turnOn(savedOrders(40), connector);
    // The list has the newest 25. The oldest of them is the boundary now.
    await turnOn(savedOrders(65), connector);
    expect(await zapPoll(savedOrders(65))).toHaveLength(24);
  });

  it('is not started by old ones if another Zap is turned on after some were deleted', async () => {
    const connector = new UnitConnector();
    const all = savedOrders(60);
    const zapPoll = await turnOn(all, connector);
    const fewer = all.toSpliced(-5, 5);
    const otherPoll = await turnOn(fewer, connector);
    expect(await zapPoll(fewer)).toEqual([]);
    expect(await otherPoll(fewer)).toEqual([]);
  });

  it('is not started by an old one that was saved at the same time as the oldest in the list', async () => {
    const all = savedOrders(40).map((one, index) => (index < 20 ? { ...one, created: hour(0) } : one));
    const zapPoll = await turnOn(all);
    expect(await zapPoll(all.toSpliced(-1, 1))).toEqual([]);
    expect(await zapPoll(all.toSpliced(-9, 9))).toEqual([]);
  });

  it('is not started by old ones if none has a date', async () => {
    const all = savedOrders(40).map(({ saved_order_id }) => ({ saved_order_id }));
    const zapPoll = await turnOn(all);
    expect(await zapPoll(all.toSpliced(-9, 9))).toEqual([]);
  });

  it('is not started by an undated saved order of an incomplete list', async () => {
    const all = savedOrders(24);
    const zapPoll = await turnOn([...all, { saved_order_id: 'l-24' }]);
    expect(await zapPoll([...all.slice(1), { saved_order_id: 'a' }, { saved_order_id: 'b' }])).toEqual([]);
  });
});
