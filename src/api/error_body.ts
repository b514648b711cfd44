/**
 * Reads the body of an error response. The service's documentation does not define its shape, so all common ones
 * are read: a code, an error object or a list of them, an RFC 9457 problem, plain text, HTML, nothing. docs/api.md#errors
 */
import { parseJson } from './values.ts';

/** What an error response says, whatever its shape. */
export interface ErrorBody {
  code?: string | undefined;
  message?: string | undefined;
  attribute?: string | undefined;
  expectedType?: string | undefined;
  limitExceeded?: string | undefined;
}

/**
 * Reads an error body of any shape. Values of `secrets` are masked.
 * @param isKnownCode recognizes a code in a body that is not JSON
 */
export function readErrorBody(
  body: string,
  contentType: string,
  secrets: readonly string[],
  isKnownCode: (code: string) => boolean,
): ErrorBody {
  const parsed = parseJson(body);
  if (!isRecord(parsed)) {
    const isPage = /html/i.test(contentType) || /^\s*</.test(body);
    // A number, null or a list is data, not a message. Text may be a JSON string or plain.
    const words = typeof parsed === 'string' ? parsed : parsed === undefined ? body : '';
    return {
      code: wordsWithDots(body).find(isKnownCode),
      message: isPage ? undefined : toDisplayText(words, secrets),
    };
  }
  const listed = Array.isArray(parsed.errors) ? parsed.errors.find(isRecord) : undefined;
  const nested = isRecord(parsed.error) ? parsed.error : undefined;
  const inner = nested ?? listed ?? parsed;
  const pick = (...names: string[]): string | undefined => {
    for (const source of [inner, parsed]) {
      for (const name of names) {
        const value = source[name];
        if (typeof value === 'string' && value.trim()) return toDisplayText(value, secrets);
      }
    }
    return undefined;
  };
  const type = typeof inner.type === 'string' ? inner.type.split(/[/#]/).pop() : undefined;
  return {
    code:
      pick('code', 'error') ?? (type && type !== 'about:blank' ? toDisplayText(type, secrets) : undefined),
    message: pick('message', 'detail', 'error_description', 'description', 'title'),
    attribute: pick('attribute', 'field', 'pointer'),
    expectedType: pick('expected_type'),
    limitExceeded: pick('limit_exceeded'),
  };
}

/** Returns what may be codes in a body that is not JSON, such as a proxy's error page that quotes one. */
const wordsWithDots = (body: string): string[] => body.match(/(?<![a-z])[a-z]+(?:[._-][a-z]+)+/g) ?? [];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Data, markup and stack traces, which must not be shown to users. A truncated JSON body looks like data too. */
const unreadable =
  /^[^\S\n]*(?:[{[]\s*[\]}{['"\d]|<)|<\/?[a-z][^>]*>|^[^\S\n]*at .+:\d+|\bat .+:\d+:\d+|\bat [\w.]+\([^)\n]*\) in \S+:|\bTraceback\b|\bline \d+, in\b|\bgoroutine \d+|\.(?:java|py|rb|php|js|go|cs):(?:line )?\d+/im;

/** Maximum characters of a message to examine. */
const maxLength = 2_000;

/** Returns a message on one line, shortened and with secrets masked, or undefined if it is not readable text. */
function toDisplayText(text: string, secrets: readonly string[]): string | undefined {
  let start = text;
  // Mask before truncating: a secret cut in half would no longer match.
  for (const secret of secrets) if (secret.length > 3) start = start.replaceAll(secret, '[secret]');
  start = start.slice(0, maxLength);
  if (unreadable.test(start)) return undefined;
  let line = start.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length > 300) line = `${line.slice(0, 299)}…`;
  return line || undefined;
}
