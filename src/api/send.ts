/**
 * The only place that sends requests. `errors.ts` makes the failures. The function of an endpoint calls {@link requestJson},
 * {@link requestNoContent} or {@link requestStream}; {@link send} is also for URLs outside the API.
 *
 * A GET that is reset, or whose response is 502, 503 or 504, is sent once more if the run has time for it. No other request is sent
 * twice, because a second POST could order a second letter. A GET whose body has begun to arrive as a stream is not repeated. Every
 * request has a timeout, and all requests of one run share a time limit (`run_time.ts`), so that the user gets a message before Zapier
 * ends the run.
 */
import type { AgentOptions } from 'node:http';
import { Readable } from 'node:stream';
import type { HttpRequestOptions, HttpResponse, RawHttpResponse, ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { Failure, getFailure, type Purpose } from '../failure.ts';
import { baseUrl, isServiceLocal, isServiceUrl } from '../settings.ts';
import {
  type ErrorResponse,
  errorCode,
  outageStatuses,
  outOfTimeError,
  reportedError,
  responseError,
  transportError,
  unexpectedResponseError,
} from './errors.ts';
import { decompress, detectTruncatedResponses, makeAgent } from './node_fetch.ts';
import { publicConnection } from './public_network.ts';
import { maxRunTime, remainingTime } from './run_time.ts';
import { parseJson } from './values.ts';

detectTruncatedResponses();

/** A request to any URL. */
export interface OutgoingRequest extends Pick<HttpRequestOptions, 'method' | 'headers' | 'body'> {
  url: string;
  /** Milliseconds that the response may take. Default: the remaining time of the run. */
  timeout?: number;
  /** Aborts the request. Its reason becomes the error. */
  signal?: AbortSignal;
  /** Returns true if a redirect to this URL may be followed. */
  mayRedirectTo?: (url: string) => boolean;
  /** Returns the options of the connection to a URL. */
  connectionTo?: (url: string) => AgentOptions;
  /** `tokenless: true` keeps the access token out (`middleware.ts`). */
  middlewareData?: Record<string, unknown>;
  /** True to return the response as soon as its body begins to arrive. */
  isStream?: boolean;
}

/** A success, an error or a redirect. */
export interface IncomingResponse extends Pick<HttpResponse, 'status' | 'getHeader' | 'request'> {
  /** The whole body; blank for a stream. */
  content: string;
  body: NodeJS.ReadableStream;
}

/** A request to the letter service's API. */
interface ServiceRequest extends Pick<OutgoingRequest, 'method' | 'signal' | 'timeout'> {
  /** The path under the API root, made with {@link path} so that no value can change its meaning. */
  path: string;
  query?: Record<string, string>;
  purpose: Purpose;
  json?: unknown;
  /** A streamed body. Its length is always sent, because some proxies require it. */
  upload?: { stream: NodeJS.ReadableStream; length: number; type: string };
  /** True if the response is a file. A redirect may then lead to another public host, such as a file storage; it gets no access token. */
  isFile?: boolean;
}

export const jsonType = 'application/json; charset=utf-8';

/** Maximum milliseconds for a request, unless it has its own timeout. */
const defaultTimeout = 15_000;

/** Milliseconds that must remain for a request that changes something, so that the run does not end before the response. */
const minTimeToWrite = 4_000;

/** Milliseconds that must remain to send a GET once more. */
const minTimeToRepeat = 5_000;

/** Maximum bytes of a response body, unless it is read as a stream. */
const maxBodyBytes = 16 * 1024 * 1024;

/** Maximum characters to read of a streamed error body, which may never end. */
const maxErrorBodyLength = 64 * 1024;

const maxRedirects = 10;

/**
 * Encodes each value into one segment of the path. Rejects blank and dot segments: `/v1/contacts/` and
 * `/v1/contacts/.` would mean the whole list.
 */
export function path(strings: TemplateStringsArray, ...values: readonly string[]): string {
  const segments = values.map((value) => {
    if (/^(\.{0,2}|\s+)$/.test(value)) {
      throw new Failure({
        kind: 'not_done',
        what: `"${value}" is not a valid ID.`,
        advice: 'Choose the value again, or map it from an earlier step.',
      });
    }
    return encodeURIComponent(value.toWellFormed());
  });
  return String.raw({ raw: strings }, ...segments);
}

/** Requests JSON that the schema describes; unknown keys are kept. */
export async function requestJson<Schema extends zod.core.$ZodType>(
  z: ZObject,
  schema: Schema,
  request: ServiceRequest,
): Promise<zod.output<Schema>> {
  const { content, status } = await call(z, request);
  const data = parseJson(content);
  if (data === undefined) throw unexpectedResponseError(describeBody(content), request.purpose, status);
  const parsed = zod.safeParse(schema, data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.length ? ` (at ${issue.path.join('.')})` : '';
  throw unexpectedResponseError(`data in an unexpected format${where}`, request.purpose, status);
}

/** Sends a write whose response has no body. */
export async function requestNoContent(z: ZObject, request: ServiceRequest): Promise<void> {
  const { content, status } = await call(z, request);
  if (content.trim() && parseJson(content) === undefined)
    throw unexpectedResponseError(describeBody(content), request.purpose, status);
}

/** Requests a body that is too large for memory. */
export const requestStream = (z: ZObject, request: ServiceRequest): Promise<IncomingResponse> =>
  call(z, { timeout: maxRunTime, ...request }, true);

/** Returns undefined if the error says that the requested object does not exist or was deleted. @throws any other error */
export function undefinedIfNotFound(error: unknown): undefined {
  if (getFailure(error)?.kind !== 'not_found') throw error;
}

/** What each run changed, or may have changed, at the letter service. The key is `z`, because AWS Lambda reuses modules in later runs. */
const changes = new WeakMap<ZObject, Set<string>>();

/** Returns what the run changed or may have changed: the first part of each path after the version, such as `orders`. */
export const changesOf = (z: ZObject): ReadonlySet<string> => changes.get(z) ?? new Set();

/**
 * Sends a request to the API.
 * @throws a failure if there is no response with a status below 300, or the response to a write reports an error
 */
async function call(z: ZObject, request: ServiceRequest, isStream = false): Promise<IncomingResponse> {
  const { method = 'GET', query, json, upload, isFile = false, signal, purpose } = request;
  // The first part of the path after the version, such as `orders`.
  const group = request.path.split('/')[2] ?? '';
  if (method !== 'GET' && remainingTime(z) < minTimeToWrite) throw outOfTimeError(purpose);
  const mayHaveChanged = () => {
    if (method !== 'GET') changes.set(z, new Set([...changesOf(z), group]));
  };
  const outgoing = {
    url: baseUrl() + request.path + (query ? `?${new URLSearchParams(query)}` : ''),
    method,
    headers: {
      Accept: isFile ? '*/*' : 'application/json',
      ...(json === undefined ? {} : { 'Content-Type': jsonType }),
      ...(upload ? { 'Content-Type': upload.type, 'Content-Length': String(upload.length) } : {}),
    },
    body: upload?.stream ?? (json === undefined ? undefined : JSON.stringify(json)),
    timeout: request.timeout ?? (upload ? maxRunTime : defaultTimeout),
    signal,
    mayRedirectTo: (next: string) => method === 'GET' && (isFile || isServiceUrl(next)),
    connectionTo: (next: string) => (isServiceLocal() || isServiceUrl(next) ? {} : publicConnection(next)),
    isStream,
  };
  try {
    const response = await send(z, outgoing);
    const { status } = response;
    if (status >= 300) throw responseError(await readErrorResponse(response), purpose, group);
    mayHaveChanged();
    if (method === 'GET' || isStream) return response;
    const failure = reportedError(await readErrorResponse(response), purpose);
    if (failure) throw failure;
    return response;
  } catch (error) {
    const failure = getFailure(error) ?? transportError(error, purpose);
    if (failure.kind === 'unknown') mayHaveChanged();
    throw failure;
  }
}

/**
 * Sends a request, and follows redirects. Repeats a GET once if that is likely to succeed.
 * @throws the reason of the signal, or the error of node-fetch
 */
export async function send(
  z: ZObject,
  { url: firstUrl, timeout, signal, mayRedirectTo, connectionTo, isStream, ...request }: OutgoingRequest,
): Promise<IncomingResponse> {
  let isRepeated = false;
  const mayRepeat = () =>
    (request.method ?? 'GET') === 'GET' && !isRepeated && remainingTime(z) >= minTimeToRepeat;
  for (let url = firstUrl, redirects = 0; ; ) {
    const limit = AbortSignal.timeout(remainingTime(z, timeout));
    const options = {
      ...request,
      url,
      agent: makeAgent(url, connectionTo?.(url)),
      redirect: 'manual' as const,
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
      // `merge: false` drops the default User-Agent, so set it here.
      headers: {
        'User-Agent': 'Zapier',
        ...(isStream ? { 'Accept-Encoding': 'gzip, deflate' } : {}),
        ...request.headers,
      },
      // Otherwise, zapier-platform-core rejects `{{bundle.…}}` and `{{process.…}}`, which people may write in a letter.
      merge: false,
      // Marks the connector's own requests for our middleware. Requests that users write do not have this option.
      skipThrowForStatus: true,
    };
    try {
      const response = isStream
        ? await openBody(await z.request({ ...options, compress: false, raw: true }))
        : toWhole(await z.request({ ...options, size: maxBodyBytes }));
      const next = redirectTarget(response, url);
      if (next && redirects < maxRedirects && mayRedirectTo?.(next)) {
        url = next;
        redirects += 1;
        continue;
      }
      if (!outageStatuses.includes(response.status) || !mayRepeat()) return response;
      // Frees the connection.
      await readErrorResponse(response);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const isReset = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(errorCode(error) ?? '');
      if (!isReset || !mayRepeat()) throw error;
    }
    isRepeated = true;
    url = firstUrl;
    redirects = 0;
  }
}

/** Returns the target of a redirect, or undefined if the response is not a valid redirect. */
function redirectTarget({ status, getHeader }: Pick<HttpResponse, 'status' | 'getHeader'>, url: string) {
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  const location = getHeader('location');
  return isRedirect && location && URL.canParse(location, url) ? new URL(location, url).href : undefined;
}

const toWhole = ({ status, getHeader, request, content }: HttpResponse<unknown>): IncomingResponse => ({
  ...{ status, getHeader, request, content },
  body: Readable.from([content]),
});

async function openBody({ status, getHeader, request, body }: RawHttpResponse): Promise<IncomingResponse> {
  // Without a listener, an early error would crash the process. A later reader still gets the error.
  const ignore = () => undefined;
  const decompressed = await decompress(body.on('error', ignore), getHeader('content-encoding'));
  return { status, getHeader, request, content: '', body: decompressed.on('error', ignore) };
}

/** Reads a response that reports an error. Reads only the beginning of a stream. */
export async function readErrorResponse(
  response: Omit<IncomingResponse, 'body'> & { body?: NodeJS.ReadableStream },
): Promise<ErrorResponse> {
  const { status, getHeader: header, request, content } = response;
  const secrets = [request.headers?.Authorization?.split(' ')[1], process.env.CLIENT_SECRET];
  let body = content;
  try {
    for await (const part of content ? [] : (response.body?.setEncoding('utf8') ?? [])) {
      body += part;
      if (body.length >= maxErrorBodyLength) break;
    }
  } catch {
    // Keep what arrived before the stream broke off; it may contain the message.
  }
  return { status, header, secrets, body };
}

const describeBody = (content: string): string =>
  /^\s*</.test(content) ? 'a web page instead of data' : 'an unreadable response';
