/**
 * Replace Mailing List: PUT /v1/contacts (§4.1), which removes every contact first. So the upload is checked entirely
 * before anything is sent, and the list that is about to go is kept as a stored file from which it can be put back.
 */
import { createHash } from 'node:crypto';
import { type CreatePerform, defineCreate, defineInputFields, type ZObject } from 'zapier-platform-core';
import type { NewContact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { getFailure, requestError } from '../api/failure.ts';
import { downloadToMemory } from '../api/file_download.ts';
import { readMailingList } from '../api/mailing_list/read_mailing_list.ts';
import { withTimeout } from '../api/with_timeout.ts';
import {
  boolean,
  findNonText,
  type InputData,
  inputError,
  isBlank,
  isPlainObject,
  lineItems,
  number,
  rejectUnknownLineItems,
  trimmedString,
  truncate,
} from '../inputs.ts';
import { wholeAddress } from '../resources/address.ts';
import { buildContact, hasNameOrCompany, readContact } from '../resources/contact.ts';
import { addressKeys, contactKeys, contactLineItemFields } from '../resources/contact_fields.ts';

const inputFields = defineInputFields([
  {
    key: 'minimum_contacts',
    label: 'Minimum Number of Contacts',
    type: 'integer',
    required: true,
    helpText:
      'Nothing is replaced when the new list has fewer contacts than this, 1 at least. It keeps a broken export from emptying your list.',
  },
  { key: 'contacts', label: 'Contacts', children: contactLineItemFields },
  {
    key: 'file',
    label: 'Or a File with the Contacts',
    type: 'file',
    helpText: `A CSV file whose first line names the columns (${contactKeys.join(', ')}), or a JSON file such as the one in which this action keeps the previous list. Fill in the contacts or the file.`,
  },
  {
    key: 'dry_run',
    label: 'Only Check',
    type: 'boolean',
    default: 'false',
    helpText: 'Choose yes to check the new list and change nothing.',
  },
  {
    key: 'warning',
    type: 'copy',
    helpText:
      '**The whole mailing list is replaced.** Contacts that are not in the new list are gone. The previous list is kept as a file that this step gives; put it into the file field above to bring the list back.',
  },
]);

const [minimumField, contactsField, fileField, dryRunField] = inputFields;

/** Bytes of a list file; about a quarter of a million contacts. */
const fileLimit = 50_000_000;

const perform = (async (z, { inputData }) => {
  const minimum = number(inputData, minimumField, { whole: true, min: 1 });
  if (minimum === undefined)
    throw inputError(`${minimumField.label} is blank. Fill in how many contacts the new list has at least.`);
  const dryRun = boolean(inputData, dryRunField) ?? false;
  const { contacts: newContacts, ignoredColumns, encoding } = await readUpload(z, inputData);
  if (newContacts.length < minimum) {
    throw inputError(
      `The new list has ${newContacts.length} ${newContacts.length === 1 ? 'contact' : 'contacts'}, but ${minimumField.label} is ${minimum}. Nothing was replaced: check where the contacts come from, or lower the minimum.`,
    );
  }
  const result = {
    id: createHash('sha256').update(JSON.stringify(newContacts)).digest('hex').slice(0, 32),
    contact_count: newContacts.length,
    ignored_columns: ignoredColumns,
    file_encoding: encoding,
    dry_run: dryRun,
  };
  if (dryRun) {
    const previousCount = await readMailingList(z, {});
    return { ...result, previous_count: previousCount, previous_list: null, contacts: [] };
  }
  const previous = await backUpList(z);
  const created = await contacts.replaceAll(z, newContacts).catch((error: unknown) => {
    throw withBackupLocation(error, previous.url);
  });
  return { ...result, previous_count: previous.count, previous_list: previous.url, contacts: created };
}) satisfies CreatePerform;

async function readUpload(
  z: ZObject,
  inputData: InputData,
): Promise<{ contacts: (NewContact | InputData)[]; ignoredColumns: string[]; encoding: string | null }> {
  rejectUnknownLineItems(inputData, contactsField, contactKeys);
  const items = lineItems(inputData, contactsField.key, contactKeys);
  const address = trimmedString(inputData, 'file');
  if (items.length > 0 && address)
    throw inputError('Both the contacts and a file are filled in. Fill in one of the two.');
  if (items.length > 0) {
    const contacts = validateRows(items, (index) => `contact ${index + 1}`, true);
    return { contacts, ignoredColumns: [], encoding: null };
  }
  if (!address) throw inputError('There are no contacts: fill in the contacts, or give a file with them.');
  const bytes = await downloadToMemory(z, address, fileLimit);
  const { readListFile } = await import('../resources/mailing_list_file.ts');
  const { kind, rows, rowNumbers, ...told } = readListFile(bytes);
  const contacts =
    kind === 'csv'
      ? validateRows(rows, (index) => `contact ${index + 1} (row ${rowNumbers[index]} of the file)`, true)
      : validateRows(rows.map(flattened), (index) => `contact ${index + 1}`, false, rows);
  return { contacts, ...told };
}

/** As the service gave it once, for example in the file that this action keeps: it is taken back as it is. */
const isFromService = (contact: InputData): boolean =>
  !isBlank(contact.contact_id) &&
  findNonText(contact.contact_id) === undefined &&
  !addressKeys.some((key) => Object.hasOwn(contact, key));

/** A contact may have its address inside, as at the service; the same fields may also stand beside the name. */
const flattened = (contact: InputData): InputData => ({
  ...contact,
  ...(isPlainObject(contact.address) ? contact.address : {}),
});

/**
 * Every row as a contact. @param strict also asks for an address and for references that are unique
 * @param originals the rows before they were flattened @throws one sentence that names every faulty row and its field
 */
function validateRows(
  rows: readonly InputData[],
  nameOf: (index: number) => string,
  strict: boolean,
  originals?: readonly InputData[],
): (NewContact | InputData)[] {
  const faults: string[] = [];
  const references = new Map<string, number>();
  const contacts = rows.map((row, index) => {
    const original = originals?.[index];
    if (original && isFromService(original)) return original;
    const foreign = ['contact_id', ...contactKeys].filter((key) => findNonText(row[key]) !== undefined);
    if (foreign.length > 0) {
      faults.push(`${nameOf(index)} has something other than a text as ${foreign.join(', ')}`);
      return row;
    }
    const read = readContact(row);
    if (!hasNameOrCompany(read.contact)) faults.push(`${nameOf(index)} has neither a name nor a company`);
    if (strict && !read.address.street && !read.address.city)
      faults.push(`${nameOf(index)} has neither street nor city`);
    const reference = read.contact.external_id;
    const first = reference === undefined ? undefined : references.get(reference);
    if (strict && first !== undefined) {
      faults.push(
        `${nameOf(index)} has the same external_id "${truncate(reference ?? '')}" as contact ${first + 1}`,
      );
    } else if (reference !== undefined) references.set(reference, index);
    return withOriginal(buildContact(read), original);
  });
  if (faults.length === 0) return contacts;
  const told = faults.slice(0, 20).join('; ');
  const more = faults.length > 20 ? `; and ${faults.length - 20} more` : '';
  throw inputError(
    `The new list has mistakes, so nothing was replaced: ${told}${more}. Correct them and run the step again.`,
  );
}

/** Keeps what this connector does not know of a contact. */
function withOriginal(contact: ReturnType<typeof buildContact>, original: InputData | undefined): NewContact {
  if (!original) return contact;
  const flat = Object.entries(original).filter(([key]) => !addressKeys.some((part) => part === key));
  const address =
    isPlainObject(original.address) || contact.address
      ? { ...(isPlainObject(original.address) ? original.address : {}), ...contact.address }
      : undefined;
  return {
    ...Object.fromEntries(flat),
    ...contact,
    ...(address ? { address: { ...address, ...wholeAddress(address) } } : {}),
  };
}

/** Streams the present list to the temporary folder and from there into the platform's storage. */
async function backUpList(z: ZObject): Promise<{ count: number; url: string }> {
  try {
    const { withTemporaryFile } = await import('../api/temporary_file.ts');
    return await withTemporaryFile(async (file) => {
      // A full disk is no fault of the service that the list comes from.
      const count = await readMailingList(z, {
        copy: (piece) =>
          file.append(piece)?.catch((error: unknown) => {
            throw backupFailed(z, error);
          }),
      });
      const name = `mailing-list-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
      const stored = z.stashFile(await file.read(64 * 1024), undefined, name, 'application/json');
      return { count, url: await withTimeout(z, Promise.resolve(stored)) };
    });
  } catch (error) {
    throw getFailure(error) ? error : backupFailed(z, error);
  }
}

function backupFailed(z: ZObject, error: unknown): Error {
  z.console.error('The mailing list could not be kept.', error);
  const sentence =
    'Nothing was replaced: the present mailing list could not be kept as a file first. Run the step again in a few minutes.';
  return requestError(sentence, { outcome: 'refused', code: 'list_not_kept' });
}

/** Whatever became of the new list, the old one is where this sentence says. */
function withBackupLocation(error: unknown, url: string): unknown {
  const failure = getFailure(error);
  if (!failure || failure.status === 401 || failure.status === 429) return error;
  const happened =
    failure.outcome === 'refused'
      ? // Only of what never arrived is it sure that the service did not begin with removing the old list.
        `${failure.message}${failure.status === undefined ? ' Nothing was replaced.' : ''}`
      : 'The letter service did not confirm the new mailing list, so it may hold the old contacts, the new ones, or none. Look at the list in your account.';
  return requestError(
    `${happened} The list as it was before is kept for a while at ${url}; to bring it back, put that address into "${fileField.label}" of this action.`,
    { ...failure, code: failure.outcome === 'refused' ? failure.code : 'list_not_confirmed' },
  );
}

export const replaceMailingList = defineCreate({
  key: 'replace_mailing_list',
  noun: 'Mailing List',
  display: {
    label: 'Replace Mailing List',
    description:
      'Replaces your whole mailing list with other contacts, after keeping the present list as a file.',
  },
  operation: {
    inputFields,
    cleanInputData: false,
    // The service takes few uploads of a whole list an hour, and two at once would undo each other.
    throttle: { window: 3600, limit: 4, scope: ['auth', 'action'] },
    lock: { key: 'mailing-list', scope: ['account'], timeout: 60 },
    perform,
    sample: {
      id: '4b7d21f0c93e48a6b05d8f1e2a3c4d5e',
      contact_count: 812,
      previous_count: 806,
      previous_list: 'https://example.com/mailing-list-2026-03-12.json',
      contacts: [{ contact_id: 'c-204-1187', external_id: 'donor-1042' }],
      dry_run: false,
    },
    outputFields: [
      { key: 'id', label: 'Upload', primary: true },
      { key: 'contact_count', label: 'Number of Contacts', type: 'integer' },
      { key: 'previous_count', label: 'Number of Contacts Before', type: 'integer' },
      { key: 'previous_list', label: 'List Before', type: 'file' },
      { key: 'contacts[]contact_id', label: 'Contact ID' },
      { key: 'contacts[]external_id', label: 'Your Reference' },
      { key: 'ignored_columns', label: 'Ignored Columns', list: true },
      { key: 'file_encoding', label: 'Encoding of the File' },
      { key: 'dry_run', label: 'Only Checked', type: 'boolean' },
    ],
  },
});
