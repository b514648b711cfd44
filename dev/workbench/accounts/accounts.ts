/** Connected accounts: the way through the service's consent pages in a real browser, and what became of it. */
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

/** How long the browser may take for the consent pages (ms). */
const patience = 30 * 60_000;

export class Accounts {
  readonly #platform: LocalZapier;
  readonly #accounts = new Map<string, { account: ConnectedAccount; label: string }>();
  readonly #attempts = new Map<
    string,
    { attempt: PendingAuthorization; began: number; again: string | undefined }
  >();

  constructor(platform: LocalZapier) {
    this.#platform = platform;
  }

  list(): Account[] {
    return [...this.#accounts].map(([id, { label }]) => ({ id, label }));
  }

  /** @throws HttpError when there is no such account */
  find(id: string): Connection {
    return this.#find(id).account;
  }

  has(id: string): boolean {
    return this.#accounts.has(id);
  }

  /**
   * @param again the account that is connected once more; a new one when left out
   * @returns where the browser is to go
   * @throws what the connector throws
   */
  async begin(redirectUri: string, again?: string): Promise<string> {
    if (again !== undefined) this.#find(again);
    const attempt = await startAuthorization(this.#platform, redirectUri);
    for (const [state, { began }] of this.#attempts)
      if (began + patience < Date.now()) this.#attempts.delete(state);
    this.#attempts.set(attempt.state, { attempt, began: Date.now(), again });
    return attempt.authorizeUrl;
  }

  /**
   * The browser is back.
   * @throws HttpError when it was not sent from here or was before; what the connector throws, also when the owner said no
   */
  async finish(returned: Record<string, string>): Promise<Account> {
    const newZap = this.#attempts.get(returned.state ?? '');
    this.#attempts.delete(returned.state ?? '');
    if (!newZap || newZap.began + patience < Date.now()) {
      throw new HttpError(
        400,
        'This answer of the letter service belongs to no connection that was newZap here, or to one that is over. Connect the account once more.',
      );
    }
    const account = await finishAuthorization(this.#platform, newZap.attempt, returned);
    const known = this.#accounts.get(newZap.again ?? '');
    if (known) {
      // Zaps that are on hold this very object: they go on with the new access, as in Zapier.
      Object.assign(known.account, { authData: account.authData, test: account.test });
      known.label = this.#ownLabel(account.label, known.label);
      return { id: known.account.id, label: known.label };
    }
    const label = this.#ownLabel(account.label);
    this.#accounts.set(account.id, { account, label });
    return { id: account.id, label };
  }

  /** The connection's test, as a user runs it from the list of connections. */
  async test(id: string): Promise<Trace> {
    const { account } = this.#find(id);
    return traceOf(await this.#platform.trace({ method: 'authentication.test', connection: account }));
  }

  remove(id: string): void {
    this.#find(id);
    this.#accounts.delete(id);
  }

  /** The same account may be connected more than once; Zapier numbers such connections. */
  #ownLabel(label: string, before?: string): string {
    const taken = new Set(this.list().map((account) => account.label));
    if (before !== undefined) taken.delete(before);
    for (let number = 1; ; number += 1) {
      const own = number === 1 ? label : `${label} #${number}`;
      if (!taken.has(own)) return own;
    }
  }

  #find(id: string) {
    const found = this.#accounts.get(id);
    if (!found) throw new HttpError(404, 'This account is not connected (any more). Connect it once more.');
    return found;
  }
}
