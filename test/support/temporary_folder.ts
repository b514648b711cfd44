/** A temporary folder for the tests of one file, so that they can check which files are written and which remain. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterAll, beforeAll } from '@jest/globals';

// Jest's `process` is a copy, so Node's `tmpdir` does not see changes of its environment.
const setTemporaryFolder = (folder: string | undefined) =>
  void runInThisContext(
    folder === undefined ? 'delete process.env.TMPDIR' : `process.env.TMPDIR = ${JSON.stringify(folder)}`,
  );

/** Creates the folder before the tests. @returns a function that returns its path */
export function useTemporaryFolder(): () => string {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'test-'));
    setTemporaryFolder(folder);
  });
  afterAll(() => {
    setTemporaryFolder(process.env.TMPDIR);
    rmSync(folder, { recursive: true });
  });
  return () => folder;
}
