/** What the servers around the connector answer: the letter service, its token endpoint, Zapier and a file's server. */
import { json, type ServiceRequest, type ServiceResponse } from './letter_service.ts';
import type { TestAccount } from './test_account.ts';

export interface ReceivedRequest {
  method: string;
  url: URL;
  authorization: string | undefined;
  /** The header `X-Token` of calls to Zapier's RPC endpoint, which identifies the Zapier connection. */
  token: string;
  body: Buffer;
}

/** Processes a request and returns the response. */
export function handleRequest(account: TestAccount, request: ReceivedRequest): ServiceResponse {
  const { method, url, authorization, token, body } = request;
  const [, root, , name = ''] = url.pathname.split('/');
  if (root === 'rpc') {
    const answer = account.rpc.perform(token, body.toString());
    return json(answer.status, answer.body);
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

/** Returns the content of the form field `file`, which is the last one. */
function filePart(form: Buffer): string {
  const text = form.toString('latin1');
  const start = text.indexOf('\r\n\r\n', text.indexOf('name="file"')) + 4;
  return Buffer.from(text.slice(start, text.lastIndexOf('\r\n--')), 'latin1').toString();
}
