/** The console's connections: the access tokens that apps hold. The tokens themselves never reach the page. */
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { requireRecord } from '../control/request.ts';
import type { SandboxEnv } from '../http/context.ts';
import type { Service } from '../service.ts';
import type { Token } from '../store/records.ts';
import type { ConnectionView } from './protocol.ts';

export function connectionRoutes({ database }: Service): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();

  routes.get('/connections', (c) =>
    c.json(
      database
        .list<Token>('token')
        .map(
          ({ token, client, user, scopes }): ConnectionView => ({
            id: idOf(token),
            client,
            user,
            scopes,
          }),
        )
        .reverse(),
    ),
  );

  routes.delete('/connections/:id', (c) => {
    const id = c.req.param('id');
    const found = database.list<Token>('token').find(({ token }) => idOf(token) === id);
    database.remove('token', requireRecord(found, 'connection', id).token);
    return c.body(null, 204);
  });

  return routes;
}

/** Identifies an access token without revealing it. */
const idOf = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 16);
