/**
 * The one door to the service: method + path + schema → typed data.
 *
 * Every call has a time limit of its own and all calls of one run share a budget, so that the platform's 30 seconds
 * are never used up without a word. Nothing is ever sent twice from here: a second POST could be a second letter.
 * Redirects are followed for reading only, and only within the API's origin, where the token may go.
 *
 * What it leaves out on purpose: retries (the platform repeats a run, knowing more than we do), caching, and the
 * platform's replacing of `{{curlies}}`, which would refuse letters that happen to contain some.
 */
import type { HttpRequestOptions, HttpResponse, RawHttpResponse, ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { baseUrl, isServiceUrl } from '../settings.ts';
import { outOfTimeError, type Purpose, requestError, transportError, unexpectedResponse } from './errors.ts';
import { asRequestBody } from './node_fetch/streams.ts';
import { AnswerWatch } from './node_fetch/truncated_response.ts';

/** A path under the API root, made with {@link path} so that no value can change its meaning. */
type ServicePath = string & { readonly encoded: unique symbol };

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: ServicePath;
  query?: Record<string, string>;
  purpose: Purpose;
  /** Statuses that answer the question with "there is none" instead of being an error. */
  notFoundStatuses?: readonly number[];
  json?: unknown;
  /** Whether it may be fetched, without the token, from a storage of its own, as a file or a preview. */
  allowOtherOrigins?: boolean;
  /** A body that is sent as it is; its length is always told, some proxies insist on it. */
  upload?: { stream: NodeJS.ReadableStream; length: number };
  /** Ends the call, and its connection, before its time is over; its reason is what the user is told. */
  signal?: AbortSignal;
  /** Milliseconds this call may take at most. */
  timeout?: number;
}

/** All calls of one run together may take this long (ms); what is left to 30 s belongs to the platform. */
const maxRunTime = 25_000;
const defaultTimeout = 15_000;
/** A JSON answer larger than this (bytes) is a mistake; long lists are read as a stream instead. */
const maxJsonBytes = 16 * 1024 * 1024;

const deadlines = new WeakMap<ZObject, number>();

/** A call that changes something is not begun with less time than this (ms): it might be cut off half-way. */
const minTimeToWrite = 4_000;

/** Milliseconds left for this run's calls; the clock starts with its first call. */
export function remainingTime(z: ZObject, atMost = maxRunTime): number {
  const now = Date.now();
  const deadline = deadlines.get(z) ?? now + maxRunTime;
  deadlines.set(z, deadline);
  return Math.max(1, Math.min(atMost, deadline - now));
}

/**
 * Encodes each value into one segment of the path. Blank and dot segments are refused: `/v1/contacts/` and
 * `/v1/contacts/.` would mean the whole list.
 */
export function path(strings: TemplateStringsArray, ...values: readonly string[]): ServicePath {
  const encoded = strings.reduce((whole, part, index) => {
    const value = values[index - 1] ?? '';
    if (/^(\.{0,2}|\s+)$/.test(value)) {
      throw requestError(
        `"${value}" cannot be the number of anything at the letter service. Choose the value again, or map it from an earlier step.`,
        { outcome: 'refused', code: 'invalid_input' },
      );
    }
    return whole + encodeURIComponent(value.toWellFormed()) + part;
  });
  return asServicePath(encoded);
}

const asServicePath = (encoded: string): ServicePath => {
  assertEncoded(encoded);
  return encoded;
};

