/** The token endpoint, and access tokens. See docs/api.md#authentication. */
import { timingSafeEqual } from 'node:crypto';
import type { SandboxContext } from '../http/context.ts';
import { groupByName, parseQuery } from '../http/query.ts';
import { ServiceError } from '../http/service_error.ts';
import type { Service } from '../service.ts';
import type { Client, Code, Token, User } from '../store/records.ts';

type TokenAnswer =
  | { access_token: string; token_type: 'bearer' }
  | { status: 400 | 401 | 429; error: string; error_description: string };

/** Handles POST /oauth/token. Only a success uses up the code. */
export function exchangeCode(service: Service, c: SandboxContext): TokenAnswer {
  const { database, clock } = service;
  const given = parametersOf(c.req.url);
  if (!given) return fail(400, 'invalid_request', 'The query is not valid percent-encoded UTF-8.');
  for (const name of ['client_id', 'client_secret', 'grant_type', 'code']) {
    if ((given.get(name)?.length ?? 0) > 1)
      return fail(400, 'invalid_request', `The parameter ${name} must appear only once.`);
  }
  const parameter = (name: string): string | undefined => given.get(name)?.[0];
  const headerCredentials = basicCredentials(c.req.header('Authorization'));
  if (headerCredentials && (given.has('client_id') || given.has('client_secret')))
    return fail(
      400,
      'invalid_request',
      'Send the client credentials once, with HTTP Basic or as query parameters.',
    );
  const credentials = headerCredentials ?? { id: parameter('client_id'), secret: parameter('client_secret') };
  if (!credentials.id || !credentials.secret) {
    const way = 'Send client_id and client_secret with HTTP Basic or as query parameters.';
    return fail(400, 'invalid_client', way);
  }
  c.env.exchange.client = database.get('client', credentials.id) ? credentials.id : null;
  const client = database.get<Client>('client', credentials.id);
  if (!client || !equalsSecret(credentials.secret, client.secret))
    return fail(401, 'invalid_client', 'The client ID or secret is incorrect.');
  if (client.trouble === 'blocked' || client.trouble === 'disabled')
    return fail(401, 'invalid_client', 'The client is blocked.');
  if (client.trouble === 'throttled')
    return fail(429, 'invalid_client', 'The client sent too many requests. Try again later.');

  const grant = parameter('grant_type');
  if (!grant) return fail(400, 'invalid_request', 'The parameter grant_type is missing.');
  if (grant !== 'authorization_code')
    return fail(400, 'unsupported_grant_type', 'Only authorization_code is supported.');
  const text = parameter('code');
  if (!text) return fail(400, 'invalid_request', 'The parameter code is missing.');
  const code = database.get<Code>('code', text);
  if (!code || code.client !== client.id || code.token !== undefined || code.expires <= clock.now) {
    // Someone else may have the code, so its access token is revoked (RFC 6749, section 4.1.2).
    if (code?.token !== undefined && code.client === client.id) database.remove('token', code.token);
    return fail(400, 'invalid_grant', 'The authorization code is unknown, already used or expired.');
  }
  return database.atomically(() => {
    const token = issueToken(service, client.id, code.user, code.scopes);
    database.put('code', code.code, { ...code, token });
    return { access_token: token, token_type: 'bearer' };
  });
}

/** Creates an access token for the user's account. */
export function issueToken(
  { database, newSecret }: Service,
  client: string,
  user: string,
  scopes: readonly string[],
): string {
  const account = database.get<User>('user', user)?.account ?? null;
  const token: Token = { token: newSecret(), client, user, account, scopes: [...new Set(scopes)] };
  database.put('token', token.token, token, account);
  return token.token;
}

const fail = (status: 400 | 401 | 429, error: string, error_description: string) => ({
  status,
  error,
  error_description,
});

function parametersOf(url: string): Map<string, string[]> | undefined {
  try {
    return groupByName(parseQuery(url));
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Reads the client's credentials, which are form-encoded (RFC 6749, section 2.3.1). */
function basicCredentials(header: string | undefined): { id: string; secret: string } | undefined {
  const [, encoded] = /^basic\s+(\S+)\s*$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { id: decodeForm(id), secret: decodeForm(rest.join(':')) };
}

/** Decodes form-encoded text. Returns other text unchanged, because many clients skip the encoding. */
function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Compares secrets in constant time. */
export function equalsSecret(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && timingSafeEqual(left, right);
}
