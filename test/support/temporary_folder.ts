/** A temporary folder that only the tests of one file use, so that they see what is put into it and what stays. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterAll, beforeAll } from '@jest/globals';

// A test's own `process` is a copy, of which Node's `tmpdir` knows nothing.
const tell = (folder: string | undefined) =>
  void runInThisContext(
    folder === undefined ? 'delete process.env.TMPDIR' : `process.env.TMPDIR = ${JSON.stringify(folder)}`,
  );

/** @returns where it is, once the tests run */
export function useTemporaryFolder(): () => string {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'test-'));
    tell(folder);
  });
  afterAll(() => {
    tell(process.env.TMPDIR);
    rmSync(folder, { recursive: true });
  });
  return () => folder;
}
