import { describe, expect, it } from '@jest/globals';
import { readPdfPages } from '../pdf_pages.ts';
import { sandbox } from '../service_client.ts';

const sheet = (text: string) => ({
  type: 'sheet',
  file: 'f-001-0001',
  merge: [{ text, font: 'f-001-0102', x: 1, y: 2 }],
});
const envelope = { type: 'envelope', envelope_type: 'e-001-0001' };

async function start() {
  const service = await sandbox({ clock: '2026-03-13T12:00:00Z' });
  const api = await service.as();
  const list: string = (await api.post('/v1/lists', { name: 'Gala guests' })).body.list_id;
  const add = async (...people: object[]) => {
    const data = people.map((person) => ({ type: 'contact', ...person }));
    expect((await api.post(`/v1/lists/${list}/contacts`, { type: 'contacts', data })).status).toBe(200);
  };
  await add(
    { name: 'Maria Miller', address: { city: 'Akron' }, metadata: { amount: '$50' } },
    { company: 'Grace Church', address: { city: 'Bern', country: 'Switzerland' } },
  );
  const order = (text: string) =>
    api.post('/v1/orders', { type: 'order', contents: [sheet(text), envelope], list });
  const previewText = async (id: string) => textOf((await api.get(`/v1/orders/${id}.pdf`)).bytes);
  return { service, api, list, add, order, previewText };
}

const textOf = async (pdf: Uint8Array): Promise<string> =>
  (await readPdfPages(pdf)).map(({ text }) => text).join('\n');

describe('an order to a temporary list', () => {
  it('form A prints the merge fields and addresses of its recipients', async () => {
    const { order, previewText } = await start();
    const { status, body } = await order('Thank you, {greeting}: {amount}.');
    expect(status).toBe(200);
    const text = await previewText(body.id);
    expect(text).toContain('Thank you, Maria: $50.');
    expect(text).toContain('Thank you, Grace Church: .');
    expect(text).toContain('SWITZERLAND');
  });

  it('form B sends a saved order to it', async () => {
    const { service, api, list } = await start();
    const resent = await api.post('/v1/orders', { saved_order_id: 'l-001-1001', list_id: list });
    expect(resent.status).toBe(201);
    const lists = (await service.control('GET', '/lists')).lists;
    expect(lists).toEqual([
      expect.objectContaining({
        list_id: list,
        name: 'Gala guests',
        created: '2026-03-13T12:00:00',
        expires: '2026-03-27T12:00:00',
        orders: [resent.body.order_id],
      }),
    ]);
    expect(lists[0].recipients).toHaveLength(2);
  });

  it('is priced by its recipients and not sent to those added later', async () => {
    const { service, add, order, previewText } = await start();
    const { id } = (await order('Dear {greeting},')).body;
    await add({ name: 'Late Guest', address: { city: 'Akron' } });
    expect(await previewText(id)).not.toContain('Late Guest');
    const [shown] = await service.control('GET', '/orders');
    expect(shown).toMatchObject({ quantity: 2, state: 'created' });
  });

  it('reports the placeholders that no recipient fills', async () => {
    const { service, order, previewText } = await start();
    const { id } = (await order('{greeting} {amount} {fund} {fund}')).body;
    expect(await service.control('GET', '/orders')).toMatchObject([{ id, unfilled_merge_fields: ['fund'] }]);
    expect(await previewText(id)).not.toContain('{fund}');
  });

  it('is completed and mailed after the list has expired, but no new order is accepted', async () => {
    const { service, order } = await start();
    const { id } = (await order('Dear {greeting},')).body;
    await service.advance('14d');
    expect(await service.control('GET', '/orders')).toMatchObject([{ id, state: 'mailed', quantity: 2 }]);
    expect(await order('Dear {greeting},')).toMatchObject({
      status: 400,
      body: { error: 'orders.invalid_id', attribute: 'list' },
    });
  });

  it('is rejected with orders.invalid_id if the list belongs to another account', async () => {
    const { service, list } = await start();
    const other = await service.as({ user: 'other@example.com' });
    const response = await other.post('/v1/orders', { saved_order_id: 'l-001-1001', list_id: list });
    expect(response.body.error).toBe('orders.invalid_id');
  });
});
