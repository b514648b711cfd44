/** The console's lists and their recipients. */
import { Hono } from 'hono';
import { existing } from '../control/request.ts';
import type { SandboxEnv } from '../http/context.ts';
import { recipientsOf } from '../lists/recipients.ts';
import type { Service } from '../service.ts';
import type { List, Order } from '../store/records.ts';
import type { ListDetails, ListSummary } from './protocol.ts';
import { queryOf } from './queries.ts';

export function listRoutes(service: Service): Hono<SandboxEnv> {
  const { database } = service;
  const routes = new Hono<SandboxEnv>();
  const ordersFor = (list: string, orders: readonly Order[]): string[] =>
    orders.filter((order) => order.list === list).map(({ id }) => id);

  routes.get('/lists', (c) => {
    const { account } = queryOf(c);
    const orders = database.list<Order>('order', account);
    return c.json(
      database.list<List>('list', account).map(
        ({ id, name, contacts }): ListSummary => ({
          id,
          name,
          recipients: contacts.length,
          expires: null,
          orders: ordersFor(id, orders),
        }),
      ),
    );
  });

  routes.get('/lists/:id', (c) => {
    const id = c.req.param('id');
    const list = existing(database.get<List>('list', id), 'list', id);
    const details: ListDetails = {
      id,
      name: list.name,
      created: null,
      expires: null,
      metadata: {},
      orders: ordersFor(id, database.list<Order>('order', list.account)),
      recipients: recipientsOf(service, id).map(
        ({ id: recipient, external_id, name, company, address, metadata }) => ({
          id: recipient,
          external_id,
          name,
          company,
          address,
          metadata,
        }),
      ),
    };
    return c.json(details);
  });

  return routes;
}
