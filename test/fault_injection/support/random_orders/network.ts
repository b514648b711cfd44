/**
 * Everything that the built connector can reach: Zapier's RPC endpoint and a proxy before the sandbox, each with the weather of
 * the run that calls. It knows which run ordered which letters.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cache, Rpc } from '@print-and-mail/zapier';
import * as zod from 'zod';
import type { CacheWeather, ServiceWeather, Weather } from './weather.ts';

export interface Ordered {
  id: string;
  run: RunRecord;
  /** The letters, which consist of a print and a person. */
  letters: string[];
}

/** What happened to one run of a step. */
export interface RunRecord {
  token: string;
  weather: Weather;
  world: World;
  /** What the step prints. */
  print: string;
  /** What it called, for a person. */
  calls: string[];
  /** By ID: the weather of each call of the cache, and how often it was tried. */
  cacheCalls: Map<number, { weather: CacheWeather; tries: number }>;
  /** Whether a call of the cache failed, so that the step may not have stored what later ones need. */
  hasCacheFailed: boolean;
  isOver: boolean;
  wasKilled: boolean;
  /** Whether it has tried to mark its order as sent. */
  isMarked: boolean;
  /** Why it may leave a letter blocked that it did not order. */
  excuse?: string;
}

/** One connection's cache and orders, which all runs of a history share. */
export interface World {
  cache: Cache;
  rpc: Rpc;
  /** The people on each list. */
  lists: Map<string, string[]>;
  orders: Ordered[];
  /** Calls that are done later than their answer. */
  late: Set<Promise<unknown>>;
}

