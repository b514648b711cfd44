/** What the servers around the connector answer: the letter service, its token endpoint, Zapier and a file's server. */
import * as zod from 'zod';
import { rpcCall } from './calls.ts';
import { json, type ServiceRequest, type ServiceResponse } from './letter_service.ts';
import type { TestAccount } from './test_account.ts';

export interface ReceivedRequest {
  method: string;
  url: URL;
  authorization: string | undefined;
  /** Identifies the Zapier connection in calls to Zapier's RPC endpoint. */
  connection: string;
  body: Buffer;
}

const cacheScope = zod.array(zod.enum(['user', 'auth'])).nullish();

/** Processes a request and returns the response. */
export function handleRequest(account: TestAccount, request: ReceivedRequest): ServiceResponse {
  const { method, url, authorization, connection, body } = request;
  const [, root, , name = ''] = url.pathname.split('/');
  if (root === 'rpc') {
    const { id, method: rpcMethod, params } = rpcCall.parse(JSON.parse(body.toString()));
    return json(200, { id, result: callZapier(account, url.origin, connection, rpcMethod, params) });
  }
  if (root === 'stash') {
    const filename = /filename="([^"]*)"/.exec(body.toString())?.[1] ?? '';
    account.storedFiles.push({ name: filename, content: filePart(body) });
    return { status: 204, headers: {}, body: Buffer.alloc(0) };
  }
  if (root === 'oauth') return json(200, { access_token: account.token, token_type: 'bearer' });
  if (root === 'source') return sendSourceFile(account, decodeURIComponent(name));
  const serviceRequest: ServiceRequest = {
    method,
    path: url.pathname,
    query: url.searchParams,
    body,
    authorization,
  };
  return account.service.respond(serviceRequest);
}

function sendSourceFile(account: TestAccount, name: string): ServiceResponse {
  const file = account.sourceFiles.get(name);
  if (!file) return { status: 404, headers: {}, body: Buffer.from('not here') };
  const headers = { ...file.headers, ...(file.chunked ? { 'transfer-encoding': 'chunked' } : {}) };
  return { status: 200, headers, body: Buffer.from(file.content) };
}

function callZapier(
  account: TestAccount,
  origin: string,
  connection: string,
  method: string,
  params: unknown[],
): unknown {
  const owner = { user: 'fault-injection', connection };
  const [key, value, ttl, , onlyIfAbsent] = params;
  const scope = cacheScope.parse(params[method === 'zcache_set' ? 3 : 1]) ?? [];
  if (method === 'get_presigned_upload_post_data') {
    const number = account.storedFiles.length + 1;
    return { url: `${origin}/stash/${account.id}`, fields: { key: `${account.id}-${number}` } };
  }
  if (method === 'zcache_get') return account.cache.get(owner, String(key), scope);
  if (method === 'zcache_delete') return account.cache.delete(owner, String(key), scope);
  const seconds = typeof ttl === 'number' ? ttl : undefined;
  return account.cache.set(owner, String(key), String(value), seconds, scope, onlyIfAbsent === true);
}

/** Returns the content of the form field `file`, which is the last one. */
function filePart(form: Buffer): string {
  const text = form.toString('latin1');
  const start = text.indexOf('\r\n\r\n', text.indexOf('name="file"')) + 4;
  return Buffer.from(text.slice(start, text.lastIndexOf('\r\n--')), 'latin1').toString();
}
