/** Lists orders with details that the API does not show, advances, cancels and saves them: /sandbox/orders. */
import { Hono } from 'hono';
import type { SandboxEnv } from '../http/context.ts';
import { serializeOrder } from '../orders/endpoints.ts';
import { unfilledMergeFields } from '../orders/merge_fields.ts';
import { advanceOrder, cancelOrder, finalOrderError } from '../orders/production.ts';
import type { Service } from '../service.ts';
import type { Order, SavedOrder } from '../store/records.ts';
import { bodies } from './bodies.ts';
import { readBodyAs, requireRecord } from './request.ts';

export function orderRoutes(service: Service): Hono<SandboxEnv> {
  const { database, clock } = service;
  const app = new Hono<SandboxEnv>();

  const findOrder = (id: string): Order => requireRecord(database.get<Order>('order', id), 'order', id);

  const orderDetails = (order: Order) => ({
    ...serializeOrder(order),
    order_id: order.id,
    account: order.account,
    state: order.state,
    completed: order.completed ?? null,
    quantity: order.quantity,
    unfilled_merge_fields: unfilledMergeFields(service, order),
  });

  app.get('/', (c) => c.json(database.list<Order>('order').map(orderDetails)));

  app.post('/:id/advance', async (c) => {
    await readBodyAs(bodies['POST /orders/:id/advance'], c);
    const order = findOrder(c.req.param('id'));
    const deliveries = await advanceOrder(service, order.id);
    if (!deliveries) throw finalOrderError(order);
    return c.json({ ...orderDetails(findOrder(order.id)), deliveries });
  });

  app.post('/:id/cancel', async (c) => {
    await readBodyAs(bodies['POST /orders/:id/cancel'], c);
    return c.json(orderDetails(cancelOrder(service, findOrder(c.req.param('id')))));
  });

  app.post('/:id/save', async (c) => {
    const { name } = await readBodyAs(bodies['POST /orders/:id/save'], c);
    const { account, contents, rush } = findOrder(c.req.param('id'));
    const saved_order_id = service.newId('l');
    const created = clock.iso;
    const saved: SavedOrder = { saved_order_id, account, name, created, contents, rush };
    database.put('saved_order', saved_order_id, saved, account);
    return c.json({ saved_order_id, created, name }, 201);
  });

  return app;
}
