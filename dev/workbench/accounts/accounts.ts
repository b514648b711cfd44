/** Connected accounts: the OAuth flow in the user's browser and its result. */
import {
  type ConnectedAccount,
  type Connection,
  finishAuthorization,
  type LocalZapier,
  type PendingAuthorization,
  startAuthorization,
} from '@print-and-mail/zapier';
import { HttpError } from '../http/http_error.ts';
import type { Account, Trace } from '../protocol.ts';
import { traceOf } from '../runs/trace.ts';

/** How long the user may take on the consent page (ms). */
const attemptLifetime = 30 * 60_000;

interface PendingAttempt {
  attempt: PendingAuthorization;
  startedAt: number;
  /** The account to reconnect, or undefined for a new one. */
  reconnectId: string | undefined;
}

export class Accounts {
  readonly #platform: LocalZapier;
  readonly #accounts = new Map<string, { account: ConnectedAccount; label: string }>();
  /** By OAuth state. */
  readonly #attempts = new Map<string, PendingAttempt>();

  constructor(platform: LocalZapier) {
    this.#platform = platform;
  }

  list(): Account[] {
    return [...this.#accounts].map(([id, { account, label }]) => ({
      id,
      label,
      ...(account.isExpired ? { isExpired: true } : {}),
    }));
  }

  /** @throws HttpError if there is no such account */
  find(id: string): Connection {
    return this.#find(id).account;
  }

  has(id: string): boolean {
    return this.#accounts.has(id);
  }

  /**
   * @param reconnectId - the account to reconnect; omit for a new one
   * @returns the URL of the consent page
   * @throws the connector's error
   */
  async startConnecting(redirectUri: string, reconnectId?: string): Promise<string> {
    if (reconnectId !== undefined) this.#find(reconnectId);
    const attempt = await startAuthorization(this.#platform, redirectUri);
    for (const [state, pending] of this.#attempts) if (isExpired(pending)) this.#attempts.delete(state);
    this.#attempts.set(attempt.state, { attempt, startedAt: Date.now(), reconnectId });
    return attempt.authorizeUrl;
  }

  /**
   * Completes the OAuth flow when the browser returns.
   * @throws HttpError if the state is unknown, already used or expired; the connector's error, also if the user declined
   */
  async finishConnecting(query: Record<string, string>): Promise<Account> {
    const pending = this.#attempts.get(query.state ?? '');
    this.#attempts.delete(query.state ?? '');
    if (!pending || isExpired(pending)) {
      throw new HttpError(
        400,
        'This connection request has expired or was not started here. Connect the account again.',
      );
    }
    const account = await finishAuthorization(this.#platform, pending.attempt, query);
    const existing = this.#accounts.get(pending.reconnectId ?? '');
    if (existing) {
      // Zaps that are on hold a reference to this object, so they continue with the new access token, as in Zapier.
      Object.assign(existing.account, { authData: account.authData, test: account.test, isExpired: false });
      existing.label = this.#uniqueLabel(account.label, existing.label);
      return { id: existing.account.id, label: existing.label };
    }
    const label = this.#uniqueLabel(account.label);
    this.#accounts.set(account.id, { account, label });
    return { id: account.id, label };
  }

  /** Runs the connection test. */
  async test(id: string): Promise<Trace> {
    const { account } = this.#find(id);
    const run = await this.#platform.trace({ method: 'authentication.test', connection: account });
    if (run.outcome.ok) account.isExpired = false;
    return traceOf(run);
  }

  remove(id: string): void {
    this.#find(id);
    this.#accounts.delete(id);
  }

  /** Numbers connections of the same account, as Zapier does. */
  #uniqueLabel(label: string, current?: string): string {
    const taken = new Set(this.list().map((account) => account.label));
    if (current !== undefined) taken.delete(current);
    for (let number = 1; ; number += 1) {
      const unique = number === 1 ? label : `${label} #${number}`;
      if (!taken.has(unique)) return unique;
    }
  }

  #find(id: string) {
    const found = this.#accounts.get(id);
    if (!found) throw new HttpError(404, 'This account is no longer connected. Connect it again.');
    return found;
  }
}

const isExpired = ({ startedAt }: PendingAttempt): boolean => startedAt + attemptLifetime < Date.now();
