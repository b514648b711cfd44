/**
 * Zapier's part, on one's own machine: runs a built connector through the platform's own handler, in processes of its
 * own, and is for it what Zapier is around it: cache, stored files, cursor, log, hook targets, hydration, locks.
 *
 * A development tool for tests, the demo, the benchmark and the workbench; none of it enters the connector's zip.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zod from 'zod';
import { Cache, type CacheOwner } from './cache.ts';
import { type Connection, connectionWith } from './connection.ts';
import { Containers, type Done, NoAnswer } from './container.ts';
import { type Definition, definitionSchema } from './definition.ts';
import { type HandlerEvent, type PlatformBundle, wholeBundle } from './event.ts';
import { PlatformError } from './failure.ts';
import { isDehydrated, readHydration, replaceDehydrated } from './hydration.ts';
import { Limits } from './limits.ts';
import { type Loopback, readBody, sendJson, sendText, serveLoopback } from './loopback.ts';
import { Rpc } from './rpc.ts';
import { type Call, httpExchanges, type Run } from './run.ts';
import { Stash, type StoredFile } from './stash.ts';
import { Zap, type ZapPlan } from './zap.ts';

export interface PlatformOptions {
  /** The built module, or a folder into which build.zip was unpacked; this project's own build by default. */
  connector?: string;
  /** The connector's settings (BASE_URL, CLIENT_ID, …). */
  environment?: Record<string, string>;
  /** The account's time zone. */
  timezone?: string;
  /** Whether breaking the platform's runtime checks fails a run (`raise`, as in the editor) or is logged. */
  checks?: 'raise' | 'log';
  /** Milliseconds a run may take; Zapier allows 30 seconds. */
  timeLimit?: number;
  /** How many processes may run the connector at the same time; or those of somebody else, who ends them. */
  containers?: number | Containers;
  /** Arguments for Node in those processes, such as `--max-old-space-size=256`. */
  nodeArguments?: string[];
  /** The time, in milliseconds since 1970: what cache entries, cursors and throttles go by. */
  now?: () => number;
}

/** Hydrated values are kept for five minutes. */
const hydrationLife = 300_000;

export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const platform = new Platform(options);
  await platform.listen();
  return platform;
}

export class Platform {
  readonly cache: Cache;
  readonly stash = new Stash();
  readonly rpc: Rpc;
  readonly limits: Limits;
  readonly timezone: string;
  /** The latest runs, oldest first. */
  readonly runs: Run[] = [];

  readonly #options: PlatformOptions;
  readonly #secret = randomBytes(24).toString('base64url');
  readonly #owners = new Map<string, CacheOwner>();
  readonly #zaps = new Map<string, Zap>();
  readonly #lazyFiles = new Map<string, () => Promise<string>>();
  readonly #hydrated = new Map<string, { value: Promise<unknown>; expires: number }>();
  readonly #listeners = new Set<(run: Run) => void>();
  readonly #recording = new AsyncLocalStorage<(run: Run) => void>();
  #containers: Containers | undefined;
  #server: Loopback | undefined;
  #definition: Promise<Definition> | undefined;
  #ahead = 0;

  constructor(options: PlatformOptions) {
    this.#options = options;
    this.timezone = options.timezone ?? 'America/New_York';
    const now = () => this.now();
    this.cache = new Cache(now);
    this.limits = new Limits(now);
    this.rpc = new Rpc({
      cache: this.cache,
      stash: this.stash,
      now,
      uploadUrl: () => `${this.origin}/upload`,
      ownerOf: (token) => this.#owners.get(token),
    });
  }

