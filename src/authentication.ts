/** OAuth 2.0 authorization code (§5): authorize → exchange → test → label. There is nothing to refresh. */
import { createHash } from 'node:crypto';
import type {
  Authentication,
  HttpResponse,
  OAuth2AuthorizeUrl,
  OAuth2GetAccessToken,
  ZObject,
} from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { responseError, transportError } from './api/errors.ts';
import { requestError } from './api/failure.ts';
import * as hooks from './api/hooks.ts';
import { lazy } from './api/lazy.ts';
import * as logos from './api/logos.ts';
import { send } from './api/send.ts';
import { authUrl, baseUrl, oauthClient, oauthScopes } from './settings.ts';

/**
 * GET {auth_url}/my/oauth/authorize with exactly the parameters of §5.1; the service knows the callback by the client.
 */
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
 * POST {auth_url}/oauth/token (§5.2): Basic client authentication, parameters in the query, no body.
 * @returns `access_token` alone @throws one plain sentence for every row of §5.1 and §7.2
 */
const getAccessToken = (async (z, bundle) => {
  const { error, code } = callbackParameters(bundle);
  if (error)
    throw notConnected(
      authorizationErrors[error] ??
        `The letter service refused the connection (${errorWord(error) ?? 'no reason given'}). Try again.`,
    );
  if (!code)
    throw notConnected(
      'The letter service sent no authorization code back. Try to connect the account again.',
    );
  const response = await requestToken(z, code);
  const answer = zod.safeParse(tokenAnswer(), response.data);
  if (response.status >= 400) throw tokenRefusal(response, answer.data?.error);
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(response.getHeader('content-type') ?? '');
  if (response.status >= 300 || !isJson || !answer.success) {
    throw notConnected(
      'The letter service answered the connection with something that is not its token: a page, perhaps, because of maintenance. Try to connect the account again later.',
    );
  }
  const { access_token: token, token_type: type } = answer.data;
  if (!token || !/^[\x21-\x7e]+$/.test(token) || (type !== undefined && !/^bearer$/i.test(type))) {
    throw notConnected(
      'The letter service gave a token that this integration cannot use. Try to connect the account again.',
    );
  }
  return { access_token: token };
}) satisfies OAuth2GetAccessToken;

/**
 * GET /v1/hooks: needs no scope that the description names, and tells which events the token may follow.
 * The account has no name in the API; the first envelope logo is what its owner would recognize.
 */
const test = async (z: ZObject, bundle: { authData: Record<string, string> }) => {
  const [{ events }, logoName] = await Promise.all([hooks.list(z), firstLogoName(z)]);
  const host = new URL(baseUrl()).host;
  return {
    account: logoName ?? `${host} (${fingerprint(bundle.authData.access_token ?? '')})`,
    host,
    events: Object.keys(events),
  };
};

export default {
  type: 'oauth2',
  oauth2Config: { authorizeUrl, getAccessToken, autoRefresh: false },
  fields: [],
  test,
  connectionLabel: '{{account}}',
} satisfies Authentication;

const tokenAnswer = lazy(() =>
  zod.looseObject({
    access_token: zod.optional(zod.string()),
    token_type: zod.optional(zod.string()),
    error: zod.optional(zod.string()),
  }),
);

function requestToken(z: ZObject, code: string): Promise<HttpResponse<unknown>> {
  const { id, secret } = oauthClient();
  return send(z, {
    url: `${authUrl()}/oauth/token?${new URLSearchParams({ grant_type: 'authorization_code', code })}`,
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      Accept: 'application/json',
    },
    timeout: 15_000,
    skipThrowForStatus: true,
    toError: (cause) => transportError(cause, connecting),
  });
}

const connecting = {
  object: 'the connection of your account',
  verb: 'complete',
  scopes: [],
  advice: 'Try to connect the account again.',
};

const notConnected = (sentence: string): Error =>
  requestError(sentence, { outcome: 'refused', code: 'not_connected' });

