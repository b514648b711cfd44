/** The platform's own services have no time limit in its client; this gives them what is left of the run's time. */
import type { ZObject } from 'zapier-platform-core';
import { remainingTime } from './run_time.ts';

/** @throws when the work is not done before the run's time is over; the work itself goes on unheard */
export async function withTimeout<Result>(z: ZObject, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException('Zapier did not respond in time', 'TimeoutError')),
      remainingTime(z),
    );
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
