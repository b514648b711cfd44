/** Uploaded files (§2.4, §4.2). */
import contentDisposition from 'content-disposition';
import { type Context, Hono } from 'hono';
import mime from 'mime-types';
import { accountOf, callerOf, need } from './access.ts';
import { query, readBody } from './reading.ts';
import type { Order, StoredFile } from './records.ts';
import { Refusal } from './refusal.ts';
import type { Service } from './service.ts';

/** Bytes of an uploaded file at most. */
export const fileLimit = 150 * 1024 * 1024;

export function fileRoutes(service: Service): Hono {
  const { database, clock, newId, worlds } = service;
  const app = new Hono();

  const accountFor = (c: Context, scope: string): string => {
    const caller = callerOf(c, service);
    need(caller, scope, 'files.missing_scope', service);
    return accountOf(caller);
  };

  const find = (c: Context): StoredFile => {
    const account = accountFor(c, 'files.read');
    const id = c.req.param('id') ?? '';
    const file = database.get<StoredFile>('file', id);
    if (file?.account === account && !file.deleted) return file;
    throw new Refusal(404, 'files.not_found', `There is no file ${id}.`);
  };

  app.post('/v1/files', async (c) => {
    const account = accountFor(c, 'files.write');
    const filename = readName(query(c, 'filename', 'invalid_filename'));
    if (worlds.has('length-required') && c.req.header('Content-Length') === undefined) {
      throw new Refusal(411, 'length-required', 'Send the length of the file with Content-Length.');
    }
    const content = await readBody(
      c,
      fileLimit,
      new Refusal(413, 'too-large', `A file may have ${fileLimit} bytes at most.`),
    );
    if (content.length === 0) throw new Refusal(400, 'no-content', 'The file is empty.');
    const id = newId('f');
    const file: StoredFile = {
      id,
      account,
      filename,
      size: content.length,
      created: clock.iso,
      deleted: false,
    };
    database.atomically(() => {
      database.putBlob(id, content);
      database.put('file', id, file, account);
    });
    return c.json({ id, filename }, 201);
  });

  app.get('/v1/files/:id', (c) => {
    const { id, filename } = find(c);
    return c.json({ id, filename, download_href: `/v1/files/${id}/download` });
  });

  app.get('/v1/files/:id/download', (c) => {
    const { id, filename } = find(c);
    const content = database.blob(id) ?? new Uint8Array();
    return c.body(new Uint8Array(content), 200, {
      'Content-Type': mime.lookup(filename) || 'application/octet-stream',
      'Content-Disposition': contentDisposition(filename),
      'Content-Length': String(content.length),
    });
  });

  app.delete('/v1/files/:id', (c) => {
    const account = accountFor(c, 'files.write');
    const id = c.req.param('id');
    const file = database.get<StoredFile>('file', id);
    if (file?.account !== account || file === undefined || file.deleted) return c.body(null, 204);
    if (isUsed(service, account, id))
      throw new Refusal(409, 'files.in_use', 'An order uses this file, so it cannot be deleted.');
    database.atomically(() => {
      database.put('file', id, { ...file, deleted: true }, account);
      database.removeBlob(id);
    });
    return c.body(null, 204);
  });

  return app;
}

const isUsed = ({ database }: Service, account: string, id: string): boolean =>
  [...database.list<Order>('order', account), ...database.list<Order>('saved_order', account)].some(
    ({ contents }) => contents.some((item) => item.type === 'sheet' && item.file === id),
  );

/** The extension decides the type (§4.2), so there has to be one. */
function readName(name: string | undefined): string {
  if (!name?.trim()) throw new Refusal(400, 'invalid_filename', 'The query parameter filename is missing.');
  if (name.length > 100)
    throw new Refusal(400, 'invalid_filename', 'The filename may have 100 characters at most.');
  if (/[/\\\p{Cc}]/u.test(name))
    throw new Refusal(400, 'invalid_filename', 'The filename has a character that a filename cannot have.');
  if (!/[^.]\.[a-z0-9]{1,10}$/i.test(name))
    throw new Refusal(
      400,
      'invalid_filename',
      'The filename needs an extension, which decides the type of the file.',
    );
  return name;
}
