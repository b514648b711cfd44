/** Identifiers and secrets: the former the same in every run, the latter unguessable unless a seed is asked for. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** Numbers in the shape `x-###-####`, each once, in an order that does not look like counting. */
export function createIdentifiers(database: Database): (prefix: string) => string {
  return (prefix) => {
    for (;;) {
      // The factor shares no divisor with 10,000,000, so the numbers only repeat after all of them.
      const number = String((database.next(`id:${prefix}`) * 7_368_787 + 1_234_567) % 10_000_000);
      const digits = number.padStart(7, '0');
      const id = `${prefix}-${digits.slice(0, 3)}-${digits.slice(3)}`;
      if (database.get('meta', `seeded:${id}`) === undefined) return id;
    }
  };
}

/**
 * Random secrets; or, for a seed that somebody chose, secrets that follow from the seed's text, so that a whole run can
 * be repeated to the letter.
 */
export function createSecrets(database: Database, seedText: string | undefined): () => string {
  if (seedText === undefined) return () => randomBytes(24).toString('base64url');
  return () => {
    const count = String(database.next('secret'));
    return createHmac('sha256', seedText).update(count).digest().subarray(0, 24).toString('base64url');
  };
}
