/**
 * Two things that happen to every request, also to the ones users make through the platform's own API Request:
 * the token is added where it belongs and nowhere else, and a refusal is told in a sentence.
 */
import { Readable } from 'node:stream';
import type { AfterResponseMiddleware, BeforeRequestMiddleware } from 'zapier-platform-core';
import { responseError, unexpectedResponse } from './api/errors.ts';
import { decompress } from './api/node_fetch/compressed_body.ts';
import { freshConnection } from './api/node_fetch/fresh_connection.ts';
import type { Purpose } from './api/purpose.ts';
import { requestContext } from './api/request.ts';
import { baseUrl, isServiceUrl } from './settings.ts';

/**
 * Adds the bearer token (§5.3) to requests to the API's origin, and to no others. Such a request never follows a
 * redirect by itself, because the token would travel along. A path such as `/v1/contacts` is meant under the API root.
 */
export const addBearerToken: BeforeRequestMiddleware = (request, _z, bundle) => {
  const url =
    request.url.startsWith('/') && !request.url.startsWith('//') ? baseUrl() + request.url : request.url;
  const limited = {
    ...request,
    url,
    ...('signal' in request ? {} : { signal: AbortSignal.timeout(rawTimeout) }),
    ...freshConnection,
  };
  const token = bundle.authData?.access_token;
  if (!token || isTokenless(request.middlewareData) || !isServiceUrl(url) || isTokenEndpoint(url)) {
    return limited;
  }
  return {
    ...limited,
    redirect: 'manual',
    headers: { ...withoutAuthorization(request.headers), Authorization: `Bearer ${token}` },
  };
};

/** Milliseconds that a request made outside the API's own functions may take. */
const rawTimeout = 25_000;

/** Turns every refusal of the service into a sentence with the way out, in the platform's class for it. */
export const handleErrorResponse: AfterResponseMiddleware = async (response, _z, bundle) => {
  const { request } = response;
  const context = requestContext(request);
  // The platform gives a user's own request back with its answer, headers and all.
  if (!context) request.headers = withoutAuthorization(request.headers);
  if (response.status < 300) return hidingToken(response, bundle.authData?.access_token);
  if (request.skipThrowForStatus) return response;
  if (!context && !isServiceUrl(request.url ?? '')) return response;
  if (response.status < 400) {
    if (context) return response;
    throw unexpectedResponse('a redirect to another address', rawPurpose(request));
  }
  if (context?.notFoundStatuses.includes(response.status)) {
    response.skipThrowForStatus = true;
    return response;
  }
  const body = await bodyOf(response);
  throw responseError(
    { status: response.status, header: (name) => response.getHeader(name), body },
    context?.purpose ?? rawPurpose(request),
    [bundle.authData?.access_token, process.env.CLIENT_SECRET].filter((secret) => secret !== undefined),
  );
};

/** Whether a request is marked never to carry the token, wherever it goes: one to the address of a file, for instance. */
const isTokenless = (data: Record<string, unknown> | undefined): boolean => data?.tokenless === true;

/** Known by its path alone, so that no call to the API needs to know where the OAuth pages are. */
const isTokenEndpoint = (url: string): boolean => /\/oauth\/token$/.test(new URL(url).pathname);

const withoutAuthorization = (headers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.trim().toLowerCase() !== 'authorization'),
  );

/** What a request of the user's own was about; one that only reads can be repeated. */
const rawPurpose = ({ url, method = 'GET' }: { url?: string; method?: string }): Purpose => ({
  object: `the address ${url?.split('?')[0] ?? 'asked for'}`,
  verb: /^(?:GET|HEAD)$/i.test(method) ? 'read' : `${method.toLowerCase()} to`,
  scopes: [],
});

/** What is shorter than this may stand in an answer by chance. */
const shortestToken = 12;

/**
 * A body that repeats the token would hand it on to every later step and to whoever reads the history of the Zap. Only
 * the answer in which the service gives a token away keeps it.
 */
function hidingToken(
  response: Parameters<AfterResponseMiddleware>[0],
  token: string | undefined,
): Parameters<AfterResponseMiddleware>[0] {
  if (!token || token.length < shortestToken || response.request.raw) return response;
  // JSON may write any letter of it as an escape.
  if (!response.content.includes(token) && !response.content.includes('\\')) return response;
  if (isTokenEndpoint(response.request.url ?? '')) return response;
  const seen = { token: false };
  const data = withoutToken(response.data, token, seen);
  if (!seen.token && !response.content.includes(token)) return response;
  const isEscaped = seen.token && response.content.includes('\\');
  const content = isEscaped ? JSON.stringify(data) : response.content.replaceAll(token, hidden);
  return Object.assign(response, { content, data, json: data });
}

const hidden = '[secret]';

/** Deeper than this no answer of the service goes, and a walk through it would use up the stack. */
const deepest = 100;

/** A copy of what was read from an answer, without the token wherever that stands in it. */
function withoutToken(value: unknown, token: string, seen: { token: boolean }, levels = deepest): unknown {
  if (typeof value === 'string') {
    if (!value.includes(token)) return value;
    seen.token = true;
    return value.replaceAll(token, hidden);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  const inside = (one: unknown): unknown => withoutToken(one, token, seen, levels - 1);
  if (Array.isArray(value)) return value.map(inside);
  return Object.fromEntries(Object.entries(value).map((entry) => entry.map(inside)));
}

/** What a sentence can need of a refusal's body (bytes); a streamed one may go on without end. */
const refusalLimit = 64 * 1024;

/** A streamed answer has no `content`; its body is read here, and only as much of it as a message needs. */
async function bodyOf(response: Parameters<AfterResponseMiddleware>[0]): Promise<string> {
  if (!response.request.raw) return response.content;
  if (!('body' in response && response.body instanceof Readable)) return '';
  let body = Buffer.alloc(0);
  try {
    for await (const piece of decompress(response.body, response.getHeader('content-encoding'))) {
      body = Buffer.concat([body, Buffer.from(piece)]);
      if (body.length >= refusalLimit) break;
    }
  } catch {
    // What came before it broke off still says what it says.
  }
  return body.subarray(0, refusalLimit).toString();
}
