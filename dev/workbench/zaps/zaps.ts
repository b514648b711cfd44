/** The Zaps of the workbench. */
import type { Accounts } from '../accounts/accounts.ts';
import type { WorkbenchContext } from '../context.ts';
import { HttpError } from '../http/http_error.ts';
import type { Problem, ZapChange, ZapState } from '../protocol.ts';
import { problemOf } from '../runs/trace.ts';
import { checkPlan } from './plan.ts';
import { StoredZap } from './stored_zap.ts';

export class Zaps {
  readonly #context: WorkbenchContext;
  readonly #accounts: Accounts;
  readonly #zaps = new Map<string, StoredZap>();

  constructor(context: WorkbenchContext, accounts: Accounts) {
    this.#context = context;
    this.#accounts = accounts;
  }

  list(): ZapState[] {
    return [...this.#zaps.values()].map((zap) => zap.state());
  }

  /** @throws HttpError if there is no such Zap */
  find(id: string): StoredZap {
    const zap = this.#zaps.get(id);
    if (!zap) throw new HttpError(404, 'This Zap does not exist. It may have been deleted.');
    return zap;
  }

  /** @throws HttpError if the plan is invalid */
  add(change: ZapChange): StoredZap {
    this.#check(change);
    return this.#store(new StoredZap(this.#context, this.#accounts, change));
  }

  /** @throws HttpError if the Zap is on or the plan is invalid */
  change(id: string, change: ZapChange): StoredZap {
    const zap = this.find(id);
    this.#check(change);
    zap.change(change);
    return zap;
  }

  /** Turns the Zap off first. It is deleted even if unsubscribing fails. @throws the connector's error */
  async remove(id: string): Promise<void> {
    const zap = this.find(id);
    zap.ensureSettled();
    this.#zaps.delete(id);
    this.#context.publish({ what: 'zaps' });
    await zap.shutDown();
  }

  /** Returns a Zap that is on and uses the account. */
  findActiveWithAccount(account: string): StoredZap | undefined {
    return [...this.#zaps.values()].find((zap) => zap.usesAccount(account) && zap.isActive);
  }

  /** Clears a removed account from the Zaps that use it. */
  removeAccount(account: string): void {
    for (const zap of this.#zaps.values()) if (zap.usesAccount(account)) zap.clearAccount();
  }

  /** Waits until every event received so far is handled. */
  async settled(): Promise<void> {
    for (const zap of this.#zaps.values()) await zap.settled();
  }

  /** Turns every Zap off. @returns the errors of those that could not unsubscribe; they are off as well */
  async close(): Promise<Problem[]> {
    const zaps = [...this.#zaps.values()];
    const results = await Promise.allSettled(zaps.map((zap) => zap.shutDown()));
    await Promise.all(zaps.map(({ history }) => history.settled()));
    return results.flatMap((result) => (result.status === 'rejected' ? [problemOf(result.reason)] : []));
  }

  #check({ plan, account }: ZapChange): void {
    checkPlan(this.#context.definition, plan);
    if (account !== undefined) this.#accounts.find(account);
  }

  #store(zap: StoredZap): StoredZap {
    this.#zaps.set(zap.id, zap);
    this.#context.publish({ what: 'zaps' });
    return zap;
  }
}
