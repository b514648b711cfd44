/**
 * The one error class of the connector: why a step cannot go on, in the user's words. The code throws and catches `Failure`
 * everywhere; {@link withPlatformErrors} turns it into the class that Zapier acts on where an operation ends.
 */
import { errors } from 'zapier-platform-core';

/** The details of a failure, besides the message. */
export interface FailureDetails {
  /** `no_effect` if the service certainly changed nothing; `unknown` if it may have (timeout, reset, 5xx, unreadable response). */
  outcome: 'no_effect' | 'unknown';
  /** The service's own code, such as `orders.unknown_file`, or one of ours, such as `no_answer`. */
  code: string;
  /** What Zapier should do besides reporting the error: ask the user to reconnect, or run the whole step again later. */
  remedy?: 'reconnect' | 'run_again' | undefined;
  /** Seconds to wait before the step runs again. */
  retryAfter?: number | undefined;
  /** The HTTP status of the response, if there was one. */
  status?: number | undefined;
  /** The service's own words, cleaned for display. */
  serviceMessage?: string | undefined;
  /** The part of the request that the service rejects, if it says so. */
  attribute?: string | undefined;
  /** The type that the service expects for `attribute`, such as `number`. */
  expectedType?: string | undefined;
  /** The error that led to this one. */
  cause?: unknown;
}

export class Failure extends Error implements FailureDetails {
  override readonly name = 'Failure';
  declare readonly outcome: FailureDetails['outcome'];
  declare readonly code: string;
  declare readonly remedy: FailureDetails['remedy'];
  declare readonly retryAfter: number | undefined;
  declare readonly status: number | undefined;
  declare readonly serviceMessage: string | undefined;
  declare readonly attribute: string | undefined;
  declare readonly expectedType: string | undefined;

  constructor(message: string, { cause, ...details }: FailureDetails) {
    super(message, { cause });
    Object.assign(this, details);
  }
}

/** Returns the failure, or undefined if the error is another one, such as a bug or an unavailable cache. */
export const getFailure = (error: unknown): Failure | undefined =>
  error instanceof Failure ? error : undefined;

/** Adds a sentence to the message of a failure, such as what was not done because of it. */
export function appendToMessage(error: unknown, sentence: string): unknown {
  const failure = getFailure(error);
  return failure ? new Failure(`${failure.message} ${sentence}`, failure) : error;
}

/**
 * Returns a copy of a definition in which every function throws the errors of zapier-platform-core instead of
 * failures, so that Zapier asks the user to reconnect, runs the step again later, or shows the message. A part without
 * functions is not copied: operations share many, and zapier-platform-core copies a shared part only once.
 */
export function withPlatformErrors<Definition>(definition: Definition): Definition;
export function withPlatformErrors(definition: unknown): unknown {
  if (typeof definition === 'function') {
    return async (...values: unknown[]) => {
      try {
        return await Reflect.apply(definition, undefined, values);
      } catch (error) {
        throw toPlatformError(error);
      }
    };
  }
  if (!holdsFunction(definition)) return definition;
  if (Array.isArray(definition)) return definition.map((item) => withPlatformErrors(item));
  return Object.fromEntries(
    Object.entries(definition).map(([key, value]) => [key, withPlatformErrors(value)]),
  );
}

const holdsFunction = (value: unknown): value is object =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsFunction));

/** Returns the error of zapier-platform-core for a failure, and any other error unchanged. */
export function toPlatformError(error: unknown): unknown {
  const failure = getFailure(error);
  if (!failure) return error;
  // Without `doNotContextify`, zapier-platform-core appends its log to the message.
  return Object.assign(makePlatformError(failure), {
    cause: failure,
    stack: failure.stack,
    doNotContextify: true,
  });
}

function makePlatformError({ message, remedy, retryAfter, code, status }: Failure): Error {
  if (remedy === 'reconnect') return new errors.ExpiredAuthError(message);
  if (remedy === 'run_again') return new errors.ThrottledError(message, retryAfter);
  return new errors.Error(message, code, status);
}
