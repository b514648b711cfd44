/**
 * Makes the one error for a request that failed, with a message for the user: by the service's code if it is known, otherwise by
 * the status or by what happened to the connection. docs/api.md#errors
 */
import { Failure, type FailureDetails, type FailureKind, quoteService, type Words } from '../failure.ts';
import { type ErrorBody, readErrorBody } from './error_body.ts';

/** What a request is for, in the user's words. Error messages are built from these. */
export interface Purpose {
  /** What the request acts on, as a noun phrase, such as `the contact "c-123-4567"`. */
  object: string;
  /**
   * What the request does to it, such as `change`. Must fit "to … the contact". `read` also means that the request changes nothing,
   * and `delete` that what is in use may be refused.
   */
  verb: string;
  /** Replaces `object` in messages about a 404 or 410, when more than the object may be missing. */
  missing?: string;
  /** What to check if the service rejects the request, when that is not the step's own values. */
  check?: string;
  /** The scopes, any of which permits the request. */
  scopes: readonly string[];
  /** Whether the request can be repeated without harm although it may already have been done. Reads always can. */
  isRepeatable?: boolean;
}

/** A response with status 300 or above. */
export interface ErrorResponse {
  status: number;
  header(name: string): string | null | undefined;
  /** The beginning of the body. */
  body: string;
  /** The secrets that the request carried, which the body may repeat. */
  secrets: readonly (string | undefined)[];
  /** The first part of the codes for this endpoint, such as `orders`. */
  codeGroup?: string | undefined;
}

/** Makes the error for an error response. Masks secrets in the service's message. */
export function responseError(response: ErrorResponse, purpose: Purpose): Failure {
  const { status, header } = response;
  const retryAfter = retryDelay(header('retry-after'));
  if (status < 400) return unexpectedResponseError('a redirect to another address', purpose);
  const body = readErrorBody(response.body, header('content-type') ?? '', response.secrets, isKnownCode);
  const { code, serviceMessage, attribute, expectedType } = body;
  const [kind, what, advice] = judge(response, body, purpose, retryAfter);
  const details = [
    code !== undefined && !isKnownCode(code) && `code ${code}`,
    attribute && `attribute ${attribute}`,
    expectedType && `expected type ${expectedType}`,
  ];
  const words: Words =
    kind === 'reconnect' ? [what, advice] : endWith(details, [what + quoteService(serviceMessage), advice]);
  return fail(kind, words, { status, code, attribute, expectedType, retryAfter, serviceMessage });
}

/** Statuses of an outage that is likely to pass. */
export const outageStatuses = [502, 503, 504];

/** Statuses that a proxy may also return after the service has taken the request. */
const proxyStatuses = [408, 409, 425, 499];

const fail = (
  kind: FailureKind,
  [what, advice]: Words,
  details: Omit<FailureDetails, 'kind'> = {},
): Failure => new Failure(what, { ...details, kind, advice });

/** Returns what an error response means, what happened, and what to do. */
function judge(
  { status, codeGroup }: ErrorResponse,
  { code, limitExceeded }: ErrorBody,
  purpose: Purpose,
  retryAfter: number | undefined,
): [FailureKind, ...Words] {
  const { object, verb } = purpose;
  const notDone = `so it did not ${verb} ${object}.`;
  if (status === 401) return ['reconnect', ...expired];
  if (status === 429) {
    return limitExceeded
      ? [
          'run_again',
          `You have reached the letter service's limit for this ${limitExceeded}, ${notDone}`,
          'Zapier will try again later. Spread large changes over the day.',
        ]
      : [
          'run_again',
          `The letter service received too many requests, ${notDone}`,
          'Zapier will try again automatically.',
        ];
  }
  // These say that the service is briefly unavailable. 500, 502 and 504 may come back each time, for example because the answer takes too
  // long for a proxy, so Zapier does not run the step again for them.
  if (verb === 'read' && [408, 425, 503].includes(status)) {
    return [
      'run_again',
      `The letter service is unavailable (${status}), ${notDone}`,
      retryNotice(retryAfter),
    ];
  }
  if (status >= 500) return ['unknown', ...describeProblem(`returned a server error (${status})`, purpose)];
  const isFromService = codeGroup !== undefined && code?.startsWith(`${codeGroup}.`) === true;
  // What is in use can't be deleted: no proxy says this.
  const isInUse = verb === 'delete' && status === 409;
  if (proxyStatuses.includes(status) && verb !== 'read' && !isFromService && !isInUse) {
    return ['unknown', ...describeProblem(`or a proxy before it returned status ${status}`, purpose)];
  }
  const message = codeMessages.get(code ?? '') ?? statusMessages[status] ?? rejected;
  return [status === 404 || status === 410 ? 'not_found' : 'not_done', ...message(purpose)];
}

