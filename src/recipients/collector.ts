/** Collects the recipients of a new list: checks each one, and keeps those who print the same once. */
import type { Contact } from '../api/contacts.ts';
import { fitsOneRequest, type Recipient } from '../api/lists.ts';
import { describePerson, printedName } from '../contacts/contact.ts';
import { findObjects, type ReadPerson, readPerson } from '../contacts/person.ts';
import type { Row } from '../contacts/row_reader.ts';
import { formatCount } from '../format.ts';
import { type InputData, inputError, isPlainObject, listFirst, truncate } from '../inputs.ts';
import { identifyPerson } from '../orders/deduplication/identity.ts';
import type { MergeColumns } from './merge_columns.ts';
import {
  addLowerCaseNames,
  blankMergeFieldsAdvice,
  combineMergeFields,
  type MergeFieldSummary,
  type MergeFields,
  type ParsedMergeFields,
  parseMergeFields,
  placeholder,
} from './merge_fields.ts';
import { buildRecipient, readStored } from './recipient.ts';

/** A recipient and where it comes from, such as "Row 2 of the file". */
interface Entry {
  place: string;
  recipient: Recipient;
  /** The merge fields that are no columns. */
  entered: MergeFields;
  columns: MergeFields;
  /** Columns that could be part of a person. */
  spare: MergeFields;
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
  readonly #columns: MergeColumns;
  /** By the hash of what is printed. */
  readonly #entries = new Map<string, Entry>();
  readonly #problems: string[] = [];
  readonly #incomplete: string[] = [];
  readonly #notes: string[] = [];
  readonly #doNotMail: string[] = [];
  /** The merge fields that are entered or in `metadata`. */
  readonly #entered = new Set<string>();
  readonly #nothingDone: string;
  #duplicates = 0;

  /**
   * @param common the merge fields that every recipient gets
   * @param nothingDone what was not done, to begin an error with
   */
  constructor(common: ParsedMergeFields, columns: MergeColumns, nothingDone: string) {
    this.#common = common;
    this.#nothingDone = nothingDone;
    this.#columns = columns;
    for (const name of [...Object.keys(common.fields), ...common.blank]) this.#entered.add(name);
  }

