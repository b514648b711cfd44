/**
 * The client of the letter service's API: method + path + zod schema → typed data.
 *
 * Every request has a timeout, and all requests of one run share 25 seconds, so that the user always gets a message
 * before Zapier ends the run. Redirects are followed for reading only, and within the API's origin unless a request allows
 * others.
 */
import type { HttpResponse, RawHttpResponse, ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { Failure, getFailure } from '../failure.ts';
import { baseUrl, isServiceUrl } from '../settings.ts';
import { outOfTimeError, responseError, transportError, unexpectedResponseError } from './errors.ts';
import type { Purpose } from './purpose.ts';
import { remainingTime } from './run_time.ts';
import { type OutgoingRequest, send } from './send.ts';
import { cutDeepValues } from './values.ts';

/** A path under the API root, made with {@link path} so that no value can change its meaning. */
type ServicePath = string & { readonly encoded: unique symbol };

interface ServiceRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: ServicePath;
  query?: Record<string, string>;
  purpose: Purpose;
  json?: unknown;
  /** Whether a redirect may lead to another host, such as a file storage. It is followed without the access token. */
  allowOtherOrigins?: boolean;
  /** A body that is not in memory as text. The length is always sent, because some proxies require it. */
  upload?: { stream: NodeJS.ReadableStream; length: number; type?: string };
  /** Ends the request early; its reason becomes the error. */
  signal?: AbortSignal;
  /** Maximum duration in milliseconds. */
  timeout?: number | undefined;
}

export const jsonType = 'application/json; charset=utf-8';

const defaultTimeout = 15_000;
const streamTimeout = 25_000;

/** Milliseconds that must be left for a request that changes something, so that the run does not end before the response. */
const minTimeToWrite = 4_000;

/**
 * Encodes each value into one segment of the path. Rejects blank and dot segments: `/v1/contacts/` and
 * `/v1/contacts/.` would mean the whole list.
 */
export function path(strings: TemplateStringsArray, ...values: readonly string[]): ServicePath {
  const encoded = strings.reduce((whole, part, index) => {
    const value = values[index - 1] ?? '';
    if (/^(\.{0,2}|\s+)$/.test(value)) {
      throw new Failure(
        `"${value}" is not a valid ID. Nothing was sent. Choose the value again, or map it from an earlier step.`,
        { outcome: 'no_effect', code: 'invalid_input' },
      );
    }
    return whole + encodeURIComponent(value.toWellFormed()) + part;
  });
  if (!isServicePath(encoded)) throw new TypeError(`"${encoded}" is not a path of the letter service`);
  return encoded;
}

const isServicePath = (text: string): text is ServicePath => /^\/v\d\/[^\s?#]*$/.test(text);

/** Requests JSON that the schema describes; unknown keys are kept. */
export async function requestJson<S extends zod.core.$ZodType>(
  z: ZObject,
  request: ServiceRequest,
  schema: S,
): Promise<zod.output<S>> {
  const response = await send(z, toOutgoingRequest(z, request));
  const { data, status } = response;
  rejectRedirect(response, request.purpose);
  if (data === undefined) throw unexpectedResponseError(describeBody(response), request.purpose, status);
  const parsed = zod.safeParse(schema, cutDeepValues(data));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.length ? ` (at ${issue.path.join('.')})` : '';
  throw unexpectedResponseError(`data in an unexpected format${where}`, request.purpose, status);
}

/** Requests a change that has no result. */
export async function requestNoContent(z: ZObject, request: ServiceRequest): Promise<void> {
  const response = await send(z, toOutgoingRequest(z, request));
  rejectRedirect(response, request.purpose);
  if (response.content.trim() && response.data === undefined) {
    throw unexpectedResponseError(describeBody(response), request.purpose, response.status);
  }
  if (reportsError(response.data)) {
    throw unexpectedResponseError('an error with a success status', request.purpose, response.status);
  }
}

/** Requests a body that is too large for memory. */
export async function requestStream(z: ZObject, request: ServiceRequest): Promise<RawHttpResponse> {
  const response = await send(z, toOutgoingRequest(z, { timeout: streamTimeout, ...request }), true);
  rejectRedirect(response, request.purpose);
  return response;
}

/** Handles an error: returns undefined if its status is one of these, such as those of something that no longer exists. */
export const undefinedForStatus =
  (...statuses: readonly number[]) =>
  (error: unknown): undefined => {
    const status = getFailure(error)?.status;
    if (status === undefined || !statuses.includes(status)) throw error;
  };

function toOutgoingRequest(z: ZObject, request: ServiceRequest): OutgoingRequest {
  const { method, upload, json, query, timeout = defaultTimeout, signal } = request;
  const purpose = truncatePurpose(request.purpose);
  if (method !== 'GET' && remainingTime(z) < minTimeToWrite) throw outOfTimeError(purpose);
  return {
    url: baseUrl() + request.path + (query ? `?${new URLSearchParams(query)}` : ''),
    method,
    headers: { Accept: 'application/json', ...bodyHeaders(request) },
    body: upload?.stream ?? (json === undefined ? undefined : JSON.stringify(json)),
    timeout,
    signal,
    mayRedirectTo: (url) => method === 'GET' && (request.allowOtherOrigins === true || isServiceUrl(url)),
    toResponseError: (response) => responseError(response, purpose),
    toTransportError: (cause) => transportError(cause, purpose),
  };
}

/** Shortens the nouns, because they may contain a mapped value of any length. */
const truncatePurpose = ({ object, missing = object, ...purpose }: Purpose): Purpose => ({
  ...purpose,
  object: truncate(object),
  missing: truncate(missing),
});

const truncate = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);

function bodyHeaders({ upload, json }: ServiceRequest): Record<string, string> {
  if (upload) {
    const { type = 'application/octet-stream', length } = upload;
    return { 'Content-Type': type, 'Content-Length': String(length) };
  }
  return json === undefined ? {} : { 'Content-Type': jsonType };
}

function rejectRedirect({ status }: { status: number }, purpose: Purpose): void {
  if (status >= 300 && status < 400) throw unexpectedResponseError('a redirect to another address', purpose);
}

/** A proxy may answer 200 with an error body; do not treat that as success. */
const reportsError = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  Object.entries(data).some(([key, value]) => /^errors?$/.test(key) && Boolean(value));

function describeBody({ content, getHeader }: HttpResponse<unknown>): string {
  if (!content.trim()) return 'an empty response';
  const isPage = /html/i.test(getHeader('content-type') ?? '') || /^\s*</.test(content);
  return isPage ? 'a web page instead of data' : 'text instead of data';
}
