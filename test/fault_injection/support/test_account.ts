/** One account at the letter service, with Zapier's cache and file storage beside it, and at most one fault. */
import { setImmediate } from 'node:timers/promises';
import { Cache } from '@print-and-mail/zapier/cache';
import type { HandlerError } from '@print-and-mail/zapier/errors';
import type { Bundle } from '@print-and-mail/zapier/handler_event';
import { Rpc } from '@print-and-mail/zapier/rpc';
import { callKind } from './calls.ts';
import type { Fault } from './fault.ts';
import { LetterService } from './letter_service.ts';

/** What to run: a function of the app definition, by its path, such as `creates.create_order.operation.perform`. */
export interface Run {
  method: string;
  inputData?: Record<string, unknown>;
  bundle?: Bundle;
  command?: 'execute' | 'request';
}

export type Outcome = { milliseconds: number } & (
  | { ok: true; results: unknown }
  | { ok: false; error: HandlerError }
);

/** A file from an earlier step. */
export interface SourceFile {
  content: Buffer | string;
  headers?: Record<string, string>;
  /** Sends the file without `Content-Length`. */
  chunked?: boolean;
}

export interface SentRequest {
  call: string;
  url: string;
  headers: string;
  body: string;
}

/** What an account needs from the harness that created it. */
interface Host {
  readonly origin: string;
  run(account: TestAccount, run: Run): Promise<Outcome>;
}

export const realNow = Date.now.bind(Date);

export class TestAccount {
  readonly service = new LetterService();
  readonly sourceFiles = new Map<string, SourceFile>();
  /** Files that were uploaded to Zapier. */
  readonly storedFiles: { name: string; content: string }[] = [];
  /** Every request that the connector made for this account. */
  readonly sent: SentRequest[] = [];
  readonly logs: string[] = [];
  /** Milliseconds that this account's clock is ahead. Its runs and its cache use that clock. */
  clockOffset = 0;
  readonly cache = new Cache(() => this.now);
  readonly rpc = new Rpc({
    cache: this.cache,
    now: () => this.now,
    presign: () => ({
      url: `${this.origin}/stash/${this.id}`,
      fields: { key: `${this.id}-${this.storedFiles.length + 1}` },
    }),
    ownerOf: (connection) => ({ user: 'fault-injection', connection }),
  });
  /** The call that fails. If the connector or zapier-platform-core sends it again, it fails too, unless `once` is true. */
  fault: { call: string; fault: Fault; once?: boolean | undefined } | undefined;
  injectedCount = 0;
  /** The access token of the connection. A token that only starts with it is another connection of the same account. */
  readonly token: string;
  readonly id: string;
  readonly #callCounts = new Map<string, number>();
  readonly #host: Host;

  constructor(host: Host, id: string) {
    this.#host = host;
    this.id = id;
    this.token = `token-canary-${id}`;
  }

  get now(): number {
    return realNow() + this.clockOffset;
  }

  get origin(): string {
    return this.#host.origin;
  }

  /** Serves a file as an earlier step would, and returns its URL. */
  serveFile(name: string, file: SourceFile): string {
    this.sourceFiles.set(name, file);
    return `${this.origin}/source/${this.id}/${encodeURIComponent(name)}`;
  }

  run(run: Run): Promise<Outcome> {
    return this.#host.run(this, run);
  }

  /** Performs a call of Zapier's RPC endpoint without HTTP, and without faults. */
  async callZapier(connection: string, method: string, params: readonly unknown[]): Promise<unknown> {
    // Lets parallel runs take turns, as they do while they wait for a response.
    await setImmediate();
    const call = this.countCall(`zapier ${method}`);
    this.sent.push({ call, url: `${this.origin}/rpc`, headers: '', body: JSON.stringify(params) });
    return this.rpc.call(connection, method, params);
  }

  get calls(): string[] {
    return this.sent.map(({ call }) => call);
  }

  /** Returns the name that the next call of this kind gets. */
  nextCall(kind: string): string {
    return `${kind} #${(this.#callCounts.get(kind) ?? 0) + 1}`;
  }

  /** Counts a call of this kind and returns its name. */
  countCall(kind: string): string {
    const call = this.nextCall(kind);
    this.#callCounts.set(kind, (this.#callCounts.get(kind) ?? 0) + 1);
    return call;
  }

  /** Returns the fault to inject into this call, if any. */
  faultFor(call: string): Fault | undefined {
    if (!this.fault) return undefined;
    const { call: faultyCall, fault, once } = this.fault;
    const isSentAgain = faultyCall.startsWith('zapier ')
      ? this.injectedCount > 0
      : fault.transient && faultyCall.startsWith('service GET ') && this.injectedCount === 1;
    const isRetry = !once && isSentAgain && callKind(call) === callKind(faultyCall);
    return call === faultyCall || isRetry ? fault : undefined;
  }

  /** Removes the fault and restarts the numbering of calls. */
  clearFault(): void {
    this.fault = undefined;
    this.injectedCount = 0;
    this.#callCounts.clear();
  }
}
