/**
 * Random Zaps that order letters with the built connector in processes of its own, behind a faulty network, with processes that
 * are killed. `npm run faults:orders` runs more of them, with real delays.
 */
import { expect, it } from '@jest/globals';
import { isThorough } from '../support/thoroughness.ts';
import { runHistories, withSurroundings } from './support/random_orders/run_histories.ts';

// `npm run faults` runs them outside of Jest.
const run = isThorough ? it.skip : it;

run('Every letter is ordered once, every report is true, and no letter is blocked for nothing', async () => {
  const problems: string[] = [];
  const seeds = [1, 2, 3];
  const counts = await withSurroundings({ isFast: true, processes: 2 }, (at) =>
    runHistories(at, seeds, 4, (seed, report) => problems.push(`seed ${seed}`, ...report.story)),
  );
  expect(problems).toEqual([]);
  expect(counts.letters).toBeGreaterThan(seeds.length);
});
