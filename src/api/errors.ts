/**
 * What the service says when it says no: many shapes of one answer, read into one, and told as one sentence with the
 * way out, in the error class that makes the platform do the right thing with it.
 *
 * - 401 → `ExpiredAuthError`: the user is asked to reconnect.
 * - 429 → `ThrottledError`: the platform runs the step again later.
 * - everything else → `Error` with the service's code and the status.
 *
 * The description leaves the error body open (§7.3), so every common shape is understood; the sentence is made from
 * the code where the code is known, else from the status. The service's own words are quoted, never parsed (§9).
 */
import { errors } from 'zapier-platform-core';

/** What a request is for, in the user's words. Error messages are built from these. */
export interface Purpose {
  /** What the request acts on, as a noun phrase, such as `the contact "c-123-4567"`. */
  object: string;
  /** What the request does to it, such as `read` or `delete`. Must fit "to … the contact". */
  verb: string;
  /** The scopes, any of which permits the request. */
  scopes: readonly string[];
  /** What the user should do on failure, if not simply run the step again. */
  advice?: string;
}

/** What is known about a failed request, besides the message. */
export interface FailureDetails {
  /** `refused`: the service did nothing. `unknown`: it may have acted (timeout, reset, 5xx, unreadable response). */
  outcome: 'refused' | 'unknown';
  /** The service's own code, such as `orders.unknown_file`, or one of ours, such as `no_answer`. */
  code: string;
  status?: number | undefined;
  /** The service's own words, cleaned for display. */
  serviceMessage?: string | undefined;
  /** The part of the request that the service rejects, if it says so. */
  attribute?: string | undefined;
  /** The type that the service expects there, in its own word. */
  expectedType?: string | undefined;
  /** Seconds after which Zapier may try again. */
  retryAfter?: number | undefined;
}

/** Why a request failed: the `cause` of the error that the platform gets, so that callers can branch on it. */
export class RequestFailure extends Error implements FailureDetails {
  override readonly name = 'RequestFailure';
  readonly outcome: FailureDetails['outcome'];
  readonly code: string;
  readonly status: number | undefined;
  readonly serviceMessage: string | undefined;
  readonly attribute: string | undefined;
  readonly expectedType: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(message: string, details: FailureDetails) {
    super(message);
    this.outcome = details.outcome;
    this.code = details.code;
    this.status = details.status;
    this.serviceMessage = details.serviceMessage;
    this.attribute = details.attribute;
    this.expectedType = details.expectedType;
    this.retryAfter = details.retryAfter;
  }
}

/** Returns why a request failed, or undefined if the error does not come from a request. */
export const getFailure = (error: unknown): RequestFailure | undefined =>
  error instanceof Error && error.cause instanceof RequestFailure ? error.cause : undefined;

/** Makes the error that the user sees for a failed request. */
export const requestError = (message: string, details: FailureDetails): Error =>
  withFailure(new errors.Error(message, details.code, details.status), message, details);

/** Makes the error for a response of the API, in the class that Zapier acts on. */
function apiError(message: string, details: FailureDetails): Error {
  const { status, retryAfter } = details;
  if (status === 401) return withFailure(new errors.ExpiredAuthError(message), message, details);
  if (status === 429) return withFailure(new errors.ThrottledError(message, retryAfter), message, details);
  return requestError(message, details);
}

/** Adds a sentence to the message of a failed API request, such as what was not done because of it. */
export function appendToMessage(error: unknown, sentence: string): unknown {
  const failure = getFailure(error);
  return failure ? apiError(`${failure.message} ${sentence}`, failure) : error;
}

function withFailure(error: Error, message: string, details: FailureDetails): Error {
  // Without `doNotContextify`, zapier-platform-core appends its console log to the message.
  return Object.assign(error, { cause: new RequestFailure(message, details), doNotContextify: true });
}

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
  const { code, message, attribute, expectedType, limitExceeded } = readRefusal(response, secrets);
  const details: FailureDetails = {
    outcome: status < 500 ? 'refused' : 'unknown',
    code: code ?? `http_${status}`,
    status,
    serviceMessage: message,
    attribute,
    expectedType,
    retryAfter: retryDelay(response.header('retry-after')),
  };
  if (status === 401) return apiError(reconnect, details);
  return apiError(
    explain(status, { code, message, attribute, expectedType, limitExceeded }, purpose),
    details,
  );
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
      `The letter service's answer about ${object} was too large to be read. ${unsure(purpose)} If it happens again, ask the integration's maintainer for help.`,
      { outcome: 'unknown', code: 'answer_too_large' },
    );
  }
  const what =
    code === 'ABORT_ERR' || code === 'request-timeout' || code === 'body-timeout'
      ? 'did not answer in time'
      : `broke off the connection (${code})`;
  return requestError(
    `The letter service ${what} when asked to ${purpose.verb} ${object}. ${unsure(purpose)}`,
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
    `The letter service answered with ${what} when asked to ${purpose.verb} ${purpose.object}. ${unsure(purpose)}`,
    { outcome: 'unknown', code: 'unexpected_answer', status },
  );