function tokenRefusal(
  response: { status: number; content: string; getHeader(name: string): string | undefined },
  code: string | undefined,
): Error {
  if (response.status === 429) {
    return responseError({ status: 429, header: response.getHeader, body: '' }, connecting, []);
  }
  const sentence =
    code === undefined ? undefined : (tokenErrors[`${response.status} ${code}`] ?? tokenErrors[code]);
  return requestError(
    sentence ??
      (response.status >= 500
        ? `The letter service has a problem of its own (${response.status}). Try to connect the account again later.`
        : `The letter service refused the connection (${errorWord(code) ?? response.status}). Try to connect the account again.`),
    { outcome: 'refused', code: errorWord(code) ?? `http_${response.status}`, status: response.status },
  );
}

/** An error's code where it is one: lower-case words and nothing that could be somebody's secret. */
const errorWord = (code: string | undefined): string | undefined =>
  code !== undefined && /^[a-z]+(_[a-z]+)*$/.test(code) && code.length <= 40 ? code : undefined;

const lookup = (sentences: Record<string, string>): Record<string, string | undefined> =>
  Object.assign(Object.create(null), sentences);

const authorizationErrors = lookup({
  access_denied:
    'You did not allow the connection. To use this account in Zaps, connect it again and choose Allow.',
  invalid_request:
    'The letter service did not understand the request for a connection. Try again; if it happens again, tell the integration’s maintainer.',
  invalid_scope:
    'This integration asked for a permission that the letter service does not have. Its maintainer has to correct the setting OAUTH_SCOPES.',
  unsupported_response_type:
    'The letter service does not offer this kind of connection. Tell the integration’s maintainer.',
  unauthorized_client:
    'The letter service has not set up this integration, or has disabled it. Its maintainer has to ask the service about the client.',
  temporarily_unavailable:
    'The letter service is not available at the moment, for example because of maintenance. Try to connect again in a few minutes.',
});

const tokenErrors = lookup({
  '400 invalid_client':
    'The letter service could not tell which integration is asking. Its maintainer has to check the settings CLIENT_ID and CLIENT_SECRET.',
  '401 invalid_client':
    'The letter service does not recognize this integration, or has blocked it. Its maintainer has to check the settings CLIENT_ID and CLIENT_SECRET, or ask the service.',
  invalid_grant:
    'The permission you just gave was already used or has run out. Connect the account again, and finish within a few minutes.',
  invalid_request:
    'The letter service missed something in the request for a connection, or got it twice. Try again; if it happens again, tell the integration’s maintainer.',
  unsupported_grant_type:
    'The letter service does not offer this way of connecting. Tell the integration’s maintainer.',
});

/** The callback's parameters, from wherever the platform put them. */
function callbackParameters(bundle: { inputData: Record<string, unknown>; cleanedRequest?: unknown }) {
  const read = zod.safeParse(
    zod.looseObject({
      querystring: zod.looseObject({ error: zod.optional(zod.string()), code: zod.optional(zod.string()) }),
    }),
    bundle.cleanedRequest,
  );
  const query = read.success ? read.data.querystring : undefined;
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' && value ? value : undefined;
  return {
    error: text(bundle.inputData.error) ?? text(query?.error),
    code: text(bundle.inputData.code) ?? text(query?.code),
  };
}

/** The logos are only wanted for the connection's label, so the user does not wait longer for them (ms). */
const labelTimeout = 3_000;

/** Best effort: an account without logos, or a service that will not tell, still has a working connection. */
async function firstLogoName(z: ZObject): Promise<string | undefined> {
  try {
    const accountLogos = await logos.list(z, labelTimeout);
    return accountLogos.map(({ name }) => name?.trim()).find((name) => name);
  } catch {
    return undefined;
  }
}

/** Eight characters that tell two connections apart and say nothing about the token. */
export const fingerprint = (token: string): string =>
  createHash('sha256').update(`connection:${token}`).digest('hex').slice(0, 8);
