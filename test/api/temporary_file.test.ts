import { type FileHandle, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TemporaryFile, withTemporaryFile } from '../../src/api/temporary_file.ts';
import { useTemporaryFolder } from '../support/temporary_folder.ts';

const folder = useTemporaryFolder();

describe('A temporary file', () => {
  it('returns the appended bytes, whatever the sizes of the chunks', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.nat({ max: 9 }), fc.nat({ max: 2_500_000 }), fc.constant(1024 * 1024)), {
          maxLength: 8,
        }),
        async (lengths) => {
          const chunks = lengths.map((length, index) => Buffer.alloc(length, index + 1));
          await withTemporaryFile(async (file) => {
            for (const chunk of chunks) {
              const sent = Buffer.from(chunk);
              await file.append(sent);
              // The caller may reuse the chunk's memory.
              sent.fill(0);
            }
            const whole = Buffer.concat(chunks);
            expect(file.size).toBe(whole.length);
            expect((await buffer(await file.read())).equals(whole)).toBe(true);
          });
          expect(await readdir(folder())).toEqual([]);
        },
      ),
      { numRuns: 25 },
    ));

  it('is closed after use', async () => {
    const opened = async () => (await readdir('/dev/fd')).length;
    const before = await opened();
    for (let times = 0; times < 5; times += 1) await withTemporaryFile(async () => undefined);
    expect(await opened()).toBe(before);
  });

  it('is removed if its use fails', async () => {
    await expect(withTemporaryFile(() => Promise.reject(new Error('not today')))).rejects.toThrow(
      'not today',
    );
    expect(await readdir(folder())).toEqual([]);
  });

  describe('on a disk that fails', () => {
    let file: TemporaryFile;
    let handle: FileHandle;
    beforeEach(async () => {
      const path = join(folder(), 'read only');
      await writeFile(path, '');
      handle = await open(path, 'r');
      file = new TemporaryFile('', handle);
    });
    afterEach(() => handle.close());

    it('reports the failure when it is read', async () => {
      file.append(Buffer.from('one'));
      await expect(file.read()).rejects.toThrow('EBADF');
    });

    it('reports the failure of earlier bytes and accepts no more', async () => {
      const block = Buffer.alloc(1024 * 1024);
      file.append(block);
      file.append(block);
      await expect(file.append(block)).rejects.toThrow('EBADF');
      await expect(file.append(block)).rejects.toThrow('EBADF');
    });
  });
});