const expired: Words = [
  'The letter service no longer accepts this connection. It expired or was revoked.',
  'Reconnect the account in Zapier, then run the Zap again.',
];

/** Makes the error for a request that got no complete response. */
export function transportError(cause: unknown, purpose: Purpose): Failure {
  const code = errorCode(cause) ?? '';
  const { verb, object } = purpose;
  const notDone = `so it did not ${verb} ${object}.`;
  if (unreachable.includes(code)) {
    const words = [`The letter service could not be reached, ${notDone}`, runsAgain] as const;
    return fail('run_again', endWith([code], words), { cause });
  }
  const problem = problems.get(code);
  if (problem) return fail('unknown', describeProblem(problem, purpose), { cause });
  const words = describeProblem('closed the connection before the response was complete', purpose);
  return fail('unknown', endWith([code], words), { cause });
}

/** Makes the error for a request that was not sent because the run has too little time left. */
export const outOfTimeError = ({ verb, object }: Purpose): Failure =>
  fail('run_again', [`This step ran out of time before it could ${verb} ${object}.`, runsAgain]);

/** Makes the error for a response that cannot be used: another shape, HTML, a truncated body, an empty body. */
export const unexpectedResponseError = (what: string, purpose: Purpose, status?: number): Failure =>
  fail('unknown', describeProblem(`returned ${what}`, purpose), { status });

/** Codes of connections that were never established or have no valid certificate, so the service cannot have seen the request. */
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

/** node-fetch's code of a response with too many bytes. */
const tooLarge = 'max-size';

/** What the service did, for the codes that users need not see. */
const problems = new Map([
  [tooLarge, 'returned a response that is too large to read'],
  ...['ABORT_ERR', 'request-timeout', 'body-timeout'].map(
    (code) => [code, 'did not respond in time'] as const,
  ),
]);

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

export const contactSupport = "Contact this integration's support.";

/** What follows a failure with the kind `run_again`. */
const retryNotice = (seconds = 60): string =>
  `Zapier runs the step again ${seconds > 120 ? 'later' : 'in a minute'}.`;
export const runsAgain = retryNotice();
const runAgainLater = 'Run the step again in a few minutes.';

/** Lets Zapier run the step again after an outage that is likely to pass. Only for a step that may be repeated as a whole. */
export function runAgainAfterOutage(failure: Failure): Failure {
  const isOutage =
    failure.status === undefined
      ? failure.cause !== undefined && errorCode(failure.cause) !== tooLarge
      : outageStatuses.includes(failure.status);
  if (failure.kind !== 'unknown' || !isOutage) return failure;
  const retryAfter = Math.max(failure.retryAfter ?? 0, 60);
  return failure.reworded(failure.what, retryNotice(retryAfter), { kind: 'run_again', retryAfter });
}

/** Reports a problem after which the outcome is unknown, and says whether to run the step again. */
function describeProblem(problem: string, { verb, object, isRepeatable }: Purpose): Words {
  return verb === 'read' || isRepeatable
    ? [`The letter service ${problem} when asked to ${verb} ${object}.`, runAgainLater]
    : [
        `The letter service ${problem}, so we don't know whether the request to ${verb} ${object} went through.`,
        'Check your account at the letter service before you run the step again.',
      ];
}

