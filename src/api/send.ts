/**
 * Sends every request: to the letter service's API, to its OAuth token endpoint, and to the URLs of files. Decides here
 * whether a response is an error.
 *
 * A GET that is reset or answered with 502, 503 or 504 is sent once more if the run has time for it; nothing else is ever
 * sent twice, because a second POST could order a second letter. A body that has begun to arrive as a stream is not
 * requested again.
 *
 * Sets `merge: false`, because zapier-platform-core otherwise rejects requests with `{{bundle.…}}` or `{{process.…}}` in them,
 * which people may write in a letter.
 */
import { Readable } from 'node:stream';
import type { HttpRequestOptions, HttpResponse, RawHttpResponse, ZObject } from 'zapier-platform-core';
import { type Failure, getFailure } from '../failure.ts';
import { type ErrorResponse, errorCode } from './errors.ts';
import { acceptedEncodings, decompress } from './node_fetch/compressed_body.ts';
import { freshConnection } from './node_fetch/fresh_connection.ts';
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
  /** Options that choose the agent. */
  connection?: Record<string, unknown>;
  /** Data for our middleware. */
  middlewareData?: Record<string, unknown>;
  /** Makes the error for a response with status 400 or above. */
  toResponseError: (response: ErrorResponse) => Failure;
  /** Makes the error for a request that got no complete response. */
  toTransportError: (cause: unknown) => Failure;
}

/** Maximum bytes of a response body, except for streams. */
const maxBodyBytes = 16 * 1024 * 1024;

/** Maximum bytes of an error body to read from a stream, which may never end. */
const maxErrorBodyBytes = 64 * 1024;

const maxRedirects = 10;

/** Milliseconds that must be left to send a GET once more. */
const minTimeToRepeat = 5_000;

/** @throws the error that the request makes for an error response or for no response */
export function send(z: ZObject, request: OutgoingRequest): Promise<HttpResponse<unknown>>;
export function send(z: ZObject, request: OutgoingRequest, raw: true): Promise<RawHttpResponse>;
export async function send(
  z: ZObject,
  request: OutgoingRequest,
  raw?: true,
): Promise<HttpResponse<unknown> | RawHttpResponse> {
  try {
    return await sendOnce(z, request, raw);
  } catch (error) {
    const { method = 'GET' } = request;
    if (method === 'GET' && isPassing(error) && remainingTime(z) >= minTimeToRepeat)
      return sendOnce(z, request, raw);
    throw error;
  }
}

/** Returns whether the same request is likely to succeed a moment later. */
function isPassing(error: unknown): boolean {
  const { status, cause } = getFailure(error) ?? {};
  if (status !== undefined) return [502, 503, 504].includes(status);
  return ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(errorCode(cause) ?? '');
}

async function sendOnce(
  z: ZObject,
  request: OutgoingRequest,
  raw?: true,
): Promise<HttpResponse<unknown> | RawHttpResponse> {
  try {
    const response = await followRedirects(z, request, raw);
    if (response.status < 400) return response;
    throw request.toResponseError({
      status: response.status,
      header: (name) => response.getHeader(name),
      body: await readErrorBody(response),
      secrets: secretsOf(response),
    });
  } catch (error) {
    const { signal, toTransportError } = request;
    const cause: unknown = signal?.aborted ? signal.reason : error;
    throw getFailure(cause) ?? toTransportError(cause);
  }
}

async function followRedirects(
  z: ZObject,
  {
    timeout,
    signal,
    connection = freshConnection,
    mayRedirectTo,
    toResponseError,
    toTransportError,
    ...request
  }: OutgoingRequest,
  raw?: true,
): Promise<HttpResponse<unknown> | RawHttpResponse> {
  let { url } = request;
  for (let redirects = 0; ; redirects += 1) {
    const limit = AbortSignal.timeout(remainingTime(z, timeout));
    const options: HttpRequestOptions & { url: string } & Record<string, unknown> = {
      ...request,
      ...connection,
      url,
      // `merge: false` drops the default User-Agent, so set it here.
      headers: { 'User-Agent': 'Zapier', ...request.headers },
      redirect: 'manual',
      merge: false,
      // Marks the connector's own requests for our middleware. Requests that users write do not have it.
      skipThrowForStatus: true,
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    };
    const response = await (raw
      ? requestRaw(z, options)
      : z.request<unknown>({ ...options, size: maxBodyBytes }));
    const next = redirectTarget(response, url);
    if (!next || !mayRedirectTo?.(next) || redirects === maxRedirects) return response;
    url = next;
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

/** Returns the text of an error response. Of a stream, reads only the beginning. */
async function readErrorBody(response: HttpResponse<unknown> | RawHttpResponse): Promise<string> {
  if ('content' in response && !response.request.raw) return response.content;
  if (!('body' in response && response.body instanceof Readable)) return '';
  let body = Buffer.alloc(0);
  try {
    for await (const chunk of response.body) {
      body = Buffer.concat([body, Buffer.from(chunk)]);
      if (body.length >= maxErrorBodyBytes) break;
    }
  } catch {
    // Keep what arrived before the stream broke off; it may contain the message.
  }
  return body.subarray(0, maxErrorBodyBytes).toString();
}

/** Returns what an error response must not repeat to the user: the access token that the request carried, the client's secret. */
const secretsOf = ({ request }: { request: HttpRequestOptions }): string[] =>
  [request.headers?.Authorization?.split(' ')[1], process.env.CLIENT_SECRET].filter(
    (secret) => secret !== undefined,
  );
