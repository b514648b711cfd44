/**
 * `npm run release -- patch|minor|major|1.2.3 [--dry-run]`: makes a version ready to be pushed. Sets the version, turns
 * "Unreleased" in CHANGELOG.md into its section, runs everything that CI runs, and takes the definition as the promise
 * that later versions are held to. When a check fails, all files are as they were before.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import changelogReader from 'zapier-platform-cli/src/utils/changelog.js';
import * as zod from 'zod';
import { builtApp } from '../checks/app.ts';
import { told } from '../checks/problem.ts';
import { baselineFile, isNewMajor, readBaseline } from '../checks/project.ts';
import { brokenPromises, promisesOf } from '../checks/promises.ts';
import { changedSteps, nextVersion, withRelease } from './changelog.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const inRoot = (name: string): string => `${root}${name}`;
const changelogFile = inRoot('CHANGELOG.md');
const files = [
  changelogFile,
  inRoot('package.json'),
  inRoot('package-lock.json'),
  fileURLToPath(baselineFile),
];

const say = (line: string) => process.stdout.write(`${line}\n`);
const run = promisify(execFile);

async function release(wish: string | undefined, dryRun: boolean): Promise<void> {
  const { version: current } = zod
    .object({ version: zod.string() })
    .parse(JSON.parse(await readFile(inRoot('package.json'), 'utf8')));
  const version = nextVersion(current, wish);
  const app = await builtApp();
  const baseline = await readBaseline();
  const broken = isNewMajor(baseline.version, version) ? [] : brokenPromises(baseline, promisesOf(app));
  if (broken.length > 0) {
    throw new Error(
      `${version} would break Zaps in the field:\n${broken.map((one) => `  ${told(one)}. ${one.remedy}`).join('\n')}`,
    );
  }
  const labelOf = (kind: 'triggers' | 'creates' | 'searches', key: string) =>
    app[kind][key]?.display.label ?? key;
  const changes = changedSteps(baseline, promisesOf(app), labelOf);
  const changelog = withRelease(await readFile(changelogFile, 'utf8'), version, changes);
  if (dryRun) {
    say(`${current} → ${version}; nothing is written. CHANGELOG.md would begin:\n`);
    say(changelog.slice(0, 2000));
    return;
  }
  await ensureCommitted();
  const before = await Promise.all(files.map(async (file) => ({ file, content: await readFile(file) })));
  try {
    await writeFile(changelogFile, changelog);
    await run('npm', ['version', version, '--no-git-tag-version', '--ignore-scripts'], { cwd: root });
    await ensureReadable(version);
    for (const step of checks) await passes(step);
    const released = JSON.stringify(promisesOf(await builtApp()), null, 1);
    await writeFile(baselineFile, `${released}\n`);
  } catch (error) {
    for (const { file, content } of before) await writeFile(file, content);
    throw error;
  }
  say(`\n${version} is ready. What is left:`);
  say(`  git commit -am "${version}" && git tag v${version}`);
  say('  npm run push');
  say(`  npx zapier-platform promote ${version}`);
}

/** What CI runs on a clean clone; the libraries are here already. */
const checks = ['test', 'lint', 'types', 'unused', 'test:pages', 'test:cli', 'zip'];

async function passes(script: string): Promise<void> {
  say(`\n── npm run ${script}`);
  const child = spawn('npm', ['run', '--silent', script], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0)
    throw new Error(`npm run ${script} failed, so nothing was released; all files are as they were.`);
}

/** A release is of what is committed, so that its tag tells what was pushed. */
async function ensureCommitted(): Promise<void> {
  const { stdout } = await run('git', ['status', '--porcelain'], { cwd: root });
  if (stdout.trim())
    throw new Error(`There are changes that are not committed. Commit them first:\n${stdout.trimEnd()}`);
}

/** `zapier-platform promote` takes the first heading in which it finds the version, so it is asked what it reads. */
async function ensureReadable(version: string): Promise<void> {
  const { changelog } = await changelogReader.getVersionChangelog(version, root);
  const whole = await readFile(changelogFile, 'utf8');
  if (!changelog || !whole.includes(`## ${version}\n\n${changelog}`)) {
    throw new Error(`zapier-platform promote would not find the section of ${version} in CHANGELOG.md.`);
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});
try {
  await release(positionals[0], values['dry-run']);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
