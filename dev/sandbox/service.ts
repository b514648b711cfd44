/** What all parts of the sandbox share. */
import type { Clock } from './store/clock.ts';
import type { Database } from './store/database.ts';
import type { Variant } from './variants.ts';

export interface Service {
  database: Database;
  clock: Clock;
  variants: ReadonlySet<Variant>;
  /** The sandbox's own origin, for URLs in responses. Empty until the server listens. */
  origin: string;
  /** Returns a new ID, such as `c-123-4567`. The same seed and the same requests produce the same IDs. */
  newId(prefix: string): string;
  /** Returns a new access token, authorization code or session ID. */
  newSecret(): string;
}

/** Who sent a request: the access token, its client, and its account. */
export interface Caller {
  token: string;
  client: string;
  user: string;
  /** Null if the access token is not linked to an account. */
  account: string | null;
  scopes: readonly string[];
}