  /** Such as `http://127.0.0.1:41234`. */
  get origin(): string {
    if (!this.#server) throw new Error('The platform has not been started, or was closed.');
    return this.#server.origin;
  }

  /** The ids of the processes that run the connector. */
  get processIds(): number[] {
    return this.#containers?.processIds ?? [];
  }

  async listen(): Promise<void> {
    this.#server = await serveLoopback((request, response, url) => this.#answer(request, response, url));
    const { containers = 4 } = this.#options;
    this.#containers =
      containers instanceof Containers ? containers : new Containers({ ...this.#options, limit: containers });
  }

  async close(): Promise<void> {
    if (this.#containers !== this.#options.containers) await this.#containers?.stop();
    await this.#server?.close();
    await this.stash.close();
    this.#server = undefined;
  }

  /** Ends the connector's processes; the next run starts in a fresh one, as after a deployment. */
  async recycle(): Promise<void> {
    await this.#containers?.stop();
  }

  now(): number {
    return (this.#options.now ?? Date.now)() + this.#ahead;
  }

  /** Lets time pass for cache entries, cursors, throttles and hydrated values. */
  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }

  /** Tells of every run when it is over. @returns a function that ends it */
  onRun(listener: (run: Run) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Does the work and tells of the runs that belong to it and of no others, however many are under way: those that it
   * waits for, and later ones for a file that it handed out and somebody reads.
   */
  record<Result>(onRun: (run: Run) => void, work: () => Promise<Result>): Promise<Result> {
    return this.#recording.run(onRun, work);
  }

  /** Runs and gives what the connector returned. @throws PlatformError with the platform's class as its name */
  async run(call: Call): Promise<unknown> {
    const { outcome } = await this.trace(call);
    if (!outcome.ok) throw outcome.error;
    return outcome.results;
  }

  /** Runs and reports; an error of the connector is part of the report. */
  async trace(call: Call): Promise<Run> {
    if (!this.#containers) throw new Error('The platform has not been started, or was closed.');
    const { command = 'execute', method } = call;
    const connection = call.connection ?? connectionWith(call.bundle?.authData ?? {});
    const bundle = wholeBundle(call.bundle ?? {}, connection.authData, { timezone: this.timezone });
    const token = randomUUID();
    this.#owners.set(token, { user: connection.user, connection: connection.id });
    const event: HandlerEvent = {
      command,
      ...(method === undefined ? {} : { method }),
      bundle,
      environment: {
        LOGGING_ENDPOINT: `${this.origin}/logs`,
        ...this.#options.environment,
        _ZAPIER_ONE_TIME_SECRET: this.#secret,
      },
      token,
      rpc_base: `${this.origin}/rpc`,
      ...(call.storeKey === undefined ? {} : { storeKey: call.storeKey }),
      callback_url: `${this.origin}/callbacks/${token}`,
      isDeveloper: (call.checks ?? this.#options.checks) === 'raise',
      ...(call.autostash === undefined ? {} : { autostashPayloadOutputLimit: call.autostash }),
    };
    const started = new Date(this.now()).toISOString();
    const { done, attempts } = await this.#attempt(this.#containers, event);
    this.#owners.delete(token);
    const run: Run = {
      id: token,
      command,
      method,
      bundle,
      started,
      attempts,
      ...report(done),
      http: httpExchanges('logs' in done ? done.logs : [], this.origin),
    };
    this.runs.push(run);
    if (this.runs.length > 500) this.runs.shift();
    this.#recording.getStore()?.(run);
    for (const listener of this.#listeners) listener(run);
    return run;
  }

  /** The compiled definition, read once. */
  definition(): Promise<Definition> {
    this.#definition ??= this.run({ command: 'definition' }).then((results) =>
      definitionSchema.parse(results),
    );
    return this.#definition;
  }

  /** What the platform's schema has against the definition; an empty list when nothing. */
  async validate(): Promise<unknown[]> {
    return zod.array(zod.unknown()).parse(await this.run({ command: 'validate' }));
  }

  /** A raw request by a user (API Request), which goes through the connector's own middleware. */
  request(request: NonNullable<PlatformBundle['request']>, connection?: Connection): Promise<unknown> {
    return this.run({ command: 'request', bundle: { request }, connection });
  }

  /** A Zap that begins with one of the connector's triggers; it is off until it is turned on. */
  zap(plan: ZapPlan): Zap {
    const zap = new Zap(this, plan);
    this.#zaps.set(zap.id, zap);
    return zap;
  }

  /** A copy of `value` in which every dehydrated value has been fetched; files are given by their address. */
  hydrate(value: unknown, connection?: Connection): Promise<unknown> {
    return replaceDehydrated(value, (dehydrated) => this.#hydrate(dehydrated, connection));
  }

  /**
   * An address for a dehydrated file that fetches it only when somebody reads it: what a later step gets for a file.
   * @throws when the value was not signed by this platform's connector
   */
  lazyFile(dehydrated: string, connection?: Connection): string {
    readHydration(dehydrated, this.#secret);
    const id = randomUUID();
    const read = async () => zod.string().parse(await this.#hydrate(dehydrated, connection));
    const recorder = this.#recording.getStore();
    this.#lazyFiles.set(id, recorder ? () => this.#recording.run(recorder, read) : read);
    return `${this.origin}/hydrate/${id}`;
  }

  /** Whether a value is a dehydrated file that this platform's connector signed, and not only text that looks like one. */
  isDehydratedFile(value: unknown): value is string {
    if (!isDehydrated(value)) return false;
    try {
      return readHydration(value, this.#secret).type === 'file';
    } catch {
      // Text from outside in the same shape; it says so itself when somebody wants to read it.
      return false;
    }
  }

  async #hydrate(dehydrated: string, connection: Connection | undefined): Promise<unknown> {
    const { method, bundle, cacheExpiration } = readHydration(dehydrated, this.#secret);
    const key = JSON.stringify([method, bundle, connection?.id]);
    const known = this.#hydrated.get(key);
    if (known && known.expires > this.now()) return known.value;
    const value = this.run({ method, bundle: { inputData: bundle }, connection });
    const life = cacheExpiration === undefined ? hydrationLife : cacheExpiration * 1000;
    this.#hydrated.set(key, { value, expires: this.now() + life });
    try {
      return await value;
    } catch (error) {
      this.#hydrated.delete(key);
      throw error;
    }
  }

  /** Zapier gives a run once more to a fresh process when the first one ended without an answer. */
  async #attempt(
    containers: Containers,
    event: HandlerEvent,
  ): Promise<{ done: Done | NoAnswer; attempts: number }> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return { done: await containers.run(event), attempts };
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        if (error.timedOut || attempts > 1) return { done: error, attempts };
      }
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const [, room, id = ''] = url.pathname.split('/');
    switch (room) {
      case 'rpc':
        return this.rpc.answer(request, response);
      case 'logs':
        await readBody(request);
        return sendJson(response, 200, {});
      case 'upload': {
        const stored = await this.stash.receive(request.headers, request);
        return stored
          ? void response.writeHead(204).end()
          : sendText(response, 403, 'This form was not given out.');
      }
      case 'files':
        return this.#sendStored(this.stash.find(`files/${id}`), response);
      case 'hydrate':
        return this.#sendLazy(this.#lazyFiles.get(id), response);
      case 'hooks': {
        const zap = this.#zaps.get(id);
        return zap ? zap.receive(request, response, url) : sendText(response, 404, 'There is no such Zap.');
      }
      default:
        return sendText(response, 404, 'Nothing is here.');
    }
  }

  async #sendStored(file: StoredFile | undefined, response: ServerResponse): Promise<void> {
    if (!file) return sendText(response, 404, 'There is no such file.');
    response.writeHead(200, {
      'Content-Type': file.contentType,
      'Content-Length': file.size,
      'Content-Disposition': file.contentDisposition,
    });
    await pipeline(this.stash.read(file), response);
  }

  async #sendLazy(fetchFile: (() => Promise<string>) | undefined, response: ServerResponse): Promise<void> {
    if (!fetchFile) return sendText(response, 404, 'There is no such file.');
    let address: string;
    try {
      address = await fetchFile();
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return sendText(response, 502, error.message);
    }
    const own = `${this.origin}/`;
    if (address.startsWith(own))
      return this.#sendStored(this.stash.find(address.slice(own.length)), response);
    const source = await fetch(address);
    response.writeHead(source.status, Object.fromEntries(source.headers));
    await pipeline(source.body ? Readable.fromWeb(source.body) : Readable.from([]), response);
  }
}

function report(done: Done | NoAnswer): Pick<Run, 'outcome' | 'milliseconds' | 'memory' | 'logs' | 'output'> {
  if (done instanceof NoAnswer) {
    const error = new PlatformError({ name: done.name, message: done.message, stack: done.stack });
    return {
      outcome: { ok: false, error },
      milliseconds: 0,
      memory: undefined,
      logs: [],
      output: done.output,
    };
  }
  const { results, status = 'SUCCESS', resultsUrl, error, milliseconds, memory, logs, output } = done;
  return {
    outcome: error
      ? { ok: false, error: new PlatformError(error) }
      : { ok: true, results, status, resultsUrl },
    milliseconds,
    memory,
    logs,
    output,
  };
}
