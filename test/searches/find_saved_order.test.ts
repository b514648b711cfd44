import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const saved = [
  { saved_order_id: 'l-1', name: 'Welcome letter', created: '2026-01-01T10:00:00Z' },
  { saved_order_id: 'l-2', name: 'Welcome', created: '2025-01-01T10:00:00Z' },
  { saved_order_id: 'l-3', name: null, created: '2026-02-01T10:00:00Z' },
  { saved_order_id: 'l-4', name: 2026, created: null },
  { saved_order_id: 'l-5', name: 'Wëlcome letter', created: '2026-03-01T10:00:00Z', later: 1 },
];
const many = Array.from({ length: 25 }, (_, index) => ({ saved_order_id: `l-${index}`, name: `N${index}` }));
const find = (inputData: Record<string, unknown>) =>
  new UnitConnector().search('find_saved_order', inputData);
const list = (saved_orders: object[] = saved) => api().get('/v1/orders/saved').reply(200, { saved_orders });
const ids = (found: Record<string, unknown>[]) => found.map(({ saved_order_id: id }) => id);

describe('a saved order is found', () => {
  it.each([
    ['name, the whole before a part, then the newest', { name: 'welcome' }, ['l-2', 'l-5', 'l-1']],
    ['name that the service gives as a number', { name: '2026' }, ['l-4']],
    ['number', { saved_order_id: 'l-3' }, ['l-3']],
    ['number and a name that agree', { saved_order_id: 'l-1', name: 'letter' }, ['l-1']],
  ])('by its %s', async (_how, inputData, expected) => {
    list();
    expect(ids(await find(inputData))).toEqual(expected);
  });

  it('with all that the service says of it', async () => {
    list();
    expect(await find({ saved_order_id: 'l-5' })).toEqual([{ id: 'l-5', ...saved[4] }]);
  });

  it('by a number that a listing of 25 or more leaves out (§8)', async () => {
    list(many);
    expect(await find({ saved_order_id: 'l-999' })).toEqual([
      { id: 'l-999', saved_order_id: 'l-999', name: null, created: null },
    ]);
  });
});

describe('no saved order is found', () => {
  it.each([
    ['by a name that none has', { name: 'Farewell' }],
    ['by a number and a name that disagree', { saved_order_id: 'l-1', name: 'Farewell' }],
  ])('%s', async (_how, inputData) => {
    list();
    expect(await find(inputData)).toEqual([]);
  });

  it('where there is none', async () => {
    list([]);
    expect(await find({ name: 'x' })).toEqual([]);
  });

  it('without something to look for, and nothing is asked', async () => {
    await expect(find({ name: ' ' })).rejects.toThrow(/search for in Name or Saved Order/);
  });
});