  /** Identifies the recipients, in their order. */
  get identity(): string[] {
    return [...this.#entries.keys()];
  }

  get recipients(): Recipient[] {
    const names = new Set(this.#columns.names);
    return [...this.#entries.values()].map(({ recipient, entered, columns, spare }) => {
      const own = Object.entries({ ...spare, ...columns }).filter(
        ([name, value]) => names.has(name) && value,
      );
      const fields = { ...entered, ...Object.fromEntries(own) };
      const blank = Object.keys(columns).filter((name) => !columns[name]);
      const metadata = addLowerCaseNames({ fields, blank: [...this.#common.blank, ...blank], problems: [] });
      return Object.keys(metadata).length > 0 ? { ...recipient, metadata } : recipient;
    });
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

  /** The people who get no letters. */
  get doNotMail(): readonly string[] {
    return this.#doNotMail;
  }

  /** What the user should look at, in whole sentences. */
  get warnings(): string[] {
    return [
      ...(this.#doNotMail.length > 0
        ? [`Left out, because they get no mail: ${listFirst(this.#doNotMail)}.`]
        : []),
      ...(this.#notes.length > 0 ? [listFirst(this.#notes, ' ')] : []),
    ];
  }

  /** Says for a preview how many people get a letter, and how their first envelopes will print. */
  get checks(): string[] {
    return [
      `${formatCount(this.count, 'person gets', 'people get')} a letter.`,
      ...this.envelopes.map((envelope) => `Envelope: ${envelope}.`),
    ];
  }

  /** The first envelopes as they will print. */
  get envelopes(): string[] {
    return [...this.#entries.values()].slice(0, 3).map(({ recipient }) => describePerson(recipient));
  }

  /** Returns the names of the recipients who are not among these. */
  namesWithout(identified: ReadonlySet<string>): string[] {
    const others = [...this.#entries].filter(([hash]) => !identified.has(hash));
    return others.map(
      ([
        ,
        {
          recipient: { name, company },
        },
      ]) => truncate(printedName({ name, company })),
    );
  }

  /** Leaves recipients out. Returns how many. */
  leaveOut(identified: ReadonlySet<string>): number {
    const before = this.#entries.size;
    for (const hash of identified) this.#entries.delete(hash);
    return before - this.#entries.size;
  }

  /** Adds a recipient from line items. */
  addItem(place: string, row: InputData): void {
    const objects = findObjects(row);
    if (objects.length > 0)
      this.#problems.push(`${place}: ${objects.join(', ')} ${objects.length === 1 ? 'is' : 'are'} not text`);
    else this.#add(place, readPerson(row), this.#problems);
  }

  /** Adds a recipient of a file. Without a street, half of the address may be in a column that was not understood. */
  addRow(place: string, { fields, others, spare, isDoNotMail, isForeign }: Row, metadata: unknown): void {
    const read = readPerson(fields);
    if (isDoNotMail) {
      this.#doNotMail.push(`${place} (${truncate(printedName(read.person))})`);
      return;
    }
    const { street, city, postal_code, country } = read.address;
    if (
      street === undefined &&
      (city === undefined || postal_code === undefined) &&
      read.problems.length === 0
    ) {
      read.problems.push('has no street, so it needs a city and a postal code');
    }
    if (isForeign && country === undefined && read.problems.length === 0) {
      read.problems.push('needs a country, because the headings of the file are not in English');
    }
    const own = isPlainObject(metadata) ? parseMergeFields(metadata) : noMergeFields;
    this.#add(place, read, this.#problems, own, this.#columns.read(others), this.#columns.read(spare, true));
  }

  addContact(contact: Contact): void {
    this.#add(nameContact(contact), readStored(contact), this.#problems);
  }

  /** Adds a contact, or leaves it out if a letter to it cannot arrive. */
  addIfComplete(contact: Contact): void {
    this.#add(nameContact(contact), readStored(contact), this.#incomplete);
  }

  #add(
    place: string,
    read: ReadPerson,
    rejected: string[],
    own = noMergeFields,
    columns: MergeFields = {},
    spare: MergeFields = {},
  ): void {
    const entered = combineMergeFields(this.#common, own);
    const recipient = buildRecipient(read);
    const problems = [...read.problems, ...entered.problems];
    if (!fitsOneRequest({ ...recipient, metadata: entered.fields })) {
      problems.push('has more text than the letter service accepts (1 MB)');
    }
    if (problems.length > 0) {
      const name = truncate(printedName({ name: recipient.name, company: recipient.company }));
      const who = name && !place.includes(name) ? `${place} (${name})` : place;
      rejected.push(`${who}: ${problems.join(', ')}`);
      return;
    }
    for (const name of [...Object.keys(own.fields), ...own.blank]) this.#entered.add(name);
    this.#notes.push(...read.notes.map((note) => `${place}: ${note}`));
    // As they were given: which columns can be merge fields depends on the other rows.
    const hash = identifyPerson(
      { person: recipient, address: recipient.address },
      { ...entered.fields, ...filledIn(columns) },
    );
    if (this.#entries.has(hash)) this.#duplicates += 1;
    else this.#entries.set(hash, { place, recipient, entered: entered.fields, columns, spare });
  }

  /** Returns the merge fields that are entered and those of columns, with the recipients who have no value for each. */
  #findGaps(columnNames: readonly string[]): Map<string, Entry[]> {
    const entries = [...this.#entries.values()];
    const isBlank = ({ entered, columns, spare }: Entry, name: string): boolean =>
      !entered[name] && !columns[name] && !spare[name];
    const names = new Set([...this.#entered, ...columnNames]);
    return new Map([...names].map((name) => [name, entries.filter((entry) => isBlank(entry, name))]));
  }

  summarize(allowsBlank: boolean): MergeFieldSummary {
    const gaps = [...this.#findGaps(this.#columns.names)];
    return {
      count: this.count,
      names: [...gaps.map(([name]) => name), ...this.#columns.unprinted],
      gaps: Object.fromEntries(
        gaps.flatMap(([name, missing]) => (missing.length > 0 ? [[name, missing.length]] : [])),
      ),
      entered: [...this.#entered],
      allowsBlank,
    };
  }

  /**
   * @param advice what to do, besides correcting the mistakes
   * @throws a user-facing error that names the first mistakes, if there are any
   */
  rejectMistakes(advice = ''): void {
    if (this.#problems.length === 0) return;
    throw inputError(
      `${this.#nothingDone}, because ${formatCount(this.#problems.length, 'recipient has a mistake', 'recipients have mistakes')}: ${listFirst(this.#problems)}. Nothing was sent. Correct the data and run the step again.${advice}`,
    );
  }

  /** @throws a user-facing error that names the merge fields without a value, and the recipients */
  rejectBlankMergeFields(advice = blankMergeFieldsAdvice): void {
    const gaps = [...this.#findGaps(this.#columns.required)].filter(([, missing]) => missing.length > 0);
    if (gaps.length === 0) return;
    const described = gaps.slice(0, maxDescribed).map(([name, missing]) => {
      const places = missing.map(({ place }) => place);
      return `${placeholder(name)} for ${missing.length === this.count ? 'everyone' : listFirst(places, ', ')}`;
    });
    const more = gaps.length > maxDescribed ? `; and ${gaps.length - maxDescribed} more merge fields` : '';
    throw inputError(
      `${this.#nothingDone}, because merge fields have no value: ${described.join('; ')}${more}. Nothing was sent, because the letters would have a gap there. ${advice}`,
    );
  }
}

const filledIn = (fields: MergeFields): MergeFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
