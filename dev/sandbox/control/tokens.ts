/** Creates access tokens without the OAuth pages, and revokes them: /sandbox/tokens. */
import { Hono } from 'hono';
import { scopeDescriptions } from '../http/access.ts';
import type { SandboxEnv } from '../http/context.ts';
import { ServiceError, shorten } from '../http/service_error.ts';
import { issueToken } from '../oauth/token_endpoint.ts';
import type { Service } from '../service.ts';
import type { Client, User } from '../store/records.ts';
import { bodies } from './bodies.ts';
import { readBodyAs, requireRecord } from './request.ts';

export function tokenRoutes(service: Service): Hono<SandboxEnv> {
  const { database } = service;
  const app = new Hono<SandboxEnv>();

  app.post('/', async (c) => {
    const { user, client, scopes } = await readBodyAs(bodies['POST /tokens'], c);
    requireRecord(database.get<User>('user', user), 'user', user);
    requireRecord(database.get<Client>('client', client), 'client', client);
    const unknown = scopes.find((scope) => !Object.hasOwn(scopeDescriptions, scope));
    if (unknown !== undefined)
      throw new ServiceError(400, 'invalid_scope', `Unknown scope: ${shorten(unknown)}.`, {
        attribute: 'scopes',
      });
    return c.json({ access_token: issueToken(service, client, user, scopes) }, 201);
  });

  app.delete('/:token', (c) => {
    const token = c.req.param('token');
    if (!database.get('token', token))
      throw new ServiceError(404, 'not_found', 'This access token does not exist.');
    database.remove('token', token);
    return c.body(null, 204);
  });

  return app;
}
