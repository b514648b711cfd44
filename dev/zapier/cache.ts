/** Zapier's side of `z.cache`, with expiry, `nx` and the scopes `user` and `auth`. */

export type CacheScope = readonly ('user' | 'auth')[];

/** The user and connection of a run, which the scopes refer to. */
export interface CacheOwner {
  user: string;
  connection: string;
}

interface Entry {
  value: string;
  expires: number;
}

export class Cache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the value as JSON, or null. */
  get(owner: CacheOwner, key: string, scope: CacheScope = []): string | null {
    return this.#findUnexpired(storageKey(owner, key, scope))?.value ?? null;
  }

  /**
   * @param ttl seconds; by default, the entry does not expire
   * @param nx whether to keep an existing entry
   * @returns whether the value was set
   */
  set(
    owner: CacheOwner,
    key: string,
    value: string,
    ttl?: number,
    scope: CacheScope = [],
    nx = false,
  ): boolean {
    const id = storageKey(owner, key, scope);
    if (nx && this.#findUnexpired(id)) return false;
    const expires = ttl === undefined ? Number.POSITIVE_INFINITY : this.#now() + ttl * 1000;
    this.#entries.set(id, { value, expires });
    return true;
  }

  /** @returns whether the entry existed */
  delete(owner: CacheOwner, key: string, scope: CacheScope = []): boolean {
    const id = storageKey(owner, key, scope);
    const existed = this.#findUnexpired(id) !== undefined;
    this.#entries.delete(id);
    return existed;
  }

  /** Returns all entries that have not expired. */
  entries(): { key: string; value: string }[] {
    return [...this.#entries.keys()].flatMap((key) => {
      const entry = this.#findUnexpired(key);
      return entry ? [{ key, value: entry.value }] : [];
    });
  }

  clear(): void {
    this.#entries.clear();
  }

  #findUnexpired(id: string): Entry | undefined {
    const entry = this.#entries.get(id);
    if (entry && entry.expires <= this.#now()) {
      this.#entries.delete(id);
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
