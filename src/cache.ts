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
import { formatNumber } from './text/format.ts';

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

/** Bytes above which a refusal may be due to the size of the entry. Zapier does not publish a limit. */
const largeEntry = 10_000;

/** Returns the failure for a lost entry, for no response, or for a refused write, which Zapier usually accepts a minute later. */
export const cacheFailure = (what: string, cause?: unknown): Failure =>
  new Failure({ kind: 'run_again', what, retryAfter: 60, code: 'zapier.cache', cause });

/** If Zapier does not respond, `release` logs it, and the other methods throw a `Failure`. Other errors, such as a bug, pass unchanged. */
export class Cache {
  readonly z: ZObject;
  readonly #cache: ScopedCache;

  constructor(z: ZObject) {
    this.z = z;
    this.#cache = z.cache;
  }

  /** Returns the stored value, or undefined if nothing is stored or Zapier could not read it. */
  async peek(key: string, isCleanUp = false): Promise<unknown> {
    return (await this.#await(this.#cache.get(keyFor(key), scope), isCleanUp)) ?? undefined;
  }

  /** Returns the stored value, or undefined if nothing is stored. Zapier also returns null after a fault, so null is read once more. */
  async read(key: string, isCleanUp = false): Promise<unknown> {
    return (await this.peek(key, isCleanUp)) ?? this.peek(key, isCleanUp);
  }

  /**
   * @param isCleanUp true if the write records what was done. It may then take longer than the run's requests.
   * @throws if Zapier refuses the write
   */
  async write(key: string, value: unknown, seconds: number, { isCleanUp = false } = {}): Promise<void> {
    if ((await this.#set(key, value, seconds, isCleanUp)) === true) return;
    const { length } = JSON.stringify(value);
    // If Zapier accepts a small entry, waiting may not help.
    if (length > largeEntry && (await this.#set('small', 0, 1, isCleanUp)) === true)
      throw new Failure({
        kind: 'not_done',
        what: `Zapier refuses to store ${formatNumber(length)} bytes at once, although it stores small entries.`,
        code: 'zapier.cache_size',
      });
    throw cacheFailure('Zapier refused to store an entry.');
  }

  /**
   * Stores a value that nothing replaces. If Zapier says that it did not write, the entry is read back, because it may have.
   * @returns what is stored: this value, or an earlier one
   * @throws if Zapier refuses the write
   */
  async storeOnce(
    key: string,
    value: unknown,
    seconds: number,
    { isCleanUp = false } = {},
  ): Promise<unknown> {
    for (let tries = 0; tries < 2; tries += 1) {
      if ((await this.#set(key, value, seconds, isCleanUp, true)) === true) return value;
      const stored = await this.read(key, isCleanUp);
      if (stored !== undefined) return stored;
    }
    throw cacheFailure('Zapier refused to store an entry.');
  }

  /**
   * Takes a claim, which only one run at a time can hold, or waits for the run that holds it.
   * @param run the ID of this run
   * @returns false if another run still holds the claim after the wait
   * @throws if Zapier refuses to store the claim
   */
  claim(key: string, run: string): Promise<boolean> {
    return this.poll(async () => (await this.storeOnce(`claim:${key}`, run, claimLifetime)) === run);
  }

  async release(key: string): Promise<void> {
    await tryOrLog(this.z, 'A claim could not be released; it expires.', () =>
      this.#await(this.#cache.delete(keyFor(`claim:${key}`), scope), true),
    );
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

  #set(
    key: string,
    value: unknown,
    seconds: number,
    isCleanUp: boolean,
    nx?: boolean,
  ): Promise<boolean | null> {
    // The cache accepts only positive integers.
    const lifetime = Math.max(1, Math.ceil(seconds));
    // zapier-platform-core rejects a value with undefined properties.
    const plain: unknown = JSON.parse(JSON.stringify(value));
    return this.#await(this.#cache.set(keyFor(key), plain, lifetime, scope, nx), isCleanUp);
  }

  async #await<Result>(call: Promise<Result>, isCleanUp = false): Promise<Result> {
    try {
      return await withTimeout(this.z, call, { isCleanUp });
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) throw error;
      throw cacheFailure('Zapier did not respond.', error);
    }
  }
}

/** Includes the API root, because a connection can be moved to another service, whose contacts and orders have different IDs. */
const keyFor = (key: string): string => hash('sha256', JSON.stringify([baseUrl(), key]));
