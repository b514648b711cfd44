/**
 * The process of a contender: loads the module in its argument, runs the events that it receives one after the other, and
 * reports the time of each and the peak memory.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Invocation, Outcome } from '../protocol.ts';

const loaded = await import(pathToFileURL(process.argv[2] ?? '').href);
const { handler = await handlerFor(loaded.default) } = loaded;

/** Creates a handler for a build without Zapier's wrapper. */
async function handlerFor(app: object) {
  const { createAppHandler } = await import('zapier-platform-core');
  return createAppHandler(app);
}

async function invoke(event: Invocation): Promise<Outcome> {
  const used = processorTime();
  const before = performance.now();
  const { results } = await handler(event);
  const after = performance.now();
  const cpuSinceStart = processorTime();
  return {
    milliseconds: after - before,
    sinceStart: after,
    cpu: cpuSinceStart - used,
    cpuSinceStart,
    peak: peakMemory(),
    answer: summarize(results),
  };
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Reads the kernel's value, because `process.resourceUsage()` includes the memory of the parent at the fork. */
function peakMemory(): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

const summarize = (results: unknown): string =>
  Array.isArray(results) && results.length > 3
    ? `${results.length} records`
    : JSON.stringify(results).slice(0, 300);

let last: Promise<unknown> = Promise.resolve();
process.on('message', (event: Invocation) => {
  last = last
    .then(() => invoke(event))
    .then(
      (outcome) => process.send?.({ outcome }),
      (error: unknown) => process.send?.({ failure: String(error instanceof Error ? error.stack : error) }),
    );
});
// The benchmark has ended.
process.on('disconnect', () => process.exit());
process.send?.({ ready: performance.now() });
