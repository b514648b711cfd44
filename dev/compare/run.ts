/**
 * `npm run compare`: runs examples and steps with random values with the last release and with the working tree, and lists what differs:
 * what is written to the letter service, what triggers and searches return, and whether the step stops. `npm run compare -- --release 1a2b3c4 --number 5000 --seed 2` compares
 * with this commit and draws other steps. `--verbose` also compares results and messages, `--examples 10` shows more of each kind.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import '../../test/support/jest/environment.js';
import { truncate } from '../../src/text/format.ts';
import { Harness } from '../../test/fault_injection/support/harness.ts';
import { handlersOf } from '../../test/support/one_operation.ts';
import type { Case } from './case.ts';
import { type App, drawCase, findSharedSteps } from './cases.ts';
import { compare, type Difference, isAccepted, isDone, kindOf, trace } from './differences.ts';
import { exampleCases } from './examples.ts';
import { Random } from './random.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

const { values } = parseArgs({
  options: {
    release: { type: 'string' },
    number: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    examples: { type: 'string', default: '3' },
    verbose: { type: 'boolean', default: false },
  },
});

/** Builds a commit, once. Its folder is inside the project, where it finds the project's packages. */
async function buildCommit(name: string): Promise<App> {
  const commit = git('rev-parse', '--short', `${name}^{commit}`);
  const folder = `${root}build/compare/${commit}`;
  if (!existsSync(folder)) {
    const checkout = `${root}build/compare/checkout`;
    await rm(checkout, { recursive: true, force: true });
    await mkdir(checkout, { recursive: true });
    execFileSync('git', ['archive', '--output', `${checkout}/source.tar`, commit], { cwd: root });
    execFileSync('tar', ['-xf', 'source.tar'], { cwd: checkout });
    execFileSync(process.execPath, ['dev/scripts/build.ts'], { cwd: checkout, stdio: 'inherit' });
    await rename(`${checkout}/dist`, folder);
    await rm(checkout, { recursive: true });
  }
  return load(`${folder}/index.js`);
}

const load = async (file: string): Promise<App> => (await import(pathToFileURL(file).href)).default;

const show = (value: string | undefined): string => truncate(value ?? '(nothing)', 400);

// A clone may lack the tags, so the last release is the last commit that changed the version.
const lastRelease = () => git('log', '-1', '--format=%h', '-G^  "version":', '--', 'package.json');
const release = await buildCommit(values.release ?? lastRelease());
const current = await load(`${root}dist/index.js`);
const steps = findSharedSteps(release, current);
const [ofRelease, ofCurrent] = [handlersOf(release), handlersOf(current)];
const harness = await Harness.open();
const random = new Random(Number(values.seed));
/** The differences with their cases, by their kind. */
const found = new Map<string, { one: Case; difference: Difference }[]>();
let done = 0;
let accepted = 0;
const isShared = ({ runs }: Case) => runs.every(({ path }) => steps.has(path));
const drawn = Array.from({ length: Number(values.number) }, () => drawCase(random, steps));
const cases = [...exampleCases.filter(isShared), ...drawn];
for (const one of cases) {
  const before = await trace(harness, ofRelease, one, values.verbose);
  const after = await trace(harness, ofCurrent, one, values.verbose);
  if (isDone(after)) done += 1;
  for (const difference of compare(before, after, values.verbose)) {
    const kind = kindOf(one.runs, difference);
    if (isAccepted(`${kind} (${one.name ?? 'drawn'}): ${difference.before} → ${difference.after}`))
      accepted += 1;
    else found.set(kind, [...(found.get(kind) ?? []), { one, difference }]);
  }
}
await harness.close();
for (const [kind, differing] of [...found].toSorted(([one], [other]) => one.localeCompare(other))) {
  console.log(`\n## ${kind} (${differing.length})`);
  for (const { one, difference } of differing.slice(0, Number(values.examples)))
    console.log(
      `\n${JSON.stringify(one)}\n    - ${show(difference.before)}\n    + ${show(difference.after)}`,
    );
}
console.log(
  `\n${cases.length} cases, of which ${done} succeed now; ${found.size} kinds of differences, and ${accepted} accepted differences.`,
);
