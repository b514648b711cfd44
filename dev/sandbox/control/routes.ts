/** The control API under /sandbox. See dev/sandbox/README.md. */
import { Hono } from 'hono';
import type { SandboxEnv } from '../http/context.ts';
import { readQuery } from '../http/query.ts';
import type { Service } from '../service.ts';
import type { LoggedRequest } from '../store/records.ts';
import { type SeedSource, serializeSeed } from '../store/seed.ts';
import { bodies } from './bodies.ts';
import { clientRoutes } from './clients.ts';
import { clockRoutes, serializeClock } from './clock.ts';
import { deliveryRoutes } from './deliveries.ts';
import { eventRoutes } from './events.ts';
import { faultRoutes } from './fault_routes.ts';
import { listRoutes } from './lists.ts';
import { orderRoutes } from './orders.ts';
import { invalidValue, readBodyAs } from './request.ts';
import { tokenRoutes } from './tokens.ts';

export function controlRoutes(
  service: Service,
  seed: SeedSource,
  reset: () => Promise<void>,
): Hono<SandboxEnv> {
  const { database, clock } = service;
  const app = new Hono<SandboxEnv>();

  app.use(async (c, next) => {
    // Rejects repeated query parameters, as the API does.
    readQuery(c.req.url);
    c.header('Cache-Control', 'no-store');
    await next();
  });

  app.route('/clients', clientRoutes(service));
  app.route('/clock', clockRoutes(service));
  app.route('/deliveries', deliveryRoutes(service));
  app.route('/events', eventRoutes(service));
  app.route('/faults', faultRoutes(service));
  app.route('/lists', listRoutes(service));
  app.route('/orders', orderRoutes(service));
  app.route('/tokens', tokenRoutes(service));

  app.get('/seed', (c) => c.json(serializeSeed(seed)));

  app.post('/reset', async (c) => {
    await readBodyAs(bodies['POST /reset'], c);
    await reset();
    return c.json(serializeClock(clock));
  });

  app.get('/requests', (c) => {
    const { after = '0' } = readQuery(c.req.url);
    if (!/^\d{1,15}$/.test(after)) throw invalidValue('the ID of a logged request', after, 'after');
    return c.json(database.list<LoggedRequest>('request').filter(({ id }) => id > Number(after)));
  });

  return app;
}
