/** Collects the recipients of a new list: checks each one, and keeps those who print the same once. */
import type { Contact } from '../api/contacts.ts';
import type { Recipient } from '../api/lists.ts';
import { type ContactInput, printedName, readContact } from '../contacts/contact.ts';
import { type InputData, inputError, isPlainObject, listFirst, truncate } from '../inputs.ts';
import { hashRecipient } from './identity.ts';
import {
  blankMergeFieldsAdvice,
  combineMergeFields,
  type ParsedMergeFields,
  parseMergeFields,
  placeholder,
} from './merge_fields.ts';
import { buildRecipient, findObjects, inputFromContact } from './recipient.ts';

/** A recipient and where it comes from, such as "Row 2 of the file". */
interface Entry {
  place: string;
  recipient: Recipient;
}

const noMergeFields = parseMergeFields({});

/** Maximum number of merge fields in one message. */
const maxDescribed = 5;

const nameContact = (contact: Contact): string => {
  const name = printedName(contact).trim();
  return name ? `Contact ${contact.contact_id} (${truncate(name)})` : `Contact ${contact.contact_id}`;
};

export class RecipientCollector {
  readonly #common: ParsedMergeFields;
  /** By the hash of what is printed. */
  readonly #entries = new Map<string, Entry>();
  readonly #problems: string[] = [];
  readonly #incomplete: string[] = [];
  /** The merge fields that the user entered, and the columns. */
  readonly #named = new Set<string>();
  /** How many recipients have a value for each merge field. */
  readonly #valueCounts = new Map<string, number>();
  #duplicates = 0;

  /** @param common the merge fields that every recipient gets */
  constructor(common: ParsedMergeFields) {
    this.#common = common;
  }

  get hashes(): string[] {
    return [...this.#entries.keys()];
  }

  get recipients(): Recipient[] {
    return [...this.#entries.values()].map(({ recipient }) => recipient);
  }

  get count(): number {
    return this.#entries.size;
  }

  get duplicates(): number {
    return this.#duplicates;
  }

  /** The contacts that were left out, each with the reason. */
  get incomplete(): readonly string[] {
    return this.#incomplete;
  }

  /** Adds a row of line items or of a file. */
  addRow(place: string, row: InputData): void {
    const { metadata, address } = row;
    const flat = { ...(isPlainObject(address) ? address : {}), ...row };
    const objects = findObjects(flat);
    if (objects.length > 0) {
      this.#problems.push(`${place}: ${objects.join(', ')} is not text`);
      return;
    }
    const own = isPlainObject(metadata) ? parseMergeFields(metadata) : noMergeFields;
    this.#add(place, readContact(flat), own, this.#problems);
  }

  addContact(contact: Contact): void {
    this.#add(nameContact(contact), inputFromContact(contact), noMergeFields, this.#problems);
  }

  /** Adds a contact, or leaves it out if a letter to it cannot arrive. */
  addIfComplete(contact: Contact): void {
    this.#add(nameContact(contact), inputFromContact(contact), noMergeFields, this.#incomplete);
  }

  #add(place: string, input: ContactInput, own: ParsedMergeFields, rejected: string[]): void {
    const mergeFields = combineMergeFields(this.#common, own);
    const { recipient, problems } = buildRecipient(input, mergeFields);
    if (problems.length > 0) {
      rejected.push(`${place}: ${problems.join(', ')}`);
      return;
    }
    for (const name of [...Object.keys(mergeFields.fields), ...mergeFields.blank]) this.#named.add(name);
    const hash = hashRecipient(recipient);
    if (this.#entries.has(hash)) {
      this.#duplicates += 1;
      return;
    }
    this.#entries.set(hash, { place, recipient });
    for (const name of Object.keys(recipient.metadata ?? {})) {
      this.#valueCounts.set(name, (this.#valueCounts.get(name) ?? 0) + 1);
    }
  }

  /** @throws a user-facing error that names the first mistakes, if there are any */
  rejectMistakes(): void {
    if (this.#problems.length === 0) return;
    throw inputError(
      `The list was not created, because some recipients have mistakes: ${listFirst(this.#problems)}. Nothing was sent. Correct them and run the step again.`,
    );
  }

  /** @throws a user-facing error that names the merge fields without a value, and the recipients */
  rejectBlankMergeFields(): void {
    const countOf = (name: string): number => this.#valueCounts.get(name) ?? 0;
    const blank = [...this.#named].filter((name) => countOf(name) < this.#entries.size);
    if (blank.length === 0) return;
    const described = blank.slice(0, maxDescribed).map((name) => {
      if (countOf(name) === 0) return `${placeholder(name)} for everyone`;
      const places = [...this.#entries.values()]
        .filter(({ recipient: { metadata = {} } }) => !Object.hasOwn(metadata, name))
        .map(({ place }) => place);
      return `${placeholder(name)} for ${listFirst(places, ', ')}`;
    });
    const more = blank.length > maxDescribed ? `; and ${blank.length - maxDescribed} more merge fields` : '';
    throw inputError(
      `The list was not created, because merge fields have no value: ${described.join('; ')}${more}. Nothing was sent, because the letters would have a gap there. ${blankMergeFieldsAdvice}`,
    );
  }
}
