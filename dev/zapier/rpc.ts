/**
 * Zapier's RPC endpoint, which zapier-platform-core calls during a run: for the cache, the cursor and the upload of
 * stored files. It does not depend on a server, so that unit tests can call it too. Tests can make calls fail.
 */
import { setTimeout as delay } from 'node:timers/promises';
import * as zod from 'zod';
import type { Cache, CacheOwner } from './cache.ts';

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
type Call = zod.output<typeof callSchema>;

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

/** Returns undefined if the text is not a call. */
function parseCall(text: string): Call | undefined {
  try {
    return callSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const invalidCall = 'An RPC call must be a JSON object with "id", "method" and an array "params".';

/** Milliseconds for which a cursor is stored. */
const cursorLifetime = 3600_000;

export interface RpcResponse {
  status: number;
  /** To be sent as JSON. */
  body: { id?: Call['id']; result?: unknown; error?: string };
}

interface RpcParts {
  cache: Cache;
  now: () => number;
  /** Returns the form for uploading one file. */
  presign: () => { url: string; fields: Record<string, string> };
  /** Returns the run with this token, or undefined if the token is unknown. */
  ownerOf: (token: string) => CacheOwner | undefined;
}

export class Rpc {
  readonly #parts: RpcParts;
  readonly #cursors = new Map<string, { value: string; expires: number }>();
  readonly #faults: (RpcFaultRule & { left: number })[] = [];
  /** All calls in order, including those that failed. */
  readonly calls: { method: string; params: unknown[] }[] = [];

  constructor(parts: RpcParts) {
    this.#parts = parts;
  }

  /** Makes calls fail. @returns a function that ends it */
  fail(rule: RpcFaultRule): () => void {
    const active = { ...rule, left: rule.times ?? Number.POSITIVE_INFINITY };
    this.#faults.push(active);
    return () => {
      active.left = 0;
    };
  }

  /**
   * Performs a call, or fails it if a rule of `fail` applies.
   * @param token the header `X-Token`
   * @param body the body of the request
   * @returns the response, or undefined to close the connection without one
   */
  async answer(token: string, body: string): Promise<RpcResponse | undefined> {
    const fault = this.#recordCall(parseCall(body));
    if (fault?.how === 'unavailable') return { status: 503, body: { error: 'Unavailable' } };
    if (fault?.how === 'reject') return { status: 400, body: { error: 'Rejected' } };
    if (fault?.how === 'refuse') return undefined;
    if (fault?.how === 'hang') return new Promise(() => {});
    if (fault?.how === 'slow') await delay(fault.milliseconds ?? 1000, undefined, { ref: false });
    const response = this.perform(token, body);
    return fault?.how === 'lose-answer' ? undefined : response;
  }

  /** Performs a call. */
  perform(token: string, body: string): RpcResponse {
    const call = parseCall(body);
    if (!call) return { status: 400, body: { error: invalidCall } };
    const { id, storeKey, method, params } = call;
    const owner = this.#parts.ownerOf(token);
    if (!owner) return { status: 401, body: { id, error: 'The token does not belong to an active run.' } };
    const result = this.#result(owner, storeKey ?? undefined, method, params);
    if (result) return { status: 200, body: { id, ...result } };
    return { status: 400, body: { id, error: `Invalid parameters for "${method.slice(0, 100)}".` } };
  }

  /** Performs a call without HTTP. @throws the error that the response would contain */
  call(token: string, method: string, params: readonly unknown[]): unknown {
    const { body } = this.perform(token, JSON.stringify({ id: 0, method, params }));
    if (body.error !== undefined) throw new Error(body.error);
    return body.result;
  }

  /** Returns the rule that applies to the call, if any. */
  #recordCall(call: Call | undefined): RpcFaultRule | undefined {
    if (!call) return undefined;
    const { method, params } = call;
    this.calls.push({ method, params });
    const fault = this.#faults.find((rule) => rule.left > 0 && (rule.method ?? method) === method);
    if (fault) fault.left -= 1;
    return fault;
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
    const { cache, presign } = this.#parts;
    switch (method) {
      case 'zcache_get': {
        const [key, scopes] = getParameters.parse(params);
        return { result: cache.get(owner, key, scopes) };
      }
      case 'zcache_set': {
        const { key, value, ttl, scope: scopes, nx } = setParameters.parse(params);
        return { result: cache.set(owner, key, value, ttl, scopes, nx) };
      }
      case 'zcache_delete': {
        const [key, scopes] = getParameters.parse(params);
        return { result: cache.delete(owner, key, scopes) };
      }
      case 'get_presigned_upload_post_data':
        return { result: presign() };
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
      this.#cursors.set(storeKey, { value, expires: this.#parts.now() + cursorLifetime });
      return { result: null };
    }
    const cursor = this.#cursors.get(storeKey);
    return { result: cursor && cursor.expires > this.#parts.now() ? cursor.value : null };
  }
}
