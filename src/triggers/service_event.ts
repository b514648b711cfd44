/**
 * New Service Event: any event of the account (§4.3, §6.5), so also one that this connector has never heard of. The
 * record is what the service sent, as it came.
 */
import { type Bundle, defineInputFields, defineTrigger, type ZObject } from 'zapier-platform-core';
import * as hooks from '../api/hooks.ts';
import { boolean, inputError, requiredTrimmedString, trimmedString } from '../inputs.ts';
import { type HookTrigger, restHook, Skipped } from './rest_hook.ts';

/** The account's events for a dropdown, in the service's own words. */
const choices = async (z: ZObject, _bundle: Bundle) => {
  const { events } = await hooks.list(z);
  return {
    results: Object.entries(events).map(([id, about]) => ({ id, label: about?.description?.trim() || id })),
    paging_token: null,
  };
};

const inputFields = defineInputFields([
  {
    key: 'event',
    label: 'Event',
    type: 'string',
    required: true,
    resource: 'event',
    choices: { perform: choices },
    helpText:
      'What has to happen at the letter service. The list shows everything that this connection may follow.',
  },
  {
    key: 'include_own_changes',
    label: 'Include Changes Made by Zaps',
    type: 'boolean',
    default: 'true',
    helpText: 'Choose no to start only for what did not come from this connection itself.',
  },
]);

const [eventField, ownChangesField] = inputFields;

const sample = {
  id: '0d6a4f82c1b94e37a5f0e8d7c6b5a493',
  event: 'orders.order_shipped.v1',
  own_change: false,
};

const anyEvent: HookTrigger<Record<string, unknown>> = {
  scope: 'contacts.read',
  // The target belongs to one subscription, so whatever arrives there is the chosen event, in whatever spelling.
  matches: () => true,

  resolveEvent(events, inputData) {
    const event = requiredTrimmedString(inputData, eventField);
    if (Object.hasOwn(events, event)) return event;
    const names = Object.keys(events).map((name) => `"${name}"`);
    throw inputError(
      `${eventField.label} is "${event}", which this connection cannot follow. It may follow ${names.join(', ') || 'no events at all'}. Choose one from the list, or reconnect the account and approve more permissions.`,
    );
  },

  record(_z, { id, event, query, body, ownChange }, inputData) {
    const told = event?.trim() ? event : undefined;
    if (told === undefined && Object.keys(body).length === 0) return new Skipped('it says nothing at all');
    if (ownChange && boolean(inputData, ownChangesField) === false)
      return new Skipped('this connection caused it');
    const name = told ?? trimmedString(inputData, eventField.key);
    if (name === undefined) return new Skipped('neither it nor this Zap says which event it is');
    return { ...query, ...body, id, event: name, own_change: ownChange };
  },

  /** What an event brings along is known when one has happened; these fields every one of them has. */
  samples: (_z, inputData) => [{ ...sample, event: requiredTrimmedString(inputData, eventField) }],
};

export const serviceEvent = defineTrigger({
  key: 'service_event',
  noun: 'Event',
  display: {
    label: 'New Service Event',
    description:
      'Triggers when an event of your choice happens at the letter service, for example when an order is shipped.',
  },
  operation: {
    ...restHook(anyEvent),
    inputFields,
    cleanInputData: false,
    sample,
    outputFields: [
      { key: 'id', label: 'Notice', primary: true },
      { key: 'event', label: 'Event' },
      { key: 'own_change', label: 'Caused by This Connection', type: 'boolean' },
    ],
  },
});
