/** Reads the recipients of a new list: from line items, a file and contacts of the mailing list, added together. */
import type { Bundle, ZObject } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { maxMergeFields } from '../api/lists.ts';
import { readMailingList } from '../api/mailing_list.ts';
import { columnsField, optionsGroup } from '../list_columns/columns_field.ts';
import { readFile, readItems } from '../list_file/list_file.ts';
import { formatEnvelope } from '../person/envelope.ts';
import { defaultCountryField } from '../person/fields.ts';
import { type InputData, inputError, readBoolean, readList, yesOrNo } from '../steps/inputs.ts';
import { describePeople } from '../text/describe_people.ts';
import { formatCount, joinWarnings, listFirst } from '../text/format.ts';
import { isBlank, toText } from '../text/values.ts';
import { incompleteAddressesField, RecipientCollector } from './collector.ts';
import { readMergeColumns } from './merge_columns.ts';
import { allowsBlankMergeFields, countFilledIn, placeholder, readMergeFields } from './merge_fields.ts';
import { recipientLineItemFields } from './recipient.ts';

export const whoGroup = { key: 'who', label: 'Who Gets It?' };

export const recipientsField = {
  key: 'recipients',
  label: 'Recipients',
  group: 'who',
  children: recipientLineItemFields,
};

export const fileField = {
  key: 'file',
  label: 'File',
  type: 'file',
  group: 'who',
  helpText:
    'A CSV or JSON file. Its first line names the columns, such as Name, Street, City, State and ZIP.',
} as const;

export const contactIdsField = {
  key: 'contact_ids',
  label: 'Contact IDs',
  type: 'string',
  list: true,
  group: 'who',
  helpText: 'Contacts of your mailing list, such as those of a Find Contacts step.',
} as const;

export const everyoneField = {
  key: 'everyone',
  label: 'Everyone on the Mailing List',
  ...yesOrNo,
  default: 'false',
  group: 'who',
  helpText: 'Adds every contact with a complete name and address to the people in the other fields.',
} as const;

/** The sources of recipients. They are combined, and a person who would get the same letter twice is on the list once. */
export const sourceFields = [
  fileField,
  everyoneField,
  recipientsField,
  contactIdsField,
  incompleteAddressesField,
  { ...defaultCountryField, group: optionsGroup.key },
] as const;

/** Maximum number of contacts to read one by one. For more, the whole mailing list is read with one request. */
const maxSingleReads = 4;

/**
 * Reads the recipients from all sources.
 * @param letter the letter that the list is for, if it is known. A later check compares the merge fields with its placeholders. If the
 * placeholders are unknown, blank columns are only noted in a preview
 * @throws a user-facing error that names the first mistakes, or says that there are no recipients
 */
export async function readRecipients(
  z: ZObject,
  bundle: Pick<Bundle, 'inputData'> & Partial<Pick<Bundle, 'inputDataRaw'>>,
  letter?: { placeholders: readonly string[] | undefined; isPreview: boolean },
): Promise<RecipientCollector> {
  const { inputData } = bundle;
  const common = readMergeFields(bundle, isBlank(inputData[fileField.key]) ? undefined : columnsField.label);
  const wanted = {
    named: readMergeColumns(inputData),
    printed: letter?.placeholders,
    isForLetter: letter !== undefined,
  };
  const { ListColumns } = await import('../list_columns/columns.ts');
  const columns = new ListColumns(inputData[columnsField.key], wanted);
  const collector = new RecipientCollector(columns, inputData, wanted, common.fields);
  for (const note of common.notes) collector.report.note(note);
  readItems(collector, recipientsField);
  if ((await readFile(z, collector, fileField)) !== null) {
    columns.requireReadable(collector.report.countries.question);
    if (letter) collector.mergeColumns.requireNamed();
    collector.mergeColumns.decide(maxMergeFields - countFilledIn(common.fields));
  }
  await addContacts(z, inputData, collector);
  collector.finish();
  if (collector.count === 0) throw noRecipientsError(collector, bundle);
  if (letter) collector.noteRepeated();
  if (!letter?.placeholders && !allowsBlankMergeFields(inputData))
    collector.rejectBlankMergeFields(letter?.isPreview === true);
  return collector;
}

/** Reads everyone on the mailing list, without merge fields. @throws a user-facing error if no contact is complete */
export const readEveryone = (z: ZObject): Promise<RecipientCollector> =>
  readRecipients(z, { inputData: { [everyoneField.key]: true } });

