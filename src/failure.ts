/**
 * The connector's only error class. Its message says in the user's words why a step cannot continue. At the end of an operation,
 * `edge.ts` converts it into an error class of zapier-platform-core.
 */

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

export class Failure extends Error {
  override readonly name = 'Failure';
  /** What happened: the message without the advice. */
  readonly what: string;
  declare readonly kind: FailureKind;
  /** Seconds until the step runs again, if it does. */
  declare readonly retryAfter?: number;
  /** The HTTP status of the response, if there was one. */
  declare readonly status?: number;
  /** The service's error code, such as `orders.unknown_file`. */
  declare readonly code?: string;
  /** The service's message, cleaned for display. */
  declare readonly serviceMessage?: string;
  /** What the user can do, in whole sentences. It ends the message. */
  declare readonly advice?: string | undefined;
  /** True if the message already says what was done. Otherwise, `edge.ts` adds this. */
  declare readonly saysWhatWasDone?: boolean;
  /** The part of the request that the service rejects, if the response names it. */
  declare readonly attribute?: string;
  /** The type that the service expects for `attribute`, such as `number`. */
  declare readonly expectedType?: string;

  constructor(what: string, { cause, ...details }: FailureDetails) {
    super(details.advice ? `${what} ${details.advice}` : what, { cause });
    this.what = what;
    Object.assign(this, details);
  }

  /** Returns a copy of the failure with a new message and changed details. */
  reworded(what: string, advice?: string, changes: Partial<FailureDetails> = {}): Failure {
    const { what: _, ...details } = this;
    return new Failure(what, { ...details, cause: this.cause, advice, ...changes });
  }
}

/** The details of a failure, except the message. The cause is the original error. */
export type FailureDetails = Omit<Failure, 'name' | 'message' | 'stack' | 'what' | 'reworded'>;

/** Returns the error if it is a failure, or undefined if it is any other error, such as a bug. */
export const getFailure = (error: unknown): Failure | undefined =>
  error instanceof Failure ? error : undefined;

/** A message: what happened, and what to do. */
export type Words = readonly [what: string, advice?: string];

/** The messages of a step, by the service's error code or by the kind of failure. */
export type Explanations = Readonly<Record<string, Words | ((failure: Failure) => Words | undefined)>>;

/** Replaces the message of a failure if the step has a better explanation than `src/api`. */
export function explain(error: unknown, explanations: Explanations): unknown {
  const failure = getFailure(error);
  if (!failure) return error;
  const table = new Map(Object.entries(explanations));
  const found = table.get(failure.code ?? '') ?? table.get(failure.kind);
  const words = typeof found === 'function' ? found(failure) : found;
  if (words === undefined) return error;
  const [what, advice] = words;
  return failure.reworded(what + quoteService(failure.serviceMessage), advice);
}

/** Returns a sentence that quotes the letter service's message, to append; empty if there is no message. */
export const quoteService = (words: string | undefined): string =>
  words ? ` The letter service says: “${words.replace(/\.$/, '')}”.` : '';

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
