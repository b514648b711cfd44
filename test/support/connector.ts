/**
 * Runs the connector's source in the test's process without a network: nock answers every HTTP request. A mock that was
 * not used, a write without a mock and a message that says something twice fail the test, and so does a call of Zapier that has no answer when the run returns, because
 * Zapier freezes the process then. Calls of Zapier's RPC endpoint are answered without HTTP. Unlike
 * zapier-platform-core's `createAppTester`, it supports a cache with expiry and `nx`, and stored files.
 */
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, jest } from '@jest/globals';
// Not from the package's index, which loads the Zapier CLI.
import { Cache } from '@print-and-mail/zapier/cache';
import { HandlerError } from '@print-and-mail/zapier/errors';
import {
  type Bundle,
  completeBundle,
  type HandlerEvent,
  type LogLine,
} from '@print-and-mail/zapier/handler_event';
import { Rpc } from '@print-and-mail/zapier/rpc';
import nock from 'nock';
import * as zod from 'zod';
import { handlerFor } from './one_operation.ts';
import { findRepetition, sentencesOf } from './repetition.ts';

/** Calls of Zapier that runs did not wait for. */
let unfinished: string[] = [];
/** Messages that say something twice. */
let repetitive: string[] = [];

/** The letter service's origins in unit tests, which exist only in nock. */
export const apiRoot = 'https://api.letters.test';
export const authRoot = 'https://letters.test';
export const accessToken = 'token-of-a-unit-test';

const settings = {
  BASE_URL: apiRoot,
  AUTH_URL: authRoot,
  CLIENT_ID: 'unit-client',
  CLIENT_SECRET: 'unit-secret-0123456789',
};
const settingNames = [...Object.keys(settings), 'OAUTH_SCOPES'];

/** Numbers the connectors, so that each has an own Zapier with an own cache. */
let connectors = 0;

// zapier-platform-core also prints each message of `z.console`, line break included. Tests read it from `logs`.
for (const level of ['log', 'error'] as const) {
  const print = console[level];
  console[level] = (...values: unknown[]) => {
    const [message] = values;
    if (typeof message !== 'string' || !message.endsWith('\n')) print(...values);
  };
}

export interface StoredFile {
  name: string;
  type: string;
  content: Buffer;
}

// The test files of a worker share Node's http module, so nock must not stay in it.
afterAll(() => nock.restore());

/**
 * Turns the network off for every test of the file. A write without a mock, such as a second order, fails the test: to the
 * connector it looks like a failure of the service, which many tests expect.
 * @returns nock scopes for the letter service
 */
export function useNock(): { api(): nock.Scope; auth(): nock.Scope } {
  let unexpected: string[];
  const note = ({ method, url }: Request) => {
    if (method !== 'GET') unexpected.push(`${method} ${url}`);
  };
  beforeEach(() => {
    unexpected = [];
    unfinished = [];
    repetitive = [];
    nock.disableNetConnect();
    nock.emitter.on('no match', note);
  });
  afterEach(() => {
    const unused = nock.pendingMocks();
    nock.emitter.off('no match', note);
    nock.cleanAll();
    nock.enableNetConnect();
    expect({ unused, unexpected, unfinished, repetitive }).toEqual({
      unused: [],
      unexpected: [],
      unfinished: [],
      repetitive: [],
    });
  });
  return { api: () => nock(apiRoot), auth: () => nock(authRoot) };
}

/** Notes messages that say something twice. */
const note = (messages: readonly string[]) =>
  repetitive.push(...messages.filter((message) => findRepetition(message) !== undefined));

/** How long (ms) a step that waits for another one pauses before it looks again. */
const pause = 250;

/** Lets the pauses of steps that wait pass at once, until mocks are restored. Not for a step that another one runs beside. */
export function skipPauses(): void {
  const { setTimeout: start } = globalThis;
  const now = performance.now.bind(performance);
  let skipped = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now() + skipped);
  jest.spyOn(globalThis, 'setTimeout').mockImplementation((run, delay) => {
    if (delay !== pause) return start(run, delay);
    skipped += pause;
    return start(run);
  });
}

type Settings = Partial<
  Record<'BASE_URL' | 'AUTH_URL' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'OAUTH_SCOPES', string>
>;

/** Parallel runs share the environment variables; the last one to end restores them. */
const running: { count: number; before: Record<string, string | undefined> | undefined } = {
  count: 0,
  before: undefined,
};

function restoreSettings(): void {
  for (const [name, value] of Object.entries(running.before ?? {})) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  running.before = undefined;
}

const record = zod.record(zod.string(), zod.unknown());
const records = zod.array(record);

