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

describe('Find Saved Order', () => {
  it.each([
    ['whole name, the newest first', { name: 'welcome  LETTER' }, ['l-5', 'l-1']],
    ['name that the service returns as a number', { name: '2026' }, ['l-4']],
    ['ID', { saved_order_id: 'l-3' }, ['l-3']],
    ['ID and name', { saved_order_id: 'l-1', name: 'Welcome letter' }, ['l-1']],
  ])('finds a saved order by %s', async (_criteria, inputData, expected) => {
    list();
    expect(ids(await find(inputData))).toEqual(expected);
  });

  it('returns every field of the service', async () => {
    list();
    expect(await find({ saved_order_id: 'l-5' })).toEqual([{ id: 'l-5', ...saved[4] }]);
  });

  it('returns the ID if the list has 25 entries and does not include it', async () => {
    list(many);
    expect(await find({ saved_order_id: 'l-999' })).toEqual([
      { id: 'l-999', saved_order_id: 'l-999', name: null, created: null },
    ]);
  });
});

describe('Find Saved Order', () => {
  it.each([
    ['a name that no saved order has', { name: 'Farewell' }],
    ['a part of a name, because the next step mails what is found', { name: 'letter' }],
    ['an ID and a name of different saved orders', { saved_order_id: 'l-1', name: 'Farewell' }],
  ])('returns nothing for %s', async (_criteria, inputData) => {
    list();
    expect(await find(inputData)).toEqual([]);
  });

  it('returns nothing if there are no saved orders', async () => {
    list([]);
    expect(await find({ name: 'x' })).toEqual([]);
  });

  it('asks for a name or saved order and sends no request', async () => {
    await expect(find({ name: ' ' })).rejects.toThrow(/search for in Name or Saved Order/);
  });
});

it('Find Saved Order does not search by the name if the ID is mapped and has no value', async () => {
  await expect(
    new UnitConnector().search(
      'find_saved_order',
      { name: 'welcome', saved_order_id: '' },
      { inputDataRaw: { name: 'welcome', saved_order_id: '{{1__id}}' } },
    ),
  ).rejects.toThrow(/^Saved Order is mapped, but it has no value/);
});
