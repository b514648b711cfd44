/**
 * `npm run zip`: builds the package, unpacks it and tests it as Zapier would run it: it checks the definition against
 * Zapier's schema and creates a contact in the sandbox.
 *
 * With `--remote`, Zapier's server also runs its integration checks, which a stub replaces otherwise.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox } from '@print-and-mail/sandbox';
import { connectionFor, runCreate, startLocalZapier } from '@print-and-mail/zapier';
import { startCheckStub } from '../../test/support/check_stub.ts';
import { settingsFor } from '../../test/support/world.ts';
import { Control } from '../demo/control.ts';
import { findBundled } from './licenses.ts';
import { makePackage } from './package.ts';
import { checkContents, findUnlicensed, thirdPartyFile, type Unpacked, unpack } from './unpack.ts';

const { values } = parseArgs({ options: { remote: { type: 'boolean', default: false } } });
const say = (line: string) => process.stdout.write(`${line}\n`);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;

/** Every byte takes time at the start of a process. An import that takes in all of a library shows here. */
const maxZipBytes = 850_000;

async function buildZip(): Promise<string> {
  const stub = values.remote ? undefined : await startCheckStub();
  const { zip, bytes } = await makePackage(stub?.environment);
  await stub?.close();
  say(`build/build.zip  ${kilobytes(bytes)}`);
  if (bytes > maxZipBytes)
    throw new Error(`build.zip has more than ${kilobytes(maxZipBytes)}. See which import made it grow.`);
  return zip;
}

async function testPackage({ folder, files, bytes }: Unpacked): Promise<void> {
  say(`  unpacked       ${kilobytes(bytes)} in ${files.length} files`);
  const licenses = await readFile(join(folder, thirdPartyFile), 'utf8').catch(() => '');
  const unlicensed = findUnlicensed(files, await findBundled(), licenses);
  const problems = [
    ...checkContents(files),
    ...unlicensed.map((name) => `${thirdPartyFile} does not have the license of ${name}`),
  ];
  if (problems.length > 0) throw new Error(`The package has the wrong contents: ${problems.join('; ')}.`);
  const sandbox = await startSandbox({ port: 0 });
  const platform = await startLocalZapier({
    connector: folder,
    environment: settingsFor(sandbox.url),
    checks: 'raise',
  });
  try {
    const { version, triggers, creates, searches } = await platform.definition();
    const count = (entries: object) => Object.keys(entries).length;
    say(
      `  definition     ${version}: ${count(triggers)} triggers, ${count(creates)} actions, ${count(searches)} searches`,
    );
    const schemaErrors = await platform.validate();
    if (schemaErrors.length > 0)
      throw new Error(`The definition does not match Zapier's schema: ${JSON.stringify(schemaErrors)}`);
    say('  schema         valid');
    const connection = connectionFor({ access_token: await new Control(sandbox.url).token() });
    const { contact_id: id } = await runCreate(platform, {
      key: 'create_contact',
      inputData: { name: 'Maria Miller', city: 'Columbus' },
      connection,
    });
    say(`  create_contact ${id}`);
  } finally {
    await platform.close();
    await sandbox.close();
  }
}

const unpacked = await unpack(await buildZip());
try {
  await testPackage(unpacked);
} finally {
  await unpacked.remove();
}
