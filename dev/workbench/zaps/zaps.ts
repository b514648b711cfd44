/** The Zaps of the workbench. */
import type { Accounts } from '../accounts/accounts.ts';
import type { WorkbenchContext } from '../context.ts';
import { HttpError } from '../http/http_error.ts';
import type { HistoryRun, Problem, ZapChange, ZapState } from '../protocol.ts';
import { problemOf } from '../runs/trace.ts';
import { StoredZap } from './stored_zap.ts';
import { readZapFile, writeZapFile } from './zap_file.ts';

export class Zaps {
  readonly #context: WorkbenchContext;
  readonly #accounts: Accounts;
  readonly #file: string | undefined;
  readonly #zaps = new Map<string, StoredZap>();
  /** The ids of these Zaps, and of those that were removed. */
  readonly #known = new Set<string>();

  /** @param file keeps the Zaps; omit to keep them only in memory @throws if it has something else */
  constructor(context: WorkbenchContext, accounts: Accounts, file?: string) {
    this.#context = context;
    this.#accounts = accounts;
    this.#file = file;
    for (const { id, plan } of file === undefined ? [] : readZapFile(file))
      this.#zaps.set(id, new StoredZap(context, accounts, { plan }, id));
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

  /** @throws HttpError if the account is unknown */
  add(change: ZapChange): StoredZap {
    this.#checkAccount(change);
    const zap = new StoredZap(this.#context, this.#accounts, change);
    this.#zaps.set(zap.id, zap);
    this.#keep();
    return zap;
  }

  /** @throws HttpError if the Zap is on or the account is unknown */
  change(id: string, change: ZapChange): StoredZap {
    const zap = this.find(id);
    this.#checkAccount(change);
    zap.change(change);
    this.#keep();
    return zap;
  }

  /** Turns the Zap off first. It is deleted even if unsubscribing fails. @throws the connector's error */
  async remove(id: string): Promise<void> {
    const zap = this.find(id);
    zap.ensureSettled();
    this.#known.add(id);
    this.#zaps.delete(id);
    this.#keep();
    await zap.shutDown();
  }

  /** Returns a Zap that is on and uses the account. */
  findActiveWithAccount(account: string): StoredZap | undefined {
    return [...this.#zaps.values()].find((zap) => zap.usesAccount(account) && zap.isActive);
  }

  /** Gives an account to the Zaps that have none, such as those of the last start. */
  adoptAccount(account: string): void {
    for (const zap of this.#zaps.values()) zap.adoptAccount(account);
  }

  /** Clears a removed account from the Zaps that use it. */
  removeAccount(account: string): void {
    for (const zap of this.#zaps.values()) if (zap.usesAccount(account)) zap.clearAccount();
  }

  /** Returns the runs of all Zaps, newest first, without traces, which are long. */
  history(): HistoryRun[] {
    return [...this.#zaps]
      .flatMap(([zap, { history }]) =>
        history.runs.map((run) => ({
          ...run,
          zap,
          steps: run.steps.map((step) => ({ ...step, traces: [] })),
        })),
      )
      .sort((one, other) => other.at.localeCompare(one.at));
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

  #checkAccount({ account }: ZapChange): void {
    if (account !== undefined) this.#accounts.find(account);
  }

  /** Zaps that another workbench has added to the file stay in it. */
  #keep(): void {
    this.#context.publish({ what: 'zaps' });
    if (this.#file === undefined) return;
    for (const id of this.#zaps.keys()) this.#known.add(id);
    const others = readZapFile(this.#file).filter(({ id }) => !this.#known.has(id));
    const own = [...this.#zaps.values()].map(({ id, plan }) => ({ id, plan }));
    writeZapFile(this.#file, [...others, ...own]);
  }
}
