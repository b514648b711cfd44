import { expect, it } from '@jest/globals';
import { addressUpdate, following, sandbox, unreachableTarget } from '../service_client.ts';

it('with odd-types, fields without a documented type have objects and arrays as values', async () => {
  const { get, post } = await (await sandbox({ variants: 'odd-types' })).as();
  const [saved] = (await get('/v1/orders/saved')).body.saved_orders;
  expect(saved).toMatchObject({ saved_order_id: 'l-001-1001', name: { text: expect.any(String) } });
  const [logo] = (await get('/v1/logos')).body.data;
  expect(logo).toMatchObject({ id: 'l-001-0101', name: [expect.any(String)], type: 'logo' });

  const hook = (await post(following(addressUpdate, await unreachableTarget()))).body;
  expect(hook).toMatchObject({ id: expect.any(String), event: { name: addressUpdate } });
  const hooks = (await get('/v1/hooks')).body;
  expect(hooks.subscriptions).toEqual([hook]);
  expect(hooks.events[addressUpdate].description).toEqual({ text: expect.any(String) });

  const { order_id } = (await post('/v1/orders', { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' }))
    .body;
  const order = (await get(`/v1/orders/${order_id}`)).body;
  for (const item of order.contents) expect(item.finishing).toEqual(['none']);
  expect((await post('/v1/orders', order)).status).toBe(200);

  const { contact_id } = (await post('/v3/contacts', { name: 'Ann Lee' })).body;
  expect((await get(`/v1/contacts/${contact_id}`)).body).toMatchObject({ name: 'Ann Lee', address: [] });
  expect((await get('/v1/contacts/c-001-0001')).body.address).toMatchObject({ city: 'Columbus' });
});
