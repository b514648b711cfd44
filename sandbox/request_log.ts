/** The request log: what was asked and answered, with secrets masked. */
import type { Database } from './database.ts';
import { type Exchange, pairsOf } from './reading.ts';
import type { LoggedRequest } from './records.ts';

/** The log keeps this many requests. */
const kept = 5000;
/** Bytes of a body up to which the log keeps it whole; of a longer text it keeps the beginning. */
const bodyLimit = 16 * 1024;

const mask = '***';
const secretNames = new Set([
  'access_token',
  'client_secret',
  'code',
  'password',
  'form_token',
  'authorization',
]);

export function logRequest(
  database: Database,
  entry: Pick<LoggedRequest, 'time' | 'method' | 'path' | 'status'> & { url: string; exchange: Exchange },
): void {
  const { url, exchange, ...rest } = entry;
  const isToken = rest.path === '/oauth/token' || rest.path.startsWith('/my/');
  const id = database.next('request');
  const logged: LoggedRequest = {
    id,
    ...rest,
    client: exchange.client,
    query: maskedQuery(url),
    request_body: shownBody(exchange.requestBody, isToken),
    response_body: shownBody(exchange.responseBody, isToken),
  };
  database.put('request', String(id), logged);
  if (id % 500 === 0) database.trim('request', kept);
}

function maskedQuery(url: string): LoggedRequest['query'] {
  const query = new Map<string, string | string[]>();
  for (const [name, value] of readablePairs(url)) {
    const shown = secretNames.has(name.toLowerCase()) ? mask : value;
    const before = query.get(name);
    query.set(name, before === undefined ? shown : [before, shown].flat());
  }
  return Object.fromEntries(query);
}

function readablePairs(url: string): [string, string][] {
  try {
    return pairsOf(url);
  } catch {
    // What cannot be decoded is logged the way URLs are usually read, however odd that looks.
    return [...new URLSearchParams(url.slice(url.indexOf('?') + 1))];
  }
}

/** @param hasSecrets the body is a form or an answer in which names such as `code` stand for secrets */
function shownBody(body: Uint8Array | string | null, hasSecrets: boolean): unknown {
  if (body === null || body.length === 0) return null;
  const size = body.length;
  const start =
    typeof body === 'string' ? body.slice(0, bodyLimit) : readableText(body.subarray(0, bodyLimit));
  if (start === undefined) return `(${size} bytes)`;
  if (size > bodyLimit) return `${start}… (${size} bytes)`;
  if (hasSecrets && /^[\w.%+*-]+=/.test(start)) return maskedQuery(`?${start}`);
  try {
    return masked(JSON.parse(start));
  } catch {
    return start;
  }
}

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
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretNames.has(name) && name !== 'code' ? mask : masked(inner),
    ]),
  );
}
