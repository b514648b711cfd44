/**
 * Entries in Zapier's cache that belong to one account of the letter service.
 *
 * The API does not say which account an access token belongs to. So each entry is stored twice: under a hash of the access
 * token, and under the Zapier connection (the cache's `auth` scope), which stays the same when the account is reconnected.
 * Finding one of the two is enough. Another account has another access token and another connection, so it finds neither.
 */
import { createHash } from 'node:crypto';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { withTimeout } from './api/with_timeout.ts';
import { baseUrl } from './settings.ts';

/** `z.cache` with the scope of `get` and `delete`, which zapier-platform-core accepts but does not declare. */
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

interface CacheSlot {
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
    // The cache accepts only positive integers.
    const lifetime = Math.max(1, Math.ceil(seconds));
    await this.#each(this.#placesOf(key), ({ key, scope }) => this.#cache.set(key, value, lifetime, scope));
  }

  async delete(key: string): Promise<void> {
    await this.#each(this.#placesOf(key), (place) => this.#delete(place));
  }

  /** Writes the value in both places if both are empty. Returns whether it did. */
  async writeIfAbsent(key: string, value: string, seconds: number): Promise<boolean> {
    const places = this.#placesOf(key);
    const taken: CacheSlot[] = [];
    try {
      // In sequence, because two runs that each wrote one place would both give up.
      for (const place of places) {
        if (!(await this.#takeIfAbsent(place, value, seconds))) break;
        taken.push(place);
      }
      return taken.length === places.length;
    } finally {
      if (taken.length < places.length) await this.#each(taken, (place) => this.#delete(place));
    }
  }

  async #takeIfAbsent({ key, scope }: CacheSlot, value: string, seconds: number): Promise<boolean> {
    const isNew = await withTimeout(this.#z, this.#cache.set(key, value, seconds, scope, true));
    // zapier-platform-core repeats a call whose response was lost; the value may come from the first attempt.
    return isNew === true || (await withTimeout(this.#z, this.#cache.get(key, scope))) === value;
  }

  #delete({ key, scope }: CacheSlot): Promise<boolean> {
    return this.#cache.delete(key, scope);
  }

  /** Waits for all calls, so that none is still running when an error is thrown. */
  async #each<Result>(
    places: readonly CacheSlot[],
    act: (place: CacheSlot) => Promise<Result>,
  ): Promise<Result[]> {
    const results = await Promise.allSettled(places.map((place) => withTimeout(this.#z, act(place))));
    return results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  }

  #placesOf(key: string): CacheSlot[] {
    return [
      { key: hash([this.#service, this.#accessToken, key]) },
      { key: hash([this.#service, key]), scope: ['auth'] },
    ];
  }
}

const hash = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
