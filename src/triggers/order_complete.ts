/** Order Production Completed: the service's order complete event (§6.3). Mailing follows, perhaps on a later day. */
import { defineInputFields, defineTrigger } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { lazy } from '../api/lazy.ts';
import * as orders from '../api/orders.ts';
import { identifier, isoTime, looseText } from '../api/values.ts';
import { boolean } from '../inputs.ts';
import { subjectOf, withoutLoopMarks } from '../resources/notification.ts';
import { exampleOrder, orderOutputFields, orderRecord } from '../resources/order.ts';
import { eventMatcher, eventNotAvailable, type HookTrigger, restHook, Skipped } from './rest_hook.ts';

const inputFields = defineInputFields([
  {
    key: 'include_order',
    label: 'Include the Order',
    type: 'boolean',
    default: 'false',
    helpText:
      'Choose yes to look the order up as well: its contents, its price and the preview of the letters as a PDF file.',
  },
]);

const scope = 'orders.read';
const matcher = eventMatcher('orders', 'order_complete');

const completion = lazy(() =>
  zod.looseObject({
    order_id: zod.catch(zod.nullish(identifier()), null),
    completed: zod.catch(looseText(), null),
  }),
);

const sample = {
  id: 'm-310-4471',
  order_id: 'm-310-4471',
  completed: '2026-03-13T09:30:00-04:00',
  own_change: false,
};

const completions: HookTrigger<object> = {
  scope,
  matches: matcher.matches,
  resolveEvent(events) {
    const key = matcher.pick(Object.keys(events));
    if (key === undefined) throw eventNotAvailable('completed orders', events, scope);
    return key;
  },

  async record(z, { query, body, ownChange }, inputData) {
    const read = zod.parse(completion(), withoutLoopMarks(body));
    const id = subjectOf(read.order_id, query.order_id);
    if (!id) return new Skipped('it does not say which order it is about');
    const record = { ...read, id, order_id: id, completed: isoTime(read.completed), own_change: ownChange };
    if (!boolean(inputData, inputFields[0])) return record;
    const order = await orders.get(z, id);
    return order ? { ...record, order: orderRecord(z, order) } : record;
  },

  /** The service lists no orders, so there is nothing of the account's own to show. */
  samples: (z, inputData) => [
    boolean(inputData, inputFields[0]) ? { ...sample, order: orderRecord(z, exampleOrder) } : sample,
  ],
};

export const orderComplete = defineTrigger({
  key: 'order_complete',
  noun: 'Completed Order',
  display: {
    label: 'Order Production Completed',
    description: 'Triggers when the letters of an order have been printed and are ready to be mailed.',
  },
  operation: {
    ...restHook(completions),
    inputFields,
    cleanInputData: false,
    sample,
    outputFields: [
      { key: 'id', label: 'Order', primary: true },
      { key: 'order_id', label: 'Order Number' },
      { key: 'completed', label: 'Completed', type: 'datetime' },
      { key: 'own_change', label: 'Caused by This Connection', type: 'boolean' },
      ...orderOutputFields.map(({ key, label, ...field }) => ({
        ...field,
        key: `order__${key}`,
        label: label.startsWith('Order') ? `Included ${label}` : `Order ${label}`,
        primary: false,
      })),
    ],
  },
});
