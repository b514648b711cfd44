/**
 * The functions of every REST hook trigger: subscribe, unsubscribe, perform, performList. A trigger declares only its event and how a
 * delivery becomes a record. docs/api.md#webhooks
 */
import type { BasicHookOperation, Bundle, ZObject } from 'zapier-platform-core';
import * as hooks from '../api/hooks.ts';
import { reconnectAdvice } from '../failure.ts';
import { type InputData, inputError } from '../steps/inputs.ts';
import { type Delivery, readDelivery } from './delivery.ts';

interface FollowedEvent {
  /** Returns the name of the event for messages. */
  describe(inputData: InputData): string;
  /** Returns the key of the event among the account's event keys, or undefined if the account lacks the event. */
  find(keys: readonly string[], inputData: InputData): string | undefined;
  /** The scopes, empty if they are unknown. Any one of them permits a subscription. */
  scopes: readonly string[];
  /** What the user can do if the account lacks the event. Default: approve the scopes. */
  advice?: string;
}

interface HookTrigger extends FollowedEvent {
  /** Returns the record of a delivery, or a phrase that says why the delivery does not start the Zap. */
  toRecord(z: ZObject, delivery: Delivery, inputData: InputData): Promise<object | string>;
  /** Returns records for the editor, with the shape of {@link toRecord}'s records. */
  samples(z: ZObject, bundle: Bundle): Promise<object[]>;
}

/** Returns the functions of a hook trigger. A definition adds only fields and texts. */
export const restHook = ({ toRecord, samples, ...followed }: HookTrigger) =>
  ({
    type: 'hook',

    /** Subscribes the Zap's URL to the event, or uses the subscription that it already has, so that each notice arrives once. */
    async performSubscribe(z, { targetUrl: target = '', inputData }) {
      const { events, subscriptions } = await hooks.list(z);
      const keys = Object.keys(events);
      const event = followed.find(keys, inputData);
      if (event === undefined) {
        const listed = keys.map((key) => `"${key}"`).join(', ');
        const available = listed
          ? `the events available to it are ${listed}`
          : 'no events are available to it';
        throw inputError(
          `This connection can't receive ${followed.describe(inputData)}; ${available}.`,
          followed.advice ?? reconnectAdvice(followed.scopes),
        );
      }
      const url = normalizeUrl(target);
      const existing = subscriptions.find(
        (one) => one.event === event && normalizeUrl(one.target ?? '') === url,
      );
      const { id } = existing ?? (await hooks.subscribe(z, event, target, followed.scopes));
      return { id, event, target };
    },

    async performUnsubscribe(z, { subscribeData }) {
      const id = subscribeData?.id;
      if (id) await hooks.unsubscribe(z, id);
      return { id };
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
 * Returns an event with a fixed name. The account may list it with or without the group, and with or without a version.
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

  /** Prefers keys in this event's group, and among these `.v1`, then a key without a version, then the lowest later version. */
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

/** Returns true for a ping. Any other delivery to a subscription reports its event, under whatever name. */
const isPing = ({ event = '' }: Delivery): boolean => /^(?:.*\.)?ping(?:\.v\d+)?$/i.test(event);

const normalizeUrl = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);
