/**
 * `npm run release -- patch|minor|major|1.2.3 [--dry-run]`: prepares a version for `npm run push`. Sets the version, turns
 * "Unreleased" in CHANGELOG.md into its section, runs what CI runs, and stores the contract with which later versions are
 * compared. If a check fails, it restores all files.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import changelogReader from 'zapier-platform-cli/src/utils/changelog.js';
import * as zod from 'zod';
import { builtApp } from '../checks/app.ts';
import { type BreakingChange, findBreakingChanges } from '../checks/breaking_changes.ts';
import { contractOf } from '../checks/contract.ts';
import { formatFinding } from '../checks/problem.ts';
import { baselineFile, isNewMajor, readBaseline } from '../checks/project.ts';
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

async function prepareRelease(release: string | undefined, dryRun: boolean): Promise<void> {
  const { version: current } = zod
    .object({ version: zod.string() })
    .parse(JSON.parse(await readFile(inRoot('package.json'), 'utf8')));
  const version = nextVersion(current, release);
  const app = await builtApp();
  const baseline = await readBaseline();
  if (!isNewMajor(baseline.version, version))
    ensureCompatible(version, findBreakingChanges(baseline, contractOf(app)));
  const labelOf = (kind: 'triggers' | 'creates' | 'searches', key: string) =>
    app[kind][key]?.display.label ?? key;
  const changes = changedSteps(baseline, contractOf(app), labelOf);
  const changelog = withRelease(await readFile(changelogFile, 'utf8'), version, changes);
  if (dryRun) {
    say(`${current} → ${version} (dry run: no file was changed). CHANGELOG.md would begin:\n`);
    say(changelog.slice(0, 2000));
    return;
  }
  await ensureCommitted();
  const before = await Promise.all(files.map(async (file) => ({ file, content: await readFile(file) })));
  try {
    await writeFile(changelogFile, changelog);
    await run('npm', ['version', version, '--no-git-tag-version', '--ignore-scripts'], { cwd: root });
    await ensurePromotable(version);
    for (const script of checks) await runCheck(script);
    const released = JSON.stringify(contractOf(await builtApp()), null, 1);
    await writeFile(baselineFile, `${released}\n`);
  } catch (error) {
    for (const { file, content } of before) await writeFile(file, content);
    throw error;
  }
  say(`\n${version} is ready. Next:`);
  say(`  git commit -am "${version}" && git tag v${version}`);
  say('  npm run push');
  say(`  npx zapier-platform promote ${version}`);
}

function ensureCompatible(version: string, breakingChanges: readonly BreakingChange[]): void {
  if (breakingChanges.length === 0) return;
  const lines = breakingChanges.map((change) => `  ${formatFinding(change)}. ${change.remedy}`);
  throw new Error(`${version} would break existing Zaps:\n${lines.join('\n')}`);
}

/** The scripts that CI runs. */
const checks = ['test', 'lint', 'types', 'unused', 'test:pages', 'test:cli', 'zip'];

async function runCheck(script: string): Promise<void> {
  say(`\n── npm run ${script}`);
  const child = spawn('npm', ['run', '--silent', script], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0)
    throw new Error(`npm run ${script} failed, so the version is not ready. All files were restored.`);
}

/** Ensures that the release's tag will describe what is pushed. */
async function ensureCommitted(): Promise<void> {
  const { stdout } = await run('git', ['status', '--porcelain'], { cwd: root });
  if (stdout.trim())
    throw new Error(`There are uncommitted changes. Commit them first:\n${stdout.trimEnd()}`);
}

/** Ensures that `zapier-platform promote` finds the section: it reads the first heading that contains the version. */
async function ensurePromotable(version: string): Promise<void> {
  const { changelog } = await changelogReader.getVersionChangelog(version, root);
  const whole = await readFile(changelogFile, 'utf8');
  if (!changelog || !whole.includes(`## ${version}\n\n${changelog}`)) {
    throw new Error(`zapier-platform promote does not find the section of ${version} in CHANGELOG.md.`);
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});
try {
  await prepareRelease(positionals[0], values['dry-run']);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
