/** The package for Zapier, made twice from the same sources; run by `npm run test:cli`. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { makePackage } from '../../scripts/package.ts';
import { complaintsAbout, type Unpacked, unpack } from '../../scripts/unpack.ts';
import { type CheckStub, startCheckStub } from '../support/check_stub.ts';

// Each package takes a production install and a build.
jest.setTimeout(240_000);

describe('the package', () => {
  let stub: CheckStub;
  let folder: string;
  const made: Unpacked[] = [];
  beforeAll(async () => {
    stub = await startCheckStub();
    folder = await mkdtemp(join(tmpdir(), 'packages-'));
    for (const name of ['first', 'second']) {
      const { zip } = await makePackage(stub.environment, join(folder, name));
      made.push(await unpack(zip));
    }
  });
  afterAll(async () => {
    for (const one of made) await one.remove();
    await rm(folder, { recursive: true, force: true });
    await stub.close();
  });

  it('is the same, file by file, whenever it is made from the same sources', async () => {
    const [first, second] = await Promise.all(made.map(digests));
    expect(Object.keys(first ?? {}).length).toBeGreaterThan(10);
    expect(second).toEqual(first);
  });

  it('has nothing in it that the connector does not need', () => {
    for (const { files } of made) expect(complaintsAbout(files)).toEqual([]);
  });

  it('was built by the platform’s command line, whose remote check saw its definition', () => {
    expect(stub.definitions).toHaveLength(2);
    expect(stub.definitions[1]).toEqual(stub.definitions[0]);
  });

  it('names no folder of the machine that made it', async () => {
    const [first] = made;
    const own = await Promise.all(
      (first?.files ?? [])
        .filter((path) => !path.startsWith('node_modules/'))
        .map(async (path) => ({ path, text: await readFile(join(first?.folder ?? '', path), 'utf8') })),
    );
    const telling = own.filter(({ text }) => text.includes(tmpdir()) || text.includes(process.cwd()));
    expect(telling.map(({ path }) => path)).toEqual([]);
  });
});

/** Each file's content as a short mark. */
async function digests({ folder, files }: Unpacked): Promise<Record<string, string>> {
  const marks = files.map(async (path): Promise<[string, string]> => {
    const content = await readFile(join(folder, path));
    return [path, createHash('sha256').update(content).digest('hex').slice(0, 16)];
  });
  return Object.fromEntries(await Promise.all(marks));
}
