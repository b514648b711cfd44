/**
 * Reads the body of an error response. The service's documentation does not define its shape, so all common shapes
 * are read: a code, an error object or a list of them, an RFC 9457 problem, plain text, HTML, an empty body. docs/api.md#errors
 */
import { truncate } from '../format.ts';
import { isPlainObject } from '../values.ts';
import { parseJson } from './values.ts';

/** Reads an error body of any shape. Values of `secrets` are masked. */
export function readErrorBody(body: string, contentType: string, secrets: readonly (string | undefined)[]) {
  const parsed = parseJson(body);
  if (!isPlainObject(parsed)) {
    const isPage = /html/i.test(contentType) || /^\s*</.test(body);
    // A number, null or a list is data, not a message. A message may be a JSON string or plain text.
    const words = typeof parsed === 'string' ? parsed : parsed === undefined ? body : '';
    return {
      code: /^[a-z]+\.[a-z_]+(?=:? |$)/.exec(words.trim())?.[0],
      serviceMessage: isPage ? undefined : toDisplayText(words, secrets),
    };
  }
  const listed = Array.isArray(parsed.errors) ? parsed.errors.find(isPlainObject) : undefined;
  const nested = isPlainObject(parsed.error) ? parsed.error : undefined;
  const inner = nested ?? listed ?? parsed;
  const pick = (...names: string[]): string | undefined => {
    const values = [inner, parsed].flatMap((source) => names.map((name) => source[name]));
    const text = values.find((value) => typeof value === 'string' && value.trim());
    return typeof text === 'string' ? toDisplayText(text, secrets) : undefined;
  };
  const type = typeof inner.type === 'string' ? inner.type.split(/[/#]/).pop() : undefined;
  return {
    code:
      pick('code', 'error') ?? (type && type !== 'about:blank' ? toDisplayText(type, secrets) : undefined),
    serviceMessage: pick('message', 'detail', 'error_description', 'description', 'title'),
    attribute: pick('attribute', 'field', 'pointer'),
    expectedType: pick('expected_type'),
    limitExceeded: pick('limit_exceeded'),
  };
}

/** Matches data, markup and stack traces, which must not be shown to users. A truncated JSON body counts as data. */
const unreadableText =
  /^[^\S\n]*(?:[{[]\s*[\]}{['"\d]|<)|<\/?[a-z][^>]*>|^[^\S\n]*at .+:\d+|\bat .+:\d+:\d+|\bat [\w.]+\([^)\n]*\) in \S+:|\bTraceback\b|\bline \d+, in\b|\bgoroutine \d+|\.(?:java|py|rb|php|js|go|cs):(?:line )?\d+/im;

/** Maximum characters of a message to examine. */
const maxLength = 2_000;

/** Returns a message on one line, shortened and with secrets masked, or undefined if it is not readable text. */
function toDisplayText(text: string, secrets: readonly (string | undefined)[]): string | undefined {
  let start = text;
  // Mask before truncating: a secret cut in half would no longer match.
  for (const secret of secrets) if (secret && secret.length > 3) start = start.replaceAll(secret, '[secret]');
  start = start.slice(0, maxLength);
  if (unreadableText.test(start)) return undefined;
  return truncate(start.replace(/[\s\p{Cc}]+/gu, ' ').trim(), 300) || undefined;
}
