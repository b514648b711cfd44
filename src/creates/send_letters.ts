/**
 * Send Letters to Several People: makes a temporary list and sends a saved order to it. One step does both, so that it knows both the
 * letter and the people. docs/api.md#temporary-lists, docs/api.md#saved-orders
 */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { columnsField, optionsGroup } from '../list_columns/columns_field.ts';
import {
  alreadySentField,
  orderOptionFields,
  orderOptionGroup,
  readOrderOptions,
} from '../once/order_options.ts';
import { describeSent } from '../orders/order.ts';
import { toOrderPeople } from '../orders/order_people.ts';
import * as savedOrder from '../orders/saved_order.ts';
import { listMergeFields } from '../recipients/merge_columns.ts';
import { allowsBlankMergeFields, mergeFieldsField, mergeGroup } from '../recipients/merge_fields.ts';
import * as sources from '../recipients/sources.ts';
import { readChoice } from '../steps/inputs.ts';
import { joinWarnings } from '../text/format.ts';

/** Users submit the same list again the next week or month. */
const defaultWindow = 'quarter';

const inputFields = defineInputFields([
  savedOrder.field,
  ...sources.sourceFields,
  ...listMergeFields,
  columnsField,
  alreadySentField,
  ...orderOptionFields(defaultWindow),
]);

const perform = (async (z, bundle) => {
  const { inputData } = bundle;
  const leavesOut = readChoice(inputData, alreadySentField) === 'leave_out';
  const options = readOrderOptions(bundle, defaultWindow, { leavesOut });
  const design = await savedOrder.readDesign(z, inputData, options);
  const { placeholders } = design;
  const collector = await sources.readRecipients(z, bundle, {
    placeholders: placeholders?.names,
    isPreview: options.isPreview,
  });
  const people = toOrderPeople(design.cache, options, collector, {
    allowsBlank: allowsBlankMergeFields(inputData),
    fieldAdvice: `Add it in ${mergeFieldsField.label} or as a column of the file. If its column has another name, enter the heading and the placeholder in ${columnsField.label}.`,
    listAdvice: 'Use Create Temporary List, and then Send Saved Order to a List.',
    othersAdvice: `To write only to the others, choose "${alreadySentField.choices.leave_out}" in ${alreadySentField.label}.`,
    placeholders,
  });
  const sent = await savedOrder.send(design, people);
  const { warning: listWarning, ...described } = sources.describeList(collector);
  const { names, note } = people.leftOut;
  return {
    list_expires: null,
    ...sent,
    already_sent_left_out: names.length,
    ...described,
    warning: joinWarnings([sent.warning, sent.preview_only ? null : note, listWarning]),
  };
}) satisfies CreatePerform;

export const sendLetters = defineCreate({
  key: 'send_letters',
  noun: 'Letter',
  display: {
    label: 'Send Letters to Several People',
    description:
      'Prints a letter that you saved at the letter service and mails it to several people: those in a file, in an earlier step or on your mailing list. This costs money.',
  },
  operation: {
    inputFieldGroups: [sources.whoGroup, mergeGroup, optionsGroup, orderOptionGroup],
    inputFields,
    perform,
    ...describeSent({
      list_expires: '2026-03-26',
      letter_count: 24,
      invoice_amount: 28.08,
      already_sent_left_out: 0,
      ...sources.listSample,
    }),
  },
});
