/**
 * A local stand-in for Zapier: runs the built connector in child processes through zapier-platform-core's own handler
 * and provides what Zapier provides: cache, cursor, stored files, hydration, webhook URLs, locks and throttles.
 *
 * Tests, demo, workbench and checks use it. It is not part of the connector's zip.
 */
import { randomBytes } from 'node:crypto';
import * as zod from 'zod';
import { Cache, type CacheOptions } from './cache.ts';
import type { Connection } from './connection.ts';
import type { Definition } from './definition.ts';
import type { Bundle } from './handler_event.ts';
import type { HandlerCall, HandlerRun } from './handler_run.ts';
import { Hydrator } from './hydrator.ts';
import { Locks } from './locks.ts';
import { type Loopback, serveLoopback } from './loopback.ts';
import { type ProcessOptions, ProcessPool } from './process_pool.ts';
import { createRoutes } from './routes.ts';
import { Rpc } from './rpc.ts';
import { Runner } from './runner.ts';
import { Stash } from './stash.ts';
import { Throttle } from './throttle.ts';
import { Zap, type ZapPlan } from './zap.ts';

export interface LocalZapierOptions extends ProcessOptions {
  /** The connector's settings (BASE_URL, CLIENT_ID, …). */
  environment?: Record<string, string>;
  /** The user's time zone. Default: America/New_York. */
  timezone?: string;
  /** Whether a failed check of zapier-platform-core fails the run, as in the editor. Default: `log`. */
  checks?: 'raise' | 'log';
  /** Maximum number of processes, or a pool that the caller shares and stops. Default: 4. */
  processes?: number | ProcessPool;
  /** How the cache refuses writes; see also the methods of `cache`. */
  cache?: CacheOptions;
  /** Whether a live run waits for an operation's lock (default) or is held: it throws a `HeldError`. */
  whenLocked?: 'wait' | 'hold';
  /** The clock of Zapier and of the connector. Default: `Date.now`. */
  now?: () => number;
}

export async function startLocalZapier(options: LocalZapierOptions = {}): Promise<LocalZapier> {
  const zapier = new LocalZapier(options);
  await zapier.listen();
  return zapier;
}

export class LocalZapier {
  readonly cache: Cache;
  readonly stash = new Stash();
  readonly rpc: Rpc;
  readonly locks: Locks;
  readonly throttle: Throttle;
  readonly timezone: string;

  readonly #sharedProcesses: boolean;
  readonly #processes: ProcessPool;
  readonly #runner: Runner;
  readonly #hydrator: Hydrator;
  readonly #zaps = new Map<string, Zap>();
  readonly #clock: () => number;
  #server: Loopback | undefined;
  #advanced = 0;

  constructor(options: LocalZapierOptions) {
    const { processes, timezone = 'America/New_York' } = options;
    this.#sharedProcesses = processes instanceof ProcessPool;
    this.#processes =
      processes instanceof ProcessPool
        ? processes
        : new ProcessPool({ ...options, ...(processes === undefined ? {} : { size: processes }) });
    this.timezone = timezone;
    this.#clock = options.now ?? Date.now;
    const now = () => this.now();
    const origin = () => this.origin;
    const secret = randomBytes(24).toString('base64url');
    this.cache = new Cache(now, options.cache);
    this.throttle = new Throttle(now);
    this.locks = new Locks(now, options.whenLocked);
    this.#runner = new Runner({
      processes: this.#processes,
      origin,
      environment: () => ({
        LOGGING_ENDPOINT: `${this.origin}/logs`,
        ...options.environment,
        _ZAPIER_ONE_TIME_SECRET: secret,
      }),
      timezone,
      checks: options.checks ?? 'log',
      now,
    });
    this.#hydrator = new Hydrator({ secret, runner: this.#runner, origin, now });
    this.rpc = new Rpc({
      cache: this.cache,
      now,
      presign: () => this.stash.presign(`${this.origin}/upload`),
      ownerOf: (token) => this.#runner.ownerOf(token),
    });
  }

  /** For example `http://127.0.0.1:41234`. */
  get origin(): string {
    if (!this.#server) throw new Error('The local Zapier is not running.');
    return this.#server.origin;
  }

  async listen(): Promise<void> {
    const { rpc, stash } = this;
    this.#server = await serveLoopback(
      createRoutes({ rpc, stash, hydrator: this.#hydrator, zaps: this.#zaps }),
    );
  }

  /** Stops the server and the processes after all received webhook requests have been handled. */
  async close(): Promise<void> {
    await Promise.all([...this.#zaps.values()].map((zap) => zap.settled()));
    if (!this.#sharedProcesses) await this.#processes.stop();
    await this.#server?.close();
    await this.stash.close();
    this.#server = undefined;
  }

  now(): number {
    return this.#clock() + this.#advanced;
  }

  /** Moves the clock forward. */
  advance(milliseconds: number): void {
    this.#advanced += milliseconds;
    this.locks.releaseExpired();
  }

  /**
   * Runs all steps with this version of the integration from now on, as `zapier-platform migrate` does. A new major
   * version has an empty cache.
   */
  migrate(version: string): void {
    this.#runner.majorVersion = Number.parseInt(version, 10);
  }

  /** The latest runs, oldest first. */
  get runs(): readonly HandlerRun[] {
    return this.#runner.runs;
  }

  /** Runs a function and returns its result. @throws HandlerError */
  run(call: HandlerCall): Promise<unknown> {
    return this.#runner.run(call);
  }

  /** Runs a function and reports the run, whether it succeeds or fails. */
  trace(call: HandlerCall): Promise<HandlerRun> {
    return this.#runner.trace(call);
  }

  /**
   * Calls `listener` for each run that `work` causes, and no others. Includes runs that fetch a file later, when a
   * URL from `createLazyFile` is read.
   */
  observe<Result>(listener: (run: HandlerRun) => void, work: () => Promise<Result>): Promise<Result> {
    return this.#runner.observe(listener, work);
  }

  /** The compiled definition, read once. */
  definition(): Promise<Definition> {
    return this.#runner.definition();
  }

  /** Returns the errors that zapier-platform-schema finds in the definition. */
  async validate(): Promise<unknown[]> {
    return zod.array(zod.unknown()).parse(await this.run({ command: 'validate' }));
  }

  /** Sends a request as API Request does, through the connector's middleware. */
  request(request: NonNullable<Bundle['request']>, connection?: Connection): Promise<unknown> {
    return this.run({ command: 'request', bundle: { request }, connection });
  }

  /** Creates a Zap that starts with one of the connector's triggers. It is off at first. */
  createZap(plan: ZapPlan): Zap {
    const zap = new Zap({ runner: this.#runner, origin: this.origin, now: () => this.now(), plan });
    this.#zaps.set(zap.id, zap);
    return zap;
  }

  /** Returns a copy of `value` with all dehydrated values fetched. A file becomes its URL. */
  hydrate(value: unknown, connection?: Connection): Promise<unknown> {
    return this.#hydrator.hydrate(value, connection);
  }

  /** Returns a URL for a dehydrated file; the file is fetched when the URL is read. @throws if the signature is wrong */
  createLazyFile(dehydrated: string, connection?: Connection): string {
    return this.#hydrator.createLazyFile(dehydrated, connection);
  }

  /** Returns whether a value is a dehydrated file with a valid signature. */
  isDehydratedFile(value: unknown): value is string {
    return this.#hydrator.isDehydratedFile(value);
  }
}
