/** How a run ended badly, in the platform's own terms. */
import * as zod from 'zod';
import type { ThrownError } from './event.ts';

/** The classes that mean something to Zapier; anything else is the connector's own mistake. */
export type FailureKind =
  | 'AppError'
  | 'HaltedError'
  | 'ExpiredAuthError'
  | 'RefreshAuthError'
  | 'ThrottledError'
  | 'ResponseError'
  | 'CheckError'
  | 'TimeoutError'
  | 'ProcessExitedError'
  | (string & {});

const appErrorMessage = zod.looseObject({
  message: zod.string().nullish(),
  code: zod.string().nullish(),
  status: zod.union([zod.number(), zod.string()]).nullish(),
  delay: zod.number().nullish(),
});

/**
 * An error that a connector threw, as Zapier reads it. `name` is the platform's class (`AppError`, `HaltedError`,
 * `ExpiredAuthError`, `ThrottledError`, …) and `message` is what a user is shown: without the JSON that the platform
 * wraps around it, and without the log it appends for developers.
 */
export class PlatformError extends Error {
  /** The second argument of `z.errors.Error`. */
  readonly code: string | undefined;
  /** The third argument of `z.errors.Error`, or the status of a `ResponseError`. */
  readonly status: number | undefined;
  /** Seconds after which Zapier tries again, for a `ThrottledError`. */
  readonly delay: number | undefined;
  /** The message exactly as it left the connector. */
  readonly raw: string;
  /** The stack inside the connector. */
  readonly connectorStack: string | undefined;

  constructor(thrown: ThrownError) {
    const read = readMessage(thrown.message);
    super(read.message);
    this.name = thrown.name;
    this.code = read.code;
    this.status = read.status;
    this.delay = read.delay;
    this.raw = thrown.message;
    this.connectorStack = thrown.stack;
  }

  /** The platform's class, for a comparison that reads as one. */
  get kind(): FailureKind {
    return this.name;
  }
}

/** Required fields are blank; the connector was not asked. */
export class RequiredFieldError extends PlatformError {
  readonly fields: readonly { key: string; label: string }[];

  constructor(operation: string, missing: readonly { key: string; label?: string | undefined }[]) {
    const fields = missing.map(({ key, label }) => ({ key, label: label ?? key }));
    const names = fields.map(({ key, label }) => `"${label}" (${key})`).join(', ');
    const message = `${operation}: required field ${names} is missing.`;
    super({ name: 'RequiredFieldError', message, stack: undefined });
    this.fields = fields;
  }
}

function readMessage(raw: string) {
  const shown = raw.split(/\n\s*(?:What happened|Console logs):\n/)[0] ?? raw;
  const read = appErrorMessage.safeParse(parseJson(shown));
  if (!read.success) return { message: shown };
  const { message, code, status, delay } = read.data;
  return {
    message: message ?? shown,
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
