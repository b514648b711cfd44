/**
 * The connector's only error class. A failure keeps facts, and only {@link describeFailure} turns them into a message. A step that
 * knows more adds facts with {@link addFacts} or {@link explain}. At the end of an operation, `edge.ts` adds what was done, and converts
 * the failure into an error class of zapier-platform-core.
 */
import { STATUS_CODES } from 'node:http';
import { truncate } from './text/format.ts';

/**
 * Says whether the step's action was done, and how Zapier handles the failure:
 *
 * - `not_done`: certainly nothing was done. Zapier shows the message.
 * - `not_found`: nothing was done, because the object does not exist at the letter service. Zapier shows the message.
 * - `reconnect`: nothing was done. Zapier asks the user to reconnect the account.
 * - `run_again`: nothing was done. Zapier runs the whole step again later.
 * - `unknown`: the action may have been done (a timeout, a reset, a server error, an unusable response). Zapier shows the message.
 */
export type FailureKind = 'not_done' | 'not_found' | 'reconnect' | 'run_again' | 'unknown';

/** The purpose of a request, in the user's words. */
export interface Purpose {
  /** The object of the request, as a noun phrase, such as `the contact "c-123-4567"`. */
  object: string;
  /** What the request does to the object, such as `change`. Must fit "to … the contact". `read` also means that nothing changes. */
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

export class Failure extends Error {
  override readonly name = 'Failure';
  declare readonly kind: FailureKind;
  /** What happened, in a sentence. Default: what the purpose, the problem and the kind say. */
  declare readonly what?: string | undefined;
  /** What was or was not done, in a sentence; blank if `what` says so. If undefined, `edge.ts` adds it to the error of an action. */
  declare readonly outcome?: string | undefined;
  /** What the user can do, in whole sentences. Default: what the kind and the status say. */
  declare readonly advice?: string | undefined;
  /** The person that the step concerns, such as `Letter to Ann Lee`. Begins the message. */
  declare readonly person?: string | undefined;
  declare readonly purpose?: Purpose;
  /** What the letter service did instead, such as `returned a server error (500)`, unless it rejected the request. */
  declare readonly problem?: string;
  /** Seconds until the step runs again, if it does. */
  declare readonly retryAfter?: number | undefined;
  declare readonly status?: number | undefined;
  /** The service's error code, such as `orders.unknown_file`, or the code of a network error. */
  declare readonly code?: string | undefined;
  /** The ID in a response that reports an error but may have created something. */
  declare readonly createdId?: string | undefined;
  /** The service's message, cleaned for display. */
  declare readonly serviceMessage?: string | undefined;
  /** The part of the request that the service rejects, if the response names it. */
  declare readonly attribute?: string | undefined;
  /** The type that the service expects for `attribute`, such as `number`. */
  declare readonly expectedType?: string | undefined;

  constructor({ cause, ...facts }: FailureFacts) {
    super(describeFailure(facts), { cause });
    Object.assign(this, facts);
  }

