/**
 * Reads a webhook delivery from the bundle: the JSON body from `rawRequest.content` or else `cleanedRequest`, and the query from
 * `rawRequest.querystring`. Each may be missing or malformed; reading never throws. docs/api.md#webhooks
 */
import { hash } from 'node:crypto';
import type { Bundle } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { identifier, parseJson } from '../api/values.ts';
import type { InputData } from '../steps/inputs.ts';
import { isPlainObject } from '../text/values.ts';

export type Delivery = ReturnType<typeof readDelivery>;

/** Returns the body without its loop marks, because `own_change` already reports them. */
export const removeLoopbackMarks = ({ loopback_token, loopback_client, ...body }: InputData): InputData =>
  body;

type DeliveryBundle = Pick<Bundle, 'rawRequest' | 'cleanedRequest'>;

export function readDelivery(bundle: DeliveryBundle) {
  const query = readQuery(bundle.rawRequest?.querystring);
  /** The JSON body, or an empty object without a body. */
  const body = readBody(bundle, query);
  const event = query.event ?? (typeof body.event === 'string' ? body.event : undefined);
  return {
    event,
    query,
    body,
    /** True if a call through this connection caused the event. */
    ownChange: [query, body].some((part) => isSet(part.loopback_token) || isSet(part.loopback_client)),
    /**
     * The ID of the notice: every attempt to deliver the notice has the same ID. Zapier does not compare IDs, so a notice that is
     * delivered twice starts the Zap twice (docs/events.md).
     */
    id: hashOf(Object.keys(body).length > 0 ? [event, pickSubject(query), body] : [event, query]),
    /** The ID for unknown events, which includes all query parameters. */
    contextId: hashOf([event, query, body]),
  };
}

/** Returns true if the mark says that this access token or its client caused the event. */
const isSet = (mark: unknown): boolean => (mark ?? false) !== false && mark !== 'false';

/** Returns the IDs that name the subject of a known event. The body may lack them; the query does not. */
const pickSubject = (query: Record<string, string>) => [query.contact_id, query.external_id, query.order_id];

/**
 * Returns the ID of the contact or order that a delivery is about: the first value that can be an ID, which is not too long. A
 * blank value or a dot segment cannot, because its URL would be another endpoint.
 */
export const subjectOf = (...candidates: unknown[]): string | undefined =>
  candidates
    .map((id) => zod.safeParse(identifier, id).data ?? '')
    .find((id) => id.length <= 200 && !/^(?:\.{0,2}|\s+)$/.test(id));

/** Reads the query. Of a repeated parameter, the last value comes from the service; earlier values belong to the target URL. */
function readQuery(querystring: unknown): Record<string, string> {
  if (typeof querystring !== 'string') return {};
  return Object.fromEntries(new URLSearchParams(querystring));
}

/** A JSON object. `__proto__` keys are left out. */
const bodySchema = zod.record(zod.string(), zod.unknown());

function readBody({ rawRequest, cleanedRequest }: DeliveryBundle, query: Record<string, string>): InputData {
  const sent = zod.safeParse(bodySchema, parseJson(rawRequest?.content ?? '')).data;
  const cleaned = sent ?? zod.safeParse(bodySchema, cleanedRequest).data ?? {};
  if (isTooDeep(cleaned)) return {};
  if (sent) return sent;
  // If a delivery has no body, Zapier may put the query in its place.
  return Object.entries(cleaned).every(([key, value]) => query[key] === value) ? {} : cleaned;
}

/** Returns true if thousands of nested lists overflow the stack of `JSON.stringify`, which Zapier needs, too. */
function isTooDeep(value: unknown): boolean {
  try {
    JSON.stringify(value, sortKeys);
    return false;
  } catch {
    return true;
  }
}

/** Returns a hash that does not depend on the order of keys, which may differ between attempts. */
const hashOf = (value: unknown): string => hash('sha256', JSON.stringify(value, sortKeys)).slice(0, 32);

const sortKeys = (_key: string, value: unknown): unknown =>
  isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
