/**
 * Where the campaign plays: the connector's source in this process, run by the platform's own handler, and around it, on
 * one loopback server, as many worlds as there are cases. A world is one account at the service, one cache and one file
 * storage of the platform, and at most one fault. Which world a request belongs to is told by its token.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { format, inspect } from 'node:util';
import { type Bundle, Cache, completeBundle, HandlerError } from '@print-and-mail/zapier';
import * as zod from 'zod';
import { handlerFor } from '../../support/one_operation.ts';
import type { Fault } from './faults.ts';
import { type Answer, type Asked, LetterService } from './letter_service.ts';

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

/** A file that a user's earlier step offers. */
export interface Source {
  content: Buffer | string;
  headers?: Record<string, string>;
  /** Sent without `Content-Length`. */
  chunked?: boolean;
}

/** Everything that left the connector, for those who look for what should not have. */
export interface Sent {
  call: string;
  url: string;
  headers: string;
  body: string;
}

const rpcCall = zod.object({ id: zod.number(), method: zod.string(), params: zod.array(zod.unknown()) });

const cacheScope = zod.array(zod.enum(['user', 'auth'])).nullish();

/** What Zapier sends with each call: here, the world and the connection that is used in it. */
const connectionOf = (world: World, accessToken: string = world.token): string =>
  accessToken === world.token ? world.id : `${world.id} ${accessToken}`;

export const clientSecret = 'client-secret-canary-5b1f';

const realNow = Date.now.bind(Date);
/** Whose run it is that asks for the time. */
const running = new AsyncLocalStorage<World>();

export class World {
  readonly service = new LetterService();
  readonly sources = new Map<string, Source>();
  readonly stored: { name: string; content: string }[] = [];
  readonly sent: Sent[] = [];
  readonly logs: string[] = [];
  /** Milliseconds by which this world is ahead of the others; its runs and its cache go by that. */
  ahead = 0;
  readonly cache = new Cache(() => this.now);
  /** The one call that goes wrong; repeated tries of the platform's own client meet it again, unless it is for `once`. */
  fault: { call: string; fault: Fault; once?: boolean } | undefined;
  struck = 0;
  /** The token with which this world is connected; another one is another connection of the same account. */
  token: string;
  readonly id: string;
  readonly #counts = new Map<string, number>();
  readonly #stage: Stage;

  constructor(stage: Stage, id: string) {
    this.#stage = stage;
    this.id = id;
    this.token = `token-canary-${id}`;
  }

  get now(): number {
    return realNow() + this.ahead;
  }

  get origin(): string {
    return this.#stage.origin;
  }

  /** Offers a file at an address, as an earlier step would. @returns the address */
  offer(name: string, source: Source): string {
    this.sources.set(name, source);
    return `${this.#stage.origin}/source/${this.id}/${encodeURIComponent(name)}`;
  }

  run(run: Run): Promise<Outcome> {
    return this.#stage.run(this, run);
  }

  /** The calls made so far, each as `METHOD path #n`; the n-th of its kind. */
  get calls(): string[] {
    return this.sent.map(({ call }) => call);
  }

  /** Names a call and counts it. */
  name(kind: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return `${kind} #${count}`;
  }

