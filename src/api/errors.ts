/** Makes the failure of a request from its response, or from the problem with the connection. docs/api.md#errors */
import { Failure, type FailureFacts, type FailureKind, type Purpose } from '../failure.ts';
import { truncate } from '../text/format.ts';
import { isBlank, isPlainObject, toText } from '../text/values.ts';
import { privateAddressCode } from './public_network.ts';
import { parseJson } from './values.ts';

/** A response that reports an error. */
export interface ErrorResponse {
  status: number;
  header(name: string): string | null | undefined;
  /** The beginning of the body. */
  body: string;
  /** The secrets in the request, which the body may repeat. */
  secrets: readonly (string | undefined)[];
}

/** @param codeGroup the first part of this endpoint's error codes, such as `orders` */
export function responseError(response: ErrorResponse, purpose: Purpose, codeGroup?: string): Failure {
  const { status, header } = response;
  if (status < 400) {
    const failure = unexpectedResponseError('a redirect to another address', purpose);
    // A program may redirect with any other status after it did what was asked.
    const isUnprocessed = purpose.verb !== 'read' && [307, 308].includes(status);
    return isUnprocessed ? failure.with({ kind: 'not_done', advice: 'Run the step again later.' }) : failure;
  }
  if (status === 401) return new Failure({ kind: 'reconnect', status });
  const { limitExceeded, ...body } = readErrorBody(response);
  const limit = limitExceeded ? ` (limit for this ${limitExceeded})` : '';
  const isFromService = body.code?.startsWith(`${codeGroup}.`) ?? false;
  const judgment = judge(status, purpose.verb === 'read', isFromService, limit);
  const retryAfter = retryDelay(header('retry-after'));
  return new Failure({ ...judgment, status, ...body, retryAfter, purpose });
}

/** Returns the kind of failure, and what the service did unless it rejected the request. */
function judge(
  status: number,
  isRead: boolean,
  isFromService: boolean,
  limit: string,
): Pick<FailureFacts, 'kind' | 'problem'> {
  if (status === 429) return { kind: 'run_again', problem: `received too many requests${limit}` };
  // These statuses mean that the service is briefly unavailable. 500, 502 and 504 may recur in every run, for example because a response
  // takes too long for a proxy, so Zapier does not run the step again for them.
  if (isRead && [408, 425, 503].includes(status))
    return { kind: 'run_again', problem: `was unavailable (${status})` };
  if (status >= 500) return { kind: 'unknown', problem: `returned a server error (${status})` };
  // A proxy may also return these after the service took the request.
  if (!isRead && !isFromService && [408, 409, 425, 499].includes(status))
    return { kind: 'unknown', problem: `or a proxy before it returned status ${status}` };
  return { kind: status === 404 || status === 410 ? 'not_found' : 'not_done' };
}

/**
 * Reads the body of an error response, and masks its secrets. The service's documentation does not define its shape, so all common
 * shapes are read: a code, an error object or a list of them, an RFC 9457 problem, plain text, HTML, an empty body.
 */