function noRecipientsError(
  { columns, report }: RecipientCollector,
  { inputData, inputDataRaw = {} }: Pick<Bundle, 'inputData'> & Partial<Pick<Bundle, 'inputDataRaw'>>,
): Error {
  const { incomplete, doNotMail } = report;
  if (incomplete.length > 0)
    return inputError(
      `No one can get a letter, because every address is incomplete. ${describePeople(incomplete)}`,
      `Complete the addresses and run the step again.${columns.adviceIfUnclear}`,
    );
  if (doNotMail.length > 0)
    return inputError(
      `There is no one to write to. ${describePeople(doNotMail)}`,
      `To write to them anyway, enter the heading of that column in ${columnsField.label}, with "ignore" on the right.`,
    );
  if (!isBlank(inputData[fileField.key]))
    return inputError(
      'The file has no people: it has only headings, or its list is empty.',
      'Check the step that makes it.',
    );
  if (readBoolean(inputData, everyoneField))
    return inputError(
      'There are no recipients: your mailing list has no people.',
      'Add some, or choose another source.',
    );
  if (!isBlank(inputDataRaw[fileField.key]))
    return inputError(
      `${fileField.label} is mapped, but the earlier step returned no file.`,
      'Map a step that returns a file in every run, or add a Filter step that stops runs without one.',
    );
  return inputError(
    'There are no recipients.',
    `Fill in ${recipientsField.label}, ${fileField.label} or ${contactIdsField.label}, or set ${everyoneField.label} to Yes.`,
  );
}

/** Returns the part of a step's result that says who is on the list and how its file was read. */
export function describeList(collector: RecipientCollector) {
  const { report, recipients, columns } = collector;
  const { incomplete, doNotMail } = report;
  const ofIncomplete = `${formatCount(incomplete.length, 'person was', 'people were')} left out, because a letter would not reach them.`;
  return {
    duplicates_left_out: collector.duplicates,
    incomplete_left_out: incomplete.length,
    incomplete: incomplete.slice(0, maxIncomplete).map(({ place, what }) => `${place}: ${what}`),
    merge_fields: [
      ...new Set(recipients.flatMap(({ metadata = {} }) => Object.keys(metadata).map(placeholder))),
    ],
    ...columns.describeUse((column) => collector.mergeColumns.whyNotMerged(column)),
    do_not_mail_left_out: doNotMail.length,
    first_envelopes: recipients.slice(0, maxEnvelopes).map(formatEnvelope),
    warning: joinWarnings([...report.describe(ofIncomplete), ...columns.warnings]),
  };
}

/** Number of incomplete people whom a result lists. */
const maxIncomplete = 100;

/** Number of people whose envelopes a result shows. */
export const maxEnvelopes = 3;

/** A sample of {@link describeList}. */
export const listSample = {
  duplicates_left_out: 0,
  incomplete_left_out: 0,
  incomplete: [],
  merge_fields: ['{amount}'],
  used_columns: ['Donor → Name', 'Address → Street'],
  ignored_columns: ['Phone (not in Merge Columns)'],
  do_not_mail_left_out: 0,
  first_envelopes: ['Maria Miller\n12 Market Street\nColumbus, OH 43215'],
};

/**
 * Adds the contacts in Contact IDs and, if the user chose it, everyone else on the mailing list.
 * @throws a user-facing error if a contact is not on the mailing list
 */
async function addContacts(z: ZObject, inputData: InputData, collector: RecipientCollector): Promise<void> {
  const everyone = readBoolean(inputData, everyoneField) === true;
  const listed = readList(inputData, contactIdsField).flatMap((one) => toText(one).trim().split(/\s+/));
  const ids = new Set(listed);
  const found = new Map<string, Contact>();
  if (everyone || ids.size > maxSingleReads) {
    await readMailingList(z, {
      visit(contact) {
        if (ids.has(contact.contact_id)) found.set(contact.contact_id, contact);
        else if (everyone) collector.addContact(contact, true);
        return everyone || found.size < ids.size;
      },
    });
  } else {
    for (const id of ids) {
      const contact = await contacts.get(z, id);
      if (contact) found.set(id, contact);
    }
  }
  const missing = [...ids].filter((id) => !found.has(id));
  if (missing.length > 0)
    throw inputError(
      `Not on your mailing list: ${listFirst(missing, ', ')}.`,
      `Check ${contactIdsField.label}, then run the step again.`,
    );
  // A contact that is entered twice counts as a duplicate.
  for (const contact of listed.flatMap((id) => found.get(id) ?? [])) collector.addContact(contact);
}
