/** Limits how long the requests of one run may take. Zapier ends a run after 30 seconds and then shows no useful message. */
import type { ZObject } from 'zapier-platform-core';

/** All requests of one run together may take this long (ms). */
const maxRunTime = 25_000;

const deadlines = new WeakMap<ZObject, number>();

/** Returns the milliseconds left for this run's requests. The first call of a run starts the clock. */
export function remainingTime(z: ZObject, atMost = maxRunTime): number {
  const now = Date.now();
  const deadline = deadlines.get(z) ?? now + maxRunTime;
  deadlines.set(z, deadline);
  return Math.max(1, Math.min(atMost, deadline - now));
}
