/**
 * `npm run zip`: packs the connector and tries the package as Zapier would run it, unpacked into an empty folder: its
 * definition, the platform's schema, and one contact created in the sandbox.
 *
 * `--remote` asks Zapier itself for its integration checks instead of a stub that has nothing to say.
 */
import { parseArgs } from 'node:util';
import { startSandbox } from '@print-and-mail/sandbox';
import { connectionFor, runCreate, startLocalZapier } from '@print-and-mail/zapier';
import { startCheckStub } from '../../test/support/check_stub.ts';
import { settingsFor } from '../../test/support/world.ts';
import { Control } from '../demo/control.ts';
import { makePackage } from './package.ts';
import { complaintsAbout, type Unpacked, unpack } from './unpack.ts';

const { values } = parseArgs({ options: { remote: { type: 'boolean', default: false } } });
const say = (line: string) => process.stdout.write(`${line}\n`);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;

async function pack(): Promise<string> {
  const stub = values.remote ? undefined : await startCheckStub();
  const { zip, bytes } = await makePackage(stub?.environment);
  await stub?.close();
  say(`build/build.zip  ${kilobytes(bytes)}`);
  return zip;
}

async function tryOut({ folder, files, bytes }: Unpacked): Promise<void> {
  say(`  unpacked       ${kilobytes(bytes)} in ${files.length} files`);
  const complaints = complaintsAbout(files);
  if (complaints.length > 0) throw new Error(`The package is not as it should be: ${complaints.join('; ')}.`);
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
    const objections = await platform.validate();
    if (objections.length > 0)
      throw new Error(`The platform's schema objects: ${JSON.stringify(objections)}`);
    say('  schema         nothing to object to');
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

const unpacked = await unpack(await pack());
try {
  await tryOut(unpacked);
} finally {
  await unpacked.remove();
}
