/** Order Production Completed: the event `orders.order_complete`. Mailing follows, possibly on a later day. docs/api.md#events */
import { defineInputFields, defineTrigger } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import * as orders from '../api/orders.ts';
import { isoTime, looseText } from '../api/values.ts';
import { tryOrLog } from '../failure.ts';
import { exampleOrder, foundOutput, orderRecord } from '../orders/order.ts';
import { describeLetters } from '../orders/saved_order.ts';
import { outputFieldsOf } from '../output_fields.ts';
import { removeLoopbackMarks, subjectOf } from '../rest_hooks/delivery.ts';
import { namedEvent, restHook } from '../rest_hooks/rest_hook.ts';
import { readBoolean, yesOrNo } from '../steps/inputs.ts';

const includeOrderField = {
  key: 'include_order',
  label: 'Include Price and Proof (PDF)',
  ...yesOrNo,
  default: 'false',
  helpText:
    'Choose Yes to add the name of the letter, the number of letters, the price, the proof and the contents of the order.',
} as const;

const sample = {
  id: 'm-310-4471',
  order_id: 'm-310-4471',
  completed: '2026-03-13T09:30:00-04:00',
  own_change: false,
};

const letters = { letter_name: 'Welcome letter', letter_count: 80, price: '$93.60' };

const hook = restHook({
  ...namedEvent('orders.order_complete', 'completed orders', 'orders.read'),

  async toRecord(z, { query, body, ownChange }, inputData) {
    const id = subjectOf(body.order_id, query.order_id);
    if (!id) return 'it does not name an order';
    const completed = isoTime(zod.parse(looseText, body.completed));
    const record = { ...removeLoopbackMarks(body), id, order_id: id, completed, own_change: ownChange };
    if (!readBoolean(inputData, includeOrderField)) return record;
    const failure = `The order ${id} could not be read, so the event is delivered without it.`;
    const order = await tryOrLog(z, failure, async () => {
      const found = await orders.get(z, id);
      if (!found) z.console.log(`The letter service did not find the order ${id}. ${failure}`);
      return found;
    });
    return order
      ? { ...record, order: { ...orderRecord(z, order), ...(await describeLetters(z, order)) } }
      : record;
  },

  /** Returns only the static sample, because the API cannot list orders. */
  async samples(z, { inputData }) {
    const isIncluded = readBoolean(inputData, includeOrderField);
    return [isIncluded ? { ...sample, order: { ...orderRecord(z, exampleOrder), ...letters } } : sample];
  },
});

export const orderComplete = defineTrigger({
  key: 'order_complete',
  noun: 'Completed Order',
  display: {
    label: 'Order Production Completed',
    description: 'Triggers when the letters of an order have been printed and are ready to be mailed.',
  },
  operation: {
    ...hook,
    inputFields: defineInputFields([includeOrderField]),
    sample,
    outputFields: [
      ...outputFieldsOf(sample),
      ...[...outputFieldsOf(letters), ...foundOutput.outputFields].map(({ key, label, type }) => ({
        key: `order__${key}`,
        label: `Order: ${label}`,
        type,
      })),
    ],
  },
});
