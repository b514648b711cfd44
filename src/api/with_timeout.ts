/** Adds a time limit to calls of Zapier's cache and file storage, for which zapier-platform-core has none. */
import type { ZObject } from 'zapier-platform-core';
import { remainingTime } from './run_time.ts';

/** @throws a TimeoutError if the run's time is up before the promise settles; the promise is then abandoned */
export async function withTimeout<Result>(z: ZObject, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException('Zapier did not respond in time', 'TimeoutError')),
      remainingTime(z),
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
