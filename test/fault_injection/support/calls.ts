/**
 * Names for the HTTP calls of a run: `service GET /v1/contacts #1` is the first call of its kind. The server is `service`
 * (the letter service), `oauth` (its token endpoint), `zapier`, or `source` (where an earlier step keeps a file).
 */
import * as zod from 'zod';

/** The body of a call to Zapier's RPC endpoint. */
const rpcCall = zod.object({ method: zod.string() });

/** Returns the name of a call without its number. */
export const callKind = (call: string): string => call.replace(/ #\d+$/, '');

/** Returns the kind of a request. The ids of test accounts are left out, so that two accounts can be compared. */
export function requestKind(method: string, url: URL, body?: Buffer): string {
  const [, root, , name] = url.pathname.split('/');
  if (root === 'rpc') return `zapier ${rpcCall.parse(JSON.parse((body ?? '').toString())).method}`;
  if (root === 'stash') return 'zapier upload';
  if (root === 'source') return `source ${method} ${name}`;
  return `${root === 'oauth' ? 'oauth' : 'service'} ${method} ${url.pathname}`;
}

/** Returns the id of the test account that a request belongs to: it is in the path, the access token or the code. */
export function accountIdOf(
  url: URL,
  headers: { authorization?: string | undefined; 'x-token'?: unknown },
): string | undefined {
  const [, root, id] = url.pathname.split('/');
  if (root === 'source' || root === 'stash') return id;
  if (root === 'rpc') return String(headers['x-token']).split(' ')[0];
  if (root === 'oauth') return url.searchParams.get('code')?.replace('code-', '');
  return /^Bearer token-canary-(account\d+)/.exec(headers.authorization ?? '')?.[1];
}
