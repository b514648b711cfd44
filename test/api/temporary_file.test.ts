import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TemporaryFile, withTemporaryFile } from '../../src/api/temporary_file.ts';

const before = process.env.TMPDIR;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'test-'));
  process.env.TMPDIR = folder;
});

afterEach(async () => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  await rm(folder, { recursive: true });
});

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
          expect(await readdir(folder)).toEqual([]);
        },
      ),
      { numRuns: 25 },
    ));

  it('is gone also when what it was for has failed', async () => {
    await expect(withTemporaryFile(() => Promise.reject(new Error('not today')))).rejects.toThrow(
      'not today',
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('tells that the disk refuses, at the latest when it is read', async () => {
    const path = join(folder, 'read only');
    await (await open(path, 'w')).close();
    const handle = await open(path, 'r');
    const file = new TemporaryFile(path, handle);
    file.append(Buffer.from('one'));
    await expect(file.read()).rejects.toThrow('EBADF');
    await handle.close();
  });

  it('takes nothing more once the disk has refused', async () => {
    const path = join(folder, 'read only');
    await (await open(path, 'w')).close();
    const handle = await open(path, 'r');
    const file = new TemporaryFile(path, handle);
    const portion = Buffer.alloc(1024 * 1024);
    file.append(portion);
    file.append(portion);
    await expect(file.append(portion)).rejects.toThrow('EBADF');
    await expect(file.append(portion)).rejects.toThrow('EBADF');
    await handle.close();
  });
});