export function readErrorBody({ body, header, secrets }: ErrorResponse) {
  const parsed = parseJson(body);
  if (!isPlainObject(parsed)) {
    const isPage = /html/i.test(header('content-type') ?? '') || /^\s*</.test(body);
    // A number, null or a list is data, not a message. A message may be a JSON string or plain text.
    const words = typeof parsed === 'string' ? parsed : parsed === undefined ? body : '';
    return {
      code: /^[a-z]+\.[a-z_]+(?=:? |$)/.exec(words.trim())?.[0],
      serviceMessage: isPage ? undefined : toDisplayText(words, secrets),
    };
  }
  const listed = Array.isArray(parsed.errors) ? parsed.errors.find(isPlainObject) : undefined;
  const nested = isPlainObject(parsed.error) ? parsed.error : undefined;
  const inner = nested ?? listed ?? parsed;
  const pick = (...names: string[]): string | undefined => {
    const values = [inner, parsed].flatMap((source) => names.map((name) => source[name]));
    const text = values.find((value) => typeof value === 'string' && value.trim());
    return typeof text === 'string' ? toDisplayText(text, secrets) : undefined;
  };
  const type = typeof inner.type === 'string' ? inner.type.split(/[/#]/).pop() : undefined;
  return {
    code:
      pick('code', 'error') ?? (type && type !== 'about:blank' ? toDisplayText(type, secrets) : undefined),
    serviceMessage: pick('message', 'detail', 'error_description', 'description', 'title'),
    attribute: pick('attribute', 'field', 'pointer'),
    expectedType: pick('expected_type'),
    limitExceeded: pick('limit_exceeded'),
  };
}

/** Matches data, markup and stack traces, which must not be shown to users. A truncated JSON body counts as data. */
const unreadableText =
  /^[^\S\n]*(?:[{[]\s*[\]}{['"\d]|<)|<\/?[a-z][^>]*>|^[^\S\n]*at .+:\d+|\bat .+:\d+:\d+|\bat [\w.]+\([^)\n]*\) in \S+:|\bTraceback\b|\bline \d+, in\b|\bgoroutine \d+|\.(?:java|py|rb|php|js|go|cs):(?:line )?\d+/im;

/** Maximum characters of a message to examine. */
const maxExamined = 2_000;

/** Returns a message on one line, shortened and with secrets masked, or undefined if it is not readable text. */
function toDisplayText(text: string, secrets: readonly (string | undefined)[]): string | undefined {
  let start = text;
  // Mask before truncating: a secret cut in half would no longer match.
  for (const secret of secrets) if (secret && secret.length > 3) start = start.replaceAll(secret, '[secret]');
  start = start.slice(0, maxExamined);
  if (unreadableText.test(start)) return undefined;
  return truncate(start.replace(/[\s\p{Cc}]+/gu, ' ').trim(), 300) || undefined;
}

/** Makes the failure for a request that got no complete response. */
export function transportError(cause: unknown, purpose: Purpose): Failure {
  const code = errorCode(cause);
  const fail = (kind: FailureKind, problem: string, shown?: string) =>
    new Failure({ kind, problem, code: shown, purpose, cause });
  if (code === timeoutCode) return fail('unknown', 'did not respond in time');
  if (code === tooLargeCode) return fail('unknown', 'returned a response that is too large to read');
  if (unreachableCodes.test(code ?? '')) return fail('run_again', 'could not be reached', code);
  if (code === privateAddressCode) return fail('unknown', 'redirected to a private network', code);
  return fail('unknown', 'closed the connection before the response was complete', code);
}

/** Makes the failure for a request that is not sent because the run has too little time left. */
export const outOfTimeError = ({ verb, object }: Purpose): Failure =>
  new Failure({
    kind: 'run_again',
    what: `This step ran out of time before it could ${verb} ${truncate(object, 200)}.`,
  });

/** Makes the failure for an unusable response: an unexpected shape, HTML, a truncated body, an empty body. */
export const unexpectedResponseError = (what: string, purpose: Purpose, status?: number): Failure =>
  new Failure({ kind: 'unknown', problem: `returned ${what}`, status, purpose });

/**
 * Makes the failure for a response to a write that reports an error with a status of success, or returns undefined. Something may have
 * been made; its ID is kept.
 */
export function reportedError(response: ErrorResponse, purpose: Purpose): Failure | undefined {
  const data = parseJson(response.body);
  if (!isPlainObject(data) || ![data.error, data.errors].some(isReport)) return undefined;
  const { limitExceeded: _, ...body } = readErrorBody(response);
  const createdId = [data.order_id, data.contact_id, data.list_id, data.id].map(toText).find(Boolean);
  const what = `an error with a success status${createdId ? ` and the ID "${createdId}"` : ''}`;
  return unexpectedResponseError(what, purpose, response.status).with({ ...body, createdId });
}

/** Returns true for text, an object or a list, unless it is empty. */
const isReport = (value: unknown): boolean =>
  ['string', 'object'].includes(typeof value) && !isBlank(value) && toText(value) !== '{}';

/** Matches the codes of connections that were never established or have no valid certificate, so the service never got the request. */
const unreachableCodes =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$|CERT(?:_|$)/;

/** node-fetch's error code for a response with too many bytes. */
const tooLargeCode = 'max-size';

/** The error code of a request that took too long. */
export const timeoutCode = 'ABORT_ERR';

/** Returns the code of a network error from any library. */
export function errorCode(error: unknown): string | undefined {
  const { name, code, type } = isPlainObject(error) ? error : {};
  if (name === 'AbortError' || name === 'TimeoutError') return timeoutCode;
  return [code, type].find((value) => typeof value === 'string');
}

/** Returns the seconds in `Retry-After`, which is a number or a date. */
export function retryDelay(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.max(seconds, 1) : undefined;
}

/** Statuses of an outage that is likely to pass. */
export const outageStatuses = [502, 503, 504];

/** Lets Zapier run the step again after an outage that is likely to pass. Use it only for steps that may be repeated as a whole. */
export function runAgainAfterOutage(failure: Failure): Failure {
  const { kind, status, cause, retryAfter = 0 } = failure;
  const isOutage =
    status === undefined
      ? cause !== undefined && errorCode(cause) !== tooLargeCode
      : outageStatuses.includes(status);
  if (kind !== 'unknown' || !isOutage) return failure;
  return failure.with({ kind: 'run_again', retryAfter: Math.max(retryAfter, 60) });
}
