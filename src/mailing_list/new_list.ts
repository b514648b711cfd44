/** The contacts of a new mailing list, from line items or from a file. docs/api.md#contacts */
import type { ZObject } from 'zapier-platform-core';
import type { NewContact } from '../api/contacts.ts';
import type { ListColumns } from '../list_columns/columns.ts';
import { columnsField } from '../list_columns/columns_field.ts';
import { type ListedPerson, ListReport, readFile, readItems } from '../list_file/list_file.ts';
import { buildContact, hasNameOrCompany, printedName } from '../person/contact.ts';
import { describePerson } from '../person/envelope.ts';
import { addressKeys, contactLineItemFields } from '../person/fields.ts';
import { findNonText, type InputData, inputError, readTrimmed } from '../steps/inputs.ts';
import { describePeople } from '../text/describe_people.ts';
import { formatCount, truncate } from '../text/format.ts';
import { normalizeText } from '../text/text_match.ts';
import { isBlank, toText } from '../text/values.ts';

export const contactsField = { key: 'contacts', label: 'Contacts', children: contactLineItemFields };

export const fileField = {
  key: 'file',
  label: 'Contacts File',
  type: 'file',
  helpText: 'A CSV or JSON file whose first line names the columns, or the Previous List of an earlier run.',
} as const;

/** Reads the contacts of the new list. @throws a user-facing error that names the faulty rows */
export async function readNewList(z: ZObject, inputData: InputData): Promise<NewList> {
  const { ListColumns } = await import('../list_columns/columns.ts');
  const columns = new ListColumns(inputData[columnsField.key]);
  const list = new NewList(columns, inputData);
  const hasItems = readItems(list, contactsField) > 0;
  if (hasItems === (readTrimmed(inputData, fileField) !== undefined))
    throw inputError(
      `${contactsField.label} and ${fileField.label} are both ${hasItems ? 'filled in' : 'blank'}.`,
      'Fill in one of the two.',
    );
  list.encoding = await readFile(z, list, fileField);
  if (list.encoding !== null) columns.requireParts();
  list.rejectMistakes();
  return list;
}

/** Returns true if a contact is in the service's format, as in a backup. Such a contact is sent back unchanged. */
const isFromService = (contact: InputData): boolean =>
  !isBlank(contact.contact_id) &&
  findNonText(contact.contact_id) === undefined &&
  !addressKeys.some((key) => Object.hasOwn(contact, key));

/** The contacts of a new mailing list, and their problems. */
export class NewList {
  readonly holds = 'contacts';
  readonly inputData: InputData;
  readonly columns: ListColumns;
  readonly report = new ListReport();
  count = 0;
  /** The request body in pieces. The contacts as objects, or as one text, would take several times the memory. */
  readonly #pieces: Buffer[] = [];
  /** The encoding of the file, if there is one. */
  encoding: string | null = null;
  /** The first contacts, for a preview. */
  readonly first: string[] = [];
  /** How many contacts have each name. Names are compared without case and punctuation. */
  readonly names = new Map<string, number>();
  /** The name and the place of the contact with each reference. A place is "Row 4 of the file (Ann Lee)". */
  readonly references = new Map<string, { name: string; place: string }>();

  constructor(columns: ListColumns, inputData: InputData) {
    this.columns = columns;
    this.inputData = inputData;
  }

  /** Returns the request body. */
  encode(): Buffer {
    return Buffer.concat([Buffer.from('{"contacts":['), ...this.#pieces, Buffer.from(']}')]);
  }

  /** Adds a contact. A JSON file may be a backup, so its contacts need no address and may share a reference. */
  add({ place, read, row }: ListedPerson): void {
    const { original } = row ?? {};
    if (original && isFromService(original)) {
      const { contact_id, ...contact } = original;
      this.#push(place, contact);
      return;
    }
    if (row) this.columns.check(row, read);
    const { person, address, problems, notes } = read;
    const addMistake = (what: string) => this.report.problems.push({ place, what });
    if (!original && isBlank(address.street) && isBlank(address.city))
      addMistake('has no street and no city');
    const reference = person.external_id ?? '';
    const first = this.references.get(reference)?.place;
    if (!original && first) addMistake(`has the same Your Reference "${truncate(reference)}" as ${first}`);
    if (!hasNameOrCompany(person)) addMistake('has no name and no company');
    else if (problems.length > 0) this.report.incomplete.push({ place, what: problems.join(', ') });
    for (const note of notes) this.report.note(note, place);
    if (read.problems.length === 0) this.report.countries.add(place, read);
    this.#push(place, buildContact(read));
  }

  #push(place: string, contact: NewContact): void {
    this.#pieces.push(Buffer.from(`${this.count > 0 ? ',' : ''}${JSON.stringify(contact)}`));
    this.count += 1;
    if (this.first.length < 5) this.first.push(truncate(describePerson(contact)));
    const reference = toText(contact.external_id).trim();
    const name = normalizeText(printedName(contact));
    if (reference && !this.references.has(reference)) this.references.set(reference, { name, place });
    if (name) this.names.set(name, (this.names.get(name) ?? 0) + 1);
  }

  rejectMistakes(): void {
    if (this.report.problems.length === 0) return;
    throw inputError(
      `The new list has mistakes. ${describePeople(this.report.problems)}`,
      `Correct them and run the step again.${this.columns.adviceIfUnclear}`,
    );
  }

  get warnings(): string[] {
    const count = this.report.incomplete.length;
    const { question, unusual } = this.report.countries;
    const what = 'has no state and no country, so the address is treated as one in the United States';
    return [
      question && 'Addresses with no state and no country are treated as addresses in the United States.',
      describePeople([...unusual].map((place) => ({ place, what }))),
      ...this.report.describe(`${formatCount(count, 'contact is', 'contacts are')} not ready for a letter.`),
      ...this.columns.warnings,
    ].flatMap((warning) => warning || []);
  }
}
