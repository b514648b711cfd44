/** Makes the failure of a request from its response, or from the problem with the connection. docs/api.md#errors */
import { Failure, type FailureKind, type Purpose } from '../failure.ts';
import { readErrorBody } from './error_body.ts';
import { privateAddressCode } from './public_network.ts';

/** A response with status 300 or above. */
export interface ErrorResponse {
  status: number;
  header(name: string): string | null | undefined;
  /** The beginning of the body. */
  body: string;
  /** The secrets in the request, which the body may repeat. */
  secrets: readonly (string | undefined)[];
  /** The first part of this endpoint's error codes, such as `orders`. */
  codeGroup?: string | undefined;
}

/** Makes the failure for an error response. Masks secrets in the service's message. */
export function responseError(response: ErrorResponse, purpose: Purpose): Failure {
  const { status, header } = response;
  if (status < 400) return unexpectedResponseError('a redirect to another address', purpose);
  if (status === 401) return new Failure({ kind: 'reconnect', status });
  const { limitExceeded, ...body } = readErrorBody(
    response.body,
    header('content-type') ?? '',
    response.secrets,
  );
  const limit = limitExceeded ? ` (limit for this ${limitExceeded})` : '';
  const isFromService = body.code?.startsWith(`${response.codeGroup}.`) ?? false;
  const [kind, problem] = judge(status, purpose.verb === 'read', isFromService, limit);
  const retryAfter = retryDelay(header('retry-after'));
  return new Failure({ kind, status, ...body, retryAfter, purpose, ...(problem ? { problem } : {}) });
}

/** Returns the kind of failure, and what the service did unless it rejected the request. */
function judge(
  status: number,
  isRead: boolean,
  isFromService: boolean,
  limit: string,
): [kind: FailureKind, problem?: string] {
  if (status === 429) return ['run_again', `received too many requests${limit}`];
  // These statuses mean that the service is briefly unavailable. 500, 502 and 504 may recur in every run, for example because a response
  // takes too long for a proxy, so Zapier does not run the step again for them.
  if (isRead && [408, 425, 503].includes(status)) return ['run_again', `was unavailable (${status})`];
  if (status >= 500) return ['unknown', `returned a server error (${status})`];
  // A proxy may also return these after the service took the request.
  if (!isRead && !isFromService && [408, 409, 425, 499].includes(status))
    return ['unknown', `or a proxy before it returned status ${status}`];
  return [status === 404 || status === 410 ? 'not_found' : 'not_done'];
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
    what: `This step ran out of time before it could ${verb} ${object}.`,
  });

/** Makes the failure for an unusable response: an unexpected shape, HTML, a truncated body, an empty body. */
export const unexpectedResponseError = (what: string, purpose: Purpose, status?: number): Failure =>
  new Failure({ kind: 'unknown', problem: `returned ${what}`, status, purpose });

/** Matches the codes of connections that were never established or have no valid certificate, so the service never got the request. */
const unreachableCodes =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$|CERT(?:_|$)/;

/** node-fetch's error code for a response with too many bytes. */
const tooLargeCode = 'max-size';

/** The error code of a request that took too long. */
export const timeoutCode = 'ABORT_ERR';

/** Returns the code of a network error from any library. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('name' in error && (error.name === 'AbortError' || error.name === 'TimeoutError')) return timeoutCode;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if ('type' in error && typeof error.type === 'string') return error.type;
  return undefined;
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
