/**
 * Sends every request: to the letter service's API, to its OAuth token endpoint, and to the URLs of files.
 *
 * It never repeats a request, because a second POST could order a second letter; Zapier can repeat the whole run. It also
 * disables the replacement of `{{curlies}}` by zapier-platform-core, which rejects letters that contain them.
 */
import type { HttpRequestOptions, HttpResponse, RawHttpResponse, ZObject } from 'zapier-platform-core';
import { acceptedEncodings, decompress } from './node_fetch/compressed_body.ts';
import { detectTruncatedResponses } from './node_fetch/truncated_response.ts';
import { remainingTime } from './run_time.ts';

detectTruncatedResponses();

export interface OutgoingRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | NodeJS.ReadableStream | undefined;
  /** Milliseconds that the response may take. Default: the remaining time of the run. */
  timeout?: number | undefined;
  /** Ends the request early; its reason becomes the error. */
  signal?: AbortSignal | undefined;
  /** Returns whether a redirect to this URL may be followed. */
  mayRedirectTo?: (url: string) => boolean;
  /** Whether the caller handles error statuses itself. */
  skipThrowForStatus?: boolean;
  /** Data for our middleware. */
  middlewareData?: Record<string, unknown>;
  /** Converts a failure to the error that the user sees. */
  toError: (cause: unknown) => Error;
}

/** Maximum bytes of a response body, except for streams. */
const maxBodyBytes = 16 * 1024 * 1024;

const maxRedirects = 10;

export function send(z: ZObject, request: OutgoingRequest): Promise<HttpResponse<unknown>>;
export function send(z: ZObject, request: OutgoingRequest, raw: true): Promise<RawHttpResponse>;
export async function send(
  z: ZObject,
  { timeout, signal, mayRedirectTo, toError, ...request }: OutgoingRequest,
  raw?: true,
): Promise<HttpResponse<unknown> | RawHttpResponse> {
  let { url } = request;
  try {
    for (let redirects = 0; ; redirects += 1) {
      const limit = AbortSignal.timeout(remainingTime(z, timeout));
      const options: HttpRequestOptions & { url: string } & Record<string, unknown> = {
        ...request,
        url,
        // `merge: false` drops the default User-Agent, so set it here.
        headers: { 'User-Agent': 'Zapier', ...request.headers },
        redirect: 'manual',
        merge: false,
        signal: signal ? AbortSignal.any([limit, signal]) : limit,
      };
      const response = await (raw
        ? requestRaw(z, options)
        : z.request<unknown>({ ...options, size: maxBodyBytes }));
      const next = redirectTarget(response, url);
      if (!next || !mayRedirectTo?.(next) || redirects === maxRedirects) return response;
      url = next;
    }
  } catch (error) {
    throw toError(signal?.aborted ? signal.reason : error);
  }
}

async function requestRaw(
  z: ZObject,
  options: HttpRequestOptions & { url: string } & Record<string, unknown>,
): Promise<RawHttpResponse> {
  const response = await z.request({
    ...options,
    raw: true,
    compress: false,
    headers: { ...options.headers, 'Accept-Encoding': acceptedEncodings },
  });
  const body = decompress(response.body, response.getHeader('content-encoding'));
  // Without a listener, an early error would crash the process. A later reader still gets the error.
  body.on('error', () => undefined);
  return body === response.body ? response : Object.defineProperty(response, 'body', { value: body });
}

/** Returns the URL that a redirect leads to, or undefined if the response is not a valid redirect. */
function redirectTarget(
  response: { status: number; getHeader(name: string): string | undefined },
  url: string,
) {
  const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
  const location = response.getHeader('location');
  return isRedirect && location && URL.canParse(location, url) ? new URL(location, url).href : undefined;
}
