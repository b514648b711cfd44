/** Uploaded files. See docs/api.md#files. */
import contentDisposition from 'content-disposition';
import mime from 'mime-types';
import * as zod from 'zod';
import { type Endpoint, endpoint, type Input, nothing } from '../http/endpoint.ts';
import { readBody } from '../http/request_body.ts';
import { ServiceError, shorten } from '../http/service_error.ts';
import type { Service } from '../service.ts';
import type { Order, SavedOrder, StoredFile } from '../store/records.ts';
import { fileSchema, uploadedSchema } from './schemas.ts';

/** Maximum bytes of an uploaded file. */
export const fileLimit = 128 * 1024 * 1024;
/** Maximum characters of a file name. */
const nameLimit = 100;

interface Upload {
  filename: string;
  content: Uint8Array;
}

/** Takes `?filename=` and the content as the raw body. Validates the name before it reads the content. */
const upload: Input<Upload> = {
  query: zod.object({
    filename: zod.string().max(nameLimit).describe('With an extension, which decides the type.'),
  }),
  body: 'file',
  async read(c, given, { variants }) {
    const filename = readName(given.filename);
    if (variants.has('length-required') && c.req.header('Content-Length') === undefined)
      throw new ServiceError(411, 'length-required', 'The Content-Length header is missing.');
    const content = await readBody(c, { limit: fileLimit });
    if (content.length === 0) throw new ServiceError(400, 'no-content', 'The file is empty.');
    return { filename, content };
  },
};

export const fileEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/v1/files',
    summary: 'Uploads a file',
    scope: 'files.write',
    takes: upload,
    answers: { 201: uploadedSchema },
    handle({ service: { database, clock, newId }, account, input: { filename, content } }) {
      const id = newId('f');
      const file: StoredFile = { id, account, filename, size: content.length, created: clock.iso };
      database.putBlob(id, content);
      database.put('file', id, file, account);
      return { status: 201, json: { id, filename } };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/files/{id}',
    summary: 'Returns a file',
    scope: 'files.read',
    takes: nothing,
    answers: { 200: fileSchema },
    handle({ service, account, id }) {
      const { filename } = find(service, account, id);
      return { status: 200, json: { id, filename, download_href: `/v1/files/${id}/download` } };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/v1/files/{id}',
    summary: 'Deletes a file that no order uses',
    scope: 'files.write',
    takes: nothing,
    answers: { 204: null },
    handle({ service, account, id }) {
      const { database, variants } = service;
      if (database.get<StoredFile>('file', id)?.account !== account) return { status: 204 };
      const user = userOf(service, account, id);
      if (user !== undefined)
        throw new ServiceError(
          variants.has('file-in-use-403') ? 403 : 409,
          'files.in_use',
          `The ${user} uses the file ${id}, so it cannot be deleted.`,
        );
      database.remove('file', id);
      database.removeBlob(id);
      return { status: 204 };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/files/{id}/download',
    summary: 'Returns the content of a file',
    scope: 'files.read',
    takes: nothing,
    answers: {
      200: { mediaType: ['application/octet-stream', 'application/pdf', 'image/png', 'image/jpeg', '*/*'] },
    },
    handle({ service, account, id }) {
      const { filename } = find(service, account, id);
      return {
        status: 200,
        content: service.database.blob(id) ?? new Uint8Array(),
        headers: {
          'Content-Type': mime.lookup(filename) || 'application/octet-stream',
          'Content-Disposition': contentDisposition(filename),
        },
      };
    },
  }),
];

function find({ database }: Service, account: string, id: string): StoredFile {
  const file = database.get<StoredFile>('file', id);
  if (file?.account === account) return file;
  throw new ServiceError(404, 'files.not_found', `The file ${shorten(id)} does not exist.`);
}

/** Returns the first order or saved order that prints the file, such as `order m-123-4567`. */
function userOf({ database }: Service, account: string, file: string): string | undefined {
  const prints = ({ contents }: Pick<Order, 'contents'>): boolean =>
    contents.some((item) => item.type === 'sheet' && item.file === file);
  const order = database.list<Order>('order', account).find(prints);
  if (order) return `order ${order.id}`;
  const saved = database.list<SavedOrder>('saved_order', account).find(prints);
  return saved && `saved order ${saved.saved_order_id}`;
}

/** @throws 400 if the name is invalid, for example without an extension, which decides the type */
function readName(name: string | undefined): string {
  const refuse = (sentence: string): never => {
    throw new ServiceError(400, 'invalid_filename', sentence, { attribute: 'filename' });
  };
  if (!name?.trim()) return refuse('The query parameter filename is missing.');
  if (name.length > nameLimit) return refuse(`The filename can have up to ${nameLimit} characters.`);
  if (/[/\\\p{Cc}]/u.test(name)) return refuse('The filename contains a slash or a control character.');
  if (!/[^.]\.[a-z0-9]{1,10}$/i.test(name))
    return refuse('The filename requires an extension, such as .pdf.');
  return name;
}
