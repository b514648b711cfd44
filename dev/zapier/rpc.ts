/**
 * Zapier's RPC endpoint, which zapier-platform-core calls during a run: for the cache, the cursor and the upload of
 * stored files. Tests can make calls fail.
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
 * How a call fails. `unavailable` answers 503, `reject` answers 400, `refuse` closes the connection and `hang` never
 * answers, all without performing the call. `lose-answer` performs it and then closes the connection; `slow` waits
 * before performing it.
 */
export type RpcFault = 'unavailable' | 'refuse' | 'lose-answer' | 'reject' | 'slow' | 'hang';

export interface RpcFaultRule {
  /** Default: all methods. */
  method?: RpcMethod;
  how: RpcFault;
  /** How many calls fail. Default: all. zapier-platform-core tries a call up to three times. */
  times?: number;
  /** The delay of `slow`. Default: 1000. */
  milliseconds?: number;
}

const callSchema = zod.object({
  id: zod.union([zod.string(), zod.number()]),
  storeKey: zod.string().nullish(),
  method: zod.string(),
  params: zod.array(zod.unknown()),
});

const scope = zod
  .array(zod.enum(['user', 'auth']))
  .nullish()
  .transform((scopes) => scopes ?? []);
const getParameters = zod.tuple([zod.string(), scope]).or(zod.tuple([zod.string()]));
const setParameters = zod
  .tuple([zod.string(), zod.string()], zod.unknown())
  .transform(([key, value, ttl, scopes, nx]) => ({
    key,
    value,
    ttl: zod.number().int().nullish().parse(ttl) ?? undefined,
    scope: scope.parse(scopes),
    nx: zod.boolean().nullish().parse(nx) ?? false,
  }));

/** @throws BadRequest if the text is not a call */
function parseCall(text: string): zod.output<typeof callSchema> {
  try {
    return callSchema.parse(JSON.parse(text));
  } catch {
    throw new BadRequest('An RPC call must be a JSON object with "id", "method" and an array "params".');
  }
}

/** Milliseconds for which a cursor is stored. */
const cursorLifetime = 3600_000;

export class Rpc {
  readonly #cache: Cache;
  readonly #stash: Stash;
  readonly #now: () => number;
  readonly #uploadUrl: () => string;
  readonly #ownerOf: (token: string) => CacheOwner | undefined;
  readonly #cursors = new Map<string, { value: string; expires: number }>();
  readonly #faults: (RpcFaultRule & { left: number })[] = [];
  /** All calls in order, including those that failed. */
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

  /** Makes calls fail. @returns a function that ends it */
  fail(rule: RpcFaultRule): () => void {
    const active = { ...rule, left: rule.times ?? Number.POSITIVE_INFINITY };
    this.#faults.push(active);
    return () => {
      active.left = 0;
    };
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id, storeKey, method, params } = parseCall(await readBody(request));
    this.calls.push({ method, params });
    const token = String(request.headers['x-token'] ?? '');
    const owner = this.#ownerOf(token);
    if (!owner) return sendJson(response, 401, { id, error: 'The token does not belong to an active run.' });
    const fault = this.#faults.find((rule) => rule.left > 0 && (rule.method ?? method) === method);
    if (fault) fault.left -= 1;
    if (fault?.how === 'unavailable') return sendJson(response, 503, { id, error: 'Unavailable' });
    if (fault?.how === 'reject') return sendJson(response, 400, { id, error: 'Rejected' });
    if (fault?.how === 'refuse') return void request.socket.destroy();
    if (fault?.how === 'hang') return;
    if (fault?.how === 'slow') await delay(fault.milliseconds ?? 1000, undefined, { ref: false });
    const result = this.#result(owner, storeKey ?? undefined, method, params);
    if (!result) {
      const error = `Invalid parameters for "${method.slice(0, 100)}".`;
      return sendJson(response, 400, { id, error });
    }
    if (fault?.how === 'lose-answer') return void request.socket.destroy();
    sendJson(response, 200, { id, ...result });
  }

  /** Performs the call. Returns undefined if its parameters are invalid. */
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
        const [key, scopes] = getParameters.parse(params);
        return { result: this.#cache.get(owner, key, scopes) };
      }
      case 'zcache_set': {
        const { key, value, ttl, scope: scopes, nx } = setParameters.parse(params);
        return { result: this.#cache.set(owner, key, value, ttl, scopes, nx) };
      }
      case 'zcache_delete': {
        const [key, scopes] = getParameters.parse(params);
        return { result: this.#cache.delete(owner, key, scopes) };
      }
      case 'get_presigned_upload_post_data':
        return { result: this.#stash.presign(this.#uploadUrl()) };
      case 'get_cursor':
      case 'set_cursor':
        return this.#cursor(storeKey, method, params);
      default:
        return { error: `Unknown method "${method}".` };
    }
  }

  #cursor(storeKey: string | undefined, method: string, params: unknown[]) {
    if (!storeKey) return { error: 'Only a trigger with canPaginate can use the cursor.' };
    if (method === 'set_cursor') {
      const value = zod.string().parse(params[0]);
      this.#cursors.set(storeKey, { value, expires: this.#now() + cursorLifetime });
      return { result: null };
    }
    const cursor = this.#cursors.get(storeKey);
    return { result: cursor && cursor.expires > this.#now() ? cursor.value : null };
  }
}
