import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const find = (order_id: unknown) => new UnitConnector().search('find_order', { order_id });

describe('an order', () => {
  it('is found with everything the service says of it, its times as they came, and its preview unfetched', async () => {
    const order = {
      id: 'm-1',
      type: 'order',
      contents: [{ type: 'sheet', file: 'f-1', later: true }],
      list: 'l-1',
      invoice_amount: 93.6,
      rush: false,
      timeline: { created: '2026-03-12T15:20:00.125', mailed: null },
      later: [1],
    };
    api().get('/v1/orders/m-1').reply(200, order);
    expect(await find('m-1')).toEqual([
      { ...order, order_id: 'm-1', preview_pdf: expect.stringMatching(/^hydrate\|\|\|.*orderPreview/) },
    ]);
  });

  it.each([404, 410])('that is not there (%i) is not found, without an error', async (status) => {
    api().get('/v1/orders/m-9').reply(status, {});
    expect(await find('m-9')).toEqual([]);
  });

  it('without the permission to read orders names the permission', async () => {
    api().get('/v1/orders/m-1').reply(403, { code: 'orders.permission_error' });
    await expect(find('m-1')).rejects.toThrow(/including "orders\.read"/);
  });

  it.each([[''], [' '], [undefined]])('of the number %j is asked for', async (id) => {
    await expect(find(id)).rejects.toThrow(/^Order ID is blank/);
  });

  it.each(['saved', 'SAVED', 'm-1.pdf'])('of the number "%s" reaches no other endpoint', async (id) => {
    // No request is expected, so one would fail.
    expect(await find(id)).toEqual([]);
  });

  it.each(['.', '..'])('of the number "%s" never reaches the service', async (id) => {
    await expect(find(id)).rejects.toThrow(/is not a valid ID/);
  });
});
