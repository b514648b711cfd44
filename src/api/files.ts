/** Uploaded files. docs/api.md#files */
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import type { RemoteFile } from './file_download.ts';
import {
  type IncomingResponse,
  path,
  requestJson,
  requestNoContent,
  requestStream,
  undefinedIfNotFound,
} from './send.ts';
import { identifier, looseText } from './values.ts';

const fileSchema = zod.looseObject({ id: identifier, filename: looseText });

export type StoredFile = zod.output<typeof fileSchema>;

/** An account may grant the scope under either name. docs/api.md#scopes */
export const scopes = {
  read: ['pls.files.read', 'files.read'],
  write: ['pls.files.write', 'files.write'],
};

/** `POST /v1/files?filename=…`: uploads a file. The extension of its name decides its type. */
export const upload = (
  z: ZObject,
  filename: string,
  { stream, length, signal }: RemoteFile,
  isRepeatable = false,
): Promise<StoredFile> =>
  requestJson(z, fileSchema, {
    method: 'POST',
    path: path`/v1/files`,
    query: { filename },
    upload: { stream, length, type: 'application/octet-stream' },
    signal,
    purpose: { object: `the file "${filename}"`, verb: 'upload', scopes: scopes.write, isRepeatable },
  });

/** `GET /v1/files/{id}`: returns the name and download path, or undefined if the file does not exist. */
export const get = (z: ZObject, id: string): Promise<StoredFile | undefined> =>
  requestJson(z, fileSchema, {
    path: path`/v1/files/${id}`,
    purpose: { object: `the file "${id}"`, verb: 'read', scopes: scopes.read },
  }).catch(undefinedIfNotFound);

/** `DELETE /v1/files/{id}`: deletes a file that no order uses. Also succeeds if the file does not exist. */
export const remove = (z: ZObject, id: string): Promise<void> =>
  requestNoContent(z, {
    method: 'DELETE',
    path: path`/v1/files/${id}`,
    purpose: { object: `the file "${id}"`, verb: 'delete', scopes: scopes.write },
  }).catch(undefinedIfNotFound);

/** `GET /v1/files/{id}/download`: opens the content. Its name is in Content-Disposition. */
export const download = (z: ZObject, id: string): Promise<IncomingResponse> =>
  requestStream(z, {
    path: path`/v1/files/${id}/download`,
    isFile: true,
    purpose: { object: `the file "${id}"`, verb: 'read', scopes: scopes.read },
  });
