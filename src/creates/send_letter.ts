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
import { AccountCache } from '../account_cache.ts';
import * as contacts from '../api/contacts.ts';
import * as lists from '../api/lists.ts';
import * as orders from '../api/orders.ts';
import { isoDate } from '../api/values.ts';
import { printedName, readContact } from '../contacts/contact.ts';
import { contactField } from '../contacts/dropdown.ts';
import { contactFieldGroups } from '../contacts/fields.ts';
import { isEditorPreview, orderTestField } from '../editor_test.ts';
import { appendToMessage, Failure, getFailure } from '../failure.ts';
import { inputError, readRequired, readTrimmed, truncate } from '../inputs.ts';
import { readDuplicateCheck } from '../orders/deduplication/duplicate_check.ts';
import { identifySavedOrder } from '../orders/deduplication/letter_identity.ts';
import { identifyRecipient } from '../orders/deduplication/people.ts';
import { placeOnce } from '../orders/deduplication/place_once.ts';
import * as placeholders from '../orders/placeholders.ts';
import * as safety from '../orders/safety.ts';
import * as savedOrder from '../orders/saved_order.ts';
import { explainListError } from '../recipients/list_errors.ts';
import { generateListName } from '../recipients/list_name.ts';
import {
  allowsBlankMergeFields,
  blankMergeFieldsField,
  mergeFieldsField,
  placeholder,
  readMergeFields,
  requireMergeFields,
} from '../recipients/merge_fields.ts';
import {
  buildRecipient,
  completeFromContact,
  recipientFields,
  recipientOutputFields,
  recipientSample,
} from '../recipients/recipient.ts';

const optionalContactField = {
  ...contactField,
  required: false,
  helpText:
    'Choose the contact to write to, or leave blank and fill in the fields below. Filled-in fields replace the contact’s values. Fill in street, city and postal code together, or none.',
};

const inputFields = defineInputFields([
  savedOrder.field,
  optionalContactField,
  ...recipientFields,
  mergeFieldsField,
  blankMergeFieldsField,
  ...safety.fields,
]);

const perform = (async (z, bundle) => {
  const savedOrderId = readRequired(bundle.inputData, savedOrder.field);
  const duplicateCheck = readDuplicateCheck(bundle.inputData);
  const recipient = await readLetterRecipient(z, bundle);
  const { metadata = {}, ...printed } = recipient;
  const shown = { ...printed, merge_fields: metadata };
  const cache = new AccountCache(z, bundle);
  const checkMergeFields = async () => {
    const needed = await placeholders.recall(cache, savedOrderId);
    if (!allowsBlankMergeFields(bundle.inputData)) placeholders.requireFieldsOfPerson(needed, metadata);
    return needed;
  };
  if (isEditorPreview(bundle, orderTestField)) {
    return { ...(await preview(z, savedOrderId, recipient, await checkMergeFields())), ...shown };
  }
  const placed = await placeOnce(z, bundle, duplicateCheck, {
    identify: async () => ({
      print: identifySavedOrder(savedOrderId),
      people: identifyRecipient(recipient),
    }),
    prepare: async () => {
      await checkMergeFields();
      return makeList(z, recipient);
    },
    place: async (list) => ({
      ...(await orders.resend(z, { saved_order_id: savedOrderId, list_id: list.list_id })),
      list_id: list.list_id,
      list_expires: isoDate(list.expires),
    }),
  }).catch((error: unknown) => {
    throw nameRecipient(error, recipient);
  });
  const warning = placed.already_ordered
    ? null
    : placeholders.describeGaps(await placeholders.learn(cache, savedOrderId, placed.order_id), (name) =>
        Object.hasOwn(metadata, name),
      );
  const { list_id = null, list_expires = null } = placed;
  return { ...placed, list_id, list_expires, ...shown, warning, preview_only: false };
}) satisfies CreatePerform;

/** @throws a user-facing error if the contact does not exist, or a name, an address or a merge field is missing */
async function readLetterRecipient(z: ZObject, bundle: Bundle): Promise<lists.Recipient> {
  const { inputData } = bundle;
  const mergeFields = readMergeFields(bundle);
  requireMergeFields(inputData, mergeFields);
  let input = readContact(inputData);
  const contactId = readTrimmed(inputData, optionalContactField);
  if (contactId !== undefined) {
    const contact = await contacts.get(z, contactId).catch((error: unknown) => {
      throw appendToMessage(error, nothingOrdered);
    });
    if (!contact) {
      throw inputError(
        `${contactField.label} is "${contactId}", which is not on your mailing list; it may have been deleted. ${nothingOrdered}`,
      );
    }
    input = completeFromContact(input, contact);
  }
  const { recipient, problems } = buildRecipient(input, mergeFields);
  if (problems.length === 0) return recipient;
  const name = nameOf(recipient);
  const whose = name ? ` The letter was for ${truncate(name)}.` : '';
  throw inputError(
    `The recipient ${problems.join(', ')}. ${nothingOrdered} Correct this and run the step again.${whose}`,
  );
}

const nothingOrdered = 'No letter was ordered.';

const nameOf = ({ name, company }: lists.Recipient): string => printedName({ name, company });

/** Adds the recipient to the error, so that a person sees in the Zap's history whose letter is missing. */
function nameRecipient(error: unknown, recipient: lists.Recipient): unknown {
  const failure = getFailure(error);
  if (!failure) return error;
  return new Failure(`Letter to ${truncate(nameOf(recipient))}: ${failure.message}`, failure);
}

/** Makes the list and confirms that the recipient is on it. An unused list expires. */
async function makeList(z: ZObject, recipient: lists.Recipient): Promise<lists.CreatedList> {
  const name = generateListName([recipient]);
  try {
    const list = await lists.create(z, name);
    await lists.addRecipients(z, list.list_id, [recipient]);
    return list;
  } catch (error) {
    throw appendToMessage(explainListError(error, name), nothingOrdered);
  }
}

async function preview(
  z: ZObject,
  savedOrderId: string,
  { metadata = {} }: lists.Recipient,
  needed: readonly string[] | undefined,
) {
  const names = Object.keys(metadata).map(placeholder);
  const result = safety.previewResult(
    await savedOrder.check(z, savedOrderId),
    { checked: ['The recipient has a name or company, and an address.'] },
    placeholders.check(needed),
    {
      notChecked: [
        ...(!needed && names.length > 0 ? [`Whether the letter uses ${names.join(', ')}.`] : []),
        'Whether the letter service accepts the recipient.',
      ],
    },
  );
  return { ...result, created: null, list_id: null, list_expires: null, warning: null };
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
    inputFieldGroups: [...contactFieldGroups, safety.group],
    inputFields,
    perform,
    sample: {
      ...savedOrder.sentSample,
      list_id: 'l-001-0417',
      list_expires: '2026-03-26',
      ...recipientSample,
      merge_fields: { amount: '$50.00' },
    },
    outputFields: [
      ...savedOrder.sentOutputFields,
      { key: 'list_id', label: 'List ID' },
      { key: 'list_expires', label: 'List Expires' },
      ...recipientOutputFields,
      { key: 'merge_fields', label: 'Merge Fields', dict: true },
      { key: 'warning', label: 'Warning' },
      ...safety.outputFields,
    ],
  },
});
