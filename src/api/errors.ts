/**
 * Makes the error for a failed request, with a message for the user. The message depends on the service's error code if it is known,
 * otherwise on the status or on the problem with the connection. docs/api.md#errors
 */
import { Failure, type FailureDetails, type FailureKind, quoteService } from '../failure.ts';
import { type ErrorBody, readErrorBody } from './error_body.ts';

/** The purpose of a request, in the user's words. Error messages are built from it. */
export interface Purpose {
  /** The object of the request, as a noun phrase, such as `the contact "c-123-4567"`. */
  object: string;
  /**
   * What the request does to the object, such as `change`. Must fit "to … the contact". `read` also means that the request changes
   * nothing, and `delete` that the service may refuse it because the object is in use.
   */
  verb: string;
  /** Replaces `object` in messages about a 404 or 410, when more than the object may be missing. */
  missing?: string;
  /** What to check if the service rejects the request. Default: the values in the step. */
  check?: string;
  /** The scopes. Any one of them permits the request. */
  scopes: readonly string[];
  /** True if repeating a request that may have succeeded does no harm. Reads can always be repeated. */
  isRepeatable?: boolean;
}

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

/** What happened, and what to do. */
type Words = readonly [what: string, advice: string];

/** The kind of failure, and the message. */
type Verdict = readonly [kind: FailureKind, ...Words];

/** Makes the error for an error response. Masks secrets in the service's message. */
export function responseError(response: ErrorResponse, purpose: Purpose): Failure {
  const { status, header } = response;
  if (status < 400) return unexpectedResponseError('a redirect to another address', purpose);
  if (status === 401) return fail(expired, { status });
  const body = readErrorBody(response.body, header('content-type') ?? '', response.secrets, isKnownCode);
  const { code, serviceMessage, attribute, expectedType } = body;
  const retryAfter = retryDelay(header('retry-after'));
  const [kind, what, advice] = judge(response, body, purpose, retryAfter);
  return fail(
    [kind, what + quoteService(serviceMessage), advice],
    { status, code, attribute, expectedType, retryAfter, serviceMessage },
    [
      code !== undefined && !isKnownCode(code) && `code ${code}`,
      attribute && `attribute ${attribute}`,
      expectedType && `expected type ${expectedType}`,
    ],
  );
}

/** Makes the error for a request that got no complete response. */
export function transportError(cause: unknown, purpose: Purpose): Failure {
  const code = errorCode(cause);
  if (code === timeoutCode) return fail(unclear('did not respond in time', purpose), { cause });
  if (code === tooLargeCode)
    return fail(unclear('returned a response that is too large to read', purpose), { cause });
  const verdict = unreachable.includes(code ?? '')
    ? refused('could not be reached', purpose, runsAgain)
    : unclear('closed the connection before the response was complete', purpose);
  return fail(verdict, { cause }, [code]);
}

/** Makes the error for a request that is not sent because the run has too little time left. */
export const outOfTimeError = ({ verb, object }: Purpose): Failure =>
  fail(['run_again', `This step ran out of time before it could ${verb} ${object}.`, runsAgain]);

/** Makes the error for an unusable response: an unexpected shape, HTML, a truncated body, an empty body. */
export const unexpectedResponseError = (what: string, purpose: Purpose, status?: number): Failure =>
  fail(unclear(`returned ${what}`, purpose), { status });

/** Adds technical details to the end of the message. */
const fail = (
  [kind, what, advice]: Verdict,
  details: Omit<FailureDetails, 'kind'> = {},
  technical: readonly (string | false | undefined)[] = [],
): Failure => new Failure(what, { ...details, kind, advice: addDetails(advice, technical) });

function judge(
  { status, codeGroup }: ErrorResponse,
  { code, limitExceeded }: ErrorBody,
  purpose: Purpose,
  retryAfter: number | undefined,
): Verdict {
  const isRead = purpose.verb === 'read';
  if (status === 429) {
    const limit = limitExceeded ? ` (limit for this ${limitExceeded})` : '';
    const advice = 'Zapier runs the step again later. Spread large changes over the day.';
    return refused(`received too many requests${limit}`, purpose, advice);
  }
  // These statuses mean that the service is briefly unavailable. 500, 502 and 504 may recur in every run, for example because a response
  // takes too long for a proxy, so Zapier does not run the step again for them.
  if (isRead && [408, 425, 503].includes(status))
    return refused(`is unavailable (${status})`, purpose, retryNotice(retryAfter));
  if (status >= 500) return unclear(`returned a server error (${status})`, purpose);
  // A proxy may also return these after the service took the request. But no proxy returns a 409 because the object to delete is in use.
  const isFromService = code?.startsWith(`${codeGroup}.`) || (purpose.verb === 'delete' && status === 409);
  if (!isRead && !isFromService && [408, 409, 425, 499].includes(status))
    return unclear(`or a proxy before it returned status ${status}`, purpose);
  const kind = status === 404 || status === 410 ? 'not_found' : 'not_done';
  const { verb, object, check = 'the values in this step' } = purpose;
  const known = explanations.get(code ?? '') ?? explanations.get(String(status)) ?? ['', `Check ${check}.`];
  if (typeof known === 'function') return [kind, ...known(purpose)];
  const [reason, advice] = known;
  return [kind, `The letter service rejected the request to ${verb} ${object}${reason}.`, advice];
}

