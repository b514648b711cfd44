/** What every part of the sandbox works with. */
import type { Clock } from './store/clock.ts';
import type { Database } from './store/database.ts';
import type { Variant } from './variants.ts';

export interface Service {
  database: Database;
  clock: Clock;
  variants: ReadonlySet<Variant>;
  /** Where the sandbox is reached, for the addresses it hands out; known once it listens. */
  origin: string;
  /** A new identifier of the shape of part 2, the same for the same seed and the same calls. */
  newId(prefix: string): string;
  /** A token, a code or a session: what nobody may guess. */
  newSecret(): string;
}

/** Who asks: the token, its client, and the account it acts for. */
export interface Caller {
  token: string;
  client: string;
  user: string;
  /** Null if the access token is not linked to an account. */
  account: string | null;
  scopes: readonly string[];
}
