/**
 * `npm run faults:orders`: random Zaps that order letters, so many, with seeds from the second argument on. A single one prints
 * everything that happened. Without arguments, also runs each single failure of the cache; this takes about ten minutes.
 */
import { sequences } from './support/random_orders/plans.ts';
import {
  runHistories,
  runSingleFailures,
  summarize,
  withSurroundings,
} from './support/random_orders/run_histories.ts';

const [count = 0, first = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const seeds = Array.from({ length: count || 200 }, (_, index) => first + index);
/** Most of them wait. */
const concurrency = 32;
const print = (text: string) => void process.stdout.write(text);

await withSurroundings({}, async (at) => {
  const report = (name: string, { problems, story }: { problems: string[]; story: string[] }) => {
    print(problems.map((problem) => `${name}: ${problem}\n`).join(''));
    if (count === 1) print(`${story.join('\n')}\n`);
    process.exitCode = 1;
  };
  for (const [name, sequence] of count > 0 ? [] : Object.entries(sequences)) {
    const counts = await runSingleFailures(at, sequence, concurrency, (failure, one) =>
      report(`${name}, ${failure}`, one),
    );
    print(summarize(`${name} with each failure of each call of the cache`, counts));
  }
  const counts = await runHistories(at, seeds, concurrency, (seed, one) => report(`seed ${seed}`, one));
  print(summarize(`Random histories ${first} to ${first + seeds.length - 1}`, counts));
});
