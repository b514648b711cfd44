/** `z.cache` as Zapier keeps it: for one integration, with expiry, `nx` and the scopes `user` and `auth`. */

export type CacheScope = readonly ('user' | 'auth')[];

/** Who is running: what a scope narrows an entry down to. */
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

  /** @returns the value as JSON text, or null */
  get(owner: CacheOwner, key: string, scope: CacheScope = []): string | null {
    return this.#living(place(owner, key, scope))?.value ?? null;
  }

  /**
   * @param ttl seconds; none means that the entry stays
   * @param nx only when there is no such entry yet
   * @returns whether it was set
   */
  set(
    owner: CacheOwner,
    key: string,
    value: string,
    ttl?: number,
    scope: CacheScope = [],
    nx = false,
  ): boolean {
    const at = place(owner, key, scope);
    if (nx && this.#living(at)) return false;
    const expires = ttl === undefined ? Number.POSITIVE_INFINITY : this.#now() + ttl * 1000;
    this.#entries.set(at, { value, expires });
    return true;
  }

  /** @returns whether there was one */
  delete(owner: CacheOwner, key: string, scope: CacheScope = []): boolean {
    const at = place(owner, key, scope);
    const living = this.#living(at) !== undefined;
    this.#entries.delete(at);
    return living;
  }

  /** Every living entry, for tests that ask what was left behind. */
  entries(): { key: string; value: string }[] {
    return [...this.#entries.keys()].flatMap((key) => {
      const entry = this.#living(key);
      return entry ? [{ key, value: entry.value }] : [];
    });
  }

  clear(): void {
    this.#entries.clear();
  }

  #living(at: string): Entry | undefined {
    const entry = this.#entries.get(at);
    if (entry && entry.expires <= this.#now()) {
      this.#entries.delete(at);
      return undefined;
    }
    return entry;
  }
}

/** An entry without a scope is the whole integration's: any user's run can read it. */
const place = ({ user, connection }: CacheOwner, key: string, scope: CacheScope): string =>
  [
    ...(scope.includes('user') ? [`user=${user}`] : []),
    ...(scope.includes('auth') ? [`auth=${connection}`] : []),
    key,
  ].join('|');
