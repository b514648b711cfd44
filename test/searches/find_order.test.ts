import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const find = (order_id: unknown) => new UnitConnector().search('find_order', { order_id });

describe('Find Order', () => {
  it('returns every field of the service, times unchanged, and does not download the preview', async () => {
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

  it.each([404, 410])('returns nothing if the order does not exist (%i)', async (status) => {
    api().get('/v1/orders/m-9').reply(status, {});
    expect(await find('m-9')).toEqual([]);
  });

  it('returns nothing if the letter service does not recognize the ID', async () => {
    api().get('/v1/orders/x').reply(400, { code: 'orders.invalid_id' });
    expect(await find('x')).toEqual([]);
  });

  it('names the missing permission', async () => {
    api().get('/v1/orders/m-1').reply(403, { code: 'orders.permission_error' });
    await expect(find('m-1')).rejects.toThrow(/including "orders\.read"/);
  });

  it.each([[''], [' '], [undefined]])('asks for an Order ID if it is %j', async (id) => {
    await expect(find(id)).rejects.toThrow(/^Order ID is blank/);
  });

  it.each(['saved', 'SAVED', 'm-1.pdf'])(
    'sends no request and returns nothing for the Order ID "%s"',
    async (id) => {
      expect(await find(id)).toEqual([]);
    },
  );

  it.each(['.', '..'])('rejects the Order ID "%s"', async (id) => {
    await expect(find(id)).rejects.toThrow(/is not a valid ID/);
  });
});
