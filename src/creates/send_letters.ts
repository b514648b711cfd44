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
import {
  alreadySentField,
  describeLeftOut,
  findAlreadySent,
  requireComparable,
} from '../orders/already_sent.ts';
import type { Earlier } from '../orders/deduplication/decide.ts';
import { identifyPrint } from '../orders/deduplication/identity.ts';
import { rememberList } from '../orders/deduplication/people.ts';
import { spellAs } from '../orders/gaps.ts';
import {
  eventIdField,
  longDuplicateWindowField,
  orderOptionGroup,
  readDuplicateCheck,
} from '../orders/order_options.ts';
import { type Placeholders, recallPlaceholders } from '../orders/placeholders.ts';
import { outcomeOutputFields } from '../orders/preview.ts';
import * as savedOrder from '../orders/saved_order.ts';
import { everyoneReached, letterOf, sendSavedOrder } from '../orders/send_saved_order.ts';
import type { RecipientCollector } from '../recipients/collector.ts';
import { identifyPeople, type People } from '../recipients/identity.ts';
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
  eventIdField,
  longDuplicateWindowField,
  orderTestField,
]);

const perform = (async (z, bundle) => {
  const { inputData } = bundle;
  const timeZone = bundle.meta?.timezone;
  const savedOrderId = readRequired(inputData, savedOrder.field);
  const leavesOut = readChoice(inputData, alreadySentField) === 'leave_out';
  const check = readDuplicateCheck(inputData, longDuplicateWindowField);
  const cache = new Cache(z);
  const placeholders = await recallPlaceholders(cache, savedOrderId);
  const collector = await readRecipients(z, bundle, placeholders?.names);
  if (leavesOut) requireComparable(collector.count);
  const everyone = { ...identifyPeople(collector.identity), isList: true };
  const printed = identifyPrinted(collector, everyone, placeholders);
  let leftOut: string[] = [];
  let leftOutWarning: string | null = null;
  const leaveOut = (reached: ReadonlyMap<string, Earlier>) => {
    leftOut = collector.leaveOut(reached);
    leftOutWarning = describeLeftOut(leftOut, reached, timeZone);
    return collector.count;
  };
  const isPreview = isEditorPreview(bundle, orderTestField);
  if (isPreview && leavesOut) {
    const print = identifyPrint(letterOf(savedOrderId), check.eventId);
    leaveOut(await findAlreadySent(cache, print, { ...everyone, printed }));
  }
  const readFields = () => collector.summarize(allowsBlankMergeFields(inputData));
  const sent = await sendSavedOrder(z, bundle, {
    savedOrderId,
    check,
    placeholders,
    readPeople: async () => ({ ...everyone, printed }),
    leaveOut: leavesOut ? leaveOut : undefined,
    readFields,
    fieldAdvice: `Add it in ${mergeFieldsField.label} or as a column of the file. ${blankMergeFieldsAdvice}`,
    describeOthers(found) {
      const others = collector.namesWithout(found);
      return others.length === 0
        ? ''
        : `Not yet written to: ${listFirst(others, ', ', 5)}. To write only to them, choose "${alreadySentField.choices.leave_out}" in ${alreadySentField.label}. `;
    },
    first: collector.recipients[0],
    peopleChecks: {
      unknown: collector.count === 0 ? everyoneReached : undefined,
      checked: [collector.check, ...(leftOutWarning ? [leftOutWarning] : [])],
    },
    async list(run) {
      const { recipients } = collector;
      requireShortList(recipients, listAdvice);
      const list = await makeListForOrder(
        z,
        recipients.map((recipient) => spellAs(recipient, placeholders)),
      );
      await rememberList(cache, list, { ...everyone, isStored: true }, readFields(), run?.leftOutBy);
      return list;
    },
    async rememberPrinted(run, known) {
      const now = identifyPrinted(collector, everyone, known);
      // The people who are left out were stored before.
      if (now && now.join() !== (printed ?? everyone.members).join() && leftOut.length === 0)
        await run?.rememberPrinted(now);
    },
  });
  const { warning: listWarning, ...described } = describeList(collector);
  return {
    list_expires: null,
    ...sent,
    already_sent_left_out: leftOut.length,
    ...described,
    warning: joinWarnings([sent.warning, isPreview ? null : leftOutWarning, listWarning]),
  };
}) satisfies CreatePerform;

const listAdvice = 'Use Create Temporary List, and then Send Saved Order to a List.';

/**
 * Returns what identifies each person by what the letter prints, so that a change in another column makes no new letter. Undefined if it is
 * unknown: the letter prints no merge fields that are known, or there are too many people.
 */
function identifyPrinted(
  collector: RecipientCollector,
  { members }: People,
  placeholders: Placeholders | undefined,
): string[] | undefined {
  if (!placeholders || placeholders.filled.length === 0 || members.length !== collector.count)
    return undefined;
  const printed = collector.identifyPrinted(placeholders.names);
  return members.map((member) => printed.get(member) ?? member);
}

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