export class UnitConnector {
  /** The current time for the expiry of cache entries, in milliseconds since 1970. */
  now = Date.parse('2026-03-12T12:00:00Z');
  readonly cache = new Cache(() => this.now);
  readonly stored: StoredFile[] = [];
  readonly logs: LogLine[] = [];
  /** Zapier's id of the connection, which stays the same after a reconnect. */
  connection = 'unit';
  /** The calls of the cache, such as `zcache_set`. */
  readonly cacheCalls: string[] = [];
  /** The calls of the cache that fail, such as `zcache_set`. */
  readonly failing = new Set<string>();
  /** The calls of Zapier that are never answered. */
  readonly silent = new Set<string>();

  readonly #rpc = new Rpc({
    cache: this.cache,
    now: () => this.now,
    presign: () => ({
      url: `${this.#zapier}/upload`,
      fields: { key: `files/${this.stored.length + 1}` },
    }),
    ownerOf: () => ({ user: 'unit', connection: this.connection }),
  });
  readonly #settings: Settings;
  /** Zapier's origin, for stored files. */
  readonly #zapier: string;

  constructor(changes: Settings = {}) {
    this.#settings = { ...settings, ...changes };
    connectors += 1;
    this.#zapier = `http://zapier-${connectors}.test`;
  }

  /** Runs any function of the definition. @throws HandlerError with the name and message of the connector's error */
  async run(
    method: string,
    bundle: Bundle = {},
    command: HandlerEvent['command'] = 'execute',
  ): Promise<unknown> {
    running.count += 1;
    running.before ??= Object.fromEntries(settingNames.map((name) => [name, process.env[name]]));
    for (const name of settingNames) delete process.env[name];
    Object.assign(process.env, this.#settings, { ZAPIER_DEPLOY_KEY: 'unit' });
    this.#acceptStoredFiles();
    const open = new Set<string>();
    try {
      const { results } = await handlerFor(method)({
        command,
        method,
        bundle: completeBundle(bundle, { access_token: accessToken }),
        rpc: async (name: string, ...parameters: unknown[]) => {
          if (!this.silent.has(name)) open.add(name);
          try {
            return await this.#answerRpc(name, parameters);
          } finally {
            open.delete(name);
          }
        },
        customLogger: (message: string, data: LogLine['data']) => this.logs.push({ message, data }),
      });
      note(sentencesOf(results));
      return results;
    } catch (error) {
      const { name, message, stack } = error as Error;
      note([message]);
      throw new HandlerError({ name, message, stack });
    } finally {
      unfinished.push(...open);
      running.count -= 1;
      if (running.count === 0) restoreSettings();
    }
  }

  /** Runs an action with exactly this input: types are not coerced and required fields are not checked. */
  async create(key: string, inputData: Bundle['inputData'] = {}, bundle: Bundle = {}) {
    return record.parse(await this.run(`creates.${key}.operation.perform`, { inputData, ...bundle }));
  }

  async search(key: string, inputData: Bundle['inputData'] = {}, bundle: Bundle = {}) {
    return records.parse(await this.run(`searches.${key}.operation.perform`, { inputData, ...bundle }));
  }

  /** Runs a trigger's `perform`, `performList`, `performSubscribe` or `performUnsubscribe`. */
  async trigger(key: string, name: string, bundle: Bundle = {}): Promise<unknown> {
    return this.run(`triggers.${key}.operation.${name}`, bundle);
  }

  /** Passes a delivery to a hook trigger. @returns its records */
  async deliver(
    key: string,
    { query = '', body, inputData = {} }: { query?: string; body?: unknown; inputData?: Bundle['inputData'] },
  ) {
    const content = body === undefined ? '' : JSON.stringify(body);
    const rawRequest = {
      method: 'POST',
      querystring: query,
      headers: { 'Http-Content-Type': 'application/json' },
      content,
    };
    return records.parse(
      await this.trigger(key, 'perform', {
        inputData,
        rawRequest,
        cleanedRequest: content ? JSON.parse(content) : {},
      }),
    );
  }

  /** Answers a call of Zapier's RPC endpoint. @throws if `failing` names it, or it is invalid */
  async #answerRpc(method: string, params: readonly unknown[]): Promise<unknown> {
    // Lets parallel runs take turns, as they do while they wait for a response.
    await setImmediate();
    if (method.startsWith('zcache_')) this.cacheCalls.push(method);
    if (this.silent.has(method)) await new Promise(() => undefined);
    if (this.failing.has(method)) throw new Error('unavailable');
    return this.#rpc.call('', method, params);
  }

  #acceptStoredFiles(): void {
    if (nock.activeMocks().some((mock) => mock.includes(this.#zapier))) return;
    nock(this.#zapier)
      .persist()
      .post('/upload')
      .optionally()
      .reply(async (request: Request) => {
        const file = (await request.formData()).get('file');
        if (!(file instanceof File)) throw new Error('The upload form has no file.');
        this.stored.push({
          name: file.name,
          type: file.type,
          content: Buffer.from(await file.arrayBuffer()),
        });
        return [204, ''];
      });
  }
}
