/**
 * Zapier's cache for one connection (the scope `auth`): a reconnected connection keeps its entries, and each connection has separate
 * entries. docs/decisions/order-deduplication.md lists every entry with its lifetime.
 *
 * Zapier refuses writes above an unpublished limit, which all users of the integration share: `z.cache.set` then returns `false` or
 * `null` instead of throwing. Only `true` means that the value was written.
 */
import { hash } from 'node:crypto';
import type { ZObject } from 'zapier-platform-core';
import { remainingTime, withTimeout } from './api/run_time.ts';
import { Failure, tryOrLog } from './failure.ts';
import { baseUrl } from './settings.ts';

/** `z.cache` with the `scope` parameter of `get` and `delete`, which zapier-platform-core accepts but does not declare. */
interface ScopedCache extends Pick<ZObject['cache'], 'set'> {
  get(key: string, scope: string[]): Promise<unknown>;
  delete(key: string, scope: string[]): Promise<boolean>;
}

const scope = ['auth'];

/** Seconds after which the claim of a run that Zapier ended is free again. */
const claimLifetime = 40;
/** How long a step waits for the claim of another step, and how often it tries again (ms). */
const maxWait = 10_000;
const pollInterval = 250;
/** Time (ms) that must remain after waiting, for the work that needs the claim, or for an error message. */
const minTimeAfterWait = 6_000;

/** How often a claim may be neither free nor held before it counts as refused. Its holders may just have released it. */
const maxLostRaces = 10;

/**
 * Makes the failure of a cache that does not respond or has lost an entry (`unavailable`), of a write that Zapier refuses, usually for a
 * minute (`refused`), or of an entry that other runs keep changing (`busy`).
 */
export const cacheFailure = (
  reason: 'unavailable' | 'refused' | 'busy',
  what: string,
  cause?: unknown,
): Failure => new Failure({ kind: 'run_again', what, retryAfter: 60, code: `zapier.cache_${reason}`, cause });

const refusal = (what: string): Failure => cacheFailure('refused', `Zapier refused to store ${what}.`);

/** Every method throws a `Failure` if Zapier does not respond. Errors that a later run would not fix, such as a bug, pass unchanged. */
export class Cache {
  readonly z: ZObject;
  readonly #cache: ScopedCache;

  constructor(z: ZObject) {
    this.z = z;
    this.#cache = z.cache;
  }

  /**
   * Returns the stored value, or undefined if nothing is stored. Zapier also returns null after a fault, so null is read once more.
   */
  async read(key: string, isCleanUp = false): Promise<unknown> {
    const read = () => this.#await(this.#cache.get(keyFor(key), scope), isCleanUp);
    return (await read()) ?? (await read()) ?? undefined;
  }

  /**
   * @param isCleanUp true if the write records what was done. It may then take longer than the run's requests.
   * @throws if Zapier refuses the write
   */
  async write(key: string, value: unknown, seconds: number, { isCleanUp = false } = {}): Promise<void> {
    // The cache accepts only positive integers.
    const lifetime = Math.max(1, Math.ceil(seconds));
    // zapier-platform-core rejects a value with undefined properties.
    const plain: unknown = JSON.parse(JSON.stringify(value));
    const write = this.#cache.set(keyFor(key), plain, lifetime, scope);
    if ((await this.#await(write, isCleanUp)) !== true) throw refusal('an entry');
  }

  /**
   * Deletes an entry. As this only cleans up, it may take longer than the run's requests.
   * @throws if the entry is still there
   */
  async delete(key: string): Promise<void> {
    const remove = async () => (await this.#await(this.#cache.delete(keyFor(key), scope), true)) === true;
    // Zapier also returns false if there was no entry.
    if ((await remove()) || (await remove())) return;
    if ((await this.read(key, true)) !== undefined) throw refusal('a deletion');
  }

  /**
   * Takes a claim, which only one run at a time can hold, or waits for the run that holds it.
   * @param run the ID of this run
   * @returns false if another run still holds the claim after the wait
   * @throws if Zapier refuses to store the claim
   */
  async claim(key: string, run: string): Promise<boolean> {
    let lostRaces = 0;
    return this.poll(async () => {
      if (await this.writeIfAbsent(`claim:${key}`, run, claimLifetime)) return true;
      const holder = await this.read(`claim:${key}`);
      // If nothing is stored, either the holder has just released the claim, or Zapier refused the write.
      lostRaces = holder === undefined ? lostRaces + 1 : 0;
      if (lostRaces > maxLostRaces) throw refusal('a claim');
      // zapier-platform-core repeats a call whose response was lost, so this run may already hold the claim.
      return holder === run;
    });
  }

  /** Waits until `isOver` returns true or the time is up. @returns true if `isOver` did */
  async poll(isOver: () => Promise<boolean>): Promise<boolean> {
    const waitsSince = performance.now();
    while (!(await isOver())) {
      if (performance.now() - waitsSince > maxWait || remainingTime(this.z) < minTimeAfterWait) return false;
      await new Promise((resolve) => setTimeout(resolve, pollInterval));
    }
    return true;
  }

  async release(key: string): Promise<void> {
    await tryOrLog(this.z, 'A claim could not be released; it expires.', () => this.delete(`claim:${key}`));
  }

  /**
   * @returns false if the key probably has a value
   * @throws if Zapier refuses the write, which it reports as null
   */
  async writeIfAbsent(key: string, value: string, seconds: number): Promise<boolean> {
    const answer = await this.#await(this.#cache.set(keyFor(key), value, seconds, scope, true));
    if (answer === null) throw refusal('an entry');
    return answer === true;
  }

  async #await<Result>(call: Promise<Result>, isCleanUp = false): Promise<Result> {
    try {
      return await withTimeout(this.z, call, { isCleanUp });
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) throw error;
      throw cacheFailure('unavailable', 'Zapier did not respond.', error);
    }
  }
}

/** Includes the API root, because a connection can be moved to another service, whose contacts and orders have different IDs. */
const keyFor = (key: string): string => hash('sha256', JSON.stringify([baseUrl(), key]));
