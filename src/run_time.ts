/**
 * Limits how long the requests of one run, and its calls of Zapier's storage, may take. Zapier ends a run after 30 seconds and then
 * shows no useful message.
 */
import type { ZObject } from 'zapier-platform-core';

/** All requests of one run together may take this long (ms). */
export const maxRunTime = 25_000;

/** What the run must clean up or record may take this much longer (ms). */
const cleanUpTime = 2_000;

const deadlines = new WeakMap<ZObject, number>();

/** Returns the milliseconds left for this run's requests. The first call of a run starts the clock. */
export const remainingTime = (z: ZObject, atMost = maxRunTime): number =>
  Math.max(1, Math.min(atMost, deadlineOf(z) - Date.now()));

function deadlineOf(z: ZObject): number {
  const deadline = deadlines.get(z) ?? Date.now() + maxRunTime;
  deadlines.set(z, deadline);
  return deadline;
}

/**
 * Adds the limit to a call of Zapier's cache or file storage, for which zapier-platform-core has none.
 * @throws a TimeoutError if the run's time is up before the promise settles; the promise is then abandoned
 */
export async function withTimeout<Result>(
  z: ZObject,
  work: Result | Promise<Result>,
  { isCleanUp = false } = {},
): Promise<Result> {
  const limit = deadlineOf(z) + (isCleanUp ? cleanUpTime : 0) - Date.now();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException('Zapier did not respond in time', 'TimeoutError')),
      Math.max(1, limit),
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
