/** Logs requests and responses, with secrets masked. */
import type { Database } from '../store/database.ts';
import type { LoggedRequest } from '../store/records.ts';
import type { Exchange } from './context.ts';
import { parseQuery } from './query.ts';

/** How many requests the log keeps. */
const maxRequests = 5000;
/** Maximum bytes of a body. Of longer text, the log keeps the beginning. */
const bodyLimit = 16 * 1024;

const mask = '***';
/** Matches the name of a secret, also misspelled with spaces, brackets or other separators. */
const secretName = '(?:access|form).{0,6}token|client.{0,6}secret|password|authorization';
const isSecretName = new RegExp(secretName, 'i');
const isCode = /^[^a-z]*code[^a-z]*$/i;
/** Matches the name of a secret in text, up to its value. `code` is a secret only before `=`. */
const secretInText = new RegExp(`(?:${secretName})[\\s"'\\\\\\])}]*[:=]|(?<![a-z_-])code\\s*=`, 'i');

/** The fields of the OAuth forms that are not secret. All others are masked. */
const harmlessInForms = new Set(['request', 'email', 'decision']);

export function logRequest(
  database: Database,
  entry: Pick<LoggedRequest, 'time' | 'method' | 'path' | 'status'> & { url: string; exchange: Exchange },
): void {
  const { url, exchange, path, ...rest } = entry;
  const isForm = /^\/(?:my|oauth)\//.test(decodeLeniently(path));
  const id = database.next('request');
  const logged: LoggedRequest = {
    id,
    ...rest,
    path: maskText(path),
    client: exchange.client,
    query: maskPairs(readablePairs(url)),
    request_body: loggableBody(exchange.requestBody, isForm),
    response_body: loggableBody(exchange.responseBody, false),
  };
  database.put('request', String(id), logged);
  if (id % 500 === 0) database.trim('request', maxRequests);
}

function maskPairs(
  pairs: readonly [string, string][],
  isSecret = (name: string): boolean => isSecretName.test(name) || isCode.test(name),
): Record<string, string | string[]> {
  const loggable = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const masked = isSecret(name) ? mask : maskText(value);
    const maskedName = maskText(name);
    const before = loggable.get(maskedName);
    loggable.set(maskedName, before === undefined ? masked : [before, masked].flat());
  }
  return Object.fromEntries(loggable);
}

function readablePairs(url: string): [string, string][] {
  try {
    return parseQuery(url);
  } catch {
    // Logs a query that is not valid UTF-8 with replacement characters.
    return [...new URLSearchParams(url.slice(url.indexOf('?') + 1))];
  }
}

/** @param isForm whether the body is a form of the OAuth pages */
function loggableBody(body: Uint8Array | string | null, isForm: boolean): unknown {
  if (body === null || body.length === 0) return null;
  const size = body.length;
  const start =
    typeof body === 'string' ? body.slice(0, bodyLimit) : readableText(body.subarray(0, bodyLimit));
  if (start === undefined) return `(${size} bytes)`;
  const isClipped = size > bodyLimit;
  if (isForm) return { ...maskForm(start), ...(isClipped ? { '…': `(${size} bytes)` } : {}) };
  if (isClipped) return `${maskText(start)}… (${size} bytes)`;
  try {
    return maskValue(JSON.parse(start));
  } catch {
    return maskText(start);
  }
}

/** Returns a form's fields, masked. Unusual names are masked too, because a body that is not a form could contain a secret there. */
const maskForm = (text: string): Record<string, string | string[]> =>
  maskPairs(
    [...new URLSearchParams(text)].map(([name, value]) => [/^[\w.-]{1,40}$/.test(name) ? name : mask, value]),
    (name) => !harmlessInForms.has(name),
  );

/** Masks everything after the first secret's name, because the end of the secret is unknown in plain text. */
function maskText(text: string): string {
  const readable = decodeLeniently(text);
  const found = secretInText.exec(readable);
  return found ? `${readable.slice(0, found.index)}${found[0]}${mask}` : text;
}

/** Decodes percent-encoded text where it is valid. */
const decodeLeniently = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });

/** Returns UTF-8 text, or `undefined` for binary data. The last character may be incomplete. */
function readableText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Masks the values of secrets in JSON. The `code` of an event is not a secret. */
function maskValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskValue);
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      maskText(name),
      isSecretName.test(name) ? mask : maskValue(inner),
    ]),
  );
}
