/** Generates IDs, which are the same in every run, and secrets, which are random unless there is a seed file. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** Returns a generator of unique IDs in the form `x-###-####`, in an order that does not look sequential. */
export function createIdentifiers(database: Database): (prefix: string) => string {
  return (prefix) => {
    for (;;) {
      // The factor is coprime to 10,000,000, so no number repeats before all are used.
      const number = String((database.next(`id:${prefix}`) * 7_368_787 + 1_234_567) % 10_000_000);
      const digits = number.padStart(7, '0');
      const id = `${prefix}-${digits.slice(0, 3)}-${digits.slice(3)}`;
      if (database.get('meta', `seeded:${id}`) === undefined) return id;
    }
  };
}

/**
 * Returns a generator of random secrets. With a seed file, the secrets are derived from its text, so that a run can be
 * repeated exactly.
 */
export function createSecrets(database: Database, seedText: string | undefined): () => string {
  if (seedText === undefined) return () => randomBytes(24).toString('base64url');
  return () => {
    const count = String(database.next('secret'));
    return createHmac('sha256', seedText).update(count).digest().subarray(0, 24).toString('base64url');
  };
}
