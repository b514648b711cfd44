import contentDisposition from 'content-disposition';
import { Hono } from 'hono';
import mime from 'mime-types';
import { requireRecord } from '../control/request.ts';
import type { SandboxEnv } from '../http/context.ts';
import type { Service } from '../service.ts';
import type { Order, SavedOrder, StoredFile } from '../store/records.ts';
import type { FileView } from './protocol.ts';
import { queryOf } from './queries.ts';
import { untrustedFile } from './untrusted_file.ts';

type Contents = Pick<Order, 'contents'>;

export function fileRoutes({ database }: Service): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();
  const fileWithId = (id: string): StoredFile =>
    requireRecord(database.get<StoredFile>('file', id), 'file', id);
  const allOrders = (account: string): Contents[] => [
    ...database.list<Order>('order', account),
    ...database.list<SavedOrder>('saved_order', account),
  ];

  routes.get('/files', (c) => {
    const { account } = queryOf(c);
    const orders = allOrders(account);
    const files = database.list<StoredFile>('file', account);
    return c.json(files.reverse().map((file) => fileView(file, orders)));
  });

  routes.get('/files/:id', (c) => {
    const file = fileWithId(c.req.param('id'));
    return c.json(fileView(file, allOrders(file.account)));
  });

  routes.get('/files/:id/content', (c) => {
    const { id, filename } = fileWithId(c.req.param('id'));
    const content = requireRecord(database.blob(id), 'content of the file', id);
    const type = safeTypeOf(filename) ?? 'application/octet-stream';
    return untrustedFile(c, content, type, contentDisposition(filename));
  });

  return routes;
}

function fileView(
  { id, account, filename, size, created }: StoredFile,
  orders: readonly Contents[],
): FileView {
  const type = safeTypeOf(filename);
  const preview = type === undefined ? 'none' : type === 'application/pdf' ? 'pdf' : 'image';
  const printing = orders.filter(({ contents }) =>
    contents.some((item) => item.type === 'sheet' && item.file === id),
  );
  return { id, account, filename, size, created, preview, orders: printing.length };
}

/** Images that browsers can show and that can't contain scripts. */
const safeImages = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Returns the type to serve the file with, or undefined if it should only be downloaded. */
function safeTypeOf(filename: string): string | undefined {
  const type = mime.lookup(filename);
  return type && (type === 'application/pdf' || safeImages.has(type)) ? type : undefined;
}
