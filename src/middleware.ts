/**
 * Runs for every request, including requests that users write with Zapier's API Request action. Adds the access token to requests to
 * the letter service only, and turns error responses to users' requests into messages.
 */
import type { AfterResponseMiddleware, BeforeRequestMiddleware } from 'zapier-platform-core';
import { responseError } from './api/errors.ts';
import { makeAgent } from './api/node_fetch.ts';
import { maxRunTime } from './api/run_time.ts';
import { readErrorResponse } from './api/send.ts';
import { toPlatformError } from './edge.ts';
import type { Purpose } from './failure.ts';
import { baseUrl, isServiceUrl } from './settings.ts';

/**
 * Adds the access token to requests to the API's origin only. node-fetch must not follow their redirects, because it would also send
 * the token to the new address. A path such as `/v1/contacts` is resolved against the API root.
 * docs/api.md#authentication
 */
export const addBearerToken: BeforeRequestMiddleware = (request, _z, bundle) => {
  const url =
    request.url.startsWith('/') && !request.url.startsWith('//') ? baseUrl() + request.url : request.url;
  const signal = 'signal' in request ? request.signal : AbortSignal.timeout(maxRunTime);
  const outgoing = { ...request, url, signal };
  const token = bundle.authData?.access_token;
  // The download of a file from a user's URL must never carry the token.
  const isTokenless = request.middlewareData?.tokenless === true;
  if (!token || isTokenless || !isServiceUrl(url) || isTokenEndpoint(url)) return outgoing;
  return {
    agent: makeAgent(url),
    ...outgoing,
    redirect: 'manual',
    headers: { ...withoutAuthorization(request.headers), Authorization: `Bearer ${token}` },
  };
};

/**
 * Throws a user-facing error for an error response to a request that a user wrote, and keeps the access token out of the request's
 * result. `api/send.ts` reads the responses to the connector's own requests.
 */
export const handleApiRequestResponse: AfterResponseMiddleware = async (response, _z, bundle) => {
  const { request, status } = response;
  if (request.skipThrowForStatus) return response;
  // The Zap's history shows the result of an API Request, including the headers of the request.
  request.headers = withoutAuthorization(request.headers);
  const token = bundle.authData?.access_token;
  if (token) {
    response.content = response.content.replaceAll(token, '[secret]');
    for (const [name, value] of [...response.headers]) {
      if (value.includes(token)) response.headers.set(name, value.replaceAll(token, '[secret]'));
    }
  }
  if (status < 300 || !isServiceUrl(request.url ?? '')) return response;
  throw toPlatformError(responseError(await readErrorResponse(response), apiRequestPurpose(request)));
};

/** Checks only the path, so that requests to the API do not need the setting `AUTH_URL`. */
const isTokenEndpoint = (url: string): boolean => /\/oauth\/token$/.test(new URL(url).pathname);

const withoutAuthorization = (headers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.trim().toLowerCase() !== 'authorization'),
  );

/** Describes a request that a user wrote. */
const apiRequestPurpose = ({ url, method = 'GET' }: { url?: string; method?: string }): Purpose => ({
  object: `the URL ${url?.split('?')[0] ?? ''}`,
  verb: /^(?:GET|HEAD)$/i.test(method) ? 'read' : `${method.toLowerCase()} to`,
  scopes: [],
});
