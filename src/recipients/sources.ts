/** Reads the recipients of a new list: from line items, a file and contacts of the mailing list, added together. */
import type { Bundle, ZObject } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { downloadToMemory } from '../api/file_download.ts';
import { readMailingList } from '../api/mailing_list/read_mailing_list.ts';
import {
  type InputData,
  inputError,
  isBlank,
  listFirst,
  readBoolean,
  readLineItems,
  readTrimmed,
  toText,
} from '../inputs.ts';
import { RecipientCollector } from './collector.ts';
import { maxRecipientFileBytes } from './list_file/limits.ts';
import { allowsBlankMergeFields, readMergeFields } from './merge_fields.ts';
import { recipientKeys, recipientLineItemFields } from './recipient.ts';

export const recipientsField = { key: 'recipients', label: 'Recipients', children: recipientLineItemFields };

export const fileField = {
  key: 'file',
  label: 'File',
  type: 'file',
  helpText:
    'A CSV file, such as an export from a spreadsheet or a donor program. Its first line names the columns: Name, Street, City, State, ZIP and so on. Other columns are merge fields: a column named Amount fills in `{amount}`.',
} as const;

export const contactIdsField = {
  key: 'contact_ids',
  label: 'Contact IDs',
  type: 'string',
  list: true,
  helpText: 'Contacts from your mailing list. Map their IDs, for example from a Find Contacts step.',
} as const;

export const everyoneField = {
  key: 'everyone',
  label: 'Everyone on the Mailing List',
  type: 'boolean',
  default: 'false',
  helpText:
    'Adds all contacts of your mailing list, except those without a name or company, or without a city or postal code. Recipients, File, Contact IDs and this field add up; anyone who would get the same letter twice is on the list only once.',
} as const;

/** More contacts than this are read with one request for the whole mailing list. */
const maxSingleReads = 4;

/** @throws a user-facing error that names the first mistakes, or says that there are no recipients */
export async function readRecipients(z: ZObject, bundle: Bundle): Promise<RecipientCollector> {
  const { inputData } = bundle;
  const collector = new RecipientCollector(readMergeFields(bundle));
  for (const [index, row] of readLineItems(inputData, recipientsField, recipientKeys).entries()) {
    collector.addRow(`Recipient ${index + 1}`, row);
  }
  const url = readTrimmed(inputData, fileField);
  if (url !== undefined) {
    const bytes = await downloadToMemory(z, url, maxRecipientFileBytes);
    const { readListFile } = await import('./list_file/list_file.ts');
    await readListFile(bytes, 'recipients', ({ count, number, fields, others }) =>
      number === undefined
        ? collector.addRow(`Recipient ${count} of the file`, fields)
        : collector.addRow(`Row ${number} of the file`, { ...fields, metadata: others }),
    );
  }
  await addContacts(z, inputData, collector);
  collector.rejectMistakes();
  if (collector.count === 0) {
    throw inputError(
      collector.incomplete.length > 0
        ? `The list was not created, because every contact on your mailing list is incomplete: ${listFirst(collector.incomplete)}. Nothing was sent. Complete the contacts and run the step again.`
        : `There are no recipients, so no list was created. Fill in ${recipientsField.label}, ${fileField.label} or ${contactIdsField.label}, or set ${everyoneField.label} to Yes.`,
    );
  }
  if (!allowsBlankMergeFields(inputData)) collector.rejectBlankMergeFields();
  return collector;
}

/** Adds the contacts of Contact IDs, and everyone. @throws a user-facing error if a contact is not on the mailing list */
async function addContacts(z: ZObject, inputData: InputData, collector: RecipientCollector): Promise<void> {
  const everyone = readBoolean(inputData, everyoneField) === true;
  const listed = readContactIds(inputData);
  const ids = new Set(listed);
  const found = new Map<string, Contact>();
  if (everyone || ids.size > maxSingleReads) {
    await readMailingList(z, {
      visit(contact) {
        if (ids.has(contact.contact_id)) found.set(contact.contact_id, contact);
        else if (everyone) collector.addIfComplete(contact);
        return everyone || found.size < ids.size;
      },
    });
  } else {
    await Promise.all(
      [...ids].map(async (id) => {
        const contact = await contacts.get(z, id);
        if (contact) found.set(id, contact);
      }),
    );
  }
  const missing = [...ids].filter((id) => !found.has(id));
  if (missing.length > 0) {
    throw inputError(
      `The list was not created: ${listFirst(missing, ', ')} ${missing.length === 1 ? 'is' : 'are'} not on your mailing list. Check ${contactIdsField.label}, then run the step again.`,
    );
  }
  for (const id of listed) {
    const contact = found.get(id);
    if (contact) collector.addContact(contact);
  }
}

function readContactIds(inputData: InputData): string[] {
  const value = inputData[contactIdsField.key];
  return (Array.isArray(value) ? value : [value])
    .filter((one) => !isBlank(one))
    .flatMap((one) => toText(one).split(/[\s,]+/))
    .filter(Boolean);
}
