/** Runs the connector's functions and reports each run. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { CacheOwner } from './cache.ts';
import { connectionFor } from './connection.ts';
import { type Definition, definitionSchema } from './definition.ts';
import { HandlerError } from './errors.ts';
import { completeBundle, type HandlerEvent } from './handler_event.ts';
import type { HandlerCall, HandlerRun } from './handler_run.ts';
import { readHttpExchanges } from './http_log.ts';
import { type HandlerReport, NoReport, type ProcessPool } from './process_pool.ts';
import { resultSizeError } from './result_size.ts';

export interface RunnerOptions {
  processes: ProcessPool;
  /** Returns the origin of the local Zapier, which serves RPC and receives logs. */
  origin: () => string;
  /** Returns the connector's settings. */
  environment: () => Record<string, string>;
  timezone: string;
  checks: 'raise' | 'log';
  now: () => number;
}

type RunListener = (run: HandlerRun) => void;

const maxRuns = 500;

export class Runner {
  readonly timezone: string;
  /** Of the integration. */
  majorVersion = 1;
  /** The latest runs, oldest first. */
  readonly runs: HandlerRun[] = [];
  readonly #options: RunnerOptions;
  readonly #owners = new Map<string, CacheOwner>();
  readonly #listener = new AsyncLocalStorage<RunListener>();
  #definition: Promise<Definition> | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.timezone = options.timezone;
  }

  /** Runs a function and returns its result. @throws HandlerError, named after the error class in zapier-platform-core */
  async run(call: HandlerCall): Promise<unknown> {
    const { outcome } = await this.trace(call);
    if (!outcome.ok) throw outcome.error;
    return outcome.results;
  }

  /** Runs a function and reports the run, whether it succeeds or fails. */
  async trace(call: HandlerCall): Promise<HandlerRun> {
    const { processes, origin, now } = this.#options;
    const started = new Date(now()).toISOString();
    const { connection = connectionFor(call.bundle?.authData ?? {}) } = call;
    const event = this.#event(call, connection.authData);
    this.#owners.set(event.token, {
      user: connection.user,
      connection: connection.id,
      majorVersion: this.majorVersion,
    });
    // In whole seconds, so that two readings of the same clock do not differ.
    const clockOffset = Math.round((now() - Date.now()) / 1000) * 1000;
    const { report, attempts } = await runTwiceAtMost(() => processes.run(event, clockOffset));
    this.#owners.delete(event.token);
    const run: HandlerRun = {
      id: event.token,
      command: event.command,
      method: event.method,
      bundle: event.bundle,
      started,
      attempts,
      ...describe(event, report),
      http: readHttpExchanges(report instanceof NoReport ? [] : report.logs, origin()),
    };
    if (!run.outcome.ok && run.outcome.error.name === 'ExpiredAuthError') connection.isExpired = true;
    this.runs.push(run);
    if (this.runs.length > maxRuns) this.runs.shift();
    this.#listener.getStore()?.(run);
    return run;
  }

  /** The compiled definition, read once. */
  definition(): Promise<Definition> {
    this.#definition ??= this.run({ command: 'definition' }).then((results) =>
      definitionSchema.parse(results),
    );
    return this.#definition;
  }

  /** Calls `listener` for each run that `work` causes, however many others are active. */
  observe<Result>(listener: RunListener, work: () => Promise<Result>): Promise<Result> {
    return this.#listener.run(listener, work);
  }

  /** Returns `work` so that a later call of it still reports its runs to the current listener. */
  keepListener<Result>(work: () => Promise<Result>): () => Promise<Result> {
    const listener = this.#listener.getStore();
    return listener ? () => this.observe(listener, work) : work;
  }

  /** Returns whose run has this token, or undefined if the run has ended. */
  ownerOf(token: string): CacheOwner | undefined {
    return this.#owners.get(token);
  }

  #event(call: HandlerCall, authData: Record<string, string>): HandlerEvent {
    const { origin, environment, timezone, checks } = this.#options;
    const token = randomUUID();
    return {
      command: call.command ?? 'execute',
      ...(call.method === undefined ? {} : { method: call.method }),
      bundle: completeBundle(call.bundle ?? {}, authData, { timezone }),
      environment: environment(),
      token,
      rpc_base: `${origin()}/rpc`,
      ...(call.storeKey === undefined ? {} : { storeKey: call.storeKey }),
      isDeveloper: (call.checks ?? checks) === 'raise',
    };
  }
}

/** Like Zapier, repeats a run once in a new process if the first process died. */
async function runTwiceAtMost(
  run: () => Promise<HandlerReport>,
): Promise<{ report: HandlerReport | NoReport; attempts: number }> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return { report: await run(), attempts };
    } catch (error) {
      if (!(error instanceof NoReport)) throw error;
      if (error.timedOut || attempts > 1) return { report: error, attempts };
    }
  }
}

function describe(
  event: HandlerEvent,
  report: HandlerReport | NoReport,
): Pick<HandlerRun, 'outcome' | 'milliseconds' | 'memory' | 'logs' | 'output'> {
  if (report instanceof NoReport) {
    const { name, message, stack } = report;
    const error = new HandlerError({ name, message, stack });
    return {
      outcome: { ok: false, error },
      milliseconds: 0,
      memory: undefined,
      logs: [],
      output: report.output,
    };
  }
  const { results, status = 'SUCCESS', resultsUrl, milliseconds, memory, logs, output } = report;
  const error = report.error ? new HandlerError(report.error) : resultSizeError(event, results);
  return {
    outcome: error ? { ok: false, error } : { ok: true, results, status, resultsUrl },
    milliseconds,
    memory,
    logs,
    output,
  };
}
