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

/** What a call was about, in the user's words; every sentence about its failure is made from these. */
export interface Subject {
  /** A noun phrase, such as `contact "c-123-4567"`. */
  about: string;
  /** What the call does to it, such as `read` or `delete`; reads well in "to … the contact". */
  verb: string;
  /** The scopes, any of which allows the call (§5.5). */
  scopes: readonly string[];
  /** What to do when it fails, where that is not to run a step again. */
  advice?: string;
}

/** What is known about a call that failed. */
export interface Failure {
  /** Whether the service surely did nothing (`refused`), or nobody can say (`unknown`: time-out, reset, 5xx, nonsense). */
  outcome: 'refused' | 'unknown';
  status?: number;
  /** The service's own code, such as `orders.unknown_file`. */
  code?: string;
  /** The service's own words, cleaned for display. */
  message?: string;
  /** The part of the request that the service pointed at, where it did. */
  attribute?: string;
  /** The type that the service expects there, in its own word. */
  expectedType?: string;
}

const failures = new WeakMap<object, Failure>();

/** What is known about an error that came out of a call to the service; nothing when it came from elsewhere. */
export const failureOf = (error: unknown): Failure | undefined =>
  typeof error === 'object' && error !== null ? failures.get(error) : undefined;

/** Marks an error with what is known about the call, so that a caller can decide without reading its text. */
export function remember<E extends Error>(error: E, failure: Failure): E {
  failures.set(error, failure);
  // Without this the platform appends its console log to the sentence that the user reads.
  return Object.assign(error, { doNotContextify: true });
}

/** What the user reads of an error made here, which the platform's class packs into JSON, and its code. */
export function saidBy(error: unknown): { sentence: string; code?: string | undefined } | undefined {
  const packed = error instanceof Error ? parseJson(error.message) : undefined;
  if (!isRecord(packed) || typeof packed.message !== 'string') return undefined;
  return { sentence: packed.message, code: typeof packed.code === 'string' ? packed.code : undefined };
}

/** A refusal's status, header access and body text, whichever client read them. */
export interface RefusedResponse {
  status: number;
  header(name: string): string | null | undefined;
  body: string;
}

/** Turns an answer of 400 or above into the platform's error for it. */
export function refusalError(response: RefusedResponse, subject: Subject, secrets: readonly string[]): Error {
  const read = readRefusal(response, secrets);
  const failure: Failure = {
    outcome: response.status < 500 ? 'refused' : 'unknown',
    status: response.status,
    ...(read.code === undefined ? {} : { code: read.code }),
    ...(read.message === undefined ? {} : { message: read.message }),
    ...(read.attribute === undefined ? {} : { attribute: read.attribute }),
    ...(read.expectedType === undefined ? {} : { expectedType: read.expectedType }),
  };
  if (response.status === 401) return remember(new errors.ExpiredAuthError(reconnect), failure);
  const sentence = explain(response.status, read, subject);
  if (response.status === 429) {
    return remember(new errors.ThrottledError(sentence, retryDelay(response.header('retry-after'))), failure);
  }
  return remember(
    new errors.Error(sentence, read.code ?? `http_${response.status}`, response.status),
    failure,
  );
}

/** A sentence for a call whose outcome nobody knows or that never began. */
export function transportError(error: unknown, subject: Subject): Error {
  // Said before anything was sent, by what prepares a request: a setting that is missing, for instance.
  if (error instanceof Error && error.name === 'AppError') return remember(error, { outcome: 'refused' });
  const code = errorCode(error);
  const { about } = subject;
  if (unreached.has(code)) {
    return remember(
      new errors.Error(
        `The letter service could not be reached (${code}), so nothing was done with ${about}. ${subject.advice ?? 'Run the step again in a few minutes.'}`,
        'service_unreachable',
      ),
      { outcome: 'refused' },
    );
  }
  if (code === 'max-size') {
    return remember(
      new errors.Error(
        `The letter service's answer about ${about} was too large to be read. ${unsure(subject)} If it happens again, ask the integration's maintainer for help.`,
        'answer_too_large',
      ),
      { outcome: 'unknown' },
    );
  }
  const what =
    code === 'ABORT_ERR' || code === 'request-timeout' || code === 'body-timeout'
      ? 'did not answer in time'
      : `broke off the connection (${code})`;
  return remember(
    new errors.Error(
      `The letter service ${what} when asked to ${subject.verb} ${about}. ${unsure(subject)}`,
      'no_answer',
    ),
    { outcome: 'unknown' },
  );
}

/** A sentence for a call that was not begun, because too little of the run's time was left for it. */
export const outOfTime = ({ verb, about }: Subject): Error =>
  remember(
    new errors.Error(
      `There was too little time left to ${verb} ${about}, because what comes before it took so long. Nothing was sent; run the step again when the connection is faster.`,
      'out_of_time',
    ),
    { outcome: 'refused' },
  );

/** A sentence for an answer that the service never promised: another shape, HTML, a cut-off body, nothing. */
export function unexpectedAnswer(what: string, subject: Subject, status?: number): Error {
  return remember(
    new errors.Error(
      `The letter service answered with ${what} when asked to ${subject.verb} ${subject.about}. ${unsure(subject)}`,
      'unexpected_answer',
      status,
    ),
    { outcome: 'unknown', ...(status === undefined ? {} : { status }) },
  );
}

