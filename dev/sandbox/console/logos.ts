/** The console's logos and their images. */
import { Hono } from 'hono';
import { existing } from '../control/request.ts';
import type { SandboxEnv } from '../http/context.ts';
import type { Service } from '../service.ts';
import type { Logo } from '../store/records.ts';
import type { LogoView } from './protocol.ts';
import { queryOf } from './queries.ts';
import { untrustedFile } from './untrusted_file.ts';

export function logoRoutes({ database }: Service): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();

  routes.get('/logos', (c) =>
    c.json(database.list<Logo>('logo', queryOf(c).account).map(({ id, name }): LogoView => ({ id, name }))),
  );

  routes.get('/logos/:id/image', (c) => {
    const id = c.req.param('id');
    existing(database.get<Logo>('logo', id), 'logo', id);
    const image = existing(database.blob(id), 'image of the logo', id);
    return untrustedFile(c, image, 'image/png', 'inline');
  });

  return routes;
}
