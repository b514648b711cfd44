/**
 * Makes the error that the user sees when a request fails, in the class of zapier-platform-core that makes Zapier do the
 * right thing: 401 → `ExpiredAuthError` (reconnect), 429 → `ThrottledError` (run again later), anything else → `Error`.
 */
import { readErrorBody } from './error_body.ts';
import { errorMessage } from './error_messages.ts';
import { apiError, getFailure, requestError } from './failure.ts';
import { addDetails, describeProblem, type Purpose } from './purpose.ts';

/** An error response: its status, headers and body text. */
export interface ErrorResponse {
  status: number;
  header(name: string): string | null | undefined;
  body: string;
}

/** Makes the error for a response with status 400 or above. Masks `secrets` in the service's message. */
export function responseError(response: ErrorResponse, purpose: Purpose, secrets: readonly string[]): Error {
  const { status } = response;
  const body = readErrorBody(response.body, response.header('content-type') ?? '', secrets);
  return apiError(errorMessage(status, body, purpose), {
    outcome: status < 500 ? 'no_effect' : 'unknown',
    code: body.code ?? `http_${status}`,
    status,
    serviceMessage: body.message,
    attribute: body.attribute,
    expectedType: body.expectedType,
    retryAfter: retryDelay(response.header('retry-after')),
  });
}

/** Makes the error for a request that got no complete response. If the error already has a user-facing message, returns it unchanged. */
export function transportError(error: unknown, purpose: Purpose): Error {
  if (error instanceof Error && getFailure(error)) return error;
  const code = errorCode(error);
  if (code && unreachable.has(code)) {
    const { verb, object, advice = 'Run the step again in a few minutes.' } = purpose;
    return requestError(
      addDetails(`The letter service could not be reached, so it did not ${verb} ${object}. ${advice}`, [
        code,
      ]),
      { outcome: 'no_effect', code: 'service_unreachable' },
    );
  }
  if (code === 'max-size') {
    return requestError(describeProblem('returned a response that is too large to read', purpose), {
      outcome: 'unknown',
      code: 'answer_too_large',
    });
  }
  return requestError(
    code && timeouts.has(code)
      ? describeProblem('did not respond in time', purpose)
      : addDetails(describeProblem('closed the connection before the response was complete', purpose), [
          code,
        ]),
    { outcome: 'unknown', code: 'no_answer' },
  );
}

/** Makes the error for a request that was not sent because the run has too little time left. */
export const outOfTimeError = ({ verb, object }: Purpose): Error =>
  requestError(
    `This step ran out of time before it could ${verb} ${object}. Nothing was sent. Run the step again.`,
    { outcome: 'no_effect', code: 'out_of_time' },
  );

/** Makes the error for a response that cannot be used: another shape, HTML, a truncated body, an empty body. */
export const unexpectedResponseError = (what: string, purpose: Purpose, status?: number): Error =>
  requestError(describeProblem(`returned ${what}`, purpose), {
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

function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('name' in error && (error.name === 'AbortError' || error.name === 'TimeoutError')) return 'ABORT_ERR';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if ('type' in error && typeof error.type === 'string') return error.type;
  return undefined;
}

/** Returns the seconds in `Retry-After` (a number or a date), limited to the 300 that Zapier accepts. */
export function retryDelay(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 300) : undefined;
}
