/** Reads the recipients of a new list: from line items, a file and contacts of the mailing list, added together. */
import type { Bundle, ZObject } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { downloadToMemory } from '../api/file_download.ts';
import type { Recipient } from '../api/lists.ts';
import { readMailingList } from '../api/mailing_list/read_mailing_list.ts';
import {
  type InputData,
  inputError,
  isBlank,
  isPlainObject,
  readLineItems,
  readTrimmed,
  rejectUnknownLineItems,
  toText,
} from '../inputs.ts';
import { hashRecipient } from './identity.ts';
import {
  combineMergeFields,
  type ParsedMergeFields,
  parseMergeFields,
  readMergeFields,
} from './merge_fields.ts';
import {
  buildRecipient,
  findObjects,
  inputFromContact,
  type RecipientInput,
  readRecipient,
  recipientKeys,
  recipientLineItemFields,
} from './recipient.ts';

export const recipientsField = { key: 'recipients', label: 'Recipients', children: recipientLineItemFields };

export const fileField = {
  key: 'file',
  label: 'File',
  type: 'file',
  helpText:
    'A CSV file whose first line names the columns, such as name, street, city, state and ZIP, or a JSON file. Other columns are merge fields: a column named amount fills in `{amount}`.',
} as const;

export const contactIdsField = {
  key: 'contact_ids',
  label: 'Contact IDs',
  type: 'string',
  list: true,
  helpText: 'Contacts from your mailing list. Map their IDs, for example from a Find Contacts step.',
} as const;

/** Maximum bytes of a file: about 100,000 recipients, more than one run can send. */
const maxFileBytes = 20_000_000;
/** More contacts than this are read with one request for the whole mailing list. */
const maxSingleReads = 4;
/** Maximum number of problems in one error message. */
const maxProblems = 20;

export interface Recipients {
  /** The recipients by the hash of what is printed, without duplicates. */
  byHash: Map<string, Recipient>;
  duplicates: number;
}

/** @throws a user-facing error that names the first problems, if there are any */
export async function readRecipients(z: ZObject, bundle: Bundle): Promise<Recipients> {
  const { inputData } = bundle;
  const common = readMergeFields(bundle);
  const result: Recipients = { byHash: new Map(), duplicates: 0 };
  const problems: string[] = [];
  const add = (place: string, input: RecipientInput, mergeFields: ParsedMergeFields) => {
    const { recipient, problems: found } = buildRecipient(input, combineMergeFields(common, mergeFields));
    if (found.length > 0) problems.push(`${place}: ${found.join(', ')}`);
    const hash = hashRecipient(recipient);
    if (result.byHash.has(hash)) result.duplicates += 1;
    else result.byHash.set(hash, recipient);
  };
  const addRow = (place: string, row: InputData) => {
    const { metadata, address } = row;
    const flat = { ...(isPlainObject(address) ? address : {}), ...row };
    const objects = findObjects(flat);
    if (objects.length > 0) problems.push(`${place}: ${objects.join(', ')} is not text`);
    else add(place, readRecipient(flat), parseMergeFields(isPlainObject(metadata) ? metadata : {}));
  };

  rejectUnknownLineItems(inputData, recipientsField, recipientKeys);
  for (const [index, row] of readLineItems(inputData, recipientsField.key, recipientKeys).entries()) {
    addRow(`Recipient ${index + 1}`, row);
  }
  const url = readTrimmed(inputData, fileField);
  if (url !== undefined) {
    const bytes = await downloadToMemory(z, url, maxFileBytes);
    const { readRecipientFile } = await import('./list_file/list_file.ts');
    for (const { place, row } of readRecipientFile(bytes)) addRow(place, row);
  }
  for (const contact of await fetchContacts(z, inputData)) {
    add(`Contact ${contact.contact_id}`, inputFromContact(contact), parseMergeFields({}));
  }

  if (problems.length > 0) {
    const more = problems.length > maxProblems ? `; and ${problems.length - maxProblems} more` : '';
    throw inputError(
      `The list was not created, because some recipients have mistakes: ${problems.slice(0, maxProblems).join('; ')}${more}. Nothing was sent. Correct them and run the step again.`,
    );
  }
  if (result.byHash.size === 0) {
    throw inputError(
      `There are no recipients. Fill in ${recipientsField.label}, ${fileField.label} or ${contactIdsField.label}.`,
    );
  }
  return result;
}

/** @throws a user-facing error that names contacts that are not on the mailing list */
async function fetchContacts(z: ZObject, inputData: InputData): Promise<Contact[]> {
  const value = inputData[contactIdsField.key];
  const ids = new Set(
    (Array.isArray(value) ? value : [value])
      .filter((one) => !isBlank(one))
      .flatMap((one) => toText(one).split(/[\s,]+/))
      .filter(Boolean),
  );
  const found = new Map<string, Contact>();
  if (ids.size > maxSingleReads) {
    await readMailingList(z, {
      visit(contact) {
        if (ids.has(contact.contact_id)) found.set(contact.contact_id, contact);
        return found.size < ids.size;
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
      `The list was not created: ${missing.slice(0, maxProblems).join(', ')} ${missing.length === 1 ? 'is' : 'are'} not on your mailing list. Check ${contactIdsField.label}.`,
    );
  }
  return [...ids].flatMap((id) => found.get(id) ?? []);
}
