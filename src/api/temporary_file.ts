import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Passes the path of a file in a new private folder to `use`, and removes both before it returns. For data that must be complete before
 * it is used but is too large for memory.
 */
export async function withTemporaryFile<Result>(use: (path: string) => Promise<Result>): Promise<Result> {
  // `fs.promises` is loaded on first use. An import of `node:fs/promises` would load it in every new process.
  const folder = await fs.promises.mkdtemp(join(tmpdir(), 'letters-'));
  try {
    return await use(join(folder, 'content'));
  } finally {
    // A failed stream may still be creating the file, so removing the folder may need a second attempt.
    await fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