const reconnect =
  'The letter service no longer accepts this connection: it expired or was revoked. Reconnect the account (in the Zap editor, or under Apps in Zapier), then run the Zap again.';

/** Reading is harmless to repeat; for anything else the user should look before doing it twice. */
const unsure = ({ verb, advice }: Subject): string =>
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
    return { message: isPage ? undefined : displayable(words, secrets) };
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

function explain(status: number, read: ReadRefusal, subject: Subject): string {
  const says = read.message
    ? ` The service says: “${read.message}”.`
    : read.code
      ? ` The service's code for it is ${read.code}.`
      : '';
  const expects = read.expectedType ? ` A value of type ${read.expectedType} is expected.` : '';
  const where = read.attribute ? ` It points at ${read.attribute}.` : '';
  return sentenceEnd(`${main(status, read, subject)}${expects}${where}${says}`);
}

function main(status: number, { code, limitExceeded }: ReadRefusal, subject: Subject): string {
  const { about, verb, scopes } = subject;
  const known = code !== undefined && Object.hasOwn(knownCodes, code) ? knownCodes[code] : undefined;
  if (known && status < 500 && status !== 429) return known(subject);
  switch (status) {
    case 408:
    case 425:
      return `The letter service did not take the request to ${verb} ${about} in time. Run the step again in a few minutes.`;
    case 403:
      return `This connection may not ${verb} ${about}. ${permission(scopes)}`;
    case 404:
      return `The letter service did not find ${about}. Check the value, or choose it again; it may have been deleted or belong to another account.`;
    case 409:
      return `The letter service would not ${verb} ${about} in its present state. Look at it in your account, then run the step again.`;
    case 410:
      return `The letter service no longer has ${about}: it was deleted. Choose another one.`;
    case 411:
      return `The letter service wants to know the length of what is sent for ${about} beforehand. Ask the integration's maintainer for help.`;
    case 413:
      return `What was sent for ${about} is too large for the letter service. Send less at once.`;
    case 429:
      return limitExceeded
        ? `The letter service's limit for this ${limitExceeded} is reached, so it did not ${verb} ${about}. Zapier tries again later; with many changes to make, spread them out.`
        : `The letter service is asked too often just now, so it did not ${verb} ${about}. Zapier tries again in a moment.`;
    default:
  }
  if (status >= 500) {
    return `The letter service has a problem of its own (${status}) and did not say what became of the request to ${verb} ${about}. ${unsure(subject)}`;
  }
  return `The letter service refused to ${verb} ${about}. Check the values of this step.`;
}

const permission = (scopes: readonly string[]): string =>
  scopes.length > 0
    ? `Reconnect the account and approve the permission ${scopes.map((scope) => `"${scope}"`).join(' or ')}.`
    : 'Reconnect the account and approve every permission it asks for.';

type Sentence = (subject: Subject) => string;

/** The codes of §7.3 and those that services of this kind use, each told in terms of what the user filled in. */
const knownCodes: Record<string, Sentence | undefined> = {
  'orders.account_required': () =>
    'This connection is not linked to an account at the letter service, so it cannot order. Reconnect with a user who has an account there.',
  'orders.invalid_data': ({ about }) =>
    `A value in ${about} has the wrong type. Check the numbers and yes/no values.`,
  'orders.invalid_id': ({ about }) =>
    `The letter service does not recognize a value in ${about}. Check the values that name something: list, file, paper, envelope, font, logo or saved order.`,
  'orders.invalid_type': ({ about }) =>
    `The letter service did not take what was sent as ${about}. Ask the integration's maintainer for help.`,
  'orders.missing_attribute': ({ about }) =>
    `Something that the letter service needs is missing in ${about}. Fill in the fields that are blank.`,
  'orders.unknown_file': ({ about }) =>
    `A file used in ${about} does not exist at the letter service. Upload it in an earlier step and use the file that step gives.`,
  'orders.unknown_font': ({ about }) =>
    `A font used in ${about} does not exist at the letter service. Use a font that is used in one of your saved orders.`,
  'orders.permission_error': ({ about, verb, scopes }) =>
    `This connection may not ${verb} ${about}. ${permission(scopes)}`,
  'contacts.missing_contact': ({ about }) =>
    `The letter service did not find ${about}. Choose the contact from the list, or find it in an earlier step; it may have been deleted.`,
  'contacts.missing_name': () =>
    'The contact has no name. Fill in Name: it is the first line on the envelope.',
  'hooks.missing_scope': ({ verb, about, scopes }) =>
    `This connection may not ${verb} ${about}. ${permission(scopes)}`,
  'no-content': ({ about }) =>
    `The letter service found nothing in ${about}: the file is empty. Choose another file.`,
  'too-large': ({ about }) =>
    `The letter service finds ${about} too large. Make the file smaller, for example with smaller pictures.`,
  invalid_filename: ({ about }) =>
    `The letter service does not accept the name of ${about}. Fill in File Name with a short name that ends in its kind, such as letter.pdf.`,
};
