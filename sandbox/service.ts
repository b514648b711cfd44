/** What every part of the sandbox works with. */
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { World } from './worlds.ts';

export interface Service {
  database: Database;
  clock: Clock;
  worlds: ReadonlySet<World>;
  /** A new identifier of the shape of part 2, the same for the same seed and the same calls. */
  newId(prefix: string): string;
}

/** Who asks: the token, its client, and the account it acts for. */
export interface Caller {
  token: string;
  client: string;
  user: string;
  /** Nothing for a token that is not linked to an account (§7.3 orders.account_required). */
  account: string | null;
  scopes: readonly string[];
}

/** Numbers in the shape `x-###-####`, each once, in an order that does not look like counting. */
export function identifierMaker(database: Database): (prefix: string) => string {
  return (prefix) => {
    for (;;) {
      const number = String((database.next(`id:${prefix}`) * 7_368_787 + 1_234_567) % 10_000_000).padStart(
        7,
        '0',
      );
      const id = `${prefix}-${number.slice(0, 3)}-${number.slice(3)}`;
      // The seed has identifiers of its own.
      if (!number.startsWith('001') && database.get('meta', `seeded:${id}`) === undefined) return id;
    }
  };
}
