/** The new contacts of Replace Mailing List, from line items or from a file. docs/api.md#contacts */
import type { ZObject } from 'zapier-platform-core';
import type { EncodedList, NewContact } from '../api/contacts.ts';
import { downloadToMemory } from '../api/file_download.ts';
import { checkAddress, wholeAddress } from '../contacts/address.ts';
import { buildContact, hasNameOrCompany, readContact } from '../contacts/contact.ts';
import { addressKeys, contactFields, contactKeys, contactLineItemFields } from '../contacts/fields.ts';
import { formatNumber } from '../format_number.ts';
import {
  findNonText,
  type InputData,
  inputError,
  isBlank,
  isPlainObject,
  listFirst,
  readLineItems,
  readTrimmed,
  toText,
  truncate,
} from '../inputs.ts';
import type { CsvColumns } from '../recipients/list_file/csv.ts';
import { maxColumns, maxContacts, maxFileBytes } from '../recipients/list_file/limits.ts';
import { ContactList } from './contact_list.ts';

export const contactsField = { key: 'contacts', label: 'Contacts', children: contactLineItemFields };

export const fileField = {
  key: 'file',
  label: 'Contacts File',
  type: 'file',
  helpText: `A CSV file whose first line names the columns, such as Name, Street, City, State, ZIP and Donor ID, or the Previous List that this step returned. Other columns are ignored and listed in the result. At most ${formatNumber(maxContacts)} contacts, ${formatNumber(maxColumns)} columns and ${maxFileBytes / 1_000_000} MB. Fill in either Contacts or this field.`,
} as const;

const labelOfKey = (key: string): string =>
  contactFields.find((field) => field.key === key)?.label ?? 'Contact ID';

/** Returns a contact in one line, for a preview. */
function describeContact({ name, company, address }: NewContact): string {
  const { street, city, state, postal_code: postalCode } = isPlainObject(address) ? address : {};
  const line = [name, company, street, city, state, postalCode]
    .map((value) => toText(value).trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .join(', ');
  return truncate(line);
}

export interface Upload extends NewContacts {
  /** The columns of a CSV file. */
  columns: CsvColumns;
  encoding: string | null;
}

interface NewContacts {
  /** The body of the request. */
  list: EncodedList;
  count: number;
  /** The first contacts, for a preview. */
  first: string[];
  hasReference: boolean;
}

/** Reads the contacts of the new list. @throws a user-facing error that names the faulty rows */
export async function readUpload(z: ZObject, inputData: InputData): Promise<Upload> {
  const items = readLineItems(inputData, contactsField, contactKeys);
  const url = readTrimmed(inputData, fileField);
  if (items.length > 0 && url)
    throw inputError(
      `${contactsField.label} and ${fileField.label} are both filled in. Nothing was replaced; fill in one of the two.`,
    );
  const list = new NewList();
  if (items.length > 0) {
    for (const [index, row] of items.entries()) list.addRow(`contact ${index + 1}`, row);
    return { ...list.end(), columns: { all: [], ignored: [] }, encoding: null };
  }
  if (!url)
    throw inputError(
      `${contactsField.label} and ${fileField.label} are both blank. Nothing was replaced; fill in one of the two.`,
    );
  const bytes = await downloadToMemory(z, url, maxFileBytes);
  const { readListFile } = await import('../recipients/list_file/list_file.ts');
  const { columns, encoding } = await readListFile(bytes, 'contacts', ({ count, number, fields }) =>
    number === undefined
      ? list.addJson(`contact ${count}`, fields)
      : list.addRow(`contact ${count} (row ${number} of the file)`, fields),
  );
  return { ...list.end(), columns, encoding };
}

/** Whether a contact is in the service's own format, as in our backup file. It is sent back unchanged. */
const isFromService = (contact: InputData): boolean =>
  !isBlank(contact.contact_id) &&
  findNonText(contact.contact_id) === undefined &&
  !addressKeys.some((key) => Object.hasOwn(contact, key));

/** Moves the parts of an `address` object next to the name, where other rows have them. */
const flattenAddress = (contact: InputData): InputData => ({
  ...contact,
  ...(isPlainObject(contact.address) ? contact.address : {}),
});

/** The contacts of the new list and what is wrong with them. */
class NewList {
  readonly #list = new ContactList();
  readonly #first: string[] = [];
  #hasReference = false;
  readonly #problems: string[] = [];
  /** The contact that has each reference, counted from 1. */
  readonly #references = new Map<string, number>();
  #count = 0;

  /** Adds a line item or a row of a CSV file, which must have an address and a reference that no other row has. */
  addRow(place: string, row: InputData): void {
    this.#count += 1;
    const contact = this.#add(place, row);
    if (!contact) return;
    if (isBlank(row.street) && isBlank(row.city)) this.#problems.push(`${place} has no street and no city`);
    const reference = contact.external_id;
    if (reference === undefined) return;
    const first = this.#references.get(reference);
    if (first === undefined) this.#references.set(reference, this.#count);
    else
      this.#problems.push(
        `${place} has the same Your Reference "${truncate(reference)}" as contact ${first}`,
      );
  }

  /** Adds a contact of a JSON file. It may be a backup, so it needs no address and keeps fields that are unknown here. */
  addJson(place: string, original: InputData): void {
    if (isFromService(original)) this.#push(original);
    else this.#add(place, flattenAddress(original), original);
  }

  #add(place: string, row: InputData, original?: InputData) {
    const notText = ['contact_id', ...contactKeys].filter((key) => findNonText(row[key]) !== undefined);
    if (notText.length > 0) {
      this.#problems.push(`${place}: ${notText.map(labelOfKey).join(', ')} is not text`);
      return undefined;
    }
    const { person, address } = readContact(row);
    const contact = buildContact({ person, address: checkAddress(address).address });
    if (!hasNameOrCompany(contact)) this.#problems.push(`${place} has no name and no company`);
    this.#push(addUnknownFields(contact, original));
    return contact;
  }

  #push(contact: NewContact): void {
    this.#list.push(contact);
    if (this.#first.length < 5) this.#first.push(describeContact(contact));
    this.#hasReference ||= !isBlank(contact.external_id);
  }

  /** Returns the contacts. @throws a user-facing error that names the first problems */
  end(): NewContacts {
    if (this.#problems.length === 0) {
      return {
        list: this.#list.end(),
        count: this.#list.count,
        first: this.#first,
        hasReference: this.#hasReference,
      };
    }
    throw inputError(
      `The new list has mistakes, so nothing was replaced: ${listFirst(this.#problems)}. Correct them and run the step again.`,
    );
  }
}

function addUnknownFields(
  contact: ReturnType<typeof buildContact>,
  original: InputData | undefined,
): NewContact {
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
