/** Stored files (`z.stashFile`): an upload with a presigned form, as to S3, and the file back under its address. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { type IncomingHttpHeaders, validateHeaderValue } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import contentDisposition from 'content-disposition';
import { BadRequest } from './loopback.ts';

export interface StoredFile {
  key: string;
  path: string;
  size: number;
  contentType: string;
  contentDisposition: string;
}

export class Stash {
  readonly #folder: Promise<string>;
  readonly #expected = new Set<string>();
  readonly #files = new Map<string, StoredFile>();

  constructor() {
    this.#folder = mkdtemp(join(tmpdir(), 'platform-stash-'));
  }

  /** The form with which one file may be uploaded. */
  presign(url: string): { url: string; fields: { key: string } } {
    const key = `files/${randomUUID()}`;
    this.#expected.add(key);
    return { url, fields: { key } };
  }

  /** POST of the presigned form. @returns nothing when the key was never given out or the form has no file */
  async receive(headers: IncomingHttpHeaders, body: Readable): Promise<StoredFile | undefined> {
    const path = join(await this.#folder, randomUUID());
    try {
      const { fields, hasFile } = await readForm(headers, body, path);
      const described = {
        contentType: fields.get('Content-Type') ?? 'application/octet-stream',
        contentDisposition: givenDisposition(fields.get('Content-Disposition') ?? 'attachment'),
      };
      checkHeader('Content-Type', described.contentType);
      const key = fields.get('key') ?? '';
      if (hasFile && this.#expected.delete(key))
        return this.#add({ key, path, size: (await stat(path)).size, ...described });
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    await rm(path, { force: true });
    return undefined;
  }

  /** Keeps a file that did not come from the connector, such as one that a user chose in a form. */
  async keep(filename: string, contentType: string, content: Readable): Promise<StoredFile> {
    const path = join(await this.#folder, randomUUID());
    await pipeline(content, createWriteStream(path));
    return this.#add({
      key: `files/${randomUUID()}`,
      path,
      size: (await stat(path)).size,
      contentType,
      contentDisposition: asciiDisposition(contentDisposition(filename)),
    });
  }

  #add(file: StoredFile): StoredFile {
    this.#files.set(file.key, file);
    return file;
  }

  find(key: string): StoredFile | undefined {
    return this.#files.get(key);
  }

  /** Every stored file, oldest first. */
  list(): StoredFile[] {
    return [...this.#files.values()];
  }

  read(file: StoredFile): Readable {
    return createReadStream(file.path);
  }

  async close(): Promise<void> {
    await rm(await this.#folder, { recursive: true, force: true });
  }
}

/**
 * The fields of a form, its first file written to `path`.
 * @throws BadRequest when it is no such form, or ends before its end
 */
async function readForm(
  headers: IncomingHttpHeaders,
  body: Readable,
  path: string,
): Promise<{ fields: Map<string, string>; hasFile: boolean }> {
  const form = formReader(headers);
  const fields = new Map<string, string>();
  // Settled one by one: a form that breaks off breaks its file off as well, and nobody waits for that yet.
  const writing: Promise<PromiseSettledResult<void>[]>[] = [];
  form.on('field', (name, value) => fields.set(name, value));
  form.on('file', (_name, content) => {
    writing.push(Promise.allSettled([pipeline(content, createWriteStream(path))]));
  });
  try {
    await pipeline(body, form);
  } catch {
    await Promise.all(writing);
    throw new BadRequest('The form could not be read to its end.');
  }
  for (const outcome of (await Promise.all(writing)).flat())
    if (outcome.status === 'rejected') throw outcome.reason;
  return { fields, hasFile: writing.length > 0 };
}

function formReader(headers: IncomingHttpHeaders): busboy.Busboy {
  try {
    return busboy({ headers, limits: { files: 1 } });
  } catch {
    throw new BadRequest('A file is uploaded with a form (multipart/form-data) that was given out for it.');
  }
}

/** @throws BadRequest for a value with which the file could never be sent again */
function checkHeader(name: string, value: string): void {
  try {
    validateHeaderValue(name, value);
  } catch {
    throw new BadRequest(`The form’s ${name} cannot be a header.`);
  }
}

function givenDisposition(header: string): string {
  try {
    return asciiDisposition(header);
  } catch {
    throw new BadRequest('The form’s Content-Disposition cannot be a header.');
  }
}

/** Names with letters beyond ASCII in the form that every client reads; raw bytes in a header not even Node sends. */
function asciiDisposition(header: string): string {
  const { type, parameters } = contentDisposition.parse(header);
  const name = parameters.filename;
  if (!name) return type;
  return contentDisposition(name, { type, fallback: name.replace(/[^\x20-\x7e]/g, '_') });
}