  /** How many calls of this kind were made. */
  count(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** Whether a call that is about to be named so is to be turned away, or goes wrong in another way. */
  faultFor(call: string): Fault | undefined {
    if (!this.fault) return undefined;
    const { call: struck, fault, once } = this.fault;
    const again = !once && struck.startsWith('zapier ') && kindOf(call) === kindOf(struck) && this.struck > 0;
    return call === struck || again ? fault : undefined;
  }

  /** Forgets the fault, and counts calls from one again: the next run is one for which all goes well. */
  heal(): void {
    this.fault = undefined;
    this.struck = 0;
    this.#counts.clear();
  }
}

export const kindOf = (call: string): string => call.replace(/ #\d+$/, '');

export class Stage {
  readonly #worlds = new Map<string, World>();
  readonly #server: http.Server;
  readonly #request = http.request;
  origin = '';
  #count = 0;
  /** What the connector printed. */
  readonly printed: string[] = [];
  readonly #console = { ...console };
  /** The connector's settings; a world that wants others changes them before it runs. */
  environment: Record<string, string> = {};

  private constructor() {
    this.#server = http.createServer((request, response) => {
      this.#receive(request, response).catch((error: unknown) => {
        // A fault may have closed the connection already; anything else is a mistake of the campaign.
        if (!response.headersSent && !response.destroyed) response.writeHead(599).end(String(error));
      });
    });
  }

  static async open(): Promise<Stage> {
    const stage = new Stage();
    await new Promise<void>((ready) => stage.#server.listen(0, '127.0.0.1', () => ready()));
    const address = stage.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The stage has no address.');
    stage.origin = `http://127.0.0.1:${address.port}`;
    stage.environment = {
      BASE_URL: stage.origin,
      AUTH_URL: stage.origin,
      CLIENT_ID: 'campaign',
      CLIENT_SECRET: clientSecret,
      _ZAPIER_ONE_TIME_SECRET: 'one-time',
      LOGGING_ENDPOINT: `${stage.origin}/log`,
    };
    await stage.#turnAwayRefused();
    for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      console[name] = (...parts: unknown[]) => void stage.printed.push(format(...parts));
    }
    Date.now = () => running.getStore()?.now ?? realNow();
    // The platform ends a process that has grown; this one carries a whole test run beside the connector.
    const memoryUsage = process.memoryUsage;
    process.memoryUsage = Object.assign(() => ({ ...memoryUsage(), rss: 0 }), { rss: memoryUsage.rss });
    return stage;
  }

  async close(): Promise<void> {
    http.request = this.#request;
    Date.now = realNow;
    Object.assign(console, this.#console);
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  world(): World {
    this.#count += 1;
    const world = new World(this, `w${this.#count}`);
    this.#worlds.set(world.id, world);
    return world;
  }

  /** Forgets a world, so that thousands of them do not fill the memory. */
  leave(world: World): void {
    this.#worlds.delete(world.id);
  }

  async run(
    world: World,
    { method, inputData = {}, bundle = {}, command = 'execute' }: Run,
  ): Promise<Outcome> {
    const began = performance.now();
    const since = () => performance.now() - began;
    try {
      const { results } = await running.run(world, handlerFor(method), {
        command,
        method,
        bundle: completeBundle({ inputData, ...bundle }, { access_token: world.token }),
        environment: this.environment,
        token: connectionOf(world, bundle.authData?.access_token),
        rpc_base: `${this.origin}/rpc`,
        customLogger: (message: string, data: unknown) =>
          world.logs.push(`${message} ${inspect(data, { depth: 6 })}`),
      });
      return { ok: true, results, milliseconds: since() };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { name, message, stack } = error;
      return { ok: false, error: new HandlerError({ name, message, stack }), milliseconds: since() };
    }
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A connection that is kept open and then fails between two requests fails in nobody's run: Node has no listener for
    // it at that moment, and the platform would report it to whoever runs next.
    response.shouldKeepAlive = false;
    const url = new URL(request.url ?? '/', this.origin);
    if (url.pathname === '/log') return void response.end();
    const world = this.#worldOf(request, url);
    if (!world) return void response.writeHead(401).end('{"error":"invalid_token"}');
    const first = url.pathname === '/rpc' ? await readBody(request) : undefined;
    const call = world.name(kindFor(request.method ?? 'GET', url, first));
    const body = first ?? (await readBody(request).catch(() => Buffer.alloc(0)));
    world.sent.push({
      call,
      url: url.href,
      headers: JSON.stringify(request.headers),
      body: body.toString('latin1'),
    });
    const act = () => this.#act(world, request, url, body);
    const fault = world.faultFor(call);
    if (!fault?.strike) return respond(response, act());
    world.struck += 1;
    const closed = new AbortController();
    response.on('close', () => closed.abort());
    response.on('error', () => closed.abort());
    await fault.strike({ response, act, closed: closed.signal });
  }

  #worldOf(request: IncomingMessage, url: URL): World | undefined {
    const [, room, id] = url.pathname.split('/');
    if (room === 'source' || room === 'stash') return this.#worlds.get(id ?? '');
    if (room === 'rpc') return this.#worlds.get(String(request.headers['x-token']).split(' ')[0] ?? '');
    if (room === 'oauth') return this.#worlds.get((url.searchParams.get('code') ?? '').replace('code-', ''));
    const connected = /^Bearer token-canary-(w\d+)/.exec(request.headers.authorization ?? '')?.[1];
    return this.#worlds.get(connected ?? '');
  }

  #act(world: World, request: IncomingMessage, url: URL, body: Buffer): Answer {
    const [, room, , name = ''] = url.pathname.split('/');
    const answer = (value: unknown): Answer => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(value)),
    });
    if (room === 'rpc') {
      const { id, method, params } = rpcCall.parse(JSON.parse(body.toString()));
      const connection = String(request.headers['x-token']);
      return answer({ id, result: this.#zapier(world, connection, method, params) });
    }
    if (room === 'stash') {
      world.stored.push({
        name: /filename="([^"]*)"/.exec(body.toString())?.[1] ?? '',
        content: filePart(body),
      });
      return { status: 204, headers: {}, body: Buffer.alloc(0) };
    }
    if (room === 'oauth') return answer({ access_token: world.token, token_type: 'bearer' });
    if (room === 'source') {
      const source = world.sources.get(decodeURIComponent(name));
      if (!source) return { status: 404, headers: {}, body: Buffer.from('not here') };
      const content = Buffer.from(source.content);
      return {
        status: 200,
        headers: { ...source.headers, ...(source.chunked ? { 'transfer-encoding': 'chunked' } : {}) },
        body: content,
      };
    }
    const asked: Asked = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body,
      authorization: request.headers.authorization,
    };
    return world.service.answer(asked);
  }

  #zapier(world: World, connection: string, method: string, params: unknown[]): unknown {
    const owner = { user: 'campaign', connection };
    const [key, value, ttl, , nx] = params;
    const scope = cacheScope.parse(params[method === 'zcache_set' ? 3 : 1]) ?? [];
    if (method === 'get_presigned_upload_post_data') {
      const place = `${world.stored.length + 1}`;
      return { url: `${this.origin}/stash/${world.id}`, fields: { key: `${world.id}-${place}` } };
    }
    if (method === 'zcache_get') return world.cache.get(owner, String(key), scope);
    if (method === 'zcache_delete') return world.cache.delete(owner, String(key), scope);
    const seconds = typeof ttl === 'number' ? ttl : undefined;
    return world.cache.set(owner, String(key), String(value), seconds, scope, nx === true);
  }

  /**
   * A refused connection never reaches a server, so it is arranged on the way out: the call that is to be refused is
   * sent to a port on which nobody listens.
   */
  async #turnAwayRefused(): Promise<void> {
    const nobody = http.createServer();
    await new Promise<void>((ready) => nobody.listen(0, '127.0.0.1', () => ready()));
    const address = nobody.address();
    const port = typeof address === 'object' && address !== null ? address.port : 1;
    await new Promise((closed) => nobody.close(closed));
    const request = this.#request;
    const rerouted: typeof http.request = (...parts: unknown[]) => {
      const [options] = parts;
      if (isOutgoing(options) && this.#isRefused(options))
        Object.assign(options, { port, host: `127.0.0.1:${port}` });
      return Reflect.apply(request, http, parts);
    };
    http.request = rerouted;
  }

  #isRefused(options: Outgoing): boolean {
    const url = new URL(options.path ?? '/', this.origin);
    const headers = Object.fromEntries(
      Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    const [, room, id] = url.pathname.split('/');
    const token = /token-canary-(w\d+)/.exec(headers.authorization ?? '')?.[1];
    const code = (url.searchParams.get('code') ?? '').replace('code-', '');
    const world = this.#worlds.get(room === 'source' || room === 'stash' ? (id ?? '') : (token ?? code));
    if (!world?.fault?.fault.refused) return false;
    const kind = kindFor(options.method ?? 'GET', url);
    if (`${kind} #${world.count(kind) + 1}` !== world.fault.call) return false;
    world.struck += 1;
    return true;
  }
}

