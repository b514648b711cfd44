import { describe, expect, it } from '@jest/globals';
import { sandbox } from '../service_client.ts';

const noon = '2026-03-13T12:00:00Z';
const resend = { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' };
const contents = [{ type: 'sheet', file: 'f-001-0001' }];

describe('with form-b-first', () => {
  it('an order shows the saved order that it was made from, and others show none', async () => {
    const { post, get } = await (await sandbox({ variants: 'form-b-first' })).as();
    const { order_id } = (await post('/v1/orders', resend)).body;
    expect((await get(`/v1/orders/${order_id}`)).body.saved_order_id).toBe('l-001-1001');
    const { id } = (await post('/v1/orders', { type: 'order', contents, list: 'l-001-0002' })).body;
    expect((await get(`/v1/orders/${id}`)).body).not.toHaveProperty('saved_order_id');
  });

  it('an order that is placed again with other contents prints those of the saved order', async () => {
    const { post, get } = await (await sandbox({ variants: 'form-b-first' })).as();
    const { order_id } = (await post('/v1/orders', resend)).body;
    const order = (await get(`/v1/orders/${order_id}`)).body;
    const again = await post('/v1/orders', { ...order, contents, list: 'l-001-0001' });
    expect(again).toMatchObject({ status: 201, body: { order_id: expect.any(String) } });
    const printed = (await get(`/v1/orders/${again.body.order_id}`)).body;
    expect(printed).toMatchObject({ contents: order.contents, list: 'l-001-0001' });
  });

  it('an order without a list is still refused', async () => {
    const { post } = await (await sandbox({ variants: 'form-b-first' })).as();
    const refused = await post('/v1/orders', { saved_order_id: 'l-001-1001' });
    expect(refused).toMatchObject({ status: 400, body: { attribute: 'list_id' } });
  });
});

it('without a variant, an order does not show the saved order that it was made from', async () => {
  const { post, get } = await (await sandbox({ clock: noon })).as();
  const { order_id } = (await post('/v1/orders', resend)).body;
  expect((await get(`/v1/orders/${order_id}`)).body).not.toHaveProperty('saved_order_id');
});

it('the preview of a new order is 202 for ten seconds with slow-previews', async () => {
  const service = await sandbox({ variants: 'slow-previews', clock: noon });
  const { post, get } = await service.as();
  const { order_id } = (await post('/v1/orders', resend)).body;
  const preview = () => get(`/v1/orders/${order_id}.pdf`);
  expect(await preview()).toMatchObject({ status: 202, body: { status: 'rendering' } });
  await service.advance('9s');
  expect((await preview()).status).toBe(202);
  await service.advance('1s');
  const { status, headers } = await preview();
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
});
