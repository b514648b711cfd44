/**
 * Send Letter: makes a temporary list of one recipient and sends a saved order to it.
 * docs/api.md#temporary-lists, docs/api.md#saved-orders
 */
import {
  type Bundle,
  type CreatePerform,
  defineCreate,
  defineInputFields,
  type ZObject,
} from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import * as lists from '../api/lists.ts';
import { joinWarnings, printedName } from '../contacts/contact.ts';
import { contactField } from '../contacts/dropdown.ts';
import { formatEnvelope } from '../contacts/envelope.ts';
import { contactFieldGroups } from '../contacts/fields.ts';
import { readPerson } from '../contacts/person.ts';
import { getFailure } from '../failure.ts';
import { truncate } from '../format.ts';
import { inputError, readTrimmed } from '../inputs.ts';
import { orderOptionFields, orderOptionGroup } from '../orders/order_options.ts';
import { spellAs } from '../orders/placeholders.ts';
import { sentOutputFields, sentSample } from '../orders/result.ts';
import { readSavedLetter, sendSavedOrder } from '../orders/saved_letter.ts';
import * as savedOrder from '../orders/saved_order.ts';
import { identifyPeople, identifyPerson } from '../recipients/identity.ts';
import {
  allowsBlankMergeFields,
  blankMergeFieldsAdvice,
  blankMergeFieldsField,
  mergeFieldsField,
  mergeGroup,
  readMergeFields,
  summarizeOne,
  withMergeFields,
} from '../recipients/merge_fields.ts';
import {
  buildRecipient,
  readWithContact,
  recipientFields,
  recipientOutputFields,
  recipientSample,
} from '../recipients/recipient.ts';
import { makeListForOrder } from '../recipients/temporary_list.ts';

const optionalContactField = {
  ...contactField,
  required: false,
  group: 'person',
  helpText:
    'A contact from your mailing list. Fields that you fill in below replace its values. For anyone else, leave this blank.',
};

export const inputFields = defineInputFields([
  savedOrder.field,
  optionalContactField,
  ...recipientFields,
  mergeFieldsField,
  blankMergeFieldsField,
  ...orderOptionFields,
]);

export const perform = (async (z, bundle) => {
  const letter = await readSavedLetter(z, bundle);
  const { recipient, notes, fields, identity } = await readLetterRecipient(z, bundle);
  const people = {
    listId: null,
    identify: async () => identifyPeople([identity]),
    fields,
    fieldAdvice: blankMergeFieldsAdvice,
    first: recipient,
    namesOf: () => [truncate(printedName(recipient))],
    checks: { checked: [`The envelope:\n${formatEnvelope(recipient)}`] },
    makeList: () => makeListForOrder(z, [spellAs(recipient, letter.placeholders)]),
  };
  const sent = await sendSavedOrder(letter, people).catch((error: unknown) => {
    throw nameRecipient(error, recipient);
  });
  const { metadata = {}, ...printed } = recipient;
  const warning = joinWarnings([sent.warning, ...notes]);
  return { list_expires: null, ...sent, ...printed, merge_fields: metadata, warning };
}) satisfies CreatePerform;

/** @throws a user-facing error if the contact does not exist, or a name, an address or a merge field is missing */
async function readLetterRecipient(z: ZObject, bundle: Bundle) {
  const { inputData } = bundle;
  const mergeFields = readMergeFields(bundle);
  const fields = summarizeOne(mergeFields, allowsBlankMergeFields(inputData));
  const contactId = readTrimmed(inputData, optionalContactField);
  const person =
    contactId === undefined
      ? readPerson(inputData)
      : readWithContact(inputData, await readContact(z, contactId));
  const printed = buildRecipient(person);
  const problems = [...person.problems];
  const recipient = withMergeFields(printed, mergeFields);
  if (!lists.fitsOneRequest(recipient)) problems.push('has more text than the letter service accepts (1 MB)');
  if (problems.length === 0) {
    const identity = identifyPerson(printed, mergeFields);
    return { recipient, notes: person.notes, fields, identity };
  }
  const name = printedName(printed);
  const whose = name ? ` The letter was for ${truncate(name)}.` : '';
  throw inputError(`The recipient ${problems.join(', ')}.${whose}`, 'Correct this and run the step again.');
}

async function readContact(z: ZObject, id: string): Promise<Contact> {
  const contact = await contacts.get(z, id);
  if (contact) return contact;
  throw inputError(
    `${contactField.label} is "${id}", which is not on your mailing list; it may have been deleted.`,
    `Choose another contact, or clear ${contactField.label} and fill in the address.`,
  );
}

/** Adds the recipient to the error, so that the user can see in the Zap's history whose letter is missing. */
function nameRecipient(error: unknown, recipient: lists.Recipient): unknown {
  const failure = getFailure(error);
  if (!failure) return error;
  return failure.reworded(`Letter to ${truncate(printedName(recipient))}: ${failure.what}`, failure.advice);
}

export const sendLetter = defineCreate({
  key: 'send_letter',
  noun: 'Letter',
  display: {
    label: 'Send Letter',
    description:
      'Prints a letter that you saved at the letter service and mails it to one person. This costs money.',
  },
  operation: {
    inputFieldGroups: [...contactFieldGroups, mergeGroup, orderOptionGroup],
    inputFields,
    perform,
    sample: {
      ...sentSample,
      invoice_amount: 1.17,
      letter_count: 1,
      list_expires: '2026-03-26',
      ...recipientSample,
      merge_fields: { amount: '$50.00' },
    },
    outputFields: [
      ...sentOutputFields,
      { key: 'list_expires', label: 'List Expires' },
      ...recipientOutputFields,
      { key: 'merge_fields', label: 'Merge Fields', dict: true },
    ],
  },
});
