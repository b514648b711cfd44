/**
 * Builds the package for Zapier with zapier-platform: `build/build.zip` and `build/source.zip`.
 *
 * In the project's folder, zapier-platform would copy all of `node_modules` and fail with too many open files. It runs in
 * a staging folder instead, which contains only the build and its production dependencies.
 */
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import build from 'zapier-platform-cli/src/utils/build.js';
import * as zod from 'zod';
import { findBundled, findPackages, listLicenses } from './licenses.ts';
import { licenseFile, thirdPartyFile } from './unpack.ts';

const run = promisify(execFile);
const project = resolve(import.meta.dirname, '../..');

/** The executable of zapier-platform-cli. */
export const zapierCli = join(project, 'node_modules', 'zapier-platform-cli', 'src', 'bin', 'run');

/** The properties of package.json that Zapier uses. */
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
 * Packs the output of `npm run build`.
 * @param environment may name another server than Zapier's for the remote checks of zapier-platform
 * @param folder where the two zip files are written
 * @throws with the output of zapier-platform if it fails
 */
export async function makePackage(
  environment: Record<string, string> = {},
  folder = join(project, 'build'),
): Promise<BuiltPackage> {
  return withStaging(async (staging) => {
    await runBuild(staging, environment);
    await mkdir(folder, { recursive: true });
    const zip = join(folder, 'build.zip');
    await copyFile(join(staging, 'build', 'build.zip'), `${zip}.tmp`);
    await rename(`${zip}.tmp`, zip);
    await build.makeSourceZip(project, join(folder, 'source.zip'));
    return { zip, bytes: (await stat(zip)).size };
  });
}

/** Calls `use` with a temporary folder from which the package can be built. */
export async function withStaging<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const staging = await mkdtemp(join(tmpdir(), 'connector-package-'));
  try {
    await stage(staging);
    return await use(staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function stage(staging: string): Promise<void> {
  for (const name of ['package.json', 'package-lock.json', '.npmrc', '.gitignore', licenseFile]) {
    await copyFile(join(project, name), join(staging, name));
  }
  await cp(join(project, 'dist'), join(staging, 'dist'), { recursive: true });
  // The optional dependencies are encoding tables that only the development tools need.
  const omissions = ['--omit=dev', '--omit=optional', '--ignore-scripts'];
  await run('npm', ['ci', ...omissions, '--prefer-offline', '--no-audit'], { cwd: staging });
  const properties = packageJson.parse(JSON.parse(await readFile(join(staging, 'package.json'), 'utf8')));
  await writeFile(join(staging, 'package.json'), `${JSON.stringify(properties, undefined, 2)}\n`);
  const bundled = (await findBundled()).map((name) => join(project, 'node_modules', name));
  const licenses = await listLicenses([...bundled, ...(await findPackages(staging))]);
  await writeFile(join(staging, thirdPartyFile), licenses);
  const linked: unknown = JSON.parse(await readFile(join(project, '.zapierapprc'), 'utf8'));
  // zapier-platform compares whole paths. Those of the packages' own licenses are in `node_modules`.
  const includeInBuild = [licenseFile, thirdPartyFile].map((name) => `^(?!.*node_modules).*\\b${name}$`);
  await writeFile(join(staging, '.zapierapprc'), JSON.stringify({ ...Object(linked), includeInBuild }));
}

async function runBuild(staging: string, environment: Record<string, string>): Promise<void> {
  try {
    await run(process.execPath, [zapierCli, 'build', '--skip-dep-install'], {
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
