/** The request log: what was asked and answered, with secrets masked. */
import type { Database } from '../store/database.ts';
import type { LoggedRequest } from '../store/records.ts';
import type { Exchange } from './context.ts';
import { parseQuery } from './request_body.ts';

/** The log keeps this many requests. */
const kept = 5000;
/** Bytes of a body up to which the log keeps it whole; of a longer text it keeps the beginning. */
const bodyLimit = 16 * 1024;

const mask = '***';
/** What stands for a secret as a name, also with a slip such as a blank, a bracket or another joint. */
const secretName = '(?:access|form).{0,6}token|client.{0,6}secret|password|authorization';
const isSecretName = new RegExp(secretName, 'i');
const isCode = /^[^a-z]*code[^a-z]*$/i;
/** A secret's name inside a text with what leads to its value; only before `=`, a `code` is one that stands for a token. */
const secretInText = new RegExp(`(?:${secretName})[\\s"'\\\\\\])}]*[:=]|(?<![a-z_-])code\\s*=`, 'i');

/** What the forms of the OAuth pages hold beside secrets; whatever else somebody sends there may be one. */
const harmlessInForms = new Set(['request', 'email', 'decision']);

export function logRequest(
  database: Database,
  entry: Pick<LoggedRequest, 'time' | 'method' | 'path' | 'status'> & { url: string; exchange: Exchange },
): void {
  const { url, exchange, path, ...rest } = entry;
  const isForm = /^\/(?:my|oauth)\//.test(leniently(path));
  const id = database.next('request');
  const logged: LoggedRequest = {
    id,
    ...rest,
    path: maskedText(path),
    client: exchange.client,
    query: maskedPairs(readablePairs(url)),
    request_body: shownBody(exchange.requestBody, isForm),
    response_body: shownBody(exchange.responseBody, false),
  };
  database.put('request', String(id), logged);
  if (id % 500 === 0) database.trim('request', kept);
}

function maskedPairs(
  pairs: readonly [string, string][],
  isSecret = (name: string): boolean => isSecretName.test(name) || isCode.test(name),
): Record<string, string | string[]> {
  const shown = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const masked = isSecret(name) ? mask : maskedText(value);
    const shownName = maskedText(name);
    const before = shown.get(shownName);
    shown.set(shownName, before === undefined ? masked : [before, masked].flat());
  }
  return Object.fromEntries(shown);
}

function readablePairs(url: string): [string, string][] {
  try {
    return parseQuery(url);
  } catch {
    // What cannot be decoded is logged the way URLs are usually read, however odd that looks.
    return [...new URLSearchParams(url.slice(url.indexOf('?') + 1))];
  }
}

/** @param isForm the body belongs to the pages where people log in */
function shownBody(body: Uint8Array | string | null, isForm: boolean): unknown {
  if (body === null || body.length === 0) return null;
  const size = body.length;
  const start =
    typeof body === 'string' ? body.slice(0, bodyLimit) : readableText(body.subarray(0, bodyLimit));
  if (start === undefined) return `(${size} bytes)`;
  const isClipped = size > bodyLimit;
  if (isForm) return { ...shownForm(start), ...(isClipped ? { '…': `(${size} bytes)` } : {}) };
  if (isClipped) return `${maskedText(start)}… (${size} bytes)`;
  try {
    return masked(JSON.parse(start));
  } catch {
    return maskedText(start);
  }
}

/** A form's fields, read the way the pages read them; of what is no form, the names could be secrets as well. */
const shownForm = (text: string): Record<string, string | string[]> =>
  maskedPairs(
    [...new URLSearchParams(text)].map(([name, value]) => [/^[\w.-]{1,40}$/.test(name) ? name : mask, value]),
    (name) => !harmlessInForms.has(name),
  );

/** The text up to the first secret in it: where a secret ends in a text that is no form and no JSON, nobody can say. */
function maskedText(text: string): string {
  const readable = leniently(text);
  const found = secretInText.exec(readable);
  return found ? `${readable.slice(0, found.index)}${found[0]}${mask}` : text;
}

/** Percent-encoded text decoded wherever it can be. */
const leniently = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });

/** The text, unless it is none. The last character may be cut in two. */
function readableText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** JSON with every value masked that belongs to a secret's name; an event's `code` is none. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value === 'string') return maskedText(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      maskedText(name),
      isSecretName.test(name) ? mask : masked(inner),
    ]),
  );
}
