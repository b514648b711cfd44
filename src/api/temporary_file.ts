/**
 * A temporary file that exists during one run. It holds data that must be complete before it is used but is too large for
 * memory. Import this module only where it is needed: most runs need no file and start faster without its imports.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes to write to the disk at once. */
const blockSize = 1024 * 1024;

/** Opens an empty file in a new private folder, and removes both after `use`. */
export async function withTemporaryFile<Result>(
  use: (file: TemporaryFile) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'letters-'));
  try {
    const path = join(folder, 'content');
    const handle = await open(path, 'w');
    try {
      return await use(new TemporaryFile(path, handle));
    } finally {
      await handle.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file that is written completely and then read. One block is filled while the previous one is written. */
export class TemporaryFile {
  /** Bytes appended so far. */
  size = 0;
  readonly #path: string;
  readonly #handle: FileHandle;
  #block = Buffer.allocUnsafeSlow(blockSize);
  #spareBlock = Buffer.allocUnsafeSlow(blockSize);
  #filled = 0;
  #writing: Promise<void> | undefined;

  constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /**
   * Copies the bytes. @returns a promise if the caller must wait before it appends more
   * @throws if the disk fails, also for earlier bytes
   */
  append(bytes: Uint8Array): Promise<void> | undefined {
    this.size += bytes.byteLength;
    if (this.#filled + bytes.byteLength <= blockSize) return this.#fill(bytes);
    if (this.#writing || bytes.byteLength > blockSize) return this.#appendAfterWrite(bytes);
    this.#write();
    return this.#fill(bytes);
  }

  /** Returns everything that was appended. */
  async read(): Promise<NodeJS.ReadableStream> {
    await this.#writing;
    this.#write();
    await this.#writing;
    return createReadStream(this.#path);
  }

  async #appendAfterWrite(bytes: Uint8Array): Promise<void> {
    await this.#writing;
    this.#write();
    if (bytes.byteLength <= blockSize) return this.#fill(bytes);
    await this.#writing;
    await this.#handle.appendFile(bytes);
  }

  #fill(bytes: Uint8Array): undefined {
    this.#block.set(bytes, this.#filled);
    this.#filled += bytes.byteLength;
  }

  #write(): void {
    const full = this.#block.subarray(0, this.#filled);
    [this.#block, this.#spareBlock, this.#filled] = [this.#spareBlock, this.#block, 0];
    const writing = this.#handle.appendFile(full).then(() => {
      this.#writing = undefined;
    });
    // The next append or read awaits this promise and reports the failure.
    writing.catch(() => undefined);
    this.#writing = writing;
  }
}
