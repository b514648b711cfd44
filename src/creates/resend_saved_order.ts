/** Send Saved Order to a List: `POST /v1/orders` with a saved order. docs/api.md#saved-orders */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { listField, orderOptionFields, orderOptionGroup, readOrderOptions } from '../once/order_options.ts';
import { describeSent } from '../orders/order.ts';
import { readPeopleOnList } from '../orders/order_people.ts';
import * as savedOrder from '../orders/saved_order.ts';
import { readRequired } from '../steps/inputs.ts';

const inputFields = defineInputFields([savedOrder.field, listField, ...orderOptionFields()]);

const perform = (async (z, bundle) => {
  const { inputData } = bundle;
  const design = await savedOrder.readDesign(z, inputData, readOrderOptions(bundle));
  const listId = readRequired(inputData, listField);
  return savedOrder.send(design, await readPeopleOnList(design.cache, listId));
}) satisfies CreatePerform;

export const resendSavedOrder = defineCreate({
  key: 'resend_saved_order',
  noun: 'Order',
  display: {
    label: 'Send Saved Order to a List',
    description:
      'Prints a letter that you saved at the letter service and mails it to a list from Create Temporary List, also more than once. This costs money.',
  },
  operation: {
    inputFieldGroups: [orderOptionGroup],
    inputFields,
    lock: {
      key: 'order-{{bundle.inputData.saved_order_id}}-{{bundle.inputData.list_id}}',
      scope: ['account'],
      timeout: 60,
    },
    perform,
    ...describeSent(),
  },
});
