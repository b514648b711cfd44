/**
 * The life of every REST-hook trigger (§4.3, part 6), once: subscribe, unsubscribe, perform, performList. A trigger says
 * which event it means and what record a delivery becomes; the rest is the same for all.
 */
import {
  type Bundle,
  errors,
  type WebhookTriggerPerform,
  type WebhookTriggerPerformSubscribe,
  type WebhookTriggerPerformUnsubscribe,
  type ZObject,
} from 'zapier-platform-core';
import type { Hooks } from '../api/hooks.ts';
import * as hooks from '../api/hooks.ts';
import type { InputData } from '../inputs.ts';
import { type Notification, readNotification } from '../resources/notification.ts';

export interface HookTrigger<Record extends object> {
  /** The key of the account's events that this trigger follows. @throws when the account has none for it */
  resolveEvent(events: Hooks['events'], inputData: InputData): string;
  /** Whether a delivery with this event name is for this trigger. */
  matches(event: string, inputData: InputData): boolean;
  /** The scope without which the service will not tell about the event (§5.5). */
  scope: string;
  /** The record that a delivery becomes; nothing, with a logged reason, when it should not start the Zap. */
  record(
    z: ZObject,
    notification: Notification,
    inputData: InputData,
  ): Record | Skipped | Promise<Record | Skipped>;
  /** Records for the editor, of exactly the shape that {@link record} gives. */
  samples(z: ZObject, inputData: InputData): Record[] | Promise<Record[]>;
}

/** A delivery that starts no Zap, and why. */
export class Skipped {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}

/** The operation's functions for a hook trigger; they are all a definition needs beside its fields and texts. */
export const restHook = <Record extends object>(trigger: HookTrigger<Record>) => ({
  type: 'hook' as const,

  /** Two requests at most: a subscription that this Zap already has is used again instead of doubled. */
  performSubscribe: (async (z, bundle) => {
    const target = targetOf(bundle);
    const { events, subscriptions } = await hooks.list(z);
    const event = trigger.resolveEvent(events, bundle.inputData);
    const existing = subscriptions.find((one) => one.event === event && sameUrl(one.target, target));
    const { id } = existing ?? (await hooks.subscribe(z, event, target, trigger.scope));
    return { id, event, target };
  }) satisfies WebhookTriggerPerformSubscribe,

  /** A subscription that is gone is what was wanted. Without a remembered id it is looked up by this Zap's own target. */
  performUnsubscribe: (async (z, bundle) => {
    const id = bundle.subscribeData?.id;
    if (id) {
      await hooks.unsubscribe(z, id);
      return { id };
    }
    const target = bundle.targetUrl;
    if (!target) return {};
    const { subscriptions } = await hooks.list(z);
    for (const one of subscriptions) if (sameUrl(one.target, target)) await hooks.unsubscribe(z, one.id);
    return {};
  }) satisfies WebhookTriggerPerformUnsubscribe,

  perform: (async (z, bundle) => {
    const notification = readNotification(bundle);
    const outcome = await recordFor(trigger, z, notification, bundle.inputData);
    if (!(outcome instanceof Skipped)) return [outcome];
    z.console.log(`Passed over a delivery: ${outcome.why}`);
    return [];
  }) satisfies WebhookTriggerPerform,

  performList: async (z: ZObject, bundle: Bundle) => trigger.samples(z, bundle.inputData),
});

async function recordFor<Record extends object>(
  trigger: HookTrigger<Record>,
  z: ZObject,
  notification: Notification,
  inputData: InputData,
): Promise<Record | Skipped> {
  const { event } = notification;
  if (event !== undefined && isPing(event))
    return new Skipped('a ping is a test of the address, not an event');
  if (event !== undefined && !trigger.matches(event, inputData)) {
    return new Skipped(`its event ${JSON.stringify(event.slice(0, 100))} is not the one this Zap follows`);
  }
  return trigger.record(z, notification, inputData);
}

const isPing = (event: string): boolean => /^(?:.*\.)?ping(?:\.v\d+)?$/i.test(event);

function targetOf({ targetUrl }: Pick<Bundle, 'targetUrl'>): string {
  if (targetUrl && /^https?:\/\//i.test(targetUrl)) return targetUrl;
  throw new errors.Error(
    'Zapier gave no address to send events to. Turn the Zap off and on again.',
    'missing_target',
  );
}

const sameUrl = (one: string | null | undefined, other: string): boolean =>
  one === other ||
  (!!one && URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href);

/**
 * Finds the event that is meant in whatever spelling the service has for it (§6.5): with or without the group before
 * it, with or without a version; `.v1` is preferred, then the name without version, then the lowest later one.
 */
export function eventMatcher(group: string, name: string) {
  const parse = (event: string) => {
    const [, rest = '', version] =
      /^(.*?)(?:\.v(\d+))?$/.exec(event.trim().toLowerCase().replaceAll('-', '_')) ?? [];
    const parts = rest.split('.');
    if (parts.pop() !== name) return undefined;
    return { group: parts.join('.'), version: version === undefined ? 1.5 : Number(version) };
  };
  return {
    matches: (event: string): boolean => parse(event) !== undefined,
    pick(events: readonly string[]): string | undefined {
      const rank = (event: string) => {
        const { group: own, version } = parse(event) ?? {
          group: undefined,
          version: Number.POSITIVE_INFINITY,
        };
        return [own === group || own === '' ? 0 : 1, version] as const;
      };
      return events
        .filter((event) => parse(event))
        .sort((a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1])[0];
    },
  };
}

/** The sentence for an account that cannot follow what a trigger needs. */
export function eventNotAvailable(what: string, events: Hooks['events'], scope: string): Error {
  const names = Object.keys(events);
  const offered =
    names.length > 0
      ? `it may follow ${names.map((name) => `"${name}"`).join(', ')}`
      : 'it may follow no events at all';
  return new errors.Error(
    `This connection cannot follow ${what}; ${offered}. Reconnect the account and approve the permission "${scope}".`,
    'event_not_available',
  );
}
