/** Serves the files, previews and logos that the console shows. */
import contentDisposition from 'content-disposition';
import { type Context, Hono } from 'hono';
import mime from 'mime-types';
import { requireRecord } from '../control/request.ts';
import type { SandboxEnv } from '../http/context.ts';
import { getPreview } from '../orders/preview.ts';
import type { Service } from '../service.ts';
import type { Logo, Order, StoredFile } from '../store/records.ts';

/** What browsers can show and that can't contain scripts. Anything else is downloaded. */
const shownTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export function storedFileRoutes(service: Service): Hono<SandboxEnv> {
  const { database } = service;
  const routes = new Hono<SandboxEnv>();

  routes.get('/files/:id/content', (c) => {
    const id = c.req.param('id');
    const { filename } = requireRecord(database.get<StoredFile>('file', id), 'file', id);
    return sendFile(c, requireRecord(database.blob(id), 'content of the file', id), filename);
  });

  routes.get('/orders/:id/preview', async (c) => {
    const id = c.req.param('id');
    const order = requireRecord(database.get<Order>('order', id), 'order', id);
    return sendFile(c, await getPreview(service, order), `${id}.pdf`);
  });

  routes.get('/logos/:id/image', (c) => {
    const id = c.req.param('id');
    const { name } = requireRecord(database.get<Logo>('logo', id), 'logo', id);
    return sendFile(c, requireRecord(database.blob(id), 'image of the logo', id), `${name}.png`);
  });

  return routes;
}

/** Responds with a file that may have been made to attack the page. It can't run scripts on the console's origin. */
function sendFile(c: Context, content: Uint8Array, filename: string): Response {
  const type = shownTypes.find((one) => one === mime.lookup(filename));
  return c.body(new Uint8Array(content), 200, {
    'Content-Type': type ?? 'application/octet-stream',
    'Content-Disposition': contentDisposition(filename),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cache-Control': 'no-store',
  });
}
