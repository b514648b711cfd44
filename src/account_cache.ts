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
    const values = await this.#each(this.#slotsOf(key), (slot) => this.#get(slot));
    return values.filter((value) => value !== null && value !== undefined);
  }

  /** @throws if Zapier refuses a write; the other slot may be written */
  async write(key: string, value: unknown, seconds: number): Promise<void> {
    await this.#each(this.#slotsOf(key), (slot) => this.#set(slot, value, seconds));
  }

  /** Writes both slots or, if one of them fails, empties what it wrote. The slot that failed keeps its previous value. */
  async writeBoth(key: string, value: unknown, seconds: number): Promise<void> {
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

  /** Reads an entry that is stored only once, because another account that found it could not use it. */
  readShared(key: string): Promise<unknown> {
    return this.#get(this.#sharedSlot(key));
  }

  /** @throws if Zapier refuses the write */
  writeShared(key: string, value: unknown, seconds: number): Promise<void> {
    return this.#set(this.#sharedSlot(key), value, seconds);
  }

  /** Writes both slots if both are empty. Otherwise returns whether an entry exists or Zapier refuses the write. */
  async writeIfAbsent(
    key: string,
    value: string,
    seconds: number,
  ): Promise<'written' | 'exists' | 'refused'> {
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

  writeSharedIfAbsent(
    key: string,
    value: string,
    seconds: number,
  ): Promise<'written' | 'exists' | 'refused'> {
    return this.#takeIfAbsent(this.#sharedSlot(key), value, seconds);
  }

  async deleteShared(key: string): Promise<void> {
    await this.#delete(this.#sharedSlot(key));
  }

  async #takeIfAbsent(
    { key, scope }: CacheSlot,
    value: string,
    seconds: number,
  ): Promise<'written' | 'exists' | 'refused'> {
    const isNew = await withTimeout(this.#z, this.#cache.set(key, value, seconds, scope, true));
    if (isNew === true) return 'written';
    const found = (await this.#get({ key, scope })) ?? null;
    if (found === null) return 'refused';
    // zapier-platform-core repeats a call whose response was lost; the value may come from the first attempt.
    return found === value ? 'written' : 'exists';
  }

  #get({ key, scope }: CacheSlot): Promise<unknown> {
    return withTimeout(this.#z, this.#cache.get(key, scope));
  }

  async #set({ key, scope }: CacheSlot, value: unknown, seconds: number): Promise<void> {
    // The cache accepts only positive integers.
    const lifetime = Math.max(1, Math.ceil(seconds));
    const isWritten = await withTimeout(this.#z, this.#cache.set(key, value, lifetime, scope));
    if (isWritten !== true) throw new Error('Zapier refused to store an entry.');
  }

  #delete({ key, scope }: CacheSlot): Promise<boolean> {
    return withTimeout(this.#z, this.#cache.delete(key, scope));
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

  #sharedSlot(key: string): CacheSlot {
    return { key: hash([this.#service, 'shared', key]) };
  }

  #slotsOf(key: string): CacheSlot[] {
    return [
      { key: hash([this.#service, this.#accessToken, key]) },
      { key: hash([this.#service, key]), scope: ['auth'] },
    ];
  }
}

const hash = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
