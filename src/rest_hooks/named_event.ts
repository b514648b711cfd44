/**
 * An event with a fixed name, such as `contacts.address_update`, in whatever form the account lists it: with or without
 * the group, with or without a version. docs/api.md#events
 */

import { reconnectAdvice } from '../api/errors.ts';
import { inputError } from '../inputs.ts';
import type { FollowedEvent } from './rest_hook.ts';

interface NamedEvent {
  /** Group and name. */
  name: `${string}.${string}`;
  /** What the event reports, for messages. */
  noun: string;
  scope: string;
}

const spellAlike = (name: string): string => name.trim().toLowerCase().replaceAll('-', '_');

/** Prefers `.v1`, then the name without a version, then the lowest later version. */
export function namedEvent({ name: fullName, noun, scope }: NamedEvent): FollowedEvent {
  const [ownGroup, name] = spellAlike(fullName).split('.');
  const pattern = new RegExp(`^(?:(.*)\\.)?${name}(?:\\.v(\\d+))?$`);

  const parse = (key: string) => pattern.exec(spellAlike(key));

  /** How well the key of this event fits, the lower the better. */
  const rank = (key: string): number => {
    const [, group = ownGroup, version = '1.5'] = parse(key) ?? [];
    return Number(version) + (group === ownGroup ? 0 : 1_000_000);
  };

  return {
    scopes: [scope],
    resolve(events) {
      const names = Object.keys(events);
      const [best] = names.filter(parse).sort((one, other) => rank(one) - rank(other));
      if (best !== undefined) return best;
      const available =
        names.length > 0
          ? `the events available to it are ${names.map((one) => `"${one}"`).join(', ')}`
          : 'no events are available to it';
      throw inputError(`This connection can't receive ${noun}; ${available}.`, reconnectAdvice([scope]));
    },
  };
}
