/** A connected account, as Zapier stores it. */
import { createHash } from 'node:crypto';

export interface Connection {
  /** Zapier's ID of the connection, used for the scope `auth` of the cache, locks and throttles. */
  id: string;
  /** The Zapier user who owns it. */
  user: string;
  authData: Record<string, string>;
  /** Whether a run ended in an `ExpiredAuthError`, so that the user must reconnect the account. */
  isExpired?: boolean;
}

/** Makes a connection from existing auth data, without OAuth. The same data always has the same ID. */
export function connectionFor(authData: Record<string, string>, user = 'user-1'): Connection {
  const id = createHash('sha256').update(JSON.stringify(authData)).digest('hex').slice(0, 12);
  return { id: `connection-${id}`, user, authData };
}
