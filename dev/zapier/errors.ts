/** Errors of a run, as Zapier reads them. */
import * as zod from 'zod';
import type { ThrownError } from './handler_event.ts';

const appErrorMessage = zod.looseObject({
  message: zod.string().nullish(),
  code: zod.string().nullish(),
  status: zod.union([zod.number(), zod.string()]).nullish(),
  delay: zod.number().nullish(),
});

/**
 * An error that a connector threw. `name` is the error class in zapier-platform-core (`AppError`, `HaltedError`,
 * `ExpiredAuthError`, `ThrottledError`, …), `TimeoutError` or `ProcessExitedError`. `message` is what the user sees:
 * without the JSON around it and without the log that zapier-platform-core appends for developers.
 */
export class HandlerError extends Error {
  /** The second argument of `z.errors.Error`. */
  readonly code: string | undefined;
  /** The third argument of `z.errors.Error`, or the status of a `ResponseError`. */
  readonly status: number | undefined;
  /** Seconds to wait before a retry, for a `ThrottledError`. */
  readonly delay: number | undefined;
  /** The message exactly as the connector threw it. */
  readonly raw: string;
  /** The stack inside the connector. */
  readonly connectorStack: string | undefined;

  constructor(thrown: ThrownError) {
    const { message, code, status, delay } = parseMessage(thrown.message);
    super(message);
    this.name = thrown.name;
    this.code = code;
    this.status = status;
    this.delay = delay;
    this.raw = thrown.message;
    this.connectorStack = thrown.stack;
  }
}

/** Required fields are blank, so the connector was not called. */
export class RequiredFieldError extends HandlerError {
  readonly fields: readonly { key: string; label: string }[];

  constructor(operation: string, missing: readonly { key: string; label?: string | undefined }[]) {
    const fields = missing.map(({ key, label }) => ({ key, label: label ?? key }));
    const names = fields.map(({ key, label }) => `"${label}" (${key})`).join(', ');
    const message = `${operation}: required field ${names} is missing.`;
    super({ name: 'RequiredFieldError', message, stack: undefined });
    this.fields = fields;
  }
}

/** Seconds after which Zapier retries a throttled run, unless the error sets a delay. */
const defaultRetryDelay = 60;

/**
 * Returns when Zapier retries a throttled run, or undefined if the error is not a `ThrottledError`.
 * @param maxDelay in seconds
 */
export function retryTime(
  error: unknown,
  now: number,
  maxDelay: number = Number.POSITIVE_INFINITY,
): Date | undefined {
  if (!(error instanceof HandlerError) || error.name !== 'ThrottledError') return undefined;
  return new Date(now + Math.min(error.delay ?? defaultRetryDelay, maxDelay) * 1000);
}

/**
 * A step of a live Zap was throttled. Like Zapier, the caller should not fail the Zap's run but hold it and run the
 * step again at `retryAt`. `message` is the reason. Thrown by `runCreate`, `runSearch` and `runSearchOrCreate`, but not
 * for tests in the editor, where the user sees the `ThrottledError`.
 */
export class HeldError extends Error {
  /** By the clock of the local Zapier. */
  readonly retryAt: Date;

  constructor(throttled: Error, retryAt: Date) {
    super(throttled.message, { cause: throttled });
    this.name = 'HeldError';
    this.retryAt = retryAt;
  }
}

function parseMessage(raw: string) {
  const withoutLog = raw.split(/\n\s*(?:What happened|Console logs):\n/)[0] ?? raw;
  const parsed = appErrorMessage.safeParse(parseJson(withoutLog));
  if (!parsed.success) return { message: withoutLog };
  const { message, code, status, delay } = parsed.data;
  return {
    message: message ?? withoutLog,
    code: code ?? undefined,
    status: status === null || status === undefined ? undefined : Number(status),
    delay: delay ?? undefined,
  };
}

function parseJson(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
