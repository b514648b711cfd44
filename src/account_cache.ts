/**
 * Entries in Zapier's cache that belong to one account of the letter service.
 *
 * The service does not tell which account an access token belongs to. So each entry is kept twice: under a hash of the
 * access token, and for the Zapier connection (the cache's `auth` scope), which keeps its id when the account is
 * reconnected. Whichever is found counts. Another account has another token and another connection and finds neither.
 */
import { createHash } from 'node:crypto';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { withTimeout } from './api/with_timeout.ts';
import { baseUrl } from './settings.ts';

/** `z.cache` with the scope of `get` and `delete`, which zapier-platform-core takes and does not declare. */
interface ScopedCache {
  get(key: string, scope?: string[]): Promise<unknown>;
  set(
    key: string,
    value: unknown,
    seconds?: number,
    scope?: string[],
    onlyIfAbsent?: boolean,
  ): Promise<boolean | null>;
  delete(key: string, scope?: string[]): Promise<boolean>;
}

interface Place {
  key: string;
  scope?: string[];
}

export class AccountCache {
  readonly #z: ZObject;
  readonly #cache: ScopedCache;
  readonly #accessToken: string;
  readonly #service: string;

  constructor(z: ZObject, { authData }: Pick<Bundle, 'authData'>) {
    this.#z = z;
    this.#cache = z.cache;
    this.#accessToken = authData.access_token ?? '';
    this.#service = baseUrl();
  }

  /** Returns the values found under the access token and under the connection, at most two. */
  async read(key: string): Promise<unknown[]> {
    const values = await this.#each(this.#placesOf(key), ({ key, scope }) => this.#cache.get(key, scope));
    return values.filter((value) => value !== null && value !== undefined);
  }

  async write(key: string, value: unknown, seconds: number): Promise<void> {
    // The cache takes whole seconds above zero.
    const lifetime = Math.max(1, Math.ceil(seconds));
    await this.#each(this.#placesOf(key), ({ key, scope }) => this.#cache.set(key, value, lifetime, scope));
  }

  async delete(key: string): Promise<void> {
    await this.#each(this.#placesOf(key), (place) => this.#delete(place));
  }

  /** Writes the value in both places if both are empty. Returns whether it did. */
  async writeIfAbsent(key: string, value: string, seconds: number): Promise<boolean> {
    const places = this.#placesOf(key);
    const taken: Place[] = [];
    try {
      // One after the other: two runs that each got one of the places would both give up.
      for (const place of places) {
        if (!(await this.#takeIfAbsent(place, value, seconds))) break;
        taken.push(place);
      }
      return taken.length === places.length;
    } finally {
      if (taken.length < places.length) await this.#each(taken, (place) => this.#delete(place));
    }
  }

  async #takeIfAbsent({ key, scope }: Place, value: string, seconds: number): Promise<boolean> {
    const isNew = await withTimeout(this.#z, this.#cache.set(key, value, seconds, scope, true));
    // Zapier's client repeats a call whose answer was lost, and then finds the value that the first try wrote.
    return isNew === true || (await withTimeout(this.#z, this.#cache.get(key, scope))) === value;
  }

  #delete({ key, scope }: Place): Promise<boolean> {
    return this.#cache.delete(key, scope);
  }

  /** Waits for all, so that nothing is still under way when the first failure is reported. */
  async #each<Result>(places: readonly Place[], act: (place: Place) => Promise<Result>): Promise<Result[]> {
    const results = await Promise.allSettled(places.map((place) => withTimeout(this.#z, act(place))));
    return results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  }

  #placesOf(key: string): Place[] {
    return [
      { key: hash([this.#service, this.#accessToken, key]) },
      { key: hash([this.#service, key]), scope: ['auth'] },
    ];
  }
}

const hash = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
