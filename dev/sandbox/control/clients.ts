/** Registers OAuth clients while the sandbox runs. */
import { Hono } from 'hono';
import type { SandboxEnv } from '../http/context.ts';
import type { Service } from '../service.ts';
import type { Client } from '../store/records.ts';
import { bodies } from './bodies.ts';
import { readBodyAs } from './request.ts';

/** PUT /sandbox/clients/{id} registers an application (201) or changes it (200). */
export function clientRoutes({ database }: Service): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  app.put('/:id', async (c) => {
    const client: Client = { id: c.req.param('id'), ...(await readBodyAs(bodies['PUT /clients/:id'], c)) };
    const isNew = database.get<Client>('client', client.id) === undefined;
    database.put('client', client.id, client);
    return c.json({ client_id: client.id, name: client.name, callback: client.callback }, isNew ? 201 : 200);
  });
  return app;
}
