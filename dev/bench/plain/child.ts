/**
 * The process that stands for one of Zapier's machines: it loads what its argument names, runs the events it is sent,
 * one after the other, and tells how long each took and how much memory it ever had.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Invocation, Outcome } from '../protocol.ts';

const loaded = await import(pathToFileURL(process.argv[2] ?? '').href);
const { handler = await handlerFor(loaded.default) } = loaded;

/** What Zapier's wrapper around a build does, for a build without one. */
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
    answer: inShort(results),
  };
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The kernel's own count; the one in `process.resourceUsage()` also counts what the parent had when it forked. */
function peakMemory(): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

const inShort = (results: unknown): string =>
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
// Nobody is left to be measured for.
process.on('disconnect', () => process.exit());
process.send?.({ ready: performance.now() });
