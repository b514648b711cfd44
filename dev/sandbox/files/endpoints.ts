/** Uploaded files. See docs/api.md#files. */
import contentDisposition from 'content-disposition';
import mime from 'mime-types';
import * as zod from 'zod';
import { type Endpoint, endpoint, type Input, nothing } from '../http/endpoint.ts';
import { readBody, shorten } from '../http/request_body.ts';
import { fileShape, uploadedShape } from '../http/schemas.ts';
import { ServiceError } from '../http/service_error.ts';
import type { Service } from '../service.ts';
import type { Order, StoredFile } from '../store/records.ts';

/** Bytes of an uploaded file at most. */
export const fileLimit = 128 * 1024 * 1024;
/** Characters of its name at most. */
const nameLimit = 100;

const group = 'files';

interface Upload {
  filename: string;
  content: Uint8Array;
}

/** `?filename=` and the content as the raw body. The name is looked at before the content is read. */
const upload: Input<Upload> = {
  query: zod.object({
    filename: zod.string().max(nameLimit).describe('With its extension, which decides the type.'),
  }),
  body: 'file',
  async read(c, given, { variants }) {
    const filename = readName(given.filename);
    if (variants.has('length-required') && c.req.header('Content-Length') === undefined)
      throw new ServiceError(
        411,
        'length-required',
        'Send the length of the file in the header Content-Length.',
      );
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
    group,
    scope: 'files.write',
    takes: upload,
    answers: { 201: uploadedShape },
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
    summary: 'What is known of a file',
    group,
    scope: 'files.read',
    takes: nothing,
    answers: { 200: fileShape },
    handle({ service, account, id }) {
      const { filename } = find(service, account, id);
      return { status: 200, json: { id, filename, download_href: `/v1/files/${id}/download` } };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/v1/files/{id}',
    summary: 'Deletes a file that no order has used; also one that is gone',
    group,
    scope: 'files.write',
    takes: nothing,
    answers: { 204: null },
    handle({ service, account, id }) {
      const { database } = service;
      if (database.get<StoredFile>('file', id)?.account !== account) return { status: 204 };
      if (isUsed(service, account, id))
        throw new ServiceError(409, 'files.in_use', `An order uses the file ${id}, so it cannot be deleted.`);
      database.remove('file', id);
      database.removeBlob(id);
      return { status: 204 };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/files/{id}/download',
    summary: 'The content of a file',
    group,
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
          'X-Content-Type-Options': 'nosniff',
        },
      };
    },
  }),
];

function find({ database }: Service, account: string, id: string): StoredFile {
  const file = database.get<StoredFile>('file', id);
  if (file?.account === account) return file;
  throw new ServiceError(404, 'files.not_found', `There is no file ${shorten(id)}.`);
}

const isUsed = ({ database }: Service, account: string, id: string): boolean =>
  [...database.list<Order>('order', account), ...database.list<Order>('saved_order', account)].some(
    ({ contents }) => contents.some((item) => item.type === 'sheet' && item.file === id),
  );

/** The extension decides the type, so there has to be one. */
function readName(name: string | undefined): string {
  const refuse = (sentence: string): never => {
    throw new ServiceError(400, 'invalid_filename', sentence, { attribute: 'filename' });
  };
  if (!name?.trim()) return refuse('The query parameter filename is missing.');
  if (name.length > nameLimit) return refuse(`The filename may have ${nameLimit} characters at most.`);
  if (/[/\\\p{Cc}]/u.test(name)) return refuse('The filename has a character that no filename can have.');
  if (!/[^.]\.[a-z0-9]{1,10}$/i.test(name))
    return refuse('The filename needs an extension, such as .pdf: it decides the type of the file.');
  return name;
}
