import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const poll = (saved_orders: object[]) => {
  api().get('/v1/orders/saved').reply(200, { saved_orders });
  return new UnitConnector().trigger('new_saved_order', 'perform');
};

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
});
