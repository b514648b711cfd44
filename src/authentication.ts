/** OAuth 2.0 with an authorization code. Access tokens are not refreshed. docs/api.md#authentication */
import { hash } from 'node:crypto';
import type {
  Authentication,
  Bundle,
  OAuth2AuthorizeUrl,
  OAuth2GetAccessToken,
  ZObject,
} from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { type ErrorResponse, errorCode, readErrorBody, retryDelay } from './api/errors.ts';
import * as hooks from './api/hooks.ts';
import * as logos from './api/logos.ts';
import { type IncomingResponse, readErrorResponse, send } from './api/send.ts';
import { parseJson } from './api/values.ts';
import { withPlatformErrors } from './edge.ts';
import { addDetails, Failure } from './failure.ts';
import { authUrl, baseUrl, oauthClient, oauthScopes } from './settings.ts';
import { isPlainObject } from './text/values.ts';

/** `GET {AUTH_URL}/my/oauth/authorize`. There is no `redirect_uri`: the callback is registered with the client. */
const authorizeUrl = (async (_z, bundle) => {
  const query = {
    client_id: oauthClient().id,
    response_type: 'code',
    scope: oauthScopes(),
    state: String(bundle.inputData.state ?? ''),
  };
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${authUrl()}/my/oauth/authorize?${pairs.join('&')}`;
}) satisfies OAuth2AuthorizeUrl;

/**
 * `POST {AUTH_URL}/oauth/token`: HTTP Basic client authentication, parameters in the query, no body.
 * @throws a user-facing error if the user denied access or the letter service returns no access token
 */
const getAccessToken = (async (z, bundle) => {
  const error = readCallbackParameter(bundle, 'error');
  if (error) throw rejectedError(error);
  const code = readCallbackParameter(bundle, 'code');
  if (!code) throw notConnectedError(`The letter service returned no authorization code. ${tryAgainAdvice}`);
  const response = await requestToken(z, code);
  if (response.status >= 400) throw tokenError(await readErrorResponse(response));
  const isJson =
    response.status < 300 &&
    /^application\/([\w.-]+\+)?json\b/i.test(response.getHeader('content-type') ?? '');
  const body = zod.safeParse(tokenResponseSchema, isJson ? parseJson(response.content) : undefined);
  if (body.success) return { access_token: body.data.access_token };
  throw notConnectedError(
    `The letter service returned no access token, perhaps because of maintenance. ${tryLaterAdvice}`,
  );
}) satisfies OAuth2GetAccessToken;

/**
 * `GET /v1/hooks`: needs no scope, and lists the events available to the account. The API does not return the account's
 * name, so the connection's label is the name of the first envelope logo that does not contain the token.
 */
const test = async (z: ZObject, bundle: { authData: Record<string, string> }) => {
  const token = bundle.authData.access_token ?? '';
  // A connection needs no logo, so it waits 3 seconds at most, and ignores a failure.
  const [{ events }, envelopeLogos] = await Promise.all([
    hooks.list(z),
    logos.list(z, 3_000).catch(() => []),
  ]);
  const names = envelopeLogos.map(({ name }) => name?.trim());
  const logoName = names.find((name) => name && !(token && name.includes(token)));
  const host = new URL(baseUrl()).host;
  // Distinguishes connections without revealing the token.
  const fingerprint = hash('sha256', `connection:${token}`).slice(0, 8);
  return { account: logoName ?? `${host} (${fingerprint})`, host, events: Object.keys(events) };
};

export default {
  type: 'oauth2',
  oauth2Config: { ...withPlatformErrors({ authorizeUrl, getAccessToken }), autoRefresh: false },
  fields: [],
  ...withPlatformErrors({ test }),
  connectionLabel: '{{account}}',
} satisfies Authentication;

const tokenResponseSchema = zod.looseObject({
  access_token: zod.string().check(zod.regex(/^[\x21-\x7e]+$/)),
  token_type: zod.optional(zod.string().check(zod.regex(/^bearer$/i))),
});

function requestToken(z: ZObject, code: string): Promise<IncomingResponse> {
  const { id, secret } = oauthClient();
  const request = {
    url: `${authUrl()}/oauth/token?${new URLSearchParams({ grant_type: 'authorization_code', code })}`,
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      Accept: 'application/json',
    },
    timeout: 15_000,
  } as const;
  return send(z, request).catch((cause: unknown) => {
    const what = `The letter service could not be reached or did not respond. ${tryLaterAdvice}`;
    throw notConnectedError(addDetails(what, [errorCode(cause)]));
  });
}

const notConnectedError = (what: string): Failure => new Failure({ kind: 'not_done', what });

function tokenError(response: ErrorResponse): Failure {
  const { status, header } = response;
  if (status === 429) {
    const what = 'The letter service received too many requests.';
    const retryAfter = retryDelay(header('retry-after'));
    return new Failure({ kind: 'run_again', what, advice: tryLaterAdvice, status, retryAfter });
  }
  return rejectedError(readErrorBody(response).code, status);
}

/** Makes the failure for an error code of the authorization or the token request. */
function rejectedError(received = '', status?: number): Failure {
  // Lower-case words are safe to show: they cannot be a secret.
  const code = /^[a-z_]{1,40}$/.test(received) ? received : undefined;
  const known = connectionErrors.get(`${status} ${code}`) ?? connectionErrors.get(code ?? '');
  const isServerError = status !== undefined && status >= 500;
  const rejected = `The letter service rejected the connection. ${tryAgainAdvice}`;
  const other = isServerError
    ? `The letter service returned a server error (${status}). ${tryLaterAdvice}`
    : addDetails(rejected, [code ?? status?.toString()]);
  return new Failure({ kind: 'not_done', what: known ?? other, code, status });
}

const tryAgainAdvice = 'Try connecting the account again.';
const tryLaterAdvice = 'Try connecting the account again in a few minutes.';
const supportAdvice = "Contact this integration's support";

/** Messages by error code. A status before the code distinguishes two causes. */
const connectionErrors = new Map(
  Object.entries({
    access_denied:
      'You did not allow the connection. To use this account in Zaps, connect it again and choose Allow.',
    invalid_request: `The letter service did not understand the connection request, perhaps because it was missing a parameter. ${tryAgainAdvice} If it fails again, contact this integration's support.`,
    invalid_scope: `The letter service does not offer a permission that this integration asks for. ${supportAdvice} (OAUTH_SCOPES).`,
    unsupported_response_type: `The letter service does not support this kind of connection. ${supportAdvice}.`,
    unauthorized_client: `The letter service does not accept connections from this integration. ${supportAdvice}.`,
    temporarily_unavailable: `The letter service is temporarily unavailable, perhaps for maintenance. ${tryLaterAdvice}`,
    '400 invalid_client': `The letter service could not identify this integration. ${supportAdvice} (CLIENT_ID, CLIENT_SECRET).`,
    '401 invalid_client': `The letter service does not recognize this integration, or has blocked it. ${supportAdvice} (CLIENT_ID, CLIENT_SECRET).`,
    invalid_grant:
      'Your approval expired or was already used. Connect the account again, and finish within a few minutes.',
    unsupported_grant_type: `The letter service does not support this way of connecting. ${supportAdvice}.`,
  }),
);

/** Returns a parameter of the callback, or undefined if it is missing. Zapier passes parameters in one of two places. */
function readCallbackParameter({ inputData, cleanedRequest }: Bundle, name: 'error' | 'code') {
  const { querystring } = isPlainObject(cleanedRequest) ? cleanedRequest : {};
  const values = [inputData, querystring].map((source) => (isPlainObject(source) ? source[name] : undefined));
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}