const reconnect =
  'The letter service no longer accepts this connection: it expired or was revoked. Reconnect the account (in the Zap editor, or under Apps in Zapier), then run the Zap again.';

/** Reading is harmless to repeat; for anything else the user should look before doing it twice. */
const unsure = ({ verb, advice }: Purpose): string =>
  advice ??
  (verb === 'read'
    ? 'Nothing was changed; run the step again in a few minutes.'
    : 'It is not known whether that was done: look at your account at the letter service before you run the step again.');

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

interface ReadRefusal {
  code?: string | undefined;
  message?: string | undefined;
  attribute?: string | undefined;
  expectedType?: string | undefined;
  limitExceeded?: string | undefined;
}

function readRefusal({ body, header }: RefusedResponse, secrets: readonly string[]): ReadRefusal {
  const parsed = parseJson(body);
  if (!isRecord(parsed)) {
    const isPage = /html/i.test(header('content-type') ?? '') || /^\s*</.test(body);
    // A bare number, null or a list is data, not words; a text may come with JSON's quotes around it or without.
    const words = typeof parsed === 'string' ? parsed : parsed === undefined ? body : '';
    return { code: knownCodeIn(body), message: isPage ? undefined : displayable(words, secrets) };
  }
  const listed = Array.isArray(parsed.errors) ? parsed.errors.find(isRecord) : undefined;
  const nested = isRecord(parsed.error) ? parsed.error : undefined;
  const inner = nested ?? listed ?? parsed;
  const pick = (...names: string[]): string | undefined => {
    for (const source of [inner, parsed]) {
      for (const name of names) {
        const value = source[name];
        if (typeof value === 'string' && value.trim()) return displayable(value, secrets);
      }
    }
    return undefined;
  };
  const type = typeof inner.type === 'string' ? inner.type.split(/[/#]/).pop() : undefined;
  return {
    code: pick('code', 'error') ?? (type && type !== 'about:blank' ? displayable(type, secrets) : undefined),
    message: pick('message', 'detail', 'error_description', 'description', 'title'),
    attribute: pick('attribute', 'field', 'pointer', 'path', 'param'),
    expectedType: pick('expected_type'),
    limitExceeded: pick('limit_exceeded'),
  };
}

/** Returns the first of the service's codes in a body that is no JSON, such as a page of a proxy that quotes it. */
const knownCodeIn = (body: string): string | undefined =>
  body.match(/[a-z]+(?:[._-][a-z]+)+/g)?.find((word) => Object.hasOwn(knownCodes, word));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Data, markup and the traces of a program are nothing to read for a person; half an answer looks like these too. */
const noWords =
  /^[^\S\n]*(?:[{[]\s*[\]}{['"\d]|<)|<\/?[a-z][^>]*>|^[^\S\n]*at .+:\d+|\bat .+:\d+:\d+|\bat [\w.]+\([^)\n]*\) in \S+:|\bTraceback\b|\bline \d+, in\b|\bgoroutine \d+|\.(?:java|py|rb|php|js|go|cs):(?:line )?\d+/im;

/** A sentence takes hundreds of letters; what comes behind so many is not looked at, however much the service says. */
const wordsLimit = 2_000;

/** The service's words on one line, of a length one can read, and with no secret in them; nothing when they are no words. */
function displayable(text: string, secrets: readonly string[]): string | undefined {
  let start = text;
  // Before anything is cut off: the rest of a secret would not be known for one.
  for (const secret of secrets) if (secret.length > 3) start = start.replaceAll(secret, '[secret]');
  start = start.slice(0, wordsLimit);
  if (noWords.test(start)) return undefined;
  let line = start.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length > 300) line = `${line.slice(0, 299)}…`;
  return line || undefined;
}

const sentenceEnd = (text: string): string => (/[.!?\u2026]$/.test(text) ? text : `${text}.`);

function explain(status: number, read: ReadRefusal, purpose: Purpose): string {
  const says = read.message
    ? ` The service says: “${read.message}”.`
    : read.code
      ? ` The service's code for it is ${read.code}.`
      : '';
  const expects = read.expectedType ? ` A value of type ${read.expectedType} is expected.` : '';
  const where = read.attribute ? ` It points at ${read.attribute}.` : '';
  return sentenceEnd(`${main(status, read, purpose)}${expects}${where}${says}`);
}

function main(status: number, { code, limitExceeded }: ReadRefusal, purpose: Purpose): string {
  const { object, verb, scopes } = purpose;
  const known = code !== undefined && Object.hasOwn(knownCodes, code) ? knownCodes[code] : undefined;
  if (known && status < 500 && status !== 429) return known(purpose);
  switch (status) {
    case 408:
    case 425:
      return `The letter service did not take the request to ${verb} ${object} in time. Run the step again in a few minutes.`;
    case 403:
      return `This connection may not ${verb} ${object}. ${permission(scopes)}`;
    case 404:
      return `The letter service did not find ${object}. Check the value, or choose it again; it may have been deleted or belong to another account.`;
    case 409:
      return `The letter service would not ${verb} ${object} in its present state. Look at it in your account, then run the step again.`;
    case 410:
      return `The letter service no longer has ${object}: it was deleted. Choose another one.`;
    case 411:
      return `The letter service wants to know the length of what is sent for ${object} beforehand. Ask the integration's maintainer for help.`;
    case 413:
      return `What was sent for ${object} is too large for the letter service. Send less at once.`;
    case 429:
      return limitExceeded
        ? `The letter service's limit for this ${limitExceeded} is reached, so it did not ${verb} ${object}. Zapier tries again later; with many changes to make, spread them out.`
        : `The letter service is asked too often just now, so it did not ${verb} ${object}. Zapier tries again in a moment.`;
    default:
  }
  if (status >= 500) {
    return `The letter service has a problem of its own (${status}) and did not say what became of the request to ${verb} ${object}. ${unsure(purpose)}`;
  }
  return `The letter service refused to ${verb} ${object}. Check the values of this step.`;
}

const permission = (scopes: readonly string[]): string =>
  scopes.length > 0
    ? `Reconnect the account and approve the permission ${scopes.map((scope) => `"${scope}"`).join(' or ')}.`
    : 'Reconnect the account and approve every permission it asks for.';

type Sentence = (purpose: Purpose) => string;

/** The codes of §7.3 and those that services of this kind use, each told in terms of what the user filled in. */
const knownCodes: Record<string, Sentence | undefined> = {
  'orders.account_required': () =>
    'This connection is not linked to an account at the letter service, so it cannot order. Reconnect with a user who has an account there.',
  'orders.invalid_data': ({ object }) =>
    `A value in ${object} has the wrong type. Check the numbers and yes/no values.`,
  'orders.invalid_id': ({ object }) =>
    `The letter service does not recognize a value in ${object}. Check the values that name something: list, file, paper, envelope, font, logo or saved order.`,
  'orders.invalid_type': ({ object }) =>
    `The letter service did not take what was sent as ${object}. Ask the integration's maintainer for help.`,
  'orders.missing_attribute': ({ object }) =>
    `Something that the letter service needs is missing in ${object}. Fill in the fields that are blank.`,
  'orders.unknown_file': ({ object }) =>
    `A file used in ${object} does not exist at the letter service. Upload it in an earlier step and use the file that step gives.`,
  'orders.unknown_font': ({ object }) =>
    `A font used in ${object} does not exist at the letter service. Use a font that is used in one of your saved orders.`,
  'orders.permission_error': ({ object, verb, scopes }) =>
    `This connection may not ${verb} ${object}. ${permission(scopes)}`,
  'contacts.missing_contact': ({ object }) =>
    `The letter service did not find ${object}. Choose the contact from the list, or find it in an earlier step; it may have been deleted.`,
  'contacts.missing_name': () =>
    'The contact has no name. Fill in Name: it is the first line on the envelope.',
  'hooks.missing_scope': ({ verb, object, scopes }) =>
    `This connection may not ${verb} ${object}. ${permission(scopes)}`,
  'no-content': ({ object }) =>
    `The letter service found nothing in ${object}: the file is empty. Choose another file.`,
  'too-large': ({ object }) =>
    `The letter service finds ${object} too large. Make the file smaller, for example with smaller pictures.`,
  invalid_filename: ({ object }) =>
    `The letter service does not accept the name of ${object}. Fill in File Name with a short name that ends in its kind, such as letter.pdf.`,
};
