/**
 * Send Letter: makes a temporary list of one recipient and sends a saved order to it.
 * docs/api.md#temporary-lists, docs/api.md#saved-orders
 */
import { type CreatePerform, defineCreate, defineInputFields, type ZObject } from 'zapier-platform-core';
import * as contacts from '../api/contacts.ts';
import { contactField } from '../contacts/dropdown.ts';
import { addFacts } from '../failure.ts';
import { orderOptionFields, orderOptionGroup, readOrderOptions } from '../once/order_options.ts';
import { describeSent } from '../orders/order.ts';
import { checkGreetings } from '../orders/order_people.ts';
import { addSpellings } from '../orders/placeholders.ts';
import * as savedOrder from '../orders/saved_order.ts';
import { contactSample, printedName } from '../person/contact.ts';
import { formatEnvelope } from '../person/envelope.ts';
import { contactFieldGroups } from '../person/fields.ts';
import { identifyPeople, identifyPerson, identifyReference } from '../person/identity.ts';
import { readPerson } from '../person/person.ts';
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
  goesToUndeliverable,
  readWithContact,
  recipientFields,
  recipientSample,
} from '../recipients/recipient.ts';
import { makeListForOrder } from '../recipients/temporary_list.ts';
import { type InputData, inputError, readTrimmed } from '../steps/inputs.ts';
import { joinWarnings, truncate } from '../text/format.ts';

export const inputFields = defineInputFields([
  savedOrder.field,
  {
    ...contactField,
    required: false,
    group: 'person',
    helpText:
      'A contact from your mailing list. Fields that you fill in below replace its values. For anyone else, leave this blank.',
  },
  ...recipientFields,
  mergeFieldsField,
  blankMergeFieldsField,
  ...orderOptionFields(),
]);

export const perform = (async (z, bundle) => {
  const { inputData } = bundle;
  const options = readOrderOptions(bundle, 'day', { isLetter: true });
  const design = await savedOrder.readDesign(z, inputData, options);
  const { problems, notes, refusal, ...person } = await readLetterPerson(z, inputData);
  const printed = buildRecipient(person);
  const name = truncate(printedName(printed));
  try {
    const { fields: mergeFields, notes: mergeNotes } = readMergeFields(bundle);
    const fields = summarizeOne(mergeFields, allowsBlankMergeFields(inputData), design.placeholders?.names);
    const recipient = withMergeFields(printed, mergeFields);
    if (problems.length > 0)
      throw inputError(
        [`The recipient ${problems.join(', ')}.`, ...notes].join(' '),
        'Correct it in your CRM or form, and send it again.',
      );
    const id = identifyPerson(printed, mergeFields);
    const listed = { id, reference: identifyReference(printed, mergeFields), place: name, recipient };
    const sent = await savedOrder.send(design, {
      listId: null,
      identify: async () => identifyPeople([listed], Object.keys(mergeFields)),
      fields,
      fieldAdvice: blankMergeFieldsAdvice,
      refusal,
      listed: [listed],
      check() {
        const { checked, warning } = checkGreetings([listed]);
        const abroad = 'State and Country are blank, so the address is treated as one in the United States.';
        const envelope = `The envelope:\n${formatEnvelope(recipient)}`;
        return { checked: [envelope, ...(person.mayBeAbroad ? [abroad] : []), ...checked], warning };
      },
      makeList: () => makeListForOrder(z, [addSpellings(recipient, design.placeholders)]),
    });
    return {
      list_expires: null,
      ...sent,
      ...printed,
      merge_fields: recipient.metadata ?? {},
      warning: joinWarnings([sent.warning, ...notes, ...mergeNotes]),
    };
  } catch (error) {
    // The user must see in the Zap's history whose letter is missing.
    throw name ? addFacts(error, { person: `Letter to ${name}` }) : error;
  }
}) satisfies CreatePerform;

/** Reads the person, and says why no letter may be ordered. @throws a user-facing error if the contact does not exist */
async function readLetterPerson(z: ZObject, inputData: InputData) {
  const contactId = readTrimmed(inputData, contactField);
  if (contactId === undefined) return { ...readPerson(inputData), refusal: undefined };
  const contact = await contacts.get(z, contactId);
  if (contact) {
    const person = readWithContact(inputData, contact);
    return { ...person, refusal: goesToUndeliverable(person, contact) ? undeliverableError() : undefined };
  }
  throw inputError(
    `${contactField.label} is "${contactId}", which is not on your mailing list; it may have been deleted.`,
    `Choose another contact, or clear ${contactField.label} and fill in the address.`,
  );
}

const undeliverableError = () =>
  inputError(
    "The letter service marks this contact's address as undeliverable: mail comes back from it.",
    `Correct the contact's address, or fill in another address in this step. If the mark is wrong, clear ${contactField.label}, and fill in the name and the address.`,
  );

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
    ...describeSent(
      {
        invoice_amount: 1.17,
        letter_count: 1,
        list_expires: '2026-03-26',
        ...recipientSample,
        merge_fields: { amount: '$50.00' },
      },
      { address: contactSample.address, merge_fields: {} },
    ),
  },
});
