/** Runs zapier-platform, Zapier's command line, with the connector and the sandbox: `npm run test:cli`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { serveLoopback } from '@print-and-mail/zapier';
import * as zod from 'zod';
import { builtApp, type LocatedEntry, visibleEntries } from '../../dev/checks/app.ts';
import { T002, T004, T005 } from '../../dev/checks/live.ts';
import { FormFiller } from '../../dev/checks/test/form_filler.ts';
import { giveConsent } from '../../dev/demo/browser_consent.ts';
import { type CheckStub, startCheckStub } from '../support/check_stub.ts';
import { settingsFor, startWorld, type World } from '../support/world.ts';
import { WorkingCopy } from './working_copy.ts';

// Each start of zapier-platform takes seconds, on a busy machine many.
jest.setTimeout(180_000);

const operations = visibleEntries(await builtApp());

let world: World;
let stub: CheckStub;
let copy: WorkingCopy;
beforeAll(async () => {
  world = await startWorld();
  stub = await startCheckStub();
  copy = await WorkingCopy.make(stub.environment);
  await copy.writeEnv(settingsFor(world.url));
});
afterAll(async () => {
  await copy.remove();
  await stub.close();
  await world.close();
});

describe('zapier-platform', () => {
  it('validate finds no problems, locally and remotely', async () => {
    const { code, stdout, stderr } = await copy.run('validate', '--format', 'json');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).not.toContain('structural errors found in');
    expect(stub.definitions.at(-1)).toMatchObject({ creates: { create_contact: { key: 'create_contact' } } });
  });

  it('test runs the project’s tests', async () => {
    const { code, stdout, stderr } = await copy.run('test');
    expect({ code, all: stdout + stderr }).toMatchObject({
      code: 0,
      all: expect.stringMatching(/\d+ passed/),
    });
  });

  it('init makes a new project', async () => {
    const { code, stderr } = await copy.run('init', 'new', '-t', 'oauth2', '-l', 'typescript', '-m', 'esm');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(await readFile(join(copy.folder, 'new', 'src', 'index.ts'), 'utf8')).toContain('defineApp');
  });

  it('scaffold adds an operation', async () => {
    const { code, stderr } = await copy.run('scaffold', 'search', 'stamp');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(await readFile(join(copy.folder, 'src/index.ts'), 'utf8')).toContain('./searches/stamp');
  });

  it('describe lists every operation', async () => {
    const { code, stdout } = await copy.run('describe', '--format', 'json');
    expect(code).toBe(0);
    for (const { entry } of operations) expect(stdout).toContain(entry.key);
  });

  it('invoke auth start connects an account, and test and label use it', async () => {
    const port = await freePort();
    const start = copy.start('invoke', 'auth', 'start', '--non-interactive', '--debug', '--local-port', port);
    try {
      const [, authorizeUrl = ''] = await start.waitFor(/authorizeUrl: (http\S+)/);
      await start.waitFor(/Opening browser/);
      const callback = new URL(await giveConsent()(authorizeUrl));
      callback.port = port;
      expect((await fetch(callback)).status).toBe(200);
      expect(await start.finish()).toMatchObject({ code: 0 });
    } finally {
      start.kill();
    }
    expect(await readFile(join(copy.folder, '.env'), 'utf8')).toMatch(/^authData_access_token='\S+'$/m);

    const [test, label] = await Promise.all([
      copy.run('invoke', 'auth', 'test', '--non-interactive'),
      copy.run('invoke', 'auth', 'label', '--non-interactive'),
    ]);
    const { account } = zod
      .looseObject({ account: zod.string(), events: zod.array(zod.string()).min(3) })
      .parse(JSON.parse(test.stdout));
    expect(label).toMatchObject({ code: 0, stdout: `${account}\n` });
  });
});

/** Returns a free port. */
async function freePort(): Promise<string> {
  const server = await serveLoopback(async () => {});
  await server.close();
  return new URL(server.origin).port;
}

describe('zapier-platform invoke', () => {
  let filler: FormFiller;
  beforeAll(async () => {
    filler = new FormFiller(world);
    await copy.writeEnv({
      ...settingsFor(world.url),
      authData_access_token: world.connection.authData.access_token ?? '',
    });
  });
  afterAll(() => filler.close());

  const types = { triggers: 'trigger', creates: 'create', searches: 'search' };

  async function invoke(located: LocatedEntry, inputData: Record<string, unknown>): Promise<unknown> {
    const input = ['--inputData', JSON.stringify(inputData), '--non-interactive'];
    const { code, stdout, stderr } = await copy.run(
      'invoke',
      types[located.kind],
      located.entry.key,
      ...input,
    );
    if (code !== 0) throw new Error(`${located.path} with ${JSON.stringify(inputData)}: ${stderr}${stdout}`);
    return JSON.parse(stdout);
  }

  const record = zod.record(zod.string(), zod.unknown());
  const records = zod.array(record).min(1);

  /** `invoke` supports neither hooks nor storing files, so replacing the mailing list is only a dry run. */
  const supported = operations
    .filter(({ entry }) => entry.operation.type !== 'hook')
    .map((located) => ({
      located,
      path: located.path,
      also: located.entry.key === 'replace_mailing_list' ? { dry_run: 'true' } : {},
    }));

  it.each(supported)('runs $path', async ({ located, also }) => {
    const output = await invoke(located, { ...(await filler.fill(located)), ...also });
    const found = located.kind === 'creates' ? [record.parse(output)] : records.parse(output);
    const { entry } = located;
    const missing = located.kind === 'creates' ? [] : T004(entry, found);
    expect([...T002(entry, found), ...T005(entry, found), ...missing]).toEqual([]);
  });

  it('shows the error that a user would read', async () => {
    const [update] = operations.filter(({ entry }) => entry.key === 'update_contact');
    if (!update) throw new Error('update_contact is missing.');
    await expect(invoke(update, { contact_id: 'c-999-9999', name: 'Nobody' })).rejects.toThrow(
      'did not find the contact',
    );
  });
});
