/** A claim in Zapier's cache that only one step at a time can hold. */
import type { ZObject } from 'zapier-platform-core';
import type { AccountCache } from '../../account_cache.ts';
import { remainingTime } from '../../api/run_time.ts';

/** Seconds after which a claim is free again if its run was ended. */
export const claimLifetime = 40;
/** How long a step waits for another one's claim (ms). */
const maxWait = 10_000;
/** Time (ms) that must remain after waiting, to place the order or to report that another step is ordering. */
const minTimeAfterWait = 6_000;
/** How often Zapier may refuse the claim, and the time (ms) in between. */
const maxRefusals = 3;
const refusalInterval = 50;

interface Waiting {
  /** Tries to store the claim. */
  take: () => ReturnType<AccountCache['writeIfAbsent']>;
  /** How often (ms) to try again. */
  interval: number;
  /** Returns whether the claim is no longer needed. */
  isObsolete?: () => Promise<boolean>;
}

/** @returns false if another step keeps the claim, or it is no longer needed. @throws if Zapier refuses to store it */
export async function takeClaim(z: ZObject, { take, interval, isObsolete }: Waiting): Promise<boolean> {
  const waitsSince = performance.now();
  for (let refusals = 0; ; ) {
    const outcome = await take();
    if (outcome === 'written') return true;
    if (await isObsolete?.()) return false;
    // One refusal may mean that the other step has just released its claim.
    refusals = outcome === 'refused' ? refusals + 1 : 0;
    const isTimeUp = performance.now() - waitsSince > maxWait || remainingTime(z) < minTimeAfterWait;
    if (refusals === maxRefusals || (isTimeUp && refusals > 0)) {
      throw new Error('Zapier refused to store a claim.');
    }
    if (isTimeUp) return false;
    await new Promise((resolve) => setTimeout(resolve, outcome === 'refused' ? refusalInterval : interval));
  }
}
