/** Stored files (`z.stashFile`): an upload with a presigned form, as to S3, and the file back under its address. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import contentDisposition from 'content-disposition';

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
    const fields = new Map<string, string>();
    let stored = false;
    const form = busboy({ headers });
    const writing: Promise<void>[] = [];
    form.on('field', (name, value) => fields.set(name, value));
    form.on('file', (_name, content) => {
      stored = true;
      writing.push(pipeline(content, createWriteStream(path)));
    });
    await pipeline(body, form);
    await Promise.all(writing);
    const key = fields.get('key') ?? '';
    if (!stored || !this.#expected.delete(key)) return undefined;
    return this.#add({
      key,
      path,
      size: (await stat(path)).size,
      contentType: fields.get('Content-Type') ?? 'application/octet-stream',
      contentDisposition: asciiDisposition(fields.get('Content-Disposition') ?? 'attachment'),
    });
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

/** Names with letters beyond ASCII in the form that every client reads; raw bytes in a header not even Node sends. */
function asciiDisposition(header: string): string {
  const { type, parameters } = contentDisposition.parse(header);
  const name = parameters.filename;
  if (!name) return type;
  return contentDisposition(name, { type, fallback: name.replace(/[^\x20-\x7e]/g, '_') });
}
