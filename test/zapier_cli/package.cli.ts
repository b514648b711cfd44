/** Tests the package for Zapier: `npm run test:cli`. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { runCreate, startLocalZapier } from '@print-and-mail/zapier';
import * as zod from 'zod';
import { FormFiller } from '../../dev/checks/test/form_filler.ts';
import { findBundled } from '../../dev/scripts/licenses.ts';
import { makePackage } from '../../dev/scripts/package.ts';
import {
  checkContents,
  findUnlicensed,
  thirdPartyFile,
  type Unpacked,
  unpack,
} from '../../dev/scripts/unpack.ts';
import { type CheckStub, startCheckStub } from '../support/check_stub.ts';
import { settingsFor, startWorld, type World } from '../support/world.ts';

// Each package takes a production install and a build.
jest.setTimeout(240_000);

let stub: CheckStub;
let folder: string;
const packages: Unpacked[] = [];
beforeAll(async () => {
  stub = await startCheckStub();
  folder = await mkdtemp(join(tmpdir(), 'packages-'));
  for (const name of ['first', 'second']) {
    const { zip } = await makePackage(stub.environment, join(folder, name));
    packages.push(await unpack(zip));
  }
});
afterAll(async () => {
  for (const one of packages) await one.remove();
  await rm(folder, { recursive: true, force: true });
  await stub.close();
});

describe('the package', () => {
  it('has the same files each time it is built from the same sources', async () => {
    const [first, second] = await Promise.all(packages.map(hashFiles));
    expect(Object.keys(first ?? {}).length).toBeGreaterThan(10);
    expect(second).toEqual(first);
  });

  it('contains only what the connector needs', () => {
    for (const { files } of packages) expect(checkContents(files)).toEqual([]);
  });

  it('has the license of each library', async () => {
    for (const { files, folder } of packages) {
      const licenses = await readFile(join(folder, thirdPartyFile), 'utf8');
      expect(findUnlicensed(files, await findBundled(), licenses)).toEqual([]);
    }
  });

  it('was built by zapier-platform, which sent the same definition to the remote check each time', () => {
    expect(stub.definitions).toHaveLength(2);
    expect(stub.definitions[1]).toEqual(stub.definitions[0]);
  });

  it('does not mention a folder of the machine that built it', async () => {
    const [first] = packages;
    const ownFiles = await Promise.all(
      (first?.files ?? [])
        .filter((path) => !path.startsWith('node_modules/'))
        .map(async (path) => ({ path, text: await readFile(join(first?.folder ?? '', path), 'utf8') })),
    );
    const revealing = ownFiles.filter(({ text }) => text.includes(tmpdir()) || text.includes(process.cwd()));
    expect(revealing.map(({ path }) => path)).toEqual([]);
  });
});

describe('the unpacked package, which may write only temporary files', () => {
  let world: World;
  let filler: FormFiller;
  beforeAll(async () => {
    const [first] = packages;
    if (!first) throw new Error('No package was built.');
    const temporary = join(folder, 'temporary');
    await mkdir(temporary);
    world = await startWorld({
      platform: {
        connector: first.folder,
        environment: { TMPDIR: temporary },
        nodeArguments: ['--permission', '--allow-fs-read=*', `--allow-fs-write=${temporary}/*`],
      },
    });
    filler = new FormFiller(world);
  });
  afterAll(async () => {
    await filler.close();
    await world.close();
  });

  it('subscribes to an event, starts a Zap and hydrates a file for a later step', async () => {
    const zap = world.zap('order_complete', { include_order: 'true' });
    await zap.turnOn();
    const orderId = await filler.placeOrder();
    await world.control.event('order-complete', { order_id: orderId });
    await world.control.advance('1m');
    await zap.settled();
    await zap.turnOff();
    expect(zap.records).toMatchObject([{ order_id: orderId, order: { id: orderId } }]);
    const { order } = completed.parse(await world.platform.hydrate(zap.records[0], world.connection));
    const preview = Buffer.from(await (await fetch(order.preview_pdf)).arrayBuffer());
    expect(preview.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('uploads a file and backs up the mailing list that it replaces', async () => {
    const uploaded = await world.create('upload_file', { file: await filler.fileUrl() });
    expect(uploaded).toMatchObject({ filename: 'newsletter.pdf' });
    const replaced = await world.create('replace_mailing_list', {
      minimum_contacts: 1,
      contacts: [{ name: 'Maria Miller', city: 'Columbus', external_id: 'donor-1' }],
    });
    const backup = await (await fetch(String(replaced.previous_list))).json();
    expect(backup).toMatchObject({ contacts: expect.any(Array) });
    expect(replaced).toMatchObject({ contact_count: 1, previous_count: 25 });
  });

  it('does not replace the mailing list if it cannot write temporary files', async () => {
    const [first] = packages;
    const readOnly = await startLocalZapier({
      connector: first?.folder ?? '',
      environment: { ...settingsFor(world.url), TMPDIR: first?.folder ?? '' },
      nodeArguments: ['--permission', '--allow-fs-read=*'],
    });
    const { connection } = world;
    const inputData = { minimum_contacts: 1, contacts: [{ name: 'Maria Miller', city: 'Columbus' }] };
    try {
      await expect(
        runCreate(readOnly, { key: 'replace_mailing_list', inputData, connection }),
      ).rejects.toThrow('could not be backed up. Nothing was replaced.');
    } finally {
      await readOnly.close();
    }
  });
});

const completed = zod.looseObject({ order: zod.looseObject({ preview_pdf: zod.string() }) });

async function hashFiles({ folder, files }: Unpacked): Promise<Record<string, string>> {
  const hashes = files.map(async (path): Promise<[string, string]> => {
    const content = await readFile(join(folder, path));
    return [path, createHash('sha256').update(content).digest('hex').slice(0, 16)];
  });
  return Object.fromEntries(await Promise.all(hashes));
}
