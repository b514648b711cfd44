/** Lists and resends webhook deliveries: /sandbox/deliveries. */
import { Hono } from 'hono';
import type { SandboxEnv } from '../http/context.ts';
import type { Service } from '../service.ts';
import type { Delivery } from '../store/records.ts';
import { attemptNow } from '../webhooks/deliveries.ts';
import { bodies } from './bodies.ts';
import { readBodyAs, requireRecord } from './request.ts';

export function deliveryRoutes(service: Service): Hono<SandboxEnv> {
  const { database } = service;
  const app = new Hono<SandboxEnv>();

  const findDelivery = (id: string): Delivery =>
    requireRecord(database.get<Delivery>('delivery', id), 'delivery', id);

  app.get('/', (c) => c.json(database.list<Delivery>('delivery').map(serializeDelivery)));

  app.get('/:id', (c) => c.json(serializeDelivery(findDelivery(c.req.param('id')))));

  app.post('/:id/resend', async (c) => {
    await readBodyAs(bodies['POST /deliveries/:id/resend'], c);
    const { id } = findDelivery(c.req.param('id'));
    await attemptNow(service, id);
    return c.json(serializeDelivery(findDelivery(id)));
  });

  return app;
}

const serializeDelivery = ({ account, once, parameters, body, ...delivery }: Delivery) => ({
  ...delivery,
  body: body ?? null,
});