  with(facts: Partial<FailureFacts>): Failure {
    const { name: _, ...known } = this;
    return new Failure({ ...known, cause: this.cause, ...facts });
  }
}

export type FailureFacts = Omit<Failure, 'name' | 'message' | 'stack' | 'with'>;

/** Makes the message: who, what happened, what the service said, what was done, what to do, and technical details. */
function describeFailure(facts: FailureFacts): string {
  const { person, what, outcome, advice, serviceMessage } = facts;
  const sentences = [
    what ?? whatHappened(facts),
    serviceMessage && `The letter service says: “${serviceMessage.replace(/\.$/, '')}”.`,
    outcome,
    advice ?? whatToDo(facts),
  ];
  const message = sentences.filter(Boolean).join(' ');
  // A step that says what happened has understood the code, and these statuses need none.
  const isClear = what !== undefined || [403, 404, 410, 429].includes(facts.status ?? 0);
  const details = isClear ? [] : detailsOf(facts);
  const isNamed = !person || message.startsWith(person);
  return (isNamed ? '' : `${person}: `) + addDetails(message, details);
}

function whatHappened({ kind, status = 0, problem, purpose }: FailureFacts): string {
  if (kind === 'reconnect')
    return 'The letter service no longer accepts this connection. It expired or was revoked.';
  if (!purpose) return '';
  const { verb, object } = purpose;
  // The object may contain a mapped value of any length.
  const request = `${verb} ${truncate(object, 200)}`;
  const missing = truncate(purpose.missing ?? object, 200);
  if (problem) {
    if (isHarmless(purpose)) return `The letter service ${problem} when asked to ${request}.`;
    if (kind !== 'unknown') return `The letter service ${problem}, so it did not ${request}.`;
    return `The letter service ${problem}, so we don't know whether the request to ${request} went through.`;
  }
  if (status === 403) return `This connection doesn't have permission to ${request}.`;
  if (status === 410) return `The letter service no longer has ${missing}. It was deleted.`;
  if (status === 404)
    return `The letter service did not find ${missing}. It may have been deleted, or it may belong to another account.`;
  const title = status === 400 ? undefined : STATUS_CODES[status];
  return `The letter service rejected the request to ${request}${title ? ` (${status} ${title})` : ''}.`;
}

function whatToDo({ kind, status, purpose, retryAfter = 60 }: FailureFacts): string {
  if (kind === 'reconnect') return 'Reconnect the account in Zapier, then run the Zap again.';
  if (kind === 'run_again') {
    if (status === 429) return 'Zapier runs the step again later. Spread large changes over the day.';
    return `Zapier runs the step again ${retryAfter > 120 ? 'later' : 'in a minute'}.`;
  }
  if (!purpose) return '';
  if (kind === 'not_found') return 'Check the value, or choose it again.';
  if (kind === 'unknown')
    return isHarmless(purpose)
      ? 'Run the step again in a few minutes.'
      : 'Check your account at the letter service before you run the step again.';
  if (status === 403) return reconnectAdvice(purpose.scopes);
  return `Check ${purpose.check ?? 'the values in this step'}.`;
}

const isHarmless = ({ verb, isRepeatable }: Purpose): boolean => verb === 'read' || isRepeatable === true;

/** Asks the user to approve all permissions, and names the scopes. Any one of them is enough. */
export function reconnectAdvice(scopes: readonly string[]): string {
  const included = scopes.length > 0 ? `, including ${scopes.map((scope) => `"${scope}"`).join(' or ')}` : '';
  return `Reconnect the account and approve every permission it asks for${included}.`;
}

const detailsOf = ({ code, attribute, expectedType }: FailureFacts) => [
  code && `code ${code}`,
  attribute && `attribute ${attribute}`,
  expectedType && `expected type ${expectedType}`,
];

/** Appends technical details in parentheses to the last sentence. */
export function addDetails(message: string, details: readonly (string | undefined)[]): string {
  const known = details.filter(Boolean);
  return known.length > 0 ? `${message.replace(/\.$/, '')} (${known.join(', ')}).` : message;
}

/** Returns the error if it is a failure, or undefined if it is any other error, such as a bug. */
export const getFailure = (error: unknown): Failure | undefined =>
  error instanceof Failure ? error : undefined;

/** Adds facts to a failure. Returns any other error unchanged. */
export const addFacts = (error: unknown, facts: Partial<FailureFacts>): unknown =>
  getFailure(error)?.with(facts) ?? error;

/** What a step knows about a failure, by the service's error code or by the kind of failure. */
export type Explanations = Readonly<Record<string, Partial<FailureFacts> | undefined>>;

/** Adds what the step knows about a failure. Returns any other error unchanged. */
export function explain(error: unknown, explanations: Explanations): unknown {
  const { code = '', kind = '' } = getFailure(error) ?? {};
  const known = new Map(Object.entries(explanations));
  return addFacts(error, known.get(code) ?? known.get(kind) ?? {});
}

/** Does work that the step can do without. Returns the result, or logs the error and returns undefined. */
export async function tryOrLog<Result>(
  z: { console: { error(...values: unknown[]): void } },
  failureMessage: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    z.console.error(failureMessage, error);
    return undefined;
  }
}
