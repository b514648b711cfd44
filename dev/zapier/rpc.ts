/**
 * What a running connector asks Zapier for behind its back: the cache, the polling cursor and the form for storing a
 * file. All of it can be made to fail, because a connector has to keep its word then as well.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import * as zod from 'zod';
import type { Cache, CacheOwner } from './cache.ts';
import { BadRequest, readBody, sendJson } from './loopback.ts';
import type { Stash } from './stash.ts';

export type RpcMethod =
  | 'zcache_get'
  | 'zcache_set'
  | 'zcache_delete'
  | 'get_cursor'
  | 'set_cursor'
  | 'get_presigned_upload_post_data';

/**
 * How a call goes wrong: `unavailable` answers 503 and `refuse` cuts the connection, both without doing anything;
 * `lose-answer` does what was asked and cuts the connection; `reject` answers with an error; `slow` waits first;
 * `hang` never answers.
 */
export type RpcFault = 'unavailable' | 'refuse' | 'lose-answer' | 'reject' | 'slow' | 'hang';

export interface RpcFaultRule {
  /** Which calls; all of them when left out. */
  method?: RpcMethod;
  how: RpcFault;
  /** How many calls go wrong; all of them when left out. The platform's core asks up to three times by itself. */
  times?: number;
  /** For `slow`, in milliseconds. */
  milliseconds?: number;
}

const call = zod.object({
  id: zod.union([zod.string(), zod.number()]),
  storeKey: zod.string().nullish(),
  method: zod.string(),
  params: zod.array(zod.unknown()),
});

const scope = zod
  .array(zod.enum(['user', 'auth']))
  .nullish()
  .transform((given) => given ?? []);
const getParameters = zod.tuple([zod.string(), scope]).or(zod.tuple([zod.string()]));
const setParameters = zod
  .tuple([zod.string(), zod.string()], zod.unknown())
  .transform(([key, value, ttl, narrowed, nx]) => ({
    key,
    value,
    ttl: zod.number().int().nullish().parse(ttl) ?? undefined,
    scope: scope.parse(narrowed),
    nx: zod.boolean().nullish().parse(nx) ?? false,
  }));

/** @throws BadRequest when it is no call */
function readCall(text: string): zod.output<typeof call> {
  try {
    return call.parse(JSON.parse(text));
  } catch {
    throw new BadRequest('A call is a JSON object with "id", "method" and a list of "params".');
  }
}

/** A cursor lives about an hour. */
const cursorLife = 3600_000;

export class Rpc {
  readonly #cache: Cache;
  readonly #stash: Stash;
  readonly #now: () => number;
  readonly #uploadUrl: () => string;
  readonly #ownerOf: (token: string) => CacheOwner | undefined;
  readonly #cursors = new Map<string, { value: string; expires: number }>();
  readonly #faults: (RpcFaultRule & { left: number })[] = [];
  /** Every call that arrived, in order, the failed ones included. */
  readonly calls: { method: string; params: unknown[] }[] = [];

  constructor(parts: {
    cache: Cache;
    stash: Stash;
    now: () => number;
    uploadUrl: () => string;
    ownerOf: (token: string) => CacheOwner | undefined;
  }) {
    this.#cache = parts.cache;
    this.#stash = parts.stash;
    this.#now = parts.now;
    this.#uploadUrl = parts.uploadUrl;
    this.#ownerOf = parts.ownerOf;
  }

  /** Makes calls fail from now on. @returns a function that ends it */
  fail(rule: RpcFaultRule): () => void {
    const active = { ...rule, left: rule.times ?? Number.POSITIVE_INFINITY };
    this.#faults.push(active);
    return () => {
      active.left = 0;
    };
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id, storeKey, method, params } = readCall(await readBody(request));
    this.calls.push({ method, params });
    const token = String(request.headers['x-token'] ?? '');
    const owner = this.#ownerOf(token);
    if (!owner) return sendJson(response, 401, { id, error: 'This token belongs to no run.' });
    const fault = this.#faults.find((rule) => rule.left > 0 && (rule.method ?? method) === method);
    if (fault) fault.left -= 1;
    if (fault?.how === 'unavailable') return sendJson(response, 503, { id, error: 'Unavailable' });
    if (fault?.how === 'reject') return sendJson(response, 400, { id, error: 'Rejected on request' });
    if (fault?.how === 'refuse') return void request.socket.destroy();
    if (fault?.how === 'hang') return;
    if (fault?.how === 'slow') await delay(fault.milliseconds ?? 1000, undefined, { ref: false });
    const result = this.#result(owner, storeKey ?? undefined, method, params);
    if (!result) {
      const error = `The parameters of the call "${method.slice(0, 100)}" are not what it takes.`;
      return sendJson(response, 400, { id, error });
    }
    if (fault?.how === 'lose-answer') return void request.socket.destroy();
    sendJson(response, 200, { id, ...result });
  }

  /** What the call gives; nothing when its parameters are none that it takes. */
  #result(
    owner: CacheOwner,
    storeKey: string | undefined,
    method: string,
    params: unknown[],
  ): { result: unknown } | { error: string } | undefined {
    try {
      return this.#perform(owner, storeKey, method, params);
    } catch (error) {
      if (error instanceof zod.ZodError) return undefined;
      throw error;
    }
  }

  #perform(
    owner: CacheOwner,
    storeKey: string | undefined,
    method: string,
    params: unknown[],
  ): { result: unknown } | { error: string } {
    switch (method) {
      case 'zcache_get': {
        const [key, narrowed] = getParameters.parse(params);
        return { result: this.#cache.get(owner, key, narrowed) };
      }
      case 'zcache_set': {
        const { key, value, ttl, scope: narrowed, nx } = setParameters.parse(params);
        return { result: this.#cache.set(owner, key, value, ttl, narrowed, nx) };
      }
      case 'zcache_delete': {
        const [key, narrowed] = getParameters.parse(params);
        return { result: this.#cache.delete(owner, key, narrowed) };
      }
      case 'get_presigned_upload_post_data':
        return { result: this.#stash.presign(this.#uploadUrl()) };
      case 'get_cursor':
      case 'set_cursor':
        return this.#cursor(storeKey, method, params);
      default:
        return { error: `The stand-in for Zapier does not know the call "${method}".` };
    }
  }

  #cursor(storeKey: string | undefined, method: string, params: unknown[]) {
    if (!storeKey) return { error: 'The cursor can only be used by a trigger that has canPaginate.' };
    if (method === 'set_cursor') {
      const value = zod.string().parse(params[0]);
      this.#cursors.set(storeKey, { value, expires: this.#now() + cursorLife });
      return { result: null };
    }
    const cursor = this.#cursors.get(storeKey);
    return { result: cursor && cursor.expires > this.#now() ? cursor.value : null };
  }
}
