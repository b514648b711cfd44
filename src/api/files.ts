/** Uploaded files (§2.4, §4.2). */
import type { RawHttpResponse, ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { path, requestJson, requestNoContent, requestOptionalJson, requestStream } from './request.ts';
import { identifier, looseText } from './values.ts';

const file = zod.looseObject({ id: identifier, filename: looseText, download_href: looseText });

export type StoredFile = zod.output<typeof file>;

/** The description names the file scopes in two ways (§5.4, §5.5); a user may see either on the consent page. */
const readScopes = ['pls.files.read', 'files.read'];
const writeScopes = ['pls.files.write', 'files.write'];

/** POST /v1/files?filename=…: the body is the file itself, the name's extension decides its type. */
export const upload = (
  z: ZObject,
  filename: string,
  { stream, length, signal }: { stream: NodeJS.ReadableStream; length: number; signal: AbortSignal },
): Promise<StoredFile> =>
  requestJson(
    z,
    {
      method: 'POST',
      path: path`/v1/files`,
      query: { filename },
      upload: { stream, length },
      signal,
      timeout: 25_000,
      purpose: { object: `the file "${filename}"`, verb: 'upload', scopes: writeScopes },
    },
    file,
  );

/** GET /v1/files/{id}: name and download path. @returns nothing when there is no such file */
export const get = (z: ZObject, id: string): Promise<StoredFile | undefined> =>
  requestOptionalJson(
    z,
    {
      method: 'GET',
      path: path`/v1/files/${id}`,
      purpose: purpose(id, 'read', readScopes),
      notFoundStatuses: [404, 410],
    },
    file,
  );

/** DELETE /v1/files/{id}: only for a file that no order uses yet. A file that is gone is answered like a deletion. */
export const remove = (z: ZObject, id: string): Promise<void> =>
  requestNoContent(z, {
    method: 'DELETE',
    path: path`/v1/files/${id}`,
    purpose: purpose(id, 'delete', writeScopes),
    notFoundStatuses: [404, 410],
  });

/** GET /v1/files/{id}/download: the content; its name is in Content-Disposition. */
export const download = (z: ZObject, id: string): Promise<RawHttpResponse | undefined> =>
  requestStream(z, {
    method: 'GET',
    path: path`/v1/files/${id}/download`,
    allowOtherOrigins: true,
    purpose: purpose(id, 'read', readScopes),
    timeout: 25_000,
  });

const purpose = (id: string, verb: string, scopes: readonly string[]) => ({
  object: `the file "${id}"`,
  verb,
  scopes,
});
