/** A temporary folder for the tests of one file, so that they can check which files are written and which remain. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';

/** Creates the folder before the tests. @returns a function that returns its path */
export function useTemporaryFolder(): () => string {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'test-'));
    process.env.TMPDIR = folder;
  });
  afterAll(() => {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true });
  });
  return () => folder;
}
