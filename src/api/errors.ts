/** Makes the errors for requests that failed: an error response, no complete response, an unusable one. */
import { Failure } from '../failure.ts';
import { readErrorBody } from './error_body.ts';
import { errorMessage } from './error_messages.ts';
import { addDetails, describeProblem, type Purpose } from './purpose.ts';

/** A response with status 400 or above. */
export interface ErrorResponse {
  status: number;
  header(name: string): string | null | undefined;
  /** The beginning of the body. */
  body: string;
  /** The secrets that the request carried, which the body may repeat. */
  secrets: readonly string[];
}

/** Makes the error for an error response. Masks secrets in the service's message. */
export function responseError({ status, header, body, secrets }: ErrorResponse, purpose: Purpose): Failure {
  const read = readErrorBody(body, header('content-type') ?? '', secrets);
  return new Failure(errorMessage(status, read, purpose), {
    outcome: status < 500 ? 'no_effect' : 'unknown',
    code: read.code ?? `http_${status}`,
    remedy: remedyFor(status, purpose),
    retryAfter: retryDelay(header('retry-after')),
    status,
    serviceMessage: read.message,
    attribute: read.attribute,
    expectedType: read.expectedType,
  });
}

/** A step that only failed to read may run again at once; after a failed write, a person must look first. */
function remedyFor(status: number, { verb }: Purpose) {
  if (status === 401) return 'reconnect';
  return status === 429 || (status === 503 && verb === 'read') ? 'run_again' : undefined;
}

/** Makes the error for a request that got no complete response. */
export function transportError(cause: unknown, purpose: Purpose): Failure {
  const code = errorCode(cause);
  if (code && unreachable.has(code)) {
    const { verb, object, advice = 'Run the step again in a few minutes.' } = purpose;
    return new Failure(
      addDetails(`The letter service could not be reached, so it did not ${verb} ${object}. ${advice}`, [
        code,
      ]),
      { outcome: 'no_effect', code: 'service_unreachable', cause },
    );
  }
  if (code === 'max-size') {
    return new Failure(describeProblem('returned a response that is too large to read', purpose), {
      outcome: 'unknown',
      code: 'answer_too_large',
      cause,
    });
  }
  return new Failure(
    code && timeouts.has(code)
      ? describeProblem('did not respond in time', purpose)
      : addDetails(describeProblem('closed the connection before the response was complete', purpose), [
          code,
        ]),
    { outcome: 'unknown', code: 'no_answer', cause },
  );
}

/** Makes the error for a request that was not sent because the run has too little time left. */
export const outOfTimeError = ({ verb, object }: Purpose): Failure =>
  new Failure(
    `This step ran out of time before it could ${verb} ${object}. Nothing was sent. Run the step again.`,
    { outcome: 'no_effect', code: 'out_of_time' },
  );

/** Makes the error for a response that cannot be used: another shape, HTML, a truncated body, an empty body. */
export const unexpectedResponseError = (what: string, purpose: Purpose, status?: number): Failure =>
  new Failure(describeProblem(`returned ${what}`, purpose), {
    outcome: 'unknown',
    code: 'unexpected_answer',
    status,
  });

/** Codes of connections that were never established, so the service cannot have seen the request. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const timeouts = new Set(['ABORT_ERR', 'request-timeout', 'body-timeout']);

/** Returns the code of a network error, whichever library made it. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('name' in error && (error.name === 'AbortError' || error.name === 'TimeoutError')) return 'ABORT_ERR';
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
