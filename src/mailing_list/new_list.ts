/** The contacts of a new mailing list, from line items or from a file. docs/api.md#contacts */
import type { ZObject } from 'zapier-platform-core';
import type { EncodedList, NewContact } from '../api/contacts.ts';
import { downloadToMemory } from '../api/file_download.ts';
import { wholeAddress } from '../contacts/address.ts';
import { buildContact, hasNameOrCompany, printedName } from '../contacts/contact.ts';
import { describePerson } from '../contacts/envelope.ts';
import { addressKeys, contactKeys, contactLineItemFields, defaultCountryField } from '../contacts/fields.ts';
import { findObjects, type ReadPerson, readPerson } from '../contacts/person.ts';
import { formatCount, listFirst, truncate } from '../format.ts';
import { findNonText, type InputData, inputError, readLineItems, readTrimmed } from '../inputs.ts';
import type { ListColumns } from '../list_columns/columns.ts';
import { columnsField } from '../list_columns/columns_field.ts';
import { maxFileBytes } from '../list_file/limits.ts';
import type { ListRow } from '../list_file/list_file.ts';
import { normalizeText } from '../matching/text_match.ts';
import { describeLeftOut } from '../recipients/collector.ts';
import { isBlank, isPlainObject, toText } from '../values.ts';

export const contactsField = { key: 'contacts', label: 'Contacts', children: contactLineItemFields };

export const fileField = {
  key: 'file',
  label: 'Contacts File',
  type: 'file',
  helpText: 'A CSV or JSON file whose first line names the columns, or the Previous List of an earlier run.',
} as const;

/** Reads the contacts of the new list. @throws a user-facing error that names the faulty rows */
export async function readNewList(z: ZObject, inputData: InputData): Promise<NewList> {
  const items = readLineItems(inputData, { ...contactsField, arePeople: true }, contactKeys);
  const url = readTrimmed(inputData, fileField);
  const hasItems = items.length > 0;
  const hasFile = url !== undefined;
  if (hasItems === hasFile)
    throw inputError(
      `${contactsField.label} and ${fileField.label} are both ${hasFile ? 'filled in' : 'blank'}.`,
      'Fill in one of the two.',
    );
  const { ListColumns, readChosenColumns } = await import('../list_columns/columns.ts');
  const list = new NewList(
    new ListColumns(readChosenColumns(inputData[columnsField.key])),
    readTrimmed(inputData, defaultCountryField),
  );
  for (const [index, item] of items.entries()) list.addItem(`contact ${index + 1}`, item);
  if (hasFile) {
    const bytes = await downloadToMemory(z, url, maxFileBytes);
    const { readListFile } = await import('../list_file/list_file.ts');
    list.encoding = await readListFile(bytes, 'contacts', list.columns, (row) => list.addRow(row));
    list.columns.requireParts();
  }
  list.rejectMistakes();
  return list;
}

/** Returns true if a contact is in the service's own format, as in our backup file. It is sent back unchanged. */
const isFromService = (contact: InputData): boolean =>
  !isBlank(contact.contact_id) &&
  findNonText(contact.contact_id) === undefined &&
  !addressKeys.some((key) => Object.hasOwn(contact, key));

/** The contacts of a new mailing list, and what is wrong with them. */
export class NewList {
  readonly contacts = new ListEncoder();
  /** The columns of a file. */
  readonly columns: ListColumns;
  readonly #defaultCountry: string | undefined;
  /** The encoding of a file. */
  encoding: string | null = null;
  /** The first contacts, for a preview. */
  readonly first: string[] = [];
  /** The names without case and punctuation. */
  readonly names = new Set<string>();
  /** The contact that has each reference, counted from 1. */
  readonly references = new Map<string, string>();
  readonly doNotMail: string[] = [];
  readonly #problems: string[] = [];
  readonly #incomplete: string[] = [];
  readonly #notes: string[] = [];
  #knownUnknown: ReadonlySet<string> | undefined;

  constructor(columns: ListColumns, defaultCountry: string | undefined) {
    this.columns = columns;
    this.#defaultCountry = defaultCountry;
  }

