/**
 * Makes what is uploaded to Zapier: `build/build.zip` by the platform's own command line, and `build/source.zip`.
 *
 * The command line, run where the project is developed, copies the whole of `node_modules` first and fails on too many
 * open files, or packs the description of every development tool. So it gets a folder in which there is nothing but
 * what the connector runs on: its build, and the libraries of a production install.
 */
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import build from 'zapier-platform-cli/src/utils/build.js';
import * as zod from 'zod';

const run = promisify(execFile);
const project = resolve(import.meta.dirname, '../..');

/** The parts of package.json that mean something at Zapier. */
const packageJson = zod.object({
  name: zod.string(),
  version: zod.string(),
  description: zod.string(),
  license: zod.string(),
  private: zod.boolean(),
  type: zod.string(),
  exports: zod.string(),
  dependencies: zod.record(zod.string(), zod.string()),
});

export interface BuiltPackage {
  zip: string;
  bytes: number;
}

/**
 * Packs what `npm run build` has made.
 * @param environment where the command line's remote check is, when it is not to be Zapier itself
 * @param folder where the two archives go
 * @throws the command line's own words when it refuses
 */
export async function makePackage(
  environment: Record<string, string> = {},
  folder = join(project, 'build'),
): Promise<BuiltPackage> {
  const staging = await mkdtemp(join(tmpdir(), 'connector-package-'));
  try {
    await stage(staging);
    await runCommandLine(staging, environment);
    await mkdir(folder, { recursive: true });
    const zip = join(folder, 'build.zip');
    await copyFile(join(staging, 'build', 'build.zip'), `${zip}.tmp`);
    await rename(`${zip}.tmp`, zip);
    await build.makeSourceZip(project, join(folder, 'source.zip'));
    return { zip, bytes: (await stat(zip)).size };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function stage(staging: string): Promise<void> {
  for (const name of ['package.json', 'package-lock.json', '.npmrc', '.zapierapprc', '.gitignore']) {
    await copyFile(join(project, name), join(staging, name));
  }
  await cp(join(project, 'dist'), join(staging, 'dist'), { recursive: true });
  // The lock file decides, and what an earlier install has fetched is not fetched again. The optional libraries are
  // conversion tables for encodings that only the development tools bring into the lock file.
  const omissions = ['--omit=dev', '--omit=optional', '--ignore-scripts'];
  await run('npm', ['ci', ...omissions, '--prefer-offline', '--no-audit'], { cwd: staging });
  const whole = packageJson.parse(JSON.parse(await readFile(join(staging, 'package.json'), 'utf8')));
  await writeFile(join(staging, 'package.json'), `${JSON.stringify(whole, undefined, 2)}\n`);
}

async function runCommandLine(staging: string, environment: Record<string, string>): Promise<void> {
  const commandLine = join(project, 'node_modules', 'zapier-platform-cli', 'src', 'bin', 'run');
  try {
    await run(process.execPath, [commandLine, 'build', '--skip-dep-install'], {
      cwd: staging,
      env: { ...process.env, NODE_OPTIONS: '', ...environment },
    });
  } catch (error) {
    const { stdout, stderr } = zod
      .object({ stdout: zod.string().default(''), stderr: zod.string().default('') })
      .parse(error);
    throw new Error(`zapier-platform build failed:\n${stdout}${stderr}`);
  }
}
