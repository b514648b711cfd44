/** Logs requests and responses, with secrets masked. */
import type { Database } from '../store/database.ts';
import type { LoggedRequest } from '../store/records.ts';
import type { Exchange } from './context.ts';
import { groupByName, parseQuery, urlLimit } from './query.ts';
import { depthLimit } from './request_body.ts';

/** How many requests the log keeps. */
const maxRequests = 5000;
/** Maximum bytes of a body. Of longer text, the log keeps the beginning. */
const bodyLimit = 16 * 1024;

const mask = '***';
/** Matches the name of a secret, also misspelled with spaces, brackets or other separators. */
const secretName = 'token|secret|password|passwd|api.{0,3}key|authorization|credential';
const isSecretName = new RegExp(secretName, 'i');
const isCode = /^[^a-z]*code[^a-z]*$/i;
/** Matches the name of a secret in text, up to its value. `code` is a secret only before `=`. */
const secretInText = new RegExp(`(?:${secretName})[\\s"'\\\\\\])}]*[:=]|(?<![a-z_-])code\\s*=`, 'i');

/** Matches what can contain an access token, an authorization code or a session, under any name. */
const secretLike = /[\w-]{24,}/;
/** Ends text that was cut off. */
const cut = '…';
/** Matches the user and the password in a URL, which may be cut off. */
const urlUser = new RegExp(`//[^/?#\\s]*(@|${cut})`, 'g');
/** A secret is masked if at least this many of its characters precede a cut. */
const minCutSecret = 4;

/** The fields of the OAuth forms that are not secret. All others are masked. */
const harmlessInForms = new Set(['request', 'email', 'decision']);

/** Returns the text without its secrets. */
type MaskText = (text: string) => string;

export function logRequest(
  database: Database,
  entry: Pick<LoggedRequest, 'time' | 'method' | 'path' | 'status'> & { url: string; exchange: Exchange },
): void {
  const { url, exchange, path, ...rest } = entry;
  const isForm = /^\/(?:my|oauth)\//.test(decodeLeniently(path));
  const id = database.next('request');
  let secrets: readonly string[] | undefined;
  const givenOut = () => {
    secrets ??= secretKinds.flatMap((kind) => database.ids(kind));
    return secrets;
  };
  const maskText: MaskText = (text) => maskNamedSecret(maskKnownSecrets(text, givenOut));
  const logged: LoggedRequest = {
    id,
    ...rest,
    path: maskText(clip(path, urlLimit)),
    client: exchange.client,
    query: maskPairs(readablePairs(clip(url, urlLimit)), maskText),
    request_body: loggableBody(exchange.requestBody, isForm, maskText),
    response_body: loggableBody(exchange.responseBody, false, maskText),
  };
  database.put('request', String(id), logged);
  if (id % 500 === 0) database.trim('request', maxRequests);
}

const clip = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit)}${cut}` : text;

function maskPairs(
  pairs: readonly [string, string][],
  maskText: MaskText,
  isSecret = (name: string): boolean => isSecretName.test(name) || isCode.test(name),
): Record<string, string | string[]> {
  const masked = pairs.map(([name, value]): [string, string] => [
    maskText(name),
    isSecret(name) ? mask : maskText(value),
  ]);
  return Object.fromEntries(
    Array.from(groupByName(masked), ([name, values]) => {
      const [only = '', ...others] = values;
      return [name, others.length > 0 ? values : only];
    }),
  );
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
function loggableBody(body: Uint8Array | string | null, isForm: boolean, maskText: MaskText): unknown {
  if (body === null || body.length === 0) return null;
  const size = body.length;
  const bytes = `(${size} ${size === 1 ? 'byte' : 'bytes'})`;
  const start =
    typeof body === 'string' ? body.slice(0, bodyLimit) : readableText(body.subarray(0, bodyLimit));
  if (start === undefined) return bytes;
  const isClipped = size > bodyLimit;
  const text = isClipped ? `${start}${cut}` : start;
  if (isForm) return { ...maskForm(text, maskText), ...(isClipped ? { [cut]: bytes } : {}) };
  if (isClipped) return `${maskText(text)} ${bytes}`;
  try {
    return maskValue(JSON.parse(text), maskText);
  } catch {
    return maskText(text);
  }
}

/** Returns a form's fields, masked. Unusual names are masked too, because a body that is not a form could contain a secret there. */
const maskForm = (text: string, maskText: MaskText): Record<string, string | string[]> =>
  maskPairs(
    [...new URLSearchParams(text)].map(([name, value]) => [/^[\w.-]{1,40}$/.test(name) ? name : mask, value]),
    maskText,
    (name) => !harmlessInForms.has(name),
  );

/** Masks everything after the first secret's name, because the end of the secret is unknown in plain text. */
function maskNamedSecret(text: string): string {
  const readable = decodeLeniently(text);
  const found = secretInText.exec(readable);
  return found ? `${readable.slice(0, found.index)}${found[0]}${mask}` : text;
}

/**
 * Masks the users in URLs, and the secrets that the sandbox gave out.
 * @param givenOut returns these secrets
 */
function maskKnownSecrets(text: string, givenOut: () => readonly string[]): string {
  const readable = decodeLeniently(text);
  // Users are masked before decoding too, because a decoded password can contain a slash.
  let masked = decodeLeniently(text.replace(urlUser, `//${mask}$1`)).replace(urlUser, `//${mask}$1`);
  if (secretLike.test(masked)) for (const secret of givenOut()) masked = masked.replaceAll(secret, mask);
  if (masked.includes(cut)) for (const secret of givenOut()) masked = maskCutSecret(masked, secret);
  return masked === readable ? text : masked;
}

function maskCutSecret(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= minCutSecret; length -= 1) {
    const start = secret.slice(0, length) + cut;
    if (text.includes(start)) return text.replaceAll(start, mask + cut);
  }
  return text;
}

const secretKinds = ['token', 'code', 'session'] as const;

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

/**
 * Masks the values of secrets in JSON. The `code` of an event is not a secret.
 * @param depth how many levels the value may have
 * @throws RangeError if it has more, which could exhaust the stack
 */
function maskValue(value: unknown, maskText: MaskText, depth = depthLimit): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) throw new RangeError('The value has too many levels.');
  const maskInner = (inner: unknown) => maskValue(inner, maskText, depth - 1);
  if (Array.isArray(value)) return value.map(maskInner);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      maskText(name),
      isSecretName.test(name) ? mask : maskInner(inner),
    ]),
  );
}
