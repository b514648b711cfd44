import { readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { withTemporaryFile } from '../../src/api/temporary_file.ts';
import { useTemporaryFolder } from '../support/temporary_folder.ts';

const folder = useTemporaryFolder();

describe('A temporary file', () => {
  it('is in a folder of its own, which is removed after use', async () => {
    const path = await withTemporaryFile(async (file) => {
      await writeFile(file, 'one');
      expect(await readdir(folder())).toHaveLength(1);
      return file;
    });
    expect(dirname(dirname(path))).toBe(folder());
    expect(await readdir(folder())).toEqual([]);
  });

  it('is removed if its use fails', async () => {
    await expect(withTemporaryFile(() => Promise.reject(new Error('not today')))).rejects.toThrow(
      'not today',
    );
    expect(await readdir(folder())).toEqual([]);
  });
});
