/** Envelope logos (§2.8, §4.5) and the diagnostic ping (§4.6). */
import { Hono } from 'hono';
import { callerOf } from './access.ts';
import type { Logo } from './records.ts';
import type { Service } from './service.ts';

export function logoRoutes(service: Service): Hono {
  const app = new Hono();

  app.get('/v1/logos', (c) => {
    const { account } = callerOf(c, service);
    const logos = account === null ? [] : service.database.list<Logo>('logo', account);
    return c.json({
      data: logos.map(({ id, name }) => ({ id, name, type: 'logo' })),
      links: { self: '/v1/logos' },
      type: 'list',
    });
  });

  app.get('/v1/dev/ping', (c) => {
    callerOf(c, service);
    return c.json({ pong: service.clock.iso });
  });

  return app;
}
