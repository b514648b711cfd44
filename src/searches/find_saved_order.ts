/** Find Saved Order: GET /v1/orders/saved (§4.4), which may be a subset (§8). */
import { defineInputFields, defineSearch, type SearchPerform } from 'zapier-platform-core';
import type { SavedOrder } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import { inputError, trimmedString } from '../inputs.ts';
import {
  newestFirst,
  savedOrderField,
  savedOrderOutputFields,
  savedOrderRecord,
  savedOrderSample,
} from '../resources/saved_order.ts';
import { bestFirst, matchScore } from './matching.ts';

const inputFields = defineInputFields([
  {
    key: 'name',
    label: 'Name',
    type: 'string',
    helpText: 'The name of the saved order or a part of it; capital letters do not matter.',
  },
  {
    ...savedOrderField,
    required: false,
    helpText: 'The saved order itself, when an earlier step gives it. Fill in one of the two.',
  },
]);

const perform = (async (z, { inputData }) => {
  const id = trimmedString(inputData, 'saved_order_id');
  const name = trimmedString(inputData, 'name');
  if (id === undefined && name === undefined) {
    throw inputError(
      `Nothing to look for was given: fill in ${inputFields[0].label} or ${inputFields[1].label}.`,
    );
  }
  const { savedOrders } = await orders.listSaved(z);
  const named =
    name === undefined
      ? newestFirst(savedOrders)
      : bestFirst(newestFirst(savedOrders), (one) => matchScore(name, one.name));
  if (id === undefined) return named.map(savedOrderRecord);
  const found: SavedOrder[] = named.filter((one) => one.saved_order_id === id);
  // The listing may leave out what exists (§8); only who gave a name as well asked for more than the id can tell.
  if (found.length === 0 && name === undefined) found.push({ saved_order_id: id });
  return found.map(savedOrderRecord);
}) satisfies SearchPerform;

export const findSavedOrder = defineSearch({
  key: 'find_saved_order',
  noun: 'Saved Order',
  display: {
    label: 'Find Saved Order',
    description: 'Finds an order that you saved at the letter service, by its name.',
  },
  operation: {
    inputFields,
    cleanInputData: false,
    perform,
    sample: savedOrderSample,
    outputFields: savedOrderOutputFields,
  },
});
