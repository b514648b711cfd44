/**
 * The functions of every REST hook trigger: subscribe, unsubscribe, perform, performList. A trigger is data: its event,
 * and how a delivery becomes a record. docs/api.md#webhooks
 */
import type { BasicHookOperation, Bundle, ZObject } from 'zapier-platform-core';
import { reconnectAdvice } from '../api/errors.ts';
import * as hooks from '../api/hooks.ts';
import { type InputData, inputError } from '../inputs.ts';
import { type Delivery, readDelivery } from './delivery.ts';

/** The event that a trigger follows. */
interface FollowedEvent {
  /** Names the event in messages. */
  describe(inputData: InputData): string;
  /** Returns the key of the event among those of the account, or undefined if it is not there. */
  find(keys: readonly string[], inputData: InputData): string | undefined;
  /** The scopes, any of which permits a subscription; empty if they are unknown. */
  scopes: readonly string[];
  /** What to do if the event is not there. Default: approve the scopes. */
  advice?: string;
}

interface HookTrigger extends FollowedEvent {
  /** The record that a delivery becomes, or in words why it does not start the Zap. */
  toRecord(z: ZObject, delivery: Delivery, inputData: InputData): Promise<object | string>;
  /** Records for the editor, of the same shape as those of {@link toRecord}. */
  samples(z: ZObject, bundle: Bundle): Promise<object[]>;
}

/** Returns the functions of a hook trigger; a definition adds only its fields and texts. */
export const restHook = ({ toRecord, samples, ...followed }: HookTrigger) =>
  ({
    type: 'hook',

    /** Reuses a subscription that this Zap already has, so that each notice arrives once. */
    async performSubscribe(z, { targetUrl: target, inputData }) {
      if (!target || !/^https?:\/\//i.test(target)) {
        throw inputError('Zapier did not provide a URL for events.', 'Turn the Zap off and on again.');
      }
      const { events, subscriptions } = await hooks.list(z);
      const keys = Object.keys(events);
      const event = followed.find(keys, inputData);
      if (event === undefined) {
        const available =
          keys.length > 0
            ? `the events available to it are ${keys.map((key) => `"${key}"`).join(', ')}`
            : 'no events are available to it';
        throw inputError(
          `This connection can't receive ${followed.describe(inputData)}; ${available}.`,
          followed.advice ?? reconnectAdvice(followed.scopes),
        );
      }
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

/**
 * An event with a fixed name, in whatever form the account lists it: with or without the group, with or without a version.
 * docs/api.md#events
 * @param noun what the event reports, for messages
 */
export function namedEvent(
  name: Lowercase<`${string}.${string}`>,
  noun: string,
  scope: string,
): FollowedEvent {
  const [ownGroup, ownName] = name.split('.');
  const pattern = new RegExp(`^(?:(.*)\\.)?${ownName}(?:\\.v(\\d+))?$`);

  const parse = (key: string) => pattern.exec(key.trim().toLowerCase().replaceAll('-', '_'));

  /** Prefers the own group, and in it `.v1`, then the key without a version, then the lowest later version. */
  const rank = (key: string): number => {
    const [, group = ownGroup, version = '1.5'] = parse(key) ?? [];
    return Number(version) + (group === ownGroup ? 0 : 1_000_000);
  };

  return {
    describe: () => noun,
    find: (keys) => keys.filter(parse).sort((one, other) => rank(one) - rank(other))[0],
    scopes: [scope],
  };
}

/** Every other delivery to a subscription is about the event that it follows, whatever name it has. */
const isPing = ({ event = '' }: Delivery): boolean => /^(?:.*\.)?ping(?:\.v\d+)?$/i.test(event);

const isSameUrl = (one: string | null | undefined, other: string): boolean =>
  normalizedUrl(one ?? '') === normalizedUrl(other);

const normalizedUrl = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);
