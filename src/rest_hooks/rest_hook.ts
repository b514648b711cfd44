/**
 * The functions of every REST hook trigger: subscribe, unsubscribe, perform, performList. A trigger is data: its event,
 * and how a delivery becomes a record. docs/api.md#webhooks
 */
import type { BasicHookOperation, Bundle, ZObject } from 'zapier-platform-core';
import * as hooks from '../api/hooks.ts';
import { type InputData, inputError } from '../inputs.ts';
import { type Delivery, readDelivery } from './delivery.ts';

/** The event that a trigger follows; see `namedEvent` for one with a fixed name. */
export interface FollowedEvent {
  /** The scopes, any of which permits a subscription; empty if they are unknown. */
  scopes: readonly string[];
  /** The key of the account's events to subscribe to. @throws a user-facing error if the account has no such event */
  resolve(events: hooks.Hooks['events'], inputData: InputData): string;
}

export interface HookTrigger {
  event: FollowedEvent;
  /** The record that a delivery becomes, or in words why it does not start the Zap. */
  toRecord(z: ZObject, delivery: Delivery, inputData: InputData): Promise<object | string>;
  /** Records for the editor, of the same shape as those of {@link toRecord}. */
  samples(z: ZObject, bundle: Bundle): Promise<object[]>;
}

/** Returns the functions of a hook trigger; a definition adds only its fields and texts. */
export const restHook = ({ event: followed, toRecord, samples }: HookTrigger) =>
  ({
    type: 'hook',

    /** Reuses a subscription that this Zap already has, so that no event arrives once for each. */
    async performSubscribe(z, { targetUrl: target, inputData }) {
      if (!target || !/^https?:\/\//i.test(target)) {
        throw inputError('Zapier did not provide a URL for events.', 'Turn the Zap off and on again.');
      }
      const { events, subscriptions } = await hooks.list(z);
      const event = followed.resolve(events, inputData);
      const existing = subscriptions.find((one) => one.event === event && isSameUrl(one.target, target));
      const { id } = existing ?? (await hooks.subscribe(z, event, target, followed.scopes));
      return { id, event, target };
    },

    /** If the ID of the subscription is unknown, finds the subscriptions by this Zap's target. */
    async performUnsubscribe(z, { subscribeData, targetUrl: target }) {
      const id = subscribeData?.id;
      if (id) {
        await hooks.unsubscribe(z, id);
        return { id };
      }
      if (!target) return {};
      const { subscriptions } = await hooks.list(z);
      for (const one of subscriptions) if (isSameUrl(one.target, target)) await hooks.unsubscribe(z, one.id);
      return {};
    },

    async perform(z, bundle) {
      const delivery = readDelivery(bundle);
      const result = isPing(delivery)
        ? 'a ping only tests the target URL'
        : await toRecord(z, delivery, bundle.inputData);
      if (typeof result !== 'string') return [result];
      z.console.log(`Skipped a delivery: ${result}`);
      return [];
    },

    performList: samples,
  }) satisfies BasicHookOperation;

/** Everything else that arrives at a subscription is the event that it follows, whatever name the delivery has. */
const isPing = ({ event = '' }: Delivery): boolean => /^(?:.*\.)?ping(?:\.v\d+)?$/i.test(event);

const isSameUrl = (one: string | null | undefined, other: string): boolean =>
  normalizedUrl(one ?? '') === normalizedUrl(other);

const normalizedUrl = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);
