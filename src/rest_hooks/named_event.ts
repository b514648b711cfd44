/**
 * An event with a fixed name, such as `contacts.address_update`, in whatever form the account lists it: with or without
 * the group, with or without a version. docs/api.md#events
 */

import { reconnectAdvice } from '../api/errors.ts';
import type { Hooks } from '../api/hooks.ts';
import { Failure } from '../failure.ts';
import type { FollowedEvent } from './rest_hook.ts';

interface NamedEvent {
  /** Group and name. */
  name: string;
  /** What the event reports, for messages. */
  noun: string;
  scope: string;
}

/** Prefers `.v1`, then the name without a version, then the lowest later version. */
export function namedEvent({ name: fullName, noun, scope }: NamedEvent): FollowedEvent {
  const [group = '', name = ''] = fullName.split('.');

  /** How well the key of an event fits, the lower the better; undefined if it is another event. */
  const rank = (key: string): number | undefined => {
    const [, path = '', version] =
      /^(.*?)(?:\.v(\d+))?$/.exec(key.trim().toLowerCase().replaceAll('-', '_')) ?? [];
    const groups = path.split('.');
    if (groups.pop() !== name) return undefined;
    const isOtherGroup = groups.length > 0 && groups.join('.') !== group;
    return (version === undefined ? 1.5 : Number(version)) + (isOtherGroup ? 1_000_000 : 0);
  };

  return {
    scopes: [scope],
    resolve(events) {
      const [best] = Object.keys(events)
        .filter((key) => rank(key) !== undefined)
        .sort((one, other) => (rank(one) ?? 0) - (rank(other) ?? 0));
      if (best === undefined) throw eventNotAvailableError(noun, scope, events);
      return best;
    },
  };
}

function eventNotAvailableError(noun: string, scope: string, events: Hooks['events']): Error {
  const names = Object.keys(events).map((name) => `"${name}"`);
  const available =
    names.length > 0 ? `the events available to it are ${names.join(', ')}` : 'no events are available to it';
  return new Failure(`This connection can't receive ${noun}; ${available}. ${reconnectAdvice([scope])}`, {
    kind: 'not_done',
  });
}
