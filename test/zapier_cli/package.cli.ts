/** The package for Zapier, made twice from the same sources; run by `npm run test:cli`. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { runCreate, startLocalZapier } from '@print-and-mail/zapier';
import * as zod from 'zod';
import { Filler } from '../../dev/checks/test/filled_in.ts';
import { makePackage } from '../../dev/scripts/package.ts';
import { complaintsAbout, type Unpacked, unpack } from '../../dev/scripts/unpack.ts';
import { type CheckStub, startCheckStub } from '../support/check_stub.ts';
import { settingsFor, startWorld, type World } from '../support/world.ts';

// Each package takes a production install and a build.
jest.setTimeout(240_000);

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

describe('the package', () => {
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

describe('the package, unpacked into an empty folder, allowed to write temporary files only', () => {
  let world: World;
  let filler: Filler;
  beforeAll(async () => {
    const [first] = made;
    if (!first) throw new Error('No package was made.');
    const temporary = join(folder, 'temporary');
    await mkdir(temporary);
    world = await startWorld({
      platform: {
        connector: first.folder,
        environment: { TMPDIR: temporary },
        nodeArguments: ['--permission', '--allow-fs-read=*', `--allow-fs-write=${temporary}/*`],
      },
    });
    filler = new Filler(world);
  });
  afterAll(async () => {
    await filler.close();
    await world.close();
  });

  it('subscribes, starts a Zap, and fetches a file only when a later step uses it', async () => {
    const zap = world.zap('order_complete', { include_order: 'true' });
    await zap.turnOn();
    const orderId = await filler.order();
    await world.control.event('order-complete', { order_id: orderId });
    await world.control.advance('1m');
    await zap.settled();
    await zap.turnOff();
    expect(zap.records).toMatchObject([{ order_id: orderId, order: { id: orderId } }]);
    const { order } = completed.parse(await world.platform.hydrate(zap.records[0], world.connection));
    const preview = Buffer.from(await (await fetch(order.preview_pdf)).arrayBuffer());
    expect(preview.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('uploads a file of an earlier step, and keeps the list that it replaces', async () => {
    const uploaded = await world.create('upload_file', { file: await filler.file() });
    expect(uploaded).toMatchObject({ filename: 'newsletter.pdf' });
    const replaced = await world.create('replace_mailing_list', {
      minimum_contacts: 1,
      contacts: [{ name: 'Maria Miller', city: 'Columbus' }],
    });
    const kept = await (await fetch(String(replaced.previous_list))).json();
    expect(kept).toMatchObject({ contacts: expect.any(Array) });
    expect(replaced).toMatchObject({ contact_count: 1, previous_count: 25 });
  });

  it('has no other place to write to, so that without it the list is not replaced', async () => {
    const [first] = made;
    const nowhere = await startLocalZapier({
      connector: first?.folder ?? '',
      environment: { ...settingsFor(world.url), TMPDIR: first?.folder ?? '' },
      nodeArguments: ['--permission', '--allow-fs-read=*'],
    });
    const { connection } = world;
    const inputData = { minimum_contacts: 1, contacts: [{ name: 'Maria Miller', city: 'Columbus' }] };
    try {
      await expect(
        runCreate(nowhere, { key: 'replace_mailing_list', inputData, connection }),
      ).rejects.toThrow('could not be backed up first');
    } finally {
      await nowhere.close();
    }
  });
});

const completed = zod.looseObject({ order: zod.looseObject({ preview_pdf: zod.string() }) });

/** Each file's content as a short mark. */
async function digests({ folder, files }: Unpacked): Promise<Record<string, string>> {
  const marks = files.map(async (path): Promise<[string, string]> => {
    const content = await readFile(join(folder, path));
    return [path, createHash('sha256').update(content).digest('hex').slice(0, 16)];
  });
  return Object.fromEntries(await Promise.all(marks));
}
