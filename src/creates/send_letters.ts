/**
 * Send Letters to Several People: makes a temporary list and sends a saved order to it, so that the letter and the people are known
 * at the same time. docs/api.md#temporary-lists, docs/api.md#saved-orders
 */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { Cache } from '../cache.ts';
import { joinWarnings } from '../contacts/contact.ts';
import { listFirst } from '../format.ts';
import { readChoice, readRequired } from '../inputs.ts';
import { columnsField, optionsGroup } from '../list_columns/columns_field.ts';
import { alreadySentField, findAlreadySent, rememberReached } from '../orders/already_sent.ts';
import { identifyPrint } from '../orders/deduplication/identity.ts';
import { rememberList } from '../orders/deduplication/people.ts';
import { spellAs } from '../orders/gaps.ts';
import {
  longestWindow,
  orderOptionFields,
  orderOptionGroup,
  readDuplicateCheck,
} from '../orders/order_options.ts';
import { inProgressError } from '../orders/place_once.ts';
import { recallPlaceholders } from '../orders/placeholders.ts';
import { outcomeOutputFields } from '../orders/preview.ts';
import * as savedOrder from '../orders/saved_order.ts';
import { letterOf, sendSavedOrder } from '../orders/send_saved_order.ts';
import { identifyPeople } from '../recipients/identity.ts';
import { listMergeFields } from '../recipients/merge_columns.ts';
import {
  allowsBlankMergeFields,
  blankMergeFieldsAdvice,
  mergeFieldsField,
  mergeGroup,
} from '../recipients/merge_fields.ts';
import {
  describeList,
  listOutputFields,
  listSample,
  readRecipients,
  sourceFields,
  whoGroup,
} from '../recipients/sources.ts';
import { makeListForOrder, requireShortList } from '../recipients/temporary_list.ts';
import { isEditorPreview, orderTestField } from '../test_button.ts';

const inputFields = defineInputFields([
  savedOrder.field,
  ...sourceFields,
  ...listMergeFields,
  columnsField,
  alreadySentField,
  ...orderOptionFields,
]);

const perform = (async (z, bundle) => {
  const { inputData } = bundle;
  const savedOrderId = readRequired(inputData, savedOrder.field);
  const leavesOut = readChoice(inputData, alreadySentField) === 'leave_out';
  const check = readDuplicateCheck(inputData);
  const cache = new Cache(z);
  const placeholders = await recallPlaceholders(cache, savedOrderId);
  const read = await readRecipients(z, bundle, placeholders?.names);
  const { collector } = read;
  const everyone = identifyPeople(collector.identity);
  const print = identifyPrint(letterOf(savedOrderId), check.eventId);
  const found = leavesOut
    ? await findAlreadySent(cache, print, everyone, {
        isOff: check.seconds === 0,
        timeZone: bundle.meta?.timezone,
      })
    : undefined;
  const alreadySent = collector.leaveOut(found?.reached ?? new Set());
  const { recipients } = collector;
  const leftOut = recipients.length > 0 ? describeAlreadySent(alreadySent) : [];
  requireShortList(recipients, 'Use Create Temporary List, and then Send Saved Order to a List.');
  const people = identifyPeople(collector.identity);
  const fields = collector.summarize(allowsBlankMergeFields(inputData));
  const { warning: listWarning, ...described } = describeList(read, recipients);
  const shown = { already_sent_left_out: alreadySent.length, ...described };
  const isPreview = isEditorPreview(bundle, orderTestField);
  if (recipients.length === 0 && !isPreview) {
    await rememberReached(cache, print, everyone);
    return { ...nobodyLeft(everyone.id), ...shown, warning: joinWarnings([everyoneReached, listWarning]) };
  }
  const sent = await sendSavedOrder(z, bundle, {
    savedOrderId,
    // Who was reached was looked up for a week, so a shorter time would let another run write to them.
    check: found && !found.isDoubtful ? { ...check, seconds: longestWindow } : check,
    placeholders,
    readPeople: async () => people,
    fields,
    fieldAdvice: `Add it in ${mergeFieldsField.label} or as a column of the file. ${blankMergeFieldsAdvice}`,
    describeOthers(reached) {
      // Another run ordered after this one had looked them up.
      if (leavesOut) throw inProgressError('has just ordered the same letters to some of these people');
      const others = collector.namesWithout(reached);
      return others.length === 0
        ? ''
        : `Not yet written to: ${listFirst(others, ', ', 5)}. To write only to them, choose "${alreadySentField.choices.leave_out}" in ${alreadySentField.label}. `;
    },
    first: recipients[0],
    peopleChecks: {
      unknown: recipients.length === 0 ? everyoneReached : undefined,
      checked: [collector.check, ...leftOut],
    },
    list: async () => {
      const list = await makeListForOrder(
        z,
        recipients.map((recipient) => spellAs(recipient, placeholders)),
      );
      await rememberList(cache, list, people, fields);
      return list;
    },
  });
  // The order stored its people.
  const remembered = { ...everyone, isStored: alreadySent.length === 0 };
  if (leavesOut && !isPreview) await rememberReached(cache, print, remembered);
  return {
    list_expires: null,
    ...sent,
    ...shown,
    warning: joinWarnings([sent.warning, ...(isPreview ? [] : leftOut), listWarning]),
  };
}) satisfies CreatePerform;

/** Returns the sentence about people who are left out, if there are any. */
const describeAlreadySent = (names: readonly string[]): string[] =>
  names.length > 0 ? [`Left out, because they already got this letter: ${listFirst(names, ', ')}.`] : [];

const everyoneReached = 'Nothing was ordered: everyone on the list already got this letter.';

/** The result if everyone already got the letter. */
const nobodyLeft = (id: string) => ({
  id: `nobody-left-${id}`,
  order_id: null,
  created: null,
  list_id: null,
  list_expires: null,
  letter_count: 0,
  invoice_amount: null,
  preview_pdf: null,
  already_ordered: true,
  preview_only: false,
});

export const sendLetters = defineCreate({
  key: 'send_letters',
  noun: 'Letter',
  display: {
    label: 'Send Letters to Several People',
    description:
      'Prints a letter that you saved at the letter service and mails it to several people: those in a file, in an earlier step or on your mailing list. This costs money.',
  },
  operation: {
    inputFieldGroups: [whoGroup, mergeGroup, optionsGroup, orderOptionGroup],
    inputFields,
    perform,
    sample: {
      ...savedOrder.sentSample,
      list_expires: '2026-03-26',
      letter_count: 24,
      invoice_amount: 28.08,
      already_sent_left_out: 0,
      ...listSample,
    },
    outputFields: [
      ...savedOrder.sentOutputFields,
      { key: 'list_expires', label: 'List Expires' },
      { key: 'already_sent_left_out', label: 'Already Sent Left Out', type: 'integer' },
      ...listOutputFields,
      ...outcomeOutputFields,
    ],
  },
});
