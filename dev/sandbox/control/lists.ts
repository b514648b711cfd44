/** Temporary lists with all their recipients: GET /sandbox/lists. The API has no endpoint that returns them. */
import { Hono } from 'hono';
import type { SandboxEnv } from '../http/context.ts';
import { serializeList, serializeRecipient } from '../lists/temporary_lists.ts';
import type { Service } from '../service.ts';
import type { Order, Recipient, TemporaryList } from '../store/records.ts';
import { requireRecord } from './request.ts';

export function listRoutes({ database }: Service): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();

  const listDetails = (list: TemporaryList) => ({
    ...serializeList(list),
    account: list.account,
    recipients: database.list<Recipient>('recipient', list.id).map(serializeRecipient),
    orders: database
      .list<Order>('order', list.account)
      .filter((order) => order.list === list.id)
      .map(({ id }) => id),
  });

  app.get('/', (c) => c.json({ lists: database.list<TemporaryList>('temporary_list').map(listDetails) }));

  app.get('/:id', (c) => {
    const id = c.req.param('id');
    return c.json(
      listDetails(requireRecord(database.get<TemporaryList>('temporary_list', id), 'temporary list', id)),
    );
  });

  return app;
}