function assertEncoded(value: string): asserts value is ServicePath {
  if (!/^\/v\d\/[^\s?#]*$/.test(value)) throw new TypeError(`"${value}" is not a path of the service`);
}

/** Asks for JSON of a known shape. Unknown keys are kept. @returns nothing for a status in `notFoundStatuses` */
export async function requestOptionalJson<S extends zod.core.$ZodType>(
  z: ZObject,
  call: Call,
  schema: S,
): Promise<zod.output<S> | undefined> {
  const response = await sendFollowingRedirects(z, call);
  if (call.notFoundStatuses?.includes(response.status)) return undefined;
  if (response.data === undefined) {
    throw unexpectedResponse(describeBody(response), call.purpose, response.status);
  }
  const read = zod.safeParse(schema, response.data);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const where = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  throw unexpectedResponse(`data of a shape it never promised${where}`, call.purpose, response.status);
}

/** Asks for JSON where "there is none" is no possible answer. */
export async function requestJson<S extends zod.core.$ZodType>(
  z: ZObject,
  call: Omit<Call, 'notFoundStatuses'>,
  schema: S,
): Promise<zod.output<S>> {
  const read = await requestOptionalJson(z, call, schema);
  if (read === undefined) throw unexpectedResponse('nothing', call.purpose);
  return read;
}

/** Tells the service to do something that it answers with an empty body; a status in `notFoundStatuses` means it is done already. */
export async function requestNoContent(z: ZObject, call: Call): Promise<void> {
  const response = await sendFollowingRedirects(z, call);
  if (call.notFoundStatuses?.includes(response.status)) return;
  if (response.content.trim() && response.data === undefined) {
    throw unexpectedResponse(describeBody(response), call.purpose, response.status);
  }
  if (reportsError(response.data)) {
    throw unexpectedResponse('an error that it calls a success', call.purpose, response.status);
  }
}

/** Something on the way may answer for the service; that it calls an error a success makes it none. */
const reportsError = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  Object.entries(data).some(([key, value]) => /^errors?$/.test(key) && Boolean(value));

/** Opens a body that is too large or too binary to be read at once. @returns nothing for a status in `notFoundStatuses` */
export async function requestStream(z: ZObject, call: Call): Promise<RawHttpResponse | undefined> {
  const response = await sendFollowingRedirects(z, call, true);
  return call.notFoundStatuses?.includes(response.status) ? undefined : response;
}

function sendFollowingRedirects(z: ZObject, call: Call): Promise<HttpResponse<unknown>>;
function sendFollowingRedirects(z: ZObject, call: Call, raw: true): Promise<RawHttpResponse>;
async function sendFollowingRedirects(
  z: ZObject,
  asked: Call,
  raw?: true,
): Promise<HttpResponse<unknown> | RawHttpResponse> {
  const call = { ...asked, purpose: { ...asked.purpose, object: shorten(asked.purpose.object) } };
  let url = baseUrl() + call.path + queryString(call.query);
  if (call.method !== 'GET' && remainingTime(z) < minTimeToWrite) throw outOfTimeError(call.purpose);
  for (let hop = 0; hop < 4; hop += 1) {
    const response = await sendOnce(z, url, call, raw);
    if (response.status < 300 || response.status >= 400) return response;
    if (call.method !== 'GET') break;
    const next = new URL(response.getHeader('location') ?? '', url).href;
    if (!call.allowOtherOrigins && !isServiceUrl(next)) break;
    url = next;
  }
  throw unexpectedResponse('a redirect to another address', call.purpose);
}

/** What was mapped may be of any length; a sentence that names it stays one that can be read. */
const shorten = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);

async function sendOnce(
  z: ZObject,
  url: string,
  call: Call,
  raw?: true,
): Promise<HttpResponse<unknown> | RawHttpResponse> {
  const watch = new AnswerWatch(raw);
  const options: HttpRequestOptions & { url: string } & Record<string, unknown> = {
    url,
    ...watch.options,
    method: call.method,
    headers: headersFor(call),
    redirect: 'manual',
    size: raw ? 0 : maxJsonBytes,
    signal: AbortSignal.any([
      AbortSignal.timeout(remainingTime(z, call.timeout ?? defaultTimeout)),
      watch.signal,
      ...(call.signal ? [call.signal] : []),
    ]),
    merge: false,
    middlewareData: { context: new RequestContext(call) },
  };
  if (call.upload) options.body = asRequestBody(call.upload.stream);
  else if (call.json !== undefined) options.body = JSON.stringify(call.json);
  try {
    if (!raw) return await z.request<unknown>(options);
    const response = await z.request({ ...options, raw });
    watch.handOver(response.body);
    return response;
  } catch (error) {
    const ended = [call.signal, watch.signal].find((signal) => signal?.aborted);
    const cause: unknown = ended ? ended.reason : error;
    throw transportError(cause, call.purpose);
  }
}

/** Who asks, as the platform's client says it by itself where its headers are not left out by `merge: false`. */
export const userAgentHeader = { 'user-agent': 'Zapier' };

function headersFor(call: Call): Record<string, string> {
  const headers: Record<string, string> = { ...userAgentHeader, Accept: 'application/json' };
  if (call.upload) {
    headers['Content-Type'] = 'application/octet-stream';
    headers['Content-Length'] = String(call.upload.length);
  } else if (call.json !== undefined) {
    headers['Content-Type'] = 'application/json; charset=utf-8';
  }
  return headers;
}

const queryString = (query: Record<string, string> | undefined): string =>
  query ? `?${new URLSearchParams(query)}` : '';

function describeBody({ content, getHeader }: HttpResponse<unknown>): string {
  if (!content.trim()) return 'an empty page';
  const isPage = /html/i.test(getHeader('content-type') ?? '') || /^\s*</.test(content);
  return isPage ? 'a web page in place of data' : 'something other than JSON';
}

/** What is known of the call that a response answers. The platform copies plain objects and hands on all others. */
class RequestContext {
  readonly purpose: Purpose;
  readonly notFoundStatuses: readonly number[];
  constructor({ purpose, notFoundStatuses = [] }: Call) {
    this.purpose = purpose;
    this.notFoundStatuses = notFoundStatuses;
  }
}

/** The call that a response answers; nothing for a request that did not go through this door. */
export function requestContext({ middlewareData }: HttpRequestOptions): RequestContext | undefined {
  const context: unknown = middlewareData?.context;
  return context instanceof RequestContext ? context : undefined;
}
