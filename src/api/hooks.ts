/** The endpoints of webhook subscriptions. docs/api.md#webhooks */
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { isBlank } from '../text/values.ts';
import { path, requestJson, requestNoContent, undefinedIfNotFound } from './send.ts';
import { identifier, looseObject, looseText } from './values.ts';

const subscriptionSchema = zod.looseObject({ id: identifier, event: looseText, target: looseText });

const hooksSchema = zod.looseObject({
  /** The available events by key. */
  events: zod.pipe(
    zod.transform((events) => (events !== undefined && isBlank(events) ? {} : events)),
    zod.record(zod.string(), looseObject({ description: looseText, url: looseText })),
  ),
  subscriptions: zod.catch(zod.array(subscriptionSchema), []),
});

/** `GET /v1/hooks`: returns the events available to this connection, and this connector's subscriptions. */
export const list = (z: ZObject): Promise<zod.output<typeof hooksSchema>> =>
  requestJson(z, hooksSchema, {
    path: path`/v1/hooks`,
    purpose: { object: "your account's events", verb: 'read', scopes: [] },
  });

/** `POST /v1/hooks?event=…&target=…`: subscribes to an event. The service sends one ping to the target. */
export const subscribe = (
  z: ZObject,
  event: string,
  target: string,
  scopes: readonly string[],
): Promise<zod.output<typeof subscriptionSchema>> =>
  requestJson(z, subscriptionSchema, {
    method: 'POST',
    path: path`/v1/hooks`,
    query: { event, target },
    purpose: { object: `the event "${event}"`, verb: 'subscribe to', scopes },
  });

/** `DELETE /v1/hooks/{id}`: ends a subscription. Also succeeds if it does not exist. */
export const unsubscribe = (z: ZObject, id: string): Promise<void> =>
  requestNoContent(z, {
    method: 'DELETE',
    path: path`/v1/hooks/${id}`,
    purpose: { object: `the subscription "${id}"`, verb: 'delete', scopes: [] },
  }).catch(undefinedIfNotFound);
