/**
 * A webhook delivery (part 6), read from whatever the platform hands over: the JSON body as `cleanedRequest`, the query
 * as the string `rawRequest.querystring`. Either may be missing or odd; nothing that a service may send makes this throw.
 */
import { createHash } from 'node:crypto';
import type { Bundle } from 'zapier-platform-core';
import { type InputData, isPlainObject } from '../inputs.ts';

export interface Notification {
  /** The event's name as it came; nothing when the delivery does not say. */
  event: string | undefined;
  query: Record<string, string>;
  /** The JSON body; empty when there was none. */
  body: InputData;
  /** Whether the account's own use of this connection caused it (§6.1). */
  ownChange: boolean;
  /** The same for each delivery of one notification, another for another notification. */
  id: string;
}

/** Where the service says that this connection's token, or its client, caused the event (§6.1). */
const loopMarks = ['loopback_token', 'loopback_client'] as const;

/** A body without its loop marks, which only transport what `own_change` tells. */
export function withoutLoopMarks(body: InputData): InputData {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !loopMarks.some((mark) => mark === key)));
}

export function readNotification(bundle: Pick<Bundle, 'rawRequest' | 'cleanedRequest'>): Notification {
  const query = readQuery(bundle.rawRequest?.querystring);
  const body = readBody(bundle, query);
  const event = query.event ?? (typeof body.event === 'string' ? body.event : undefined);
  return {
    event,
    query,
    body,
    ownChange: loopMarks.some((mark) => Object.hasOwn(query, mark) || isSet(body[mark])),
    id: fingerprint(Object.keys(body).length > 0 ? [event, context(query), body] : [event, query]),
  };
}

/** Whom a delivery is about stands in the query in any case, and not always in the body too (part 6). */
const context = ({ contact_id, external_id, order_id }: Record<string, string>) => [
  contact_id,
  external_id,
  order_id,
];

/** Characters that a number of the service may have at most; what is longer only fills up an address. */
const idLimit = 200;

/**
 * The number of what a delivery is about: the first of those it gives that can be one. A blank or a dot segment is
 * none, it would lead to something else than a single contact or order.
 */
export const subjectOf = (...given: (string | null | undefined)[]): string | undefined =>
  given.map((id) => id ?? '').find((id) => id.length <= idLimit && !/^(?:\.{0,2}|\s+)$/.test(id));

/** Repeated parameters: the service's own value is the last, it overwrites the target's (§4.3). */
function readQuery(querystring: unknown): Record<string, string> {
  if (typeof querystring !== 'string') return {};
  return Object.fromEntries([...new URLSearchParams(querystring)].filter(([name]) => name !== '__proto__'));
}

function readBody(
  { rawRequest, cleanedRequest }: Pick<Bundle, 'rawRequest' | 'cleanedRequest'>,
  query: Record<string, string>,
): InputData {
  const cleaned: unknown = cleanedRequest;
  const parsed = parseObject(rawRequest?.content);
  if (parsed) return harmlessObject(parsed);
  if (!isPlainObject(cleaned)) return {};
  // Without a body the platform may hand over the query in its place; that is no body.
  const isQuery = Object.entries(cleaned).every(([key, value]) => query[key] === value);
  return isQuery ? {} : harmlessObject(cleaned);
}

function parseObject(content: unknown): InputData | undefined {
  if (typeof content !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(content);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Deeper than this nothing can be mapped in a Zap, and what copies and prints the record would run out of stack. */
const depthLimit = 24;

/**
 * A copy that is safe to hand on: a key `__proto__` in a JSON body would change the object it is copied into instead of
 * being copied, and nesting without end would exhaust whoever walks it.
 */
function harmless(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return depth < depthLimit ? value.map((item) => harmless(item, depth + 1)) : null;
  if (!isPlainObject(value)) return value;
  if (depth >= depthLimit) return null;
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(entries.map(([key, item]) => [key, harmless(item, depth + 1)]));
}

function harmlessObject(value: InputData): InputData {
  const copy = harmless(value);
  return isPlainObject(copy) ? copy : {};
}

const isSet = (mark: unknown): boolean =>
  mark !== undefined && mark !== null && mark !== false && mark !== 'false';

/** Independent of the order of keys, which a retry need not keep. */
const fingerprint = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value, sortKeys)).digest('hex').slice(0, 32);

const sortKeys = (_key: string, value: unknown): unknown =>
  isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
