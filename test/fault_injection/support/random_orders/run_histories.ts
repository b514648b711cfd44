/** Runs many random histories of the built connector at the same time, and adds up their counts. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '@print-and-mail/sandbox';
import { ProcessPool } from '@print-and-mail/zapier';
import * as zod from 'zod';
import { Control } from '../../../../dev/demo/control.ts';
import { settingsFor } from '../../../support/world.ts';
import { type Counts, History, type Report, type Sequence, type Surroundings } from './history.ts';
import { Network } from './network.ts';
import { cacheFaults, calm, type Weather } from './weather.ts';

const order = zod.looseObject({ order_id: zod.string() });

/** Starts the sandbox, the network and the processes for the work, and ends them. */
export async function withSurroundings<Result>(
  { isFast = false, processes: size = availableParallelism() * 14 },
  work: (at: Surroundings) => Promise<Result>,
): Promise<Result> {
  const sandbox = await startSandbox({ port: 0 });
  const token = await new Control(sandbox.url).token();
  const network = new Network(sandbox.url, token);
  await network.open();
  const preload = fileURLToPath(new URL('./process_id.ts', import.meta.url));
  const processes = new ProcessPool({ size, nodeArguments: ['--import', preload] });
  const placed = await fetch(`${sandbox.url}/v1/orders`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ saved_order_id: 'l-001-1002', list_id: 'l-001-0002' }),
  });
  const { order_id: earlierOrder } = order.parse(await placed.json());
  const environment = {
    ...settingsFor(network.origin),
    LOGGING_ENDPOINT: `${network.origin}/log`,
    _ZAPIER_ONE_TIME_SECRET: 'secret',
  };
  try {
    return await work({ network, processes, environment, earlierOrder, isFast });
  } finally {
    await processes.stop();
    await network.close();
    await sandbox.close();
  }
}

/** Runs the work for each item, so many at the same time. */
export async function addUp<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Report>,
  onProblem: (item: Item, report: Report) => void,
): Promise<Counts> {
  const total: Counts = {
    letters: 0,
    runs: 0,
    killed: 0,
    twice: 0,
    denied: 0,
    pretended: 0,
    blocked: 0,
    blockedForNothing: 0,
  };
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      const report = await work(item);
      for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += report.counts[key];
      if (report.problems.length > 0) onProblem(item, report);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return total;
}

export const runHistories = (
  at: Surroundings,
  seeds: readonly number[],
  concurrency: number,
  onProblem: (seed: number, report: Report) => void,
): Promise<Counts> => addUp(seeds, concurrency, (seed) => History.random(at, seed), onProblem);

export const summarize = (name: string, counts: Counts): string =>
  `${name}: ${counts.runs} runs (${counts.killed} killed) ordered ${counts.letters} letters: ${counts.twice} twice, ${counts.denied} denied, ` +
  `${counts.pretended} only pretended; not ordered and blocked: ${counts.blockedForNothing} for nothing, ${counts.blocked} with a reason.\n`;

/** Runs a sequence of steps with each failure of each call of the cache. */
export async function runSingleFailures(
  at: Surroundings,
  sequence: Sequence,
  concurrency: number,
  onProblem: (failure: string, report: Report) => void,
): Promise<Counts> {
  let calls = 0;
  const counting: Weather = {
    ...calm,
    cache: (call) => {
      calls = call;
      return { delay: 0, times: 0 };
    },
  };
  await History.single(at, sequence, counting);
  const failures = Array.from({ length: calls }, (_, index) => index + 1).flatMap((failing) =>
    cacheFaults.flatMap((fault) => [1, 3].map((times) => ({ failing, fault, times }))),
  );
  return addUp(
    failures,
    concurrency,
    ({ failing, fault, times }) =>
      History.single(at, sequence, {
        ...calm,
        cache: (call) => (call === failing ? { delay: 0, fault, times } : { delay: 0, times: 0 }),
      }),
    ({ failing, fault, times }, report) => onProblem(`call ${failing}: ${fault}, ${times} times`, report),
  );
}
