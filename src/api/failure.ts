/** Why a request failed, and the errors of zapier-platform-core that carry it to Zapier. */
import { errors } from 'zapier-platform-core';

/** The details of a failed request, besides the message. */
export interface FailureDetails {
  /** `no_effect`: the service did nothing. `unknown`: it may have acted (timeout, reset, 5xx, unreadable response). */
  outcome: 'no_effect' | 'unknown';
  /** The service's own code, such as `orders.unknown_file`, or one of ours, such as `no_answer`. */
  code: string;
  status?: number | undefined;
  /** The service's own words, cleaned for display. */
  serviceMessage?: string | undefined;
  /** The part of the request that the service rejects, if it says so. */
  attribute?: string | undefined;
  /** The type that the service expects for `attribute`, such as `number`. */
  expectedType?: string | undefined;
  /** Seconds after which Zapier may try again. */
  retryAfter?: number | undefined;
}

/** Why a request failed: the `cause` of the error that zapier-platform-core gets, so that callers can branch on it. */
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

/** Makes the error for a response of the API, in the class that Zapier acts on: reconnect, try later, or stop. */
export function apiError(message: string, details: FailureDetails): Error {
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
