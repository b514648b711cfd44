/**
 * The only place that sends a request: for the letter service's API, its OAuth token endpoint and the files that users
 * link to. Nothing is ever sent twice from here: a second POST could be a second letter.
 *
 * What it leaves out on purpose: retries (Zapier repeats a run, knowing more than we do), caching, and the platform's
 * replacing of `{{curlies}}`, which would reject letters that happen to contain some.
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
  /** Milliseconds that the response may take. Default: all that is left of the run. */
  timeout?: number | undefined;
  /** Ends the request early; its reason becomes the error. */
  signal?: AbortSignal | undefined;
  /** Returns whether a redirect to this URL may be followed. */
  mayRedirectTo?: (url: string) => boolean;
  /** Whether the caller handles error statuses itself. */
  skipThrowForStatus?: boolean;
  /** Data for our middleware. */
  middlewareData?: Record<string, unknown>;
  /** Turns whatever went wrong into the error that the user sees. */
  toError: (cause: unknown) => Error;
}

/** A response body larger than this (bytes) is a mistake; large ones are read as a stream instead. */
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
        // `merge: false` drops the platform's default User-Agent.
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
  // An error before anyone reads the body is no uncaught error. Whoever reads it afterwards still gets the error.
  body.on('error', () => undefined);
  return body === response.body ? response : Object.defineProperty(response, 'body', { value: body });
}

/** Returns where a redirect leads, or undefined if the response is none or leads nowhere. */
function redirectTarget(
  response: { status: number; getHeader(name: string): string | undefined },
  url: string,
) {
  const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
  const location = response.getHeader('location');
  return isRedirect && location && URL.canParse(location, url) ? new URL(location, url).href : undefined;
}