  /** The paths to the fields of a JSON file that are not person fields, and to the objects around them. */
  get #unknownPaths(): ReadonlySet<string> {
    this.#knownUnknown ??= new Set(
      this.columns.mergeable.flatMap(({ heading, isSpare }) => {
        const keys = isSpare ? [] : heading.split('.');
        return keys.map((_, index) => keys.slice(0, index + 1).join('.'));
      }),
    );
    return this.#knownUnknown;
  }

  /** Adds a line item. */
  addItem(place: string, item: InputData): void {
    const notText = findObjects(item);
    if (notText.length > 0) this.#problems.push(`${place}: ${notText.join(', ')} is not text`);
    else this.#addRead(place, readPerson(item, this.#defaultCountry));
  }

  /** Adds a contact of a file. A contact of a JSON file may be a backup, so it needs no address and keeps fields that are unknown here. */
  addRow(row: ListRow): void {
    const { count, number, fields, isDoNotMail, original } = row;
    const place = number === undefined ? `contact ${count}` : `contact ${count} (row ${number} of the file)`;
    const read = readPerson(fields, this.#defaultCountry);
    if (isDoNotMail) this.doNotMail.push(`${place}, ${truncate(printedName(read.person))}`);
    else if (original && isFromService(original)) {
      const { contact_id, ...contact } = original;
      this.#push(place, contact);
    } else {
      this.columns.check(row, read);
      if (original)
        this.#push(place, addUnknownFields(this.#build(place, read), original, this.#unknownPaths));
      else this.#addRead(place, read);
    }
  }

  /** Adds a contact that must have an address and a reference that no other one has. */
  #addRead(place: string, read: ReadPerson): void {
    if (isBlank(read.address.street) && isBlank(read.address.city))
      this.#problems.push(`${place} has no street and no city`);
    const reference = read.person.external_id ?? '';
    const [first] = this.references.get(reference)?.split(' (') ?? [];
    if (first)
      this.#problems.push(`${place} has the same Your Reference "${truncate(reference)}" as ${first}`);
    this.#push(place, this.#build(place, read));
  }

  #build(place: string, read: ReadPerson): NewContact {
    if (!hasNameOrCompany(read.person)) this.#problems.push(`${place} has no name and no company`);
    else if (read.problems.length > 0) this.#incomplete.push(`${place} ${read.problems.join(', ')}`);
    this.#notes.push(...read.notes.map((note) => `${place}: ${note}`));
    return buildContact(read);
  }

  #push(place: string, contact: NewContact): void {
    this.contacts.push(contact);
    if (this.first.length < 5) this.first.push(truncate(describePerson(contact)));
    const reference = toText(contact.external_id).trim();
    if (reference && !this.references.has(reference)) this.references.set(reference, place);
    this.names.add(normalizeText(printedName(contact)));
  }

  /** @throws a user-facing error that names the first problems */
  rejectMistakes(): void {
    if (this.#problems.length === 0) return;
    throw inputError(
      `The new list has mistakes: ${listFirst(this.#problems)}.`,
      `Correct them and run the step again.${this.columns.adviceIfUnclear}`,
    );
  }

  /** What the user should look at, in whole sentences. */
  get warnings(): string[] {
    const count = formatCount(this.#incomplete.length, 'contact');
    return [
      ...describeLeftOut(this.doNotMail),
      ...(this.#incomplete.length > 0
        ? [
            `${count} ${this.#incomplete.length === 1 ? 'is' : 'are'} not ready for a letter: ${listFirst(this.#incomplete)}.`,
          ]
        : []),
      ...(this.#notes.length > 0 ? [listFirst(this.#notes, ' ')] : []),
      ...this.columns.warnings,
    ];
  }
}

/** Adds the fields of a contact in the service's format that are not person fields. @param unknown the paths to such fields */
function addUnknownFields(
  contact: NewContact,
  original: InputData,
  unknown: ReadonlySet<string>,
): NewContact {
  if (!Object.hasOwn(original, 'address')) return contact;
  const pick = (values: InputData, prefix: string): InputData =>
    Object.fromEntries(
      Object.entries(values).filter(([key]) => key === 'metadata' || unknown.has(prefix + key)),
    );
  const { address, ...top } = original;
  const known = isPlainObject(contact.address) ? contact.address : {};
  const whole = isPlainObject(address) ? { ...pick(address, 'address.'), ...wholeAddress(known) } : undefined;
  return { ...pick(top, ''), ...contact, ...(whole ? { address: whole } : {}) };
}

/** Contacts in one piece of the request's body. */
const batchSize = 1_000;

/** Encodes a list of contacts piece by piece. Their objects would take several times the memory of their JSON. */
export class ListEncoder {
  count = 0;
  readonly #pieces = [Buffer.from('{"contacts":[')];
  #batch: string[] = [];

  push(contact: NewContact): void {
    this.#batch.push(`${this.count > 0 ? ',' : ''}${JSON.stringify(contact)}`);
    this.count += 1;
    if (this.#batch.length === batchSize) this.#encode();
  }

  end(): EncodedList {
    this.#batch.push(']}');
    this.#encode();
    return { pieces: this.#pieces, length: this.#pieces.reduce((sum, piece) => sum + piece.length, 0) };
  }

  #encode(): void {
    this.#pieces.push(Buffer.from(this.#batch.join('')));
    this.#batch = [];
  }
}
