/** Other Event: starts a Zap for any event of the account that the user chooses. docs/api.md#events */
import { type Bundle, defineInputFields, defineTrigger, type ZObject } from 'zapier-platform-core';
import * as hooks from '../api/hooks.ts';
import { withPlatformErrors } from '../edge.ts';
import { describeOutput } from '../output_fields.ts';
import { restHook } from '../rest_hooks/rest_hook.ts';
import { onePage } from '../steps/dropdown.ts';
import { type InputData, readBoolean, readRequired, yesOrNo } from '../steps/inputs.ts';
import { truncate } from '../text/format.ts';
import { isPlainObject } from '../text/values.ts';

const listEvents = async (z: ZObject, _bundle: Bundle) => {
  const { events } = await hooks.list(z);
  return onePage(
    Object.entries(events).map(([id, about]) => ({ id, label: about?.description?.trim() || id })),
  );
};

const inputFields = defineInputFields([
  {
    key: 'event',
    label: 'Event',
    type: 'string',
    required: true,
    resource: 'event',
    choices: withPlatformErrors({ perform: listEvents }),
    helpText: 'The event that triggers the Zap. The list shows every event that this connection can receive.',
  },
  {
    key: 'include_own_changes',
    label: 'Also Start for Events Caused by Zaps',
    ...yesOrNo,
    default: 'true',
    helpText: 'Choose No to ignore events that Zaps caused.',
  },
]);

const [eventField, ownChangesField] = inputFields;

/** The parts of the notice that an order was shipped. Notices of other events have different parts. */
const shippedParts = {
  customer: { id: null, name: null },
  order: { id: null, created: null, quantity: null, shipped: null },
  template: { id: null, code: null, name: null },
};

/** Returns every part of the shipped notice, so that a step can map the parts before the first notice arrives. */
const readShippedParts = (body: InputData): InputData =>
  Object.fromEntries(
    Object.entries(shippedParts).map(([part, missing]) => {
      const value = body[part] ?? {};
      return [part, isPlainObject(value) ? { ...missing, ...value } : value];
    }),
  );

const sample = {
  id: '0d6a4f82c1b94e37a5f0e8d7c6b5a493',
  event: 'orders.order_shipped.v1',
  own_change: false,
  ...shippedParts,
  data: {},
};

const hook = restHook({
  describe: (inputData) => `the event "${truncate(readRequired(inputData, eventField))}"`,
  find: (keys, inputData) => keys.find((key) => key === readRequired(inputData, eventField)),
  scopes: [],
  advice: 'Choose one from the list, or reconnect the account and approve more permissions.',

  async toRecord(_z, { contextId: id, event, query, body, ownChange }, inputData) {
    const received = event?.trim() ? event : undefined;
    if (received === undefined && Object.keys(body).length === 0) return 'it is empty';
    if (ownChange && readBoolean(inputData, ownChangesField) === false) return 'this connection caused it';
    const name = received ?? readRequired(inputData, eventField);
    const parts = readShippedParts(body);
    return { ...query, ...body, ...parts, id, event: name, own_change: ownChange, data: body };
  },

  /** Returns only the common fields. The other fields of an event are unknown until it happens. */
  samples: async (_z, { inputData }) => [{ ...sample, event: readRequired(inputData, eventField) }],
});

export const serviceEvent = defineTrigger({
  key: 'service_event',
  noun: 'Event',
  display: {
    label: 'Other Event',
    description:
      'Triggers when an event of your choice happens at the letter service, such as an order being shipped.',
  },
  operation: { ...hook, inputFields, ...describeOutput(sample) },
});
