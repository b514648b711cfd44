/**
 * Makes the error that the user sees when a request fails, in the class of zapier-platform-core that makes Zapier do the
 * right thing: 401 → `ExpiredAuthError` (reconnect), 429 → `ThrottledError` (run again later), anything else → `Error`.
 */
import { readErrorBody } from './error_body.ts';
import { errorMessage } from './error_messages.ts';
import { apiError, getFailure, requestError } from './failure.ts';
import { type Purpose, repeatAdvice } from './purpose.ts';

/** A refusal's status, header access and body text, whichever client read them. */
export interface RefusedResponse {
  status: number;
  header(name: string): string | null | undefined;
  body: string;
}

/** Turns an answer of 400 or above into the platform's error for it. */
export function responseError(
  response: RefusedResponse,
  purpose: Purpose,
  secrets: readonly string[],
): Error {
  const { status } = response;
  const body = readErrorBody(response.body, response.header('content-type') ?? '', secrets);
  return apiError(errorMessage(status, body, purpose), {
    outcome: status < 500 ? 'refused' : 'unknown',
    code: body.code ?? `http_${status}`,
    status,
    serviceMessage: body.message,
    attribute: body.attribute,
    expectedType: body.expectedType,
    retryAfter: retryDelay(response.header('retry-after')),
  });
}

/** A sentence for a call whose outcome nobody knows or that never began. */
export function transportError(error: unknown, purpose: Purpose): Error {
  // Said before anything was sent, by what prepares a request: a setting that is missing, for instance.
  if (error instanceof Error && getFailure(error)) return error;
  const code = errorCode(error);
  const { object } = purpose;
  if (unreached.has(code)) {
    return requestError(
      `The letter service could not be reached (${code}), so nothing was done with ${object}. ${purpose.advice ?? 'Run the step again in a few minutes.'}`,
      { outcome: 'refused', code: 'service_unreachable' },
    );
  }
  if (code === 'max-size') {
    return requestError(
      `The letter service's answer about ${object} was too large to be read. ${repeatAdvice(purpose)} If it happens again, ask the integration's maintainer for help.`,
      { outcome: 'unknown', code: 'answer_too_large' },
    );
  }
  const what =
    code === 'ABORT_ERR' || code === 'request-timeout' || code === 'body-timeout'
      ? 'did not answer in time'
      : `broke off the connection (${code})`;
  return requestError(
    `The letter service ${what} when asked to ${purpose.verb} ${object}. ${repeatAdvice(purpose)}`,
    { outcome: 'unknown', code: 'no_answer' },
  );
}

/** A sentence for a call that was not begun, because too little of the run's time was left for it. */
export const outOfTimeError = ({ verb, object }: Purpose): Error =>
  requestError(
    `There was too little time left to ${verb} ${object}, because what comes before it took so long. Nothing was sent; run the step again when the connection is faster.`,
    { outcome: 'refused', code: 'out_of_time' },
  );

/** A sentence for an answer that the service never promised: another shape, HTML, a cut-off body, nothing. */
export const unexpectedResponse = (what: string, purpose: Purpose, status?: number): Error =>
  requestError(
    `The letter service answered with ${what} when asked to ${purpose.verb} ${purpose.object}. ${repeatAdvice(purpose)}`,
    { outcome: 'unknown', code: 'unexpected_answer', status },
  );

/** Codes of connections that never came about: the service cannot have seen the request. */
const unreached = new Set([
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

function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'no reason given';
  if ('name' in error && (error.name === 'AbortError' || error.name === 'TimeoutError')) return 'ABORT_ERR';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if ('type' in error && typeof error.type === 'string') return error.type;
  return 'no reason given';
}

/** Seconds to wait, from `Retry-After` in seconds or as a date; the platform takes 300 at most and has a default of its own. */
function retryDelay(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 300) : undefined;
}