const rpcCall = zod.looseObject({ id: zod.number(), method: zod.string(), params: zod.array(zod.unknown()) });
const addedPeople = zod.object({ data: zod.array(zod.looseObject({ name: zod.string() })) });
const listAnswer = zod.looseObject({ list_id: zod.string() });
const orderAnswer = zod.looseObject({ order_id: zod.optional(zod.string()), id: zod.optional(zod.string()) });
const orderRequest = zod.looseObject({
  list_id: zod.optional(zod.string()),
  list: zod.optional(zod.string()),
});

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export class Network {
  readonly #server: Server;
  readonly #runs = new Map<string, RunRecord>();
  readonly #serviceUrl: string;
  readonly #serviceToken: string;
  origin = '';

  constructor(serviceUrl: string, serviceToken: string) {
    this.#serviceUrl = serviceUrl;
    this.#serviceToken = serviceToken;
    this.#server = createServer((request, response) => {
      response.on('error', () => undefined);
      this.#receive(request, response).catch((error: unknown) => {
        if (!response.headersSent && !response.destroyed) response.writeHead(599).end(String(error));
      });
    });
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server has no address.');
    this.origin = `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  start(run: RunRecord): void {
    this.#runs.set(run.token, run);
  }

  end(run: RunRecord): void {
    run.isOver = true;
    this.#runs.delete(run.token);
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('latin1');
    if (request.url === '/log') return void response.end('{}');
    if (request.url === '/file.pdf') {
      return void response
        .writeHead(200, { 'content-type': 'application/pdf' })
        .end(`%PDF-1.4 ${request.url}`);
    }
    const token = String(request.headers['x-token'] ?? request.headers.authorization?.replace('Bearer ', ''));
    const run = this.#runs.get(token);
    // Zapier no longer knows a run that is over.
    if (!run) return void response.writeHead(401).end('{"error":"The run is over."}');
    const pid = Number(request.headers['x-process']);
    if (request.url === '/rpc') return this.#callCache(run, pid, body, response);
    return this.#callService(run, pid, request, Buffer.concat(chunks), response);
  }

  /** Kills the process if this is the moment. */
  #dies(run: RunRecord, pid: number, moment: string): boolean {
    const { death } = run.weather;
    if (run.wasKilled) return true;
    if (death?.call !== run.calls.length || death.moment !== moment || run.isOver) return false;
    run.wasKilled = true;
    if (run.isMarked) run.excuse ??= 'killed';
    run.calls.push(`killed ${moment}`);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
    return true;
  }

  async #callCache(run: RunRecord, pid: number, body: string, response: ServerResponse): Promise<void> {
    const call = rpcCall.parse(JSON.parse(body));
    const marks = call.method === 'zcache_set' && String(call.params[1]).includes('"phase":"sent"');
    // A call that is tried again has the same ID.
    const state = run.cacheCalls.get(call.id) ?? {
      weather: run.weather.cache(run.cacheCalls.size + 1, call.method),
      tries: 0,
    };
    run.cacheCalls.set(call.id, state);
    state.tries += 1;
    const { delay: time, fault, times } = state.weather;
    const fails = fault !== undefined && state.tries <= times;
    const value = String(call.params[1] ?? '').slice(0, 60);
    run.calls.push(
      `${call.method} ${String(call.params[0]).slice(0, 6)} ${value}${fails ? ` [${fault}]` : ''}`,
    );
    if (marks) run.isMarked = true;
    if (fails) run.hasCacheFailed = true;
    if (fails && run.isMarked) run.excuse ??= `cache ${fault}`;
    if (this.#dies(run, pid, 'before')) return;
    await delay(time);
    const perform = () => run.world.rpc.perform(run.token, body);
    const answer = (status: number, content: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (fails) {
      if (fault === 'hang') return;
      if (fault === 'unavailable') return void answer(503, { error: 'Unavailable' });
      if (fault === 'rejected') return void answer(400, { id: call.id, error: 'Rejected' });
      if (fault === 'refused') return void answer(200, { id: call.id, result: run.world.cache.notWritten });
      if (fault === 'late') this.#later(run, perform);
      if (fault === 'lost') perform();
      if (fault === 'cut') {
        const text = JSON.stringify(perform().body);
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(text.slice(0, text.length / 2));
      }
      return void response.socket?.resetAndDestroy();
    }
    const { status, body: content } = perform();
    if (this.#dies(run, pid, 'after')) return;
    answer(status, content);
    await delay(2);
    this.#dies(run, pid, 'answered');
  }

  /** Does something that nobody waits for. */
  #later(run: RunRecord, work: () => unknown): void {
    const late = delay((run.calls.length * 37) % 700).then(work);
    run.world.late.add(late);
    late.then(
      () => run.world.late.delete(late),
      () => run.world.late.delete(late),
    );
  }

  async #callService(
    run: RunRecord,
    pid: number,
    { method = 'GET', url = '/', headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    const { delay: time, fault } = run.weather.service(method, url);
    run.calls.push(
      `${method} ${url}${fault ? ` [${fault.kind} ${fault.kind === 'status' ? `${fault.status} ${fault.isDone}` : ''}]` : ''}`,
    );
    if (fault && isUnclear(fault) && method === 'POST' && url === '/v1/orders')
      run.excuse ??= 'the answer was lost';
    if (this.#dies(run, pid, 'before')) return;
    await delay(time);
    const pass = () => this.#pass(run, method, url, String(headers['content-type'] ?? ''), body);
    const answer = ({ status, headers, body }: Answer) => void response.writeHead(status, headers).end(body);
    const reset = () => void response.socket?.resetAndDestroy();
    switch (fault?.kind) {
      case 'hang':
        return;
      case 'reset before':
        return reset();
      case 'refused':
        return answer(json(400, { status: 400, error: `${url.split('/')[2]}.made_up`, message: 'No.' }));
      case 'busy':
        return answer(json(429, {}));
      case 'late':
        this.#later(run, pass);
        return reset();
      case 'reset after':
        await pass();
        return reset();
      case 'cut': {
        const { body, ...rest } = await pass();
        return answer({ ...rest, body: body.slice(0, body.length / 2) });
      }
      case 'html':
        await pass();
        return answer({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Hi</html>' });
      case 'status':
        if (fault.isDone) await pass();
        return answer({ status: fault.status, headers: {}, body: fault.body });
      case 'repeat':
        await pass();
    }
    const result = await pass();
    if (this.#dies(run, pid, 'after')) return;
    answer(result);
    await delay(2);
    this.#dies(run, pid, 'answered');
  }

  /** Lets the service do it, and notes the lists and the orders. */
  async #pass(run: RunRecord, method: string, path: string, type: string, body: Buffer): Promise<Answer> {
    const answer = await fetch(this.#serviceUrl + path, {
      method,
      headers: { Authorization: `Bearer ${this.#serviceToken}`, ...(type ? { 'content-type': type } : {}) },
      ...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    if (answer.ok && method === 'POST') this.#note(run, path, body.toString(), text);
    return {
      status: answer.status,
      headers: { 'content-type': answer.headers.get('content-type') ?? '' },
      body: text,
    };
  }

  #note(run: RunRecord, path: string, body: string, answer: string): void {
    const { lists, orders } = run.world;
    if (path === '/v1/lists') lists.set(listAnswer.parse(JSON.parse(answer)).list_id, []);
    const [, listId] = /^\/v1\/lists\/([^/]+)\/contacts$/.exec(path) ?? [];
    if (listId) lists.get(listId)?.push(...addedPeople.parse(JSON.parse(body)).data.map(({ name }) => name));
    if (path === '/v1/orders') {
      const { list_id, list = list_id ?? '' } = orderRequest.parse(JSON.parse(body));
      const { id, order_id = id ?? '' } = orderAnswer.parse(JSON.parse(answer));
      const people = lists.get(list) ?? [list];
      orders.push({ id: order_id, run, letters: people.map((person) => `${run.print} to ${person}`) });
    }
  }
}

/** Whether the connector cannot know whether the order was placed. */
const isUnclear = ({ kind }: NonNullable<ServiceWeather['fault']>): boolean =>
  !['refused', 'busy', 'repeat'].includes(kind);

const json = (status: number, value: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
