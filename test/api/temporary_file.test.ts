import { open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TemporaryFile, withTemporaryFile } from '../../src/api/temporary_file.ts';
import { useTemporaryFolder } from '../support/temporary_folder.ts';

const folder = useTemporaryFolder();

describe('a temporary file', () => {
  it('gives back what was put in, in whatever pieces it came', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.nat({ max: 9 }), fc.nat({ max: 2_500_000 }), fc.constant(1024 * 1024)), {
          maxLength: 8,
        }),
        async (lengths) => {
          const pieces = lengths.map((length, index) => Buffer.alloc(length, index + 1));
          await withTemporaryFile(async (file) => {
            for (const piece of pieces) {
              const sent = Buffer.from(piece);
              await file.append(sent);
              // Whoever gave it may use its memory again.
              sent.fill(0);
            }
            const whole = Buffer.concat(pieces);
            expect(file.size).toBe(whole.length);
            expect((await buffer(await file.read())).equals(whole)).toBe(true);
          });
          expect(await readdir(folder())).toEqual([]);
        },
      ),
      { numRuns: 25 },
    ));

  it('comes in pieces as small as the reader wants', () =>
    withTemporaryFile(async (file) => {
      file.append(Buffer.alloc(2500, 'a'));
      const lengths: number[] = [];
      for await (const piece of await file.read(1000)) lengths.push(piece.length);
      expect(lengths).toEqual([1000, 1000, 500]);
    }));

  it('is closed when what it was for is over', async () => {
    const opened = async () => (await readdir('/dev/fd')).length;
    const before = await opened();
    for (let times = 0; times < 5; times += 1) await withTemporaryFile(async () => undefined);
    expect(await opened()).toBe(before);
  });

  it('is gone also when what it was for has failed', async () => {
    await expect(withTemporaryFile(() => Promise.reject(new Error('not today')))).rejects.toThrow(
      'not today',
    );
    expect(await readdir(folder())).toEqual([]);
  });

  describe('on a disk that refuses', () => {
    const refusing = async () => {
      const path = join(folder(), 'read only');
      await writeFile(path, '');
      return open(path, 'r');
    };

    it('tells so, at the latest when it is read', async () => {
      await using handle = await refusing();
      const file = new TemporaryFile('', handle);
      file.append(Buffer.from('one'));
      await expect(file.read()).rejects.toThrow('EBADF');
    });

    it('tells so of the bytes before, and takes nothing more', async () => {
      await using handle = await refusing();
      const file = new TemporaryFile('', handle);
      const much = Buffer.alloc(1024 * 1024);
      file.append(much);
      file.append(much);
      await expect(file.append(much)).rejects.toThrow('EBADF');
      await expect(file.append(much)).rejects.toThrow('EBADF');
    });
  });
});
