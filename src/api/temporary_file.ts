/**
 * A temporary file of one run, for data that must be complete before it is used but is too large for memory. `fs.promises` is
 * loaded on first use; an import of `node:fs/promises` would load it in every new process.
 */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { errorCode } from './errors.ts';

/**
 * Passes the path of a file in a new private folder to `use`, and removes both before it returns.
 * @throws a user-facing error if the disk is full
 */
export async function withTemporaryFile<Result>(use: (path: string) => Promise<Result>): Promise<Result> {
  let folder: string | undefined;
  try {
    folder = await fs.promises.mkdtemp(join(tmpdir(), 'letters-'));
    return await use(join(folder, 'content'));
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new Failure({ kind: 'run_again', what: "Zapier's temporary storage is full.", cause: error });
  } finally {
    // A failed stream may still be creating the file, so removing the folder may need a second attempt.
    if (folder) await fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

export const isDiskFull = (error: unknown): boolean => errorCode(error) === 'ENOSPC';
