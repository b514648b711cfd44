/**
 * Limits how long the requests of one run, and its calls to Zapier's storage, may take. Zapier ends a run after 30 seconds, without a
 * useful message.
 */
import type { ZObject } from 'zapier-platform-core';

/** Maximum time (ms) for all requests of one run together. */
export const maxRunTime = 25_000;

/** Extra time (ms) to clean up and to record results. */
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
 * Adds a timeout to a call to Zapier's cache or file storage, because zapier-platform-core has none.
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
