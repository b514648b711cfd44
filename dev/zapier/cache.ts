/**
 * Zapier's side of `z.cache`: expiry, `nx`, the scopes `user` and `auth`, and everything that a connector cannot rely on.
 * Writes may be refused, entries may be gone, and each major version of the integration has separate entries.
 */

export type CacheScope = readonly ('user' | 'auth')[];

/** The run that uses the cache. */
export interface CacheOwner {
  user: string;
  connection: string;
  /** Of the integration. Default: 1. */
  majorVersion?: number;
}

export interface CacheOptions {
  /**
   * Bytes of keys and values that all runs together may write within a minute; Zapier does not publish its limit. A write
   * that exceeds it is refused, a smaller one after it may succeed. Default: no limit.
   */
  bytesPerMinute?: number;
  /** What `set` returns if it wrote nothing. Zapier's types allow both. Default: `false`. */
  notWritten?: false | null;
}

interface Entry {
  value: string;
  expires: number;
}

export class Cache {
  bytesPerMinute: number;
  notWritten: false | null;
  readonly #now: () => number;
  readonly #versions = new Map<number, Map<string, Entry>>();
  readonly #refusals = new Set<(writeNumber: number) => boolean>();
  #writes = 0;
  #minute = { start: Number.NEGATIVE_INFINITY, bytes: 0 };

  constructor(now: () => number, { bytesPerMinute, notWritten = false }: CacheOptions = {}) {
    this.#now = now;
    this.bytesPerMinute = bytesPerMinute ?? Number.POSITIVE_INFINITY;
    this.notWritten = notWritten;
  }

  /** Returns the value as JSON, or null. */
  get(owner: CacheOwner, key: string, scope: CacheScope = []): string | null {
    return this.#findUnexpired(this.#entriesOf(owner), storageKey(owner, key, scope))?.value ?? null;
  }

  /**
   * @param ttl seconds; by default, the entry does not expire
   * @param nx whether to keep an existing entry
   * @returns true if the value was written, otherwise `notWritten`: an entry exists (`nx`), or the write is refused
   */
  set(
    owner: CacheOwner,
    key: string,
    value: string,
    ttl?: number,
    scope: CacheScope = [],
    nx = false,
  ): true | false | null {
    const entries = this.#entriesOf(owner);
    const id = storageKey(owner, key, scope);
    if (nx && this.#findUnexpired(entries, id)) return this.notWritten;
    if (!this.#accepts(Buffer.byteLength(key) + Buffer.byteLength(value))) return this.notWritten;
    const expires = ttl === undefined ? Number.POSITIVE_INFINITY : this.#now() + ttl * 1000;
    entries.set(id, { value, expires });
    return true;
  }

  /** @returns whether the entry existed */
  delete(owner: CacheOwner, key: string, scope: CacheScope = []): boolean {
    const entries = this.#entriesOf(owner);
    const id = storageKey(owner, key, scope);
    const existed = this.#findUnexpired(entries, id) !== undefined;
    entries.delete(id);
    return existed;
  }

  /** Refuses all later writes, or only the nth from now on, starting at 1. @returns a function that ends it */
  refuseWrites(nth?: number): () => void {
    const first = this.#writes;
    const isRefused = (write: number) => nth === undefined || write === first + nth;
    this.#refusals.add(isRefused);
    return () => void this.#refusals.delete(isRefused);
  }

  /** Returns all entries that have not expired. */
  entries(): { key: string; value: string }[] {
    return [...this.#versions.values()].flatMap((entries) =>
      [...entries.keys()].flatMap((key) => {
        const entry = this.#findUnexpired(entries, key);
        return entry ? [{ key, value: entry.value }] : [];
      }),
    );
  }

  /** Removes entries before they expire; keys are those of `entries`. Default: all. */
  evict(matches: (key: string) => boolean = () => true): void {
    for (const entries of this.#versions.values()) {
      for (const key of entries.keys()) if (matches(key)) entries.delete(key);
    }
  }

  /** Removes the entries of one major version, as `zapier-platform cache:clear` does. Default: of all versions. */
  clear(majorVersion?: number): void {
    if (majorVersion === undefined) this.#versions.clear();
    else this.#versions.delete(majorVersion);
  }

  /** Counts a write. */
  #accepts(bytes: number): boolean {
    this.#writes += 1;
    const now = this.#now();
    if (now >= this.#minute.start + 60_000) this.#minute = { start: now, bytes: 0 };
    if ([...this.#refusals].some((isRefused) => isRefused(this.#writes))) return false;
    if (this.#minute.bytes + bytes > this.bytesPerMinute) return false;
    this.#minute.bytes += bytes;
    return true;
  }

  #entriesOf({ majorVersion = 1 }: CacheOwner): Map<string, Entry> {
    const entries = this.#versions.get(majorVersion) ?? new Map<string, Entry>();
    this.#versions.set(majorVersion, entries);
    return entries;
  }

  #findUnexpired(entries: Map<string, Entry>, id: string): Entry | undefined {
    const entry = entries.get(id);
    if (entry && entry.expires <= this.#now()) {
      entries.delete(id);
      return undefined;
    }
    return entry;
  }
}

/** Without a scope, all users of the integration share the entry. */
const storageKey = ({ user, connection }: CacheOwner, key: string, scope: CacheScope): string =>
  [
    ...(scope.includes('user') ? [`user=${user}`] : []),
    ...(scope.includes('auth') ? [`auth=${connection}`] : []),
    key,
  ].join('|');
