/**
 * A file for the time of one run: what has to be known to its end before it may go on waits here, not in memory. Whoever
 * needs one imports this room at that moment; what it takes from Node is loaded by nothing else in a run, and most runs
 * are too short to load it for nothing.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that go to and from the disk at once; each time costs some steps, however many they are. */
const portion = 1024 * 1024;

/** Opens an empty file in a folder of its own, which is there for nobody else and gone after `use`. */
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

/** Written to its end first, read afterwards. One portion is gathered while the one before is written. */
export class TemporaryFile {
  /** Bytes appended so far. */
  size = 0;
  readonly #path: string;
  readonly #handle: FileHandle;
  #gathered = Buffer.allocUnsafeSlow(portion);
  #other = Buffer.allocUnsafeSlow(portion);
  #filled = 0;
  #writing: Promise<void> | undefined;

  constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /**
   * Takes a copy of the bytes. @returns nothing when more may come at once
   * @throws what the disk says, also about earlier bytes
   */
  append(bytes: Uint8Array): Promise<void> | undefined {
    this.size += bytes.byteLength;
    if (this.#filled + bytes.byteLength <= portion) return this.#gather(bytes);
    if (this.#writing || bytes.byteLength > portion) return this.#appendAfterwards(bytes);
    this.#write();
    return this.#gather(bytes);
  }

  /**
   * Everything that was appended, from its beginning.
   * @param atOnce bytes of a piece; few for a reader that leaves the pieces to the garbage collector
   */
  async read(atOnce = portion): Promise<NodeJS.ReadableStream> {
    await this.#writing;
    this.#write();
    await this.#writing;
    return createReadStream(this.#path, { highWaterMark: atOnce });
  }

  async #appendAfterwards(bytes: Uint8Array): Promise<void> {
    await this.#writing;
    this.#write();
    if (bytes.byteLength <= portion) return this.#gather(bytes);
    await this.#writing;
    await this.#handle.appendFile(bytes);
  }

  #gather(bytes: Uint8Array): undefined {
    this.#gathered.set(bytes, this.#filled);
    this.#filled += bytes.byteLength;
  }

  #write(): void {
    const full = this.#gathered.subarray(0, this.#filled);
    [this.#gathered, this.#other, this.#filled] = [this.#other, this.#gathered, 0];
    const writing = this.#handle.appendFile(full).then(() => {
      this.#writing = undefined;
    });
    // Whoever comes next hears of a failure, and the promise stays for that.
    writing.catch(() => undefined);
    this.#writing = writing;
  }
}
