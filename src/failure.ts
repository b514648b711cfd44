/**
 * The one error class of the connector: why a step cannot go on, in the user's words. The code throws and catches `Failure`
 * everywhere; `edge.ts` turns it into the class that Zapier acts on where an operation ends.
 */

/**
 * What a failure means for what the step was about to do, and what Zapier does with it:
 *
 * - `not_done`: certainly nothing was done. Zapier shows the message.
 * - `not_found`: the same, because the letter service does not have it or no longer has it.
 * - `reconnect`: the same. Zapier asks the user to reconnect the account.
 * - `run_again`: the same. Zapier runs the whole step again later.
 * - `unknown`: it may have been done: a timeout, a reset, a server error, an unusable response. Zapier shows the message.
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
  /** The service's own code, such as `orders.unknown_file`. */
  declare readonly code?: string;
  /** The service's own words, cleaned for display. */
  declare readonly serviceMessage?: string;
  /** What to do, in whole sentences. It is the end of the message. */
  declare readonly advice?: string | undefined;
  /** True if the message says what was done and what was not, because only the step knows. Otherwise `edge.ts` says it. */
  declare readonly saysWhatWasDone?: boolean;
  /** The part of the request that the service rejects, if it says so. */
  declare readonly attribute?: string;
  /** The type that the service expects for `attribute`, such as `number`. */
  declare readonly expectedType?: string;

  constructor(what: string, { cause, ...details }: FailureDetails) {
    super(details.advice ? `${what} ${details.advice}` : what, { cause });
    this.what = what;
    Object.assign(this, details);
  }

  /** Returns the same failure with other words, and with the changed details. */
  reworded(what: string, advice?: string, changes: Partial<FailureDetails> = {}): Failure {
    const { what: _, ...details } = this;
    return new Failure(what, { ...details, cause: this.cause, advice, ...changes });
  }
}

/** The details of a failure, besides the message. Its cause is the error that led to it. */
export type FailureDetails = Omit<Failure, 'name' | 'message' | 'stack' | 'what' | 'reworded'>;

/** Returns the failure, or undefined if the error is another one, such as a bug or an unavailable cache. */
export const getFailure = (error: unknown): Failure | undefined =>
  error instanceof Failure ? error : undefined;

/** A message: what happened, and what to do. */
export type Words = readonly [what: string, advice?: string];

/** The messages of a step for the service's codes, or for all failures of one kind. */
export type Explanations = Readonly<Record<string, Words | ((failure: Failure) => Words | undefined)>>;

/** Replaces the message of a failure that the step explains better than the client of the API can. */
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

/** Quotes the letter service's own words, as a sentence to append; empty if it said nothing. */
export const quoteService = (words: string | undefined): string =>
  words ? ` The letter service says: “${words.replace(/\.$/, '')}”.` : '';

/** Does work without which the step can go on. Returns the result, or logs the failure with what it means for later steps. */
export async function attempt<Result>(
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
