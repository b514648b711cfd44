/**
 * Runs the test files that reach a mutant, as a test runner of StrykerJS, each mutant in a new process. StrykerJS's own runner for Jest
 * loads every test file for every mutant.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

interface JestResult {
  testResults: { name: string; status: string; startTime: number; endTime: number }[];
}

/**
 * Runs Jest.
 * @param timeout in milliseconds, after which Jest is killed. StrykerJS would leave it running in an endless loop
 * @returns false if a test fails, and undefined if Jest was killed
 */
async function passes(
  args: readonly string[],
  env: Record<string, string>,
  timeout?: number,
): Promise<boolean | undefined> {
  const flags = [
    '--experimental-async-context-frame',
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
  ];
  const jest = ['node_modules/jest/bin/jest.js', '--config=dev/mutants/jest.config.js', '--silent'];
  const child = spawn(process.execPath, [...flags, ...jest, ...args], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
    timeout,
    killSignal: 'SIGKILL',
  });
  const [code] = await once(child, 'exit');
  return code === null ? undefined : code === 0;
}

const fromRoot = (path: string): string => relative(process.cwd(), path);

/** A test file is one test to StrykerJS. */
class TestFileRunner {
  #durations = new Map<string, number>();

  capabilities() {
    return { reloadEnvironment: false };
  }

  /** Finds out which test files reach which mutants. Leaves out test files that fail without a mutant. */
  async dryRun() {
    const folder = await mkdtemp(join(tmpdir(), 'mutants-'));
    const outputFile = join(folder, 'result.json');
    const paths = (process.env.MUTANT_TESTS ?? '').split(',');
    await passes(['--json', `--outputFile=${outputFile}`, ...paths], { MUTANT_COVERAGE: folder });
    const { testResults }: JestResult = JSON.parse(await readFile(outputFile, 'utf8'));
    await rm(outputFile);
    for (const { name, status, startTime, endTime } of testResults) {
      if (status === 'passed') this.#durations.set(fromRoot(name), endTime - startTime);
      else console.error(`${fromRoot(name)} fails without a mutant and is left out.`);
    }
    const perTest: Record<string, unknown> = {};
    for (const name of await readdir(folder)) {
      const { file, hits } = JSON.parse(await readFile(join(folder, name), 'utf8'));
      if (this.#durations.has(fromRoot(file))) perTest[fromRoot(file)] = hits;
    }
    await rm(folder, { recursive: true });
    const passed = 0;
    const tests = [...this.#durations].map(([id, timeSpentMs]) => ({
      id,
      name: id,
      status: passed,
      timeSpentMs,
    }));
    return { status: 'complete', tests, mutantCoverage: { static: {}, perTest } };
  }

  /** Runs the test file of the source file first, then those of its folder, and then the fastest. */
  async mutantRun(options: { activeMutant: { id: string }; testFilter: string[]; sandboxFileName: string }) {
    const ownTest = fromRoot(options.sandboxFileName).replace(/^src/, 'test').replace(/\.ts$/, '.test.ts');
    const distance = (file: string): number =>
      file === ownTest ? 0 : dirname(file) === dirname(ownTest) ? 1 : 2;
    const duration = (file: string): number => this.#durations.get(file) ?? 0;
    const files = options.testFilter.toSorted(
      (one, other) => distance(one) - distance(other) || duration(one) - duration(other),
    );
    const timeout = 60_000 + 3 * files.reduce((sum, file) => sum + duration(file), 0);
    const env = { TEST_ORDER: files.join('\n'), __STRYKER_ACTIVE_MUTANT__: options.activeMutant.id };
    const survives = await passes(['--runInBand', '--bail', '--runTestsByPath', ...files], env, timeout);
    if (survives === undefined) return { status: 'timeout' };
    return survives
      ? { status: 'survived', nrOfTests: files.length }
      : { status: 'killed', killedBy: files.slice(0, 1), failureMessage: '', nrOfTests: files.length };
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'test_files', injectableClass: TestFileRunner }];
