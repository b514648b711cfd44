/** The console's lists: those of the account's contacts, and temporary lists with recipients of their own. */
import { Hono } from 'hono';
import { requireRecord } from '../control/request.ts';
import type { SandboxEnv } from '../http/context.ts';
import { recipientsOf } from '../lists/recipients.ts';
import type { Service } from '../service.ts';
import type { List, Order, TemporaryList } from '../store/records.ts';
import type { ListDetails, ListSummary } from './protocol.ts';
import { queryOf } from './queries.ts';

export function listRoutes(service: Service): Hono<SandboxEnv> {
  const { database } = service;
  const routes = new Hono<SandboxEnv>();

  routes.get('/lists', (c) => {
    const { account } = queryOf(c);
    const orders = database.list<Order>('order', account);
    const temporary = database.list<TemporaryList>('temporary_list', account).reverse();
    return c.json(
      [...temporary, ...database.list<List>('list', account)].map(
        (list): ListSummary => ({
          id: list.id,
          name: list.name,
          recipients: 'contacts' in list ? list.contacts.length : database.count('recipient', list.id),
          expires: 'contacts' in list ? null : isoTime(list.expires),
          orders: ordersTo(list.id, orders),
        }),
      ),
    );
  });

  routes.get('/lists/:id', (c) => {
    const id = c.req.param('id');
    const temporary = database.get<TemporaryList>('temporary_list', id);
    const list = temporary ?? requireRecord(database.get<List>('list', id), 'list', id);
    const details: ListDetails = {
      id,
      name: list.name,
      created: temporary ? isoTime(temporary.created) : null,
      expires: temporary ? isoTime(temporary.expires) : null,
      metadata: temporary?.metadata ?? {},
      orders: ordersTo(id, database.list<Order>('order', list.account)),
      recipients: recipientsOf(service, id),
    };
    return c.json(details);
  });

  return routes;
}

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

const ordersTo = (list: string, orders: readonly Order[]): string[] =>
  orders.filter((order) => order.list === list).map(({ id }) => id);
