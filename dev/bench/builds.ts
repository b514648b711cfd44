/**
 * Builds what the benchmark compares: the connector, and Zapier's OAuth2 TypeScript template with one minimal action.
 * zapier-platform packs both with the same version of its core, so that any difference is due to the connector.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import decompress from 'zapier-platform-cli/src/utils/decompress.js';
import { version as platformVersion } from 'zapier-platform-core';
import * as zod from 'zod';
import { startCheckStub } from '../../test/support/check_stub.ts';
import { makePackage } from '../scripts/package.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

const project = fileURLToPath(new URL('../..', import.meta.url));

/** The folder for all files of the benchmark. It can be deleted at any time. */
export const workFolder = join(tmpdir(), 'print-and-mail-bench');

export interface Build {
  /** The path of build.zip. */
  zip: string;
  /** The folder with the unpacked build; its `zapierwrapper.js` exports the handler. */
  folder: string;
}

/** Builds and packs the connector, as `npm run zip` does. */
export async function buildConnector(): Promise<Build> {
  await run('npm', ['run', '--silent', 'build'], { cwd: project });
  const stub = await startCheckStub();
  const { zip } = await makePackage(stub.environment, join(workFolder, 'connector'));
  await stub.close();
  return unpackInto(zip, join(workFolder, 'connector-unpacked'));
}

const templateParts = zod.object({ authentication: zod.string(), middleware: zod.string() });

/**
 * Packs the project that `zapier-platform init -t oauth2 -l typescript` creates, with an action that only sends a request.
 * Copies the files of zapier-platform-cli, because `init` asks questions.
 */
export async function buildTemplate(): Promise<Build> {
  const folder = join(workFolder, 'template');
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'src/creates'), { recursive: true });
  const platform = join(project, 'node_modules/zapier-platform-cli/src');
  const parts = templateParts.parse(
    require(join(platform, 'utils/auth-files-codegen.js')).oauth2('typescript'),
  );
  for (const [name, text] of Object.entries(parts)) await writeFile(join(folder, `src/${name}.ts`), text);
  const templates = join(platform, 'generators/templates');
  await cp(join(templates, 'tsconfig.template.json'), join(folder, 'tsconfig.json'));
  await writeFile(join(folder, 'package.json'), JSON.stringify(templatePackage));
  const create = fileURLToPath(new URL('plain/create_contact.ts', import.meta.url));
  await cp(create, join(folder, 'src/creates/create_contact.ts'));
  const index = await readFile(join(templates, 'index.template.ts'), 'utf8');
  await writeFile(
    join(folder, 'src/index.ts'),
    `${index.replace('creates: {}', 'creates: { [createContact.key]: createContact }')}
import createContact from './creates/create_contact.js';
`,
  );
  // The compiler needs the project's type packages; the package only its own.
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  await run(join(project, 'node_modules/.bin/tsc'), [], { cwd: folder });
  await rm(join(folder, 'node_modules'));
  await run('npm', ['install', '--ignore-scripts', '--omit=optional', '--prefer-offline', '--no-audit'], {
    cwd: folder,
  });
  await run(cli, ['build', '--skip-validation', '--skip-dep-install'], { cwd: folder, env: environment });
  return unpackInto(join(folder, 'build/build.zip'), `${folder}-unpacked`);
}

const templatePackage = {
  name: 'template',
  version: '1.0.0',
  private: true,
  type: 'module',
  exports: './dist/index.js',
  dependencies: { 'zapier-platform-core': platformVersion },
  // As in the connector's package.json; later versions break the CLI's build.
  overrides: { 'get-intrinsic': '1.3.0' },
};

/** Bundles modules of this folder into a folder from which they find the project's packages. */
export async function buildPlain(names: readonly string[]): Promise<string> {
  const folder = join(workFolder, 'plain');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: names.map((name) => fileURLToPath(new URL(name, import.meta.url))),
    outdir: folder,
    outbase: dirname(fileURLToPath(import.meta.url)),
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    outExtension: { '.js': '.mjs' },
  });
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const cli = join(project, 'node_modules/.bin/zapier-platform');

/** Makes zapier-platform believe that the build script has run, and turns its analytics off. */
const environment = { ...process.env, npm_lifecycle_event: '_zapier-build', DISABLE_ZAPIER_ANALYTICS: '1' };

async function unpackInto(zip: string, folder: string): Promise<Build> {
  await rm(folder, { recursive: true, force: true });
  await decompress(zip, folder);
  return { zip, folder };
}

export const sizeOf = async (path: string): Promise<number> => (await stat(path)).size;
