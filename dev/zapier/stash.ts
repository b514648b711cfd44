/** Zapier's side of `z.stashFile`: receives uploads through presigned forms, as S3 does, and stores the files. */
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
    this.#folder = mkdtemp(join(tmpdir(), 'zapier-stash-'));
  }

  /** Returns the form for uploading one file. */
  presign(url: string): { url: string; fields: { key: string } } {
    const key = `files/${randomUUID()}`;
    this.#expected.add(key);
    return { url, fields: { key } };
  }

  /** Stores an uploaded file. @returns undefined if the key is unknown or the form has no file */
  async receive(headers: IncomingHttpHeaders, body: Readable): Promise<StoredFile | undefined> {
    const path = join(await this.#folder, randomUUID());
    try {
      const { fields, hasFile } = await readForm(headers, body, path);
      const metadata = {
        contentType: fields.get('Content-Type') ?? 'application/octet-stream',
        contentDisposition: toAsciiHeader(fields.get('Content-Disposition') ?? 'attachment'),
      };
      checkHeader('Content-Type', metadata.contentType);
      const key = fields.get('key') ?? '';
      if (hasFile && this.#expected.delete(key))
        return this.#add({ key, path, size: (await stat(path)).size, ...metadata });
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    await rm(path, { force: true });
    return undefined;
  }

  /** Stores a file that did not come from the connector, such as one that a user uploads. */
  async store(filename: string, contentType: string, content: Readable): Promise<StoredFile> {
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

  /** Returns all stored files, oldest first. */
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
 * Reads the fields of a form and writes its first file to `path`.
 * @throws BadRequest if the request is not a complete form
 */
async function readForm(
  headers: IncomingHttpHeaders,
  body: Readable,
  path: string,
): Promise<{ fields: Map<string, string>; hasFile: boolean }> {
  const form = createFormParser(headers);
  const fields = new Map<string, string>();
  // A truncated form fails in both streams. `allSettled` avoids an unhandled rejection before the second is awaited.
  const writing: Promise<PromiseSettledResult<void>[]>[] = [];
  form.on('field', (name, value) => fields.set(name, value));
  form.on('file', (_name, content) => {
    writing.push(Promise.allSettled([pipeline(content, createWriteStream(path))]));
  });
  try {
    await pipeline(body, form);
  } catch {
    await Promise.all(writing);
    throw new BadRequest('The form is invalid or incomplete.');
  }
  for (const outcome of (await Promise.all(writing)).flat())
    if (outcome.status === 'rejected') throw outcome.reason;
  return { fields, hasFile: writing.length > 0 };
}

function createFormParser(headers: IncomingHttpHeaders): busboy.Busboy {
  try {
    return busboy({ headers, limits: { files: 1 } });
  } catch {
    throw new BadRequest('Upload a file as multipart/form-data.');
  }
}

/** @throws BadRequest if the value is not valid in a response header */
function checkHeader(name: string, value: string): void {
  try {
    validateHeaderValue(name, value);
  } catch {
    throw new BadRequest(`Invalid ${name} in the form.`);
  }
}

function toAsciiHeader(header: string): string {
  try {
    return asciiDisposition(header);
  } catch {
    throw new BadRequest('Invalid Content-Disposition in the form.');
  }
}

/** Encodes a file name with non-ASCII characters, which Node rejects in a response header. */
function asciiDisposition(header: string): string {
  const { type, parameters } = contentDisposition.parse(header);
  const name = parameters.filename;
  if (!name) return type;
  return contentDisposition(name, { type, fallback: name.replace(/[^\x20-\x7e]/g, '_') });
}
