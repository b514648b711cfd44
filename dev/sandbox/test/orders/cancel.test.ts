import { describe, expect, it } from '@jest/globals';
import { following, orderComplete, orderShipped, sandbox, Target } from '../service_client.ts';

const noon = '2026-03-13T12:00:00Z';

/** Places an order and subscribes to the events of orders. */
async function start(variants = 'default') {
  const service = await sandbox({ clock: noon, variants });
  const user = await service.as();
  const target = await Target.open();
  for (const event of [orderComplete, orderShipped]) await user.post(following(event, target.url));
  const resend = { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' };
  const id: string = (await user.post('/v1/orders', resend)).body.order_id;
  const cancel = () => service.send('POST', `/sandbox/orders/${id}/cancel`);
  return { service, ...user, target, id, cancel };
}

describe('a canceled order', () => {
  it('is not produced any further and publishes no event', async () => {
    const { service, target, id, cancel } = await start();
    await service.advance('2h');
    expect(await cancel()).toMatchObject({
      status: 200,
      body: { id, state: 'canceled', timeline: { canceled: '2026-03-13T14:00:00', mailed: null } },
    });
    await service.advance('31d');
    expect(target.events).toEqual([]);
    expect(await service.control('GET', '/orders')).toMatchObject([
      { state: 'canceled', completed: null, timeline: { mailed: null } },
    ]);
  });

  it('is 404 for the API, and so is its preview', async () => {
    const { get, id, cancel } = await start();
    await cancel();
    for (const path of [`/v1/orders/${id}`, `/v1/orders/${id}.pdf`])
      expect(await get(path)).toMatchObject({ status: 404, body: { error: 'orders.not_found' } });
  });

  it('has a mark with canceled-marked, and other orders have none', async () => {
    const { get, id, cancel } = await start('canceled-marked');
    const before = (await get(`/v1/orders/${id}`)).body;
    expect(before).not.toHaveProperty('canceled');
    expect(before.timeline).not.toHaveProperty('canceled');
    await cancel();
    expect(await get(`/v1/orders/${id}`)).toMatchObject({
      status: 200,
      body: { ...before, canceled: true, timeline: { ...before.timeline, canceled: '2026-03-13T12:00:00' } },
    });
    expect((await get(`/v1/orders/${id}.pdf`)).status).toBe(200);
  });

  it.each(['/orders/ID/advance', '/orders/ID/cancel'])('cannot change with POST /sandbox%s', async (path) => {
    const { service, id, cancel } = await start();
    await cancel();
    expect(await service.send('POST', `/sandbox${path.replace('ID', id)}`)).toMatchObject({
      status: 409,
      body: { error: 'order_canceled', message: `The order ${id} is already canceled.` },
    });
  });

  it.each(['order-complete', 'shipped'])('does not publish the event %s', async (event) => {
    const { service, target, id, cancel } = await start();
    await cancel();
    const body = { order_id: id };
    const refused = await service.send('POST', `/sandbox/events/${event}`, { body });
    expect(refused).toMatchObject({ status: 409, body: { error: 'order_canceled' } });
    expect(target.events).toEqual([]);
  });
});

it('a mailed order cannot be canceled', async () => {
  const { service, id, cancel } = await start();
  await service.advance('2d');
  expect(await cancel()).toMatchObject({
    status: 409,
    body: { error: 'order_mailed', message: `The order ${id} is already mailed.` },
  });
});

it('an unknown order cannot be canceled', async () => {
  const service = await sandbox();
  expect((await service.send('POST', '/sandbox/orders/m-999-9999/cancel')).status).toBe(404);
});
