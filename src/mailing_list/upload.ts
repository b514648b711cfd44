/** The new contacts of Replace Mailing List, from line items or from a file. docs/api.md#contacts */
import type { ZObject } from 'zapier-platform-core';
import type { NewContact } from '../api/contacts.ts';
import { downloadToMemory } from '../api/file_download.ts';
import { wholeAddress } from '../contacts/address.ts';
import { buildContact, hasNameOrCompany, readContact } from '../contacts/contact.ts';
import { addressKeys, contactFields, contactKeys, contactLineItemFields } from '../contacts/fields.ts';
import {
  findNonText,
  type InputData,
  inputError,
  isBlank,
  isPlainObject,
  readLineItems,
  readTrimmed,
  rejectUnknownLineItems,
  toText,
  truncate,
} from '../inputs.ts';

export const contactsField = { key: 'contacts', label: 'Contacts', children: contactLineItemFields };

export const fileField = {
  key: 'file',
  label: 'Contacts File',
  type: 'file',
  helpText: `A CSV file whose first line names the columns (${contactKeys.join(', ')}), or a JSON file, such as the Previous List that this action returned. ZIP is also accepted for postal_code, and Address for street. Other columns are ignored. Fill in either Contacts or this field.`,
} as const;

/** The largest file in bytes, about a quarter of a million contacts. */
const fileLimit = 50_000_000;

const labelOfKey = (key: string): string =>
  contactFields.find((field) => field.key === key)?.label ?? 'Contact ID';

/** Returns a contact in one line, for a preview. */
export function describeContact({ name, company, address }: InputData): string {
  const { street, city, state, postal_code: postalCode } = isPlainObject(address) ? address : {};
  return [name, company, street, city, state, postalCode]
    .map((value) => toText(value).trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .join(', ');
}

/** Reads the contacts of the new list. @throws a user-facing error that names every faulty row */
export async function readUpload(
  z: ZObject,
  inputData: InputData,
): Promise<{ contacts: (NewContact | InputData)[]; ignoredColumns: string[]; encoding: string | null }> {
  rejectUnknownLineItems(inputData, contactsField, contactKeys);
  const items = readLineItems(inputData, contactsField.key, contactKeys);
  const address = readTrimmed(inputData, fileField);
  if (items.length > 0 && address)
    throw inputError(
      `${contactsField.label} and ${fileField.label} are both filled in. Nothing was replaced; fill in one of the two.`,
    );
  if (items.length > 0) {
    const contacts = readRows({ rows: items, nameOf: (index) => `contact ${index + 1}` });
    return { contacts, ignoredColumns: [], encoding: null };
  }
  if (!address)
    throw inputError(
      `${contactsField.label} and ${fileField.label} are both blank. Nothing was replaced; fill in one of the two.`,
    );
  const bytes = await downloadToMemory(z, address, fileLimit);
  const { readListFile } = await import('../recipients/list_file/list_file.ts');
  const { kind, rows, rowNumbers, ...details } = readListFile(bytes);
  const contacts =
    kind === 'csv'
      ? readRows({ rows, nameOf: (index) => `contact ${index + 1} (row ${rowNumbers[index]} of the file)` })
      : readRows({
          rows: rows.map(flattenAddress),
          nameOf: (index) => `contact ${index + 1}`,
          originals: rows,
        });
  return { contacts, ...details };
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

interface Rows {
  rows: readonly InputData[];
  /** Names a row in an error message. */
  nameOf: (index: number) => string;
  /** The rows of a JSON file before their addresses were flattened. Values of other fields are kept. */
  originals?: readonly InputData[];
}

/**
 * Reads every row as a contact. A JSON file may be a backup, so there an address is not required and references may repeat.
 * @throws a user-facing error that names every row and field with a mistake
 */
function readRows({ rows, nameOf, originals }: Rows): (NewContact | InputData)[] {
  const mistakes: string[] = [];
  const rowsByReference = new Map<string, number>();
  const contacts = rows.map((row, index) => {
    const original = originals?.[index];
    if (original && isFromService(original)) return original;
    const notText = ['contact_id', ...contactKeys].filter((key) => findNonText(row[key]) !== undefined);
    if (notText.length > 0) {
      mistakes.push(`${nameOf(index)}: ${notText.map(labelOfKey).join(', ')} is not text`);
      return row;
    }
    const read = readContact(row);
    if (!hasNameOrCompany(read.contact)) mistakes.push(`${nameOf(index)} has no name and no company`);
    if (!originals) {
      if (!read.address.street && !read.address.city)
        mistakes.push(`${nameOf(index)} has no street and no city`);
      const reference = read.contact.external_id;
      const first = reference === undefined ? undefined : rowsByReference.get(reference);
      if (reference !== undefined && first !== undefined) {
        mistakes.push(
          `${nameOf(index)} has the same Your Reference "${truncate(reference)}" as contact ${first + 1}`,
        );
      } else if (reference !== undefined) rowsByReference.set(reference, index);
    }
    return addUnknownFields(buildContact(read), original);
  });
  if (mistakes.length === 0) return contacts;
  const listed = mistakes.slice(0, maxMistakes).join('; ');
  const more = mistakes.length > maxMistakes ? `; and ${mistakes.length - maxMistakes} more` : '';
  throw inputError(
    `The new list has mistakes, so nothing was replaced: ${listed}${more}. Correct them and run the step again.`,
  );
}

/** Maximum number of mistakes in one error message. */
const maxMistakes = 20;

/** Adds the original's unknown fields to the contact. */
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
