/**
 * A temporary file that exists during one run. It holds data that must be complete before it is used but is too large for
 * memory. Import this module only where it is needed: most runs need no file and start faster without its imports.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Passes the path of a file in a new private folder to `use`, and removes both before it returns. */
export async function withTemporaryFile<Result>(use: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'letters-'));
  try {
    return await use(join(folder, 'content'));
  } finally {
    // A stream that failed may just be creating the file, so removing the folder may need a second attempt.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
