/** Uploaded files (§2.4, §4.2). */
import type { RawHttpResponse, ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { once } from './lazy.ts';
import { ask, askFor, open, path, tell } from './request.ts';
import { identifier, looseText } from './values.ts';

const file = once(() =>
  zod.looseObject({ id: identifier(), filename: looseText(), download_href: looseText() }),
);

export type StoredFile = zod.output<ReturnType<typeof file>>;

/** The description names the file scopes in two ways (§5.4, §5.5); a user may see either on the consent page. */
const readScopes = ['pls.files.read', 'files.read'];
const writeScopes = ['pls.files.write', 'files.write'];

/** POST /v1/files?filename=…: the body is the file itself, the name's extension decides its type. */
export const uploadFile = (
  z: ZObject,
  filename: string,
  { stream, length, signal }: { stream: NodeJS.ReadableStream; length: number; signal: AbortSignal },
): Promise<StoredFile> =>
  askFor(
    z,
    {
      method: 'POST',
      path: path`/v1/files`,
      query: { filename },
      upload: { stream, length },
      signal,
      timeout: 25_000,
      subject: { about: `the file "${filename}"`, verb: 'upload', scopes: writeScopes },
    },
    file(),
  );

/** GET /v1/files/{id}: name and download path. @returns nothing when there is no such file */
export const getFile = (z: ZObject, id: string): Promise<StoredFile | undefined> =>
  ask(
    z,
    {
      method: 'GET',
      path: path`/v1/files/${id}`,
      subject: subject(id, 'read', readScopes),
      absent: [404, 410],
    },
    file(),
  );

/** DELETE /v1/files/{id}: only for a file that no order uses yet. A file that is gone is answered like a deletion. */
export const deleteFile = (z: ZObject, id: string): Promise<void> =>
  tell(z, {
    method: 'DELETE',
    path: path`/v1/files/${id}`,
    subject: subject(id, 'delete', writeScopes),
    absent: [404, 410],
  });

/** GET /v1/files/{id}/download: the content; its name is in Content-Disposition. */
export const openFile = (z: ZObject, id: string): Promise<RawHttpResponse | undefined> =>
  open(z, {
    method: 'GET',
    path: path`/v1/files/${id}/download`,
    mayLieElsewhere: true,
    subject: subject(id, 'read', readScopes),
    timeout: 25_000,
  });

const subject = (id: string, verb: string, scopes: readonly string[]) => ({
  about: `the file "${id}"`,
  verb,
  scopes,
});
