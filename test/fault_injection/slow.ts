/**
 * The campaign at length, `npm run campaign`: first all that `npm test` has a glance at, with ten times as many cases;
 * then the faults that only real time shows, such as an answer that never comes, comes drop by drop or has no end.
 * Waiting costs nothing, so most of it happens at once; some ten minutes in all.
 */
import { spawnSync } from 'node:child_process';
import app from '../../src/index.ts';
import { type Fault, faults } from './support/faults.ts';
import { Stage } from './support/stage.ts';
import { casesFor, judge, titleOf, type Verdict } from './support/verdict.ts';

const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', 'test/fault_injection'];
const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...jest], {
  stdio: 'inherit',
  env: { ...process.env, CAMPAIGN_ROUNDS: '10' },
});

const stage = await Stage.open();
const tally: Record<Verdict, number> = { done: 0, refused: 0, 'not known': 0 };
const broken: string[] = [];
let count = 0;
let longest = 0;

/** @param atOnce how many cases run at the same time */
async function attack(chosen: readonly Fault[], atOnce: number): Promise<void> {
  const { cases, courses } = await casesFor(stage, app, chosen, false);
  const left = cases.filter(({ fault }) => chosen.includes(fault));
  count += left.length;
  const worker = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      const { verdict, complaints, milliseconds } = await judge(stage, courses, one);
      tally[verdict] += 1;
      longest = Math.max(longest, milliseconds);
      for (const what of complaints) {
        broken.push(what);
        process.stdout.write(`${titleOf(one)}: ${what}\n`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const slow = faults.filter(({ slow }) => slow);
const endless = slow.filter(({ name }) => name.includes('without end'));
await attack(
  slow.filter((fault) => !endless.includes(fault)),
  120,
);
await attack(endless, 6);
await stage.close();
process.stdout.write(
  `Slow faults: ${count} cases: ${tally.done} done, ${tally.refused} refused, ${tally['not known']} not known; the longest run took ${Math.round(longest)} ms.\n`,
);
process.exitCode = broken.length > 0 || status !== 0 ? 1 : 0;