/** What `http.request` is called with, as far as it is looked at. */
interface Outgoing {
  method?: string;
  path?: string;
  headers?: Record<string, unknown>;
}

const isOutgoing = (options: unknown): options is Outgoing => typeof options === 'object' && options !== null;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Who is called, how and for what; the ids of worlds are left out. */
function kindFor(method: string, url: URL, body?: Buffer): string {
  const [, room, , name] = url.pathname.split('/');
  if (room === 'rpc') return `zapier ${rpcCall.parse(JSON.parse((body ?? '').toString())).method}`;
  if (room === 'stash') return 'zapier upload';
  if (room === 'source') return `source ${method} ${name}`;
  return `${room === 'oauth' ? 'oauth' : 'service'} ${method} ${url.pathname}`;
}

/** The content of the field `file` of a form, which is its last. */
function filePart(form: Buffer): string {
  const text = form.toString('latin1');
  const start = text.indexOf('\r\n\r\n', text.indexOf('name="file"')) + 4;
  return Buffer.from(text.slice(start, text.lastIndexOf('\r\n--')), 'latin1').toString();
}

function respond(response: ServerResponse, { status, headers, body }: Answer): void {
  const length =
    headers['transfer-encoding'] || status === 204 ? {} : { 'content-length': String(body.length) };
  response.writeHead(status, { ...length, ...headers });
  response.end(status === 204 ? undefined : body);
}
