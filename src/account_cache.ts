/**
 * Entries in Zapier's cache that belong to one account of the letter service.
 *
 * The API does not say which account an access token belongs to. So each entry is stored twice: under a hash of the access
 * token, and under the Zapier connection (the cache's `auth` scope), which stays the same when the account is reconnected.
 * Finding one of the two is enough. A connection that is reconnected to another account still finds the first one's entries.
 *
 * Zapier refuses writes over a limit that it does not publish: `z.cache.set` then returns `false` or `null` instead of
 * throwing. Only `true` means written.
 */
import { hash } from 'node:crypto';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { withTimeout } from './api/run_time.ts';
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

/** A place in the cache. An entry is stored in one or several. */
interface CacheSlot {
  key: string;
  scope?: string[];
}

type WriteOutcome = 'written' | 'exists' | 'refused';

class CacheEntries {
  /** The run that reads and writes the entries. */
  readonly z: ZObject;
  readonly #cache: ScopedCache;
  readonly #slotsOf: (key: string) => CacheSlot[];

  constructor(z: ZObject, slotsOf: (key: string) => CacheSlot[]) {
    this.z = z;
    this.#cache = z.cache;
    this.#slotsOf = slotsOf;
  }

  /** Returns the values found, at most one from each slot. */
  async read(key: string): Promise<unknown[]> {
    const values = await this.#each(this.#slotsOf(key), (slot) => this.#get(slot));
    return values.filter((value) => value !== null && value !== undefined);
  }

  /** @throws if Zapier refuses a write; another slot may be written */
  async write(key: string, value: unknown, seconds: number): Promise<void> {
    await this.#each(this.#slotsOf(key), (slot) => this.#set(slot, value, seconds));
  }

  /** Writes all slots or, if one of them fails, empties what it wrote. The slot that failed keeps its previous value. */
  async writeAll(key: string, value: unknown, seconds: number): Promise<void> {
    const slots = this.#slotsOf(key);
    const results = await Promise.allSettled(slots.map((slot) => this.#set(slot, value, seconds)));
    const failed = results.find((result) => result.status === 'rejected');
    if (!failed) return;
    const written = slots.filter((_, index) => results[index]?.status === 'fulfilled');
    await this.#each(written, (slot) => this.#delete(slot));
    throw failed.reason;
  }

  async delete(key: string): Promise<void> {
    await this.#each(this.#slotsOf(key), (slot) => this.#delete(slot));
  }

  /** Writes the slots if all of them are empty. Otherwise returns whether an entry exists or Zapier refuses the write. */
  async writeIfAbsent(key: string, value: string, seconds: number): Promise<WriteOutcome> {
    const slots = this.#slotsOf(key);
    const taken: CacheSlot[] = [];
    try {
      // One after the other: if two runs each took one slot, both would give up.
      for (const slot of slots) {
        const outcome = await this.#takeIfAbsent(slot, value, seconds);
        if (outcome !== 'written') return outcome;
        taken.push(slot);
      }
      return 'written';
    } finally {
      if (taken.length < slots.length) await this.#each(taken, (slot) => this.#delete(slot));
    }
  }

  async #takeIfAbsent({ key, scope }: CacheSlot, value: string, seconds: number): Promise<WriteOutcome> {
    const isNew = await withTimeout(this.z, this.#cache.set(key, value, seconds, scope, true));
    if (isNew === true) return 'written';
    const found = (await this.#get({ key, scope })) ?? null;
    if (found === null) return 'refused';
    // zapier-platform-core repeats a call whose response was lost; the value may come from the first attempt.
    return found === value ? 'written' : 'exists';
  }

  #get({ key, scope }: CacheSlot): Promise<unknown> {
    return withTimeout(this.z, this.#cache.get(key, scope));
  }

  async #set({ key, scope }: CacheSlot, value: unknown, seconds: number): Promise<void> {
    // The cache accepts only positive integers.
    const lifetime = Math.max(1, Math.ceil(seconds));
    const isWritten = await withTimeout(this.z, this.#cache.set(key, value, lifetime, scope));
    if (isWritten !== true) throw new Error('Zapier refused to store an entry.');
  }

  #delete({ key, scope }: CacheSlot): Promise<boolean> {
    return withTimeout(this.z, this.#cache.delete(key, scope));
  }

  /** Waits for all calls, so that none is still running when an error is thrown. */
  async #each<Result>(
    slots: readonly CacheSlot[],
    act: (slot: CacheSlot) => Promise<Result>,
  ): Promise<Result[]> {
    const results = await Promise.allSettled(slots.map(act));
    return results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  }
}

/** Each entry is stored under the access token and under the connection. */
export class AccountCache extends CacheEntries {
  /** Entries that are stored only once, because another account that finds them cannot use them. */
  readonly shared: CacheEntries;

  constructor(z: ZObject, { authData }: Pick<Bundle, 'authData'>) {
    const service = baseUrl();
    const accessToken = authData.access_token ?? '';
    super(z, (key) => [
      { key: hashOf([service, accessToken, key]) },
      { key: hashOf([service, key]), scope: ['auth'] },
    ]);
    this.shared = new CacheEntries(z, (key) => [{ key: hashOf([service, 'shared', key]) }]);
  }
}

const hashOf = (parts: readonly string[]): string => hash('sha256', JSON.stringify(parts));
