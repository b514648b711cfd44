/** An error of the API. The variant decides the shape of its body. */
import type { Variant } from '../variants.ts';

export class ServiceError extends Error {
  readonly status: number;
  readonly code: string;
  /** More attributes of the error, such as `expected_type`. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
    this.headers = headers;
  }
}

/** Returns the error in the shape of the chosen variant. */
export function serializeError(
  { status, code, message, extra }: ServiceError,
  variants: ReadonlySet<Variant>,
  origin: string,
): { text: string; contentType: string } {
  if (variants.has('text')) return { text: `${code}: ${message}`, contentType: 'text/plain; charset=utf-8' };
  const error = { code, message, ...extra };
  const shape = variants.has('nested')
    ? { error }
    : variants.has('list')
      ? { errors: [error] }
      : variants.has('code')
        ? error
        : { status, error: code, message, more_info: `${origin}/about#errors`, ...extra };
  return { text: JSON.stringify(shape), contentType: 'application/json' };
}

/** Shortens text from a client for an error message. */
export const shorten = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text);