const expired: Verdict = [
  'reconnect',
  'The letter service no longer accepts this connection. It expired or was revoked.',
  'Reconnect the account in Zapier, then run the Zap again.',
];

/** The verdict for a request that certainly failed and may succeed later. */
const refused = (problem: string, { verb, object }: Purpose, advice: string): Verdict => [
  'run_again',
  `The letter service ${problem}, so it did not ${verb} ${object}.`,
  advice,
];

/** The verdict for a request that may have succeeded. */
const unclear = (problem: string, { verb, object, isRepeatable }: Purpose): Verdict =>
  verb === 'read' || isRepeatable
    ? [
        'unknown',
        `The letter service ${problem} when asked to ${verb} ${object}.`,
        'Run the step again in a few minutes.',
      ]
    : [
        'unknown',
        `The letter service ${problem}, so we don't know whether the request to ${verb} ${object} went through.`,
        'Check your account at the letter service before you run the step again.',
      ];

/** Error codes of connections that were never established or have no valid certificate, so the service never got the request. */
const unreachable = [
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
];

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

/** Returns the advice for a failure of the kind `run_again`. */
const retryNotice = (seconds = 60): string =>
  `Zapier runs the step again ${seconds > 120 ? 'later' : 'in a minute'}.`;
export const runsAgain = retryNotice();

/** Statuses of an outage that is likely to pass. */
export const outageStatuses = [502, 503, 504];

/** Lets Zapier run the step again after an outage that is likely to pass. Use it only for steps that may be repeated as a whole. */
export function runAgainAfterOutage(failure: Failure): Failure {
  const { kind, status, cause } = failure;
  const isOutage =
    status === undefined
      ? cause !== undefined && errorCode(cause) !== tooLargeCode
      : outageStatuses.includes(status);
  if (kind !== 'unknown' || !isOutage) return failure;
  const retryAfter = Math.max(failure.retryAfter ?? 0, 60);
  return failure.reworded(failure.what, retryNotice(retryAfter), { kind: 'run_again', retryAfter });
}

export const contactSupport = "Contact this integration's support.";

/** Asks the user to approve all permissions, and names the scopes. Any one of them is enough. */
export function reconnectAdvice(scopes: readonly string[]): string {
  const included = scopes.length > 0 ? `, including ${scopes.map((scope) => `"${scope}"`).join(' or ')}` : '';
  return `Reconnect the account and approve every permission it asks for${included}.`;
}

/** Appends technical details in parentheses to the last sentence. */
export function addDetails(message: string, details: readonly (string | false | undefined)[]): string {
  const known = details.filter(Boolean);
  return known.length > 0 ? `${message.replace(/\.$/, '')} (${known.join(', ')}).` : message;
}

const missingPermission = ({ verb, object, scopes }: Purpose): Words => [
  `This connection doesn't have permission to ${verb} ${object}.`,
  reconnectAdvice(scopes),
];

const notFound = ({ object, missing = object }: Purpose): Words => [
  `The letter service did not find ${missing}. It may have been deleted, or it may belong to another account.`,
  'Check the value, or choose it again.',
];

/**
 * The end of the message and the advice for a status or an error code, or a function that returns a whole message. A code has priority,
 * because it is more specific. An operation can replace a message with its own, which names its fields.
 */
const explanations = new Map<string, Words | ((purpose: Purpose) => Words)>(
  Object.entries({
    403: missingPermission,
    404: notFound,
    409: ({ verb, object }: Purpose) => [
      `The letter service can't ${verb} ${object} in its current state.`,
      'Check it in your account at the letter service.',
    ],
    410: ({ object, missing = object }: Purpose) => [
      `The letter service no longer has ${missing}. It was deleted.`,
      'Choose another one.',
    ],
    411: [' because its length is missing', contactSupport],
    413: [' because it is too large', 'Remove or shorten values.'],
    'orders.account_required': ({ verb, object }: Purpose) => [
      `This connection is not linked to an account at the letter service, so it can't ${verb} ${object}.`,
      'Reconnect as a user who has an account there.',
    ],
    'orders.invalid_data': [': one of the values has the wrong type', 'Check the numbers and yes/no fields.'],
    'orders.invalid_id': [': one of the IDs is invalid', 'Check each ID in this step, or map it again.'],
    'orders.invalid_type': [': the request has the wrong type', contactSupport],
    'orders.missing_attribute': [': a required value is missing', 'Check the fields you left blank.'],
    'orders.unknown_file': [
      ': one of the files does not exist',
      'If it was uploaded a moment ago, run the step again in a minute.',
    ],
    'orders.unknown_font': [
      ': one of the fonts does not exist',
      'Use a font from one of your earlier orders.',
    ],
    'orders.permission_error': missingPermission,
    'lists.permission_error': missingPermission,
    'hooks.missing_scope': missingPermission,
    'contacts.missing_contact': notFound,
    'contacts.missing_name': [' because it has no name', 'Enter a name.'],
    'no-content': [' because it is empty', 'Choose another file.'],
    'too-large': [' because it is too large', 'Make the file smaller, for example by compressing images.'],
    invalid_filename: [' because of its name', 'Enter another file name.'],
  } satisfies Record<string, Words | ((purpose: Purpose) => Words)>),
);

const isKnownCode = (code: string): boolean => explanations.has(code);