/** Asks the user to approve all permissions, and names the scopes, any one of which is enough. */
export function reconnectAdvice(scopes: readonly string[]): string {
  const included = scopes.length > 0 ? `, including ${scopes.map((scope) => `"${scope}"`).join(' or ')}` : '';
  return `Reconnect the account and approve every permission it asks for${included}.`;
}

/** Adds technical details in parentheses to the last sentence. */
export function addDetails(message: string, details: readonly (string | false | undefined)[]): string {
  const known = details.filter(Boolean);
  return known.length > 0 ? `${message.replace(/\.$/, '')} (${known.join(', ')}).` : message;
}

/** Adds technical details to the end of the message. */
const endWith = (details: readonly (string | false | undefined)[], [what, advice]: Words): Words =>
  advice === undefined ? [addDetails(what, details)] : [what, addDetails(advice, details)];

type Message = (purpose: Purpose) => Words;

/** Returns a message that says what the service rejected, why, and what to do. */
const rejectedBecause =
  (reason: string, advice: string): Message =>
  ({ verb, object }) => [`The letter service rejected the request to ${verb} ${object}${reason}.`, advice];

const rejected: Message = ({ check = 'the values in this step', ...purpose }) =>
  rejectedBecause('', `Check ${check}.`)(purpose);

const missingPermission: Message = ({ verb, object, scopes }) => [
  `This connection doesn't have permission to ${verb} ${object}.`,
  reconnectAdvice(scopes),
];

const statusMessages: Readonly<Record<number, Message>> = {
  403: missingPermission,
  404: ({ object, missing = object }) => [
    `The letter service did not find ${missing}. It may have been deleted, or it may belong to another account.`,
    'Check the value, or choose it again.',
  ],
  409: ({ verb, object }) => [
    `The letter service can't ${verb} ${object} in its current state.`,
    'Check it in your account at the letter service.',
  ],
  410: ({ object, missing = object }) => [
    `The letter service no longer has ${missing}. It was deleted.`,
    'Choose another one.',
  ],
  411: rejectedBecause(' because its length is missing', contactSupport),
  413: rejectedBecause(' because it is too large', 'Remove or shorten values.'),
};

/** The service's codes that say more than the status. An operation can replace a message by one that names its fields. */
const codeMessages = new Map<string, Message>(
  Object.entries({
    'orders.account_required': ({ verb, object }) => [
      `This connection is not linked to an account at the letter service, so it can't ${verb} ${object}.`,
      'Reconnect as a user who has an account there.',
    ],
    'orders.invalid_data': rejectedBecause(
      ': one of the values has the wrong type',
      'Check the numbers and yes/no fields in this step.',
    ),
    'orders.invalid_id': rejectedBecause(
      ': one of the IDs is invalid',
      'Check each ID in this step, or map it again.',
    ),
    'orders.invalid_type': rejectedBecause(': the request has the wrong type', contactSupport),
    'orders.missing_attribute': rejectedBecause(
      ': a required value is missing',
      'Check the fields you left blank.',
    ),
    'orders.unknown_file': rejectedBecause(
      ': one of the files does not exist',
      'If it was uploaded a moment ago, run the step again in a minute.',
    ),
    'orders.unknown_font': rejectedBecause(
      ': one of the fonts does not exist',
      'Use a font from one of your earlier orders.',
    ),
    'orders.permission_error': missingPermission,
    'lists.permission_error': missingPermission,
    'hooks.missing_scope': missingPermission,
    'contacts.missing_contact': ({ object }) => [
      `The letter service did not find ${object}. It may have been deleted.`,
      'Choose the contact from the list, or find it in an earlier step.',
    ],
    'contacts.missing_name': () => [
      'The letter service rejected the contact because it has no name.',
      'Enter a name.',
    ],
    'no-content': ({ object }) => [
      `The letter service rejected ${object} because it is empty.`,
      'Choose another file.',
    ],
    'too-large': ({ object }) => [
      `The letter service rejected ${object} because it is too large.`,
      'Make the file smaller, for example by compressing its images.',
    ],
    invalid_filename: ({ object }) => [`The letter service rejected the name of ${object}.`],
  } satisfies Record<string, Message>),
);

const isKnownCode = (code: string): boolean => codeMessages.has(code);
