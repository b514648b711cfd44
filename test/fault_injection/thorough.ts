/**
 * `npm run faults`: runs the tests in this folder, the sandbox's random ones and `sizes.test.ts` with every case and more random
 * ones, then the slow faults, such as a response that never arrives. Takes about fifteen minutes. Then `npm run faults:orders` follows.
 */
import { spawnSync } from 'node:child_process';
import '../support/jest/environment.js';
import '../support/jest/shared_process.js';
import app from '../../src/index.ts';
import type { Fault } from './support/fault.ts';
import { Harness } from './support/harness.ts';
import { runCases } from './support/run_cases.ts';
import { slowFaults } from './support/slow_faults.ts';

const tests = [
  'test/fault_injection',
  'test/once/sizes',
  'dev/sandbox/test/http/hostile',
  'dev/sandbox/test/orders/preview',
];
const jest = [
  '--experimental-async-context-frame',
  '--experimental-vm-modules',
  'node_modules/jest/bin/jest.js',
  ...tests,
];
const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...jest], {
  stdio: 'inherit',
  env: { ...process.env, FAULT_RUNS_FACTOR: '10' },
});

const harness = await Harness.open();
const problems: string[] = [];

async function runSlowFaults(faults: readonly Fault[], concurrency: number): Promise<void> {
  const report = await runCases(harness, app, faults, concurrency);
  problems.push(...report.problems);
  process.stdout.write(
    `${report.problems.map((problem) => `${problem}\n`).join('')}Slow faults: ${report.summary}`,
  );
}

// Waiting costs nothing, so most cases run at the same time. Endless bodies keep the processor busy.
const isEndless = ({ name }: Fault) => name.startsWith('an endless body');
await runSlowFaults(
  slowFaults.filter((fault) => !isEndless(fault)),
  120,
);
await runSlowFaults(slowFaults.filter(isEndless), 6);
await harness.close();
process.exitCode = problems.length > 0 || status !== 0 ? 1 : 0;
