/** The console's orders, their previews, and saved orders. */
import contentDisposition from 'content-disposition';
import { Hono } from 'hono';
import { requireRecord } from '../control/request.ts';
import type { SandboxEnv } from '../http/context.ts';
import { firstRecipient } from '../lists/recipients.ts';
import { maxListedSavedOrders } from '../orders/endpoints.ts';
import { getPreview } from '../orders/preview.ts';
import { stepDelays } from '../orders/production.ts';
import { orderWarnings } from '../orders/warnings.ts';
import type { Service } from '../service.ts';
import { type Order, orderStates, type SavedOrder } from '../store/records.ts';
import { listName, orderItemView } from './order_items.ts';
import type { OrderDetails, OrderSummary, SavedOrderView } from './protocol.ts';
import { queryOf } from './queries.ts';
import { untrustedFile } from './untrusted_file.ts';

export function orderRoutes(service: Service): Hono<SandboxEnv> {
  const { database } = service;
  const routes = new Hono<SandboxEnv>();
  const orderWithId = (id: string): Order => requireRecord(database.get<Order>('order', id), 'order', id);

  routes.get('/orders', (c) => {
    const orders = database.list<Order>('order', queryOf(c).account);
    return c.json(orders.reverse().map((order) => orderSummary(service, order)));
  });

  routes.get('/orders/:id', (c) => c.json(orderDetails(service, orderWithId(c.req.param('id')))));

  routes.get('/orders/:id/preview', async (c) => {
    const order = orderWithId(c.req.param('id'));
    const preview = await getPreview(service, order);
    return untrustedFile(c, preview, 'application/pdf', contentDisposition(`${order.id}.pdf`));
  });

  routes.get('/saved-orders', (c) =>
    c.json(
      database
        .list<SavedOrder>('saved_order', queryOf(c).account)
        .sort((one, other) => Date.parse(other.created) - Date.parse(one.created))
        .map((saved, index) => savedOrderView(service, saved, index < maxListedSavedOrders)),
    ),
  );

  return routes;
}

function orderSummary(service: Service, order: Order): OrderSummary {
  const { id, account, list, quantity, rush, invoice_amount, state, timeline, completed, since } = order;
  const nextState = orderStates[orderStates.indexOf(state) + 1];
  const delay = state === 'mailed' ? 0 : stepDelays[state] * (rush ? 0.25 : 1);
  return {
    id,
    account,
    list: { id: list, name: listName(service, list) },
    quantity,
    rush,
    invoice_amount,
    state,
    created: timeline.created,
    completed: completed ?? null,
    mailed: timeline.mailed,
    next:
      nextState === undefined || since === undefined
        ? null
        : { state: nextState, at: new Date(since + delay).toISOString() },
    items: order.contents.map((item) => orderItemView(service, item)),
    firstRecipient: firstRecipient(service, list),
  };
}

const orderDetails = (service: Service, order: Order): OrderDetails => ({
  ...orderSummary(service, order),
  warnings: orderWarnings(service, order),
});

const savedOrderView = (
  service: Service,
  { saved_order_id: id, name, created, rush, contents }: SavedOrder,
  isListed: boolean,
): SavedOrderView => ({
  id,
  name,
  created,
  rush,
  isListed,
  items: contents.map((item) => orderItemView(service, item)),
});
