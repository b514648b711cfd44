/** Collects the recipients of a new list: checks each one, and keeps those who print the same once. */
import type { Contact } from '../api/contacts.ts';
import { fitsOneRequest, type Recipient } from '../api/lists.ts';
import { printedName } from '../contacts/contact.ts';
import { formatEnvelope } from '../contacts/envelope.ts';
import { defaultCountryField } from '../contacts/fields.ts';
import { findObjects, type ReadPerson, readPerson } from '../contacts/person.ts';
import { formatCount, formatNumber, listFirst, truncate } from '../format.ts';
import { type InputData, inputError } from '../inputs.ts';
import type { ListRow } from '../list_file/list_file.ts';
import { isPlainObject } from '../values.ts';
import { identifyPerson } from './identity.ts';
import { MergeColumns } from './merge_columns.ts';
import {
  addLowerCaseNames,
  combineMergeFields,
  findTooMany,
  type MergeFieldSummary,
  type MergeFields,
  mergeFieldName,
  type ParsedMergeFields,
  parseMergeFields,
  placeholder,
} from './merge_fields.ts';
import { buildRecipient, readStored } from './recipient.ts';

/** A recipient and where it comes from, such as "Row 2 of the file". */
interface Entry {
  place: string;
  recipient: Recipient;
  /** The merge fields that do not come from columns. */
  entered: MergeFields;
  columns: MergeFields;
  /** Columns that a printed field comes from, so that people who differ in them differ in the field. */
  used: MergeFields;
}

/** The merge fields that only one recipient has. */
type OwnMergeFields = Pick<Entry, 'columns' | 'used'> & { metadata: ParsedMergeFields };

export const incompleteAddressesField = {
  key: 'incomplete_addresses',
  label: 'If an Address Is Incomplete',
  type: 'string',
  default: 'stop',
  choices: { stop: 'Stop: write to nobody', leave_out: 'Leave these people out' },
  group: 'who',
  helpText: 'If a letter could not be delivered to someone, the step stops, or writes to the others only.',
} as const;

/** What happens to people whose address is incomplete. */
interface IncompleteRules {
  /** The country of those who have none. */
  defaultCountry?: string | undefined;
  /** Whether those to whom no letter can be delivered are left out. Otherwise, they are mistakes. */
  areLeftOut?: boolean;
}

const noMergeFields: OwnMergeFields = { metadata: parseMergeFields({}), columns: {}, used: {} };

/** Maximum number of different merge fields of all recipients. */
const maxNames = 1_000;
/** Number of people whom a preview shows. */
const maxEnvelopes = 3;
/** Maximum number of merge fields, or of people who are left out, in one message. */
const maxDescribed = 5;

export class RecipientCollector {
  readonly #common: MergeFields;
  readonly #columns: MergeColumns;
  readonly #rules: IncompleteRules;
  /** By the person's identity. */
  #entries = new Map<string, Entry>();
  /** The names of the merge fields that are entered or in `metadata`. */
  readonly #entered: Set<string>;
  readonly #problems: string[] = [];
  readonly #notes: string[] = [];
  /** Whether only the address of someone keeps the step from writing to them. */
  #hasIncomplete = false;
  #lacksCountry = false;
  /** The people who were left out, each with the reason. */
  readonly incomplete: string[] = [];
  /** The people who get no letters. */
  readonly doNotMail: string[] = [];
  duplicates = 0;

  /** @param common the merge fields that every recipient gets */
  constructor(common: MergeFields = {}, columns = new MergeColumns(), rules: IncompleteRules = {}) {
    this.#common = common;
    this.#columns = columns;
    this.#rules = rules;
    this.#entered = new Set(Object.keys(common));
  }

  /** Identifies the recipients, in their order. */
  get identity(): string[] {
    return [...this.#entries.keys()];
  }

  /** Returns what identifies each of the people by what a letter with these placeholders prints for them. */
  identifyPrinted(placeholders: readonly string[]): Map<string, string> {
    const printed = new Set(placeholders.map((name) => name.toLowerCase()));
    return new Map(
      [...this.#entries].map(([id, { recipient, entered, columns }]) => {
        const fields = Object.entries(combineMergeFields(entered, columns));
        const shown = fields.filter(([name]) => printed.has(name.toLowerCase()));
        return [id, identifyPerson(recipient, Object.fromEntries(shown))];
      }),
    );
  }

  get recipients(): Recipient[] {
    const names = new Set(this.#columns.names);
    const blank = Object.fromEntries(this.#columns.required.map((name) => [name, '']));
    return [...this.#entries.values()].map(({ recipient, entered, columns, used }) => {
      const own = { ...blank, ...used, ...columns };
      const metadata = addLowerCaseNames({ fields: pickSent(entered, own, names) });
      return Object.keys(metadata).length > 0 ? { ...recipient, metadata } : recipient;
    });
  }

  get count(): number {
    return this.#entries.size;
  }

  /** What the user should look at, in whole sentences. */
  get warnings(): string[] {
    return [
      ...describeLeftOut(this.doNotMail),
      ...(this.incomplete.length > 0
        ? [`Left out, because a letter would not reach them: ${listFirst(this.incomplete)}.`]
        : []),
      ...(this.#notes.length > 0 ? [listFirst(this.#notes, ' ')] : []),
    ];
  }

  /** Says for a preview who gets a letter. */
  get check(): string {
    const names = listFirst(this.namesWithout(new Set()), ', ', maxEnvelopes);
    return `${formatCount(this.count, 'person gets', 'people get')} a letter${names && `: ${names}`}.`;
  }

  /** The first envelopes as they will print. */
  get envelopes(): string[] {
    return [...this.#entries.values()]
      .slice(0, maxEnvelopes)
      .map(({ recipient }) => formatEnvelope(recipient));
  }

  /** Returns the names of the recipients who are not among these. */
  namesWithout(identified: ReadonlySet<string>): string[] {
    const others = [...this.#entries].filter(([hash]) => !identified.has(hash));
    return others.map(([, { recipient }]) => truncate(printedName(recipient)));
  }

  /** Leaves recipients out. Returns their names. */
  leaveOut(identified: { has(id: string): boolean }): string[] {
    const leftOut = [...this.#entries].filter(([id]) => identified.has(id));
    for (const [id] of leftOut) this.#entries.delete(id);
    return leftOut.map(([, { recipient }]) => truncate(printedName(recipient)));
  }

  /** Adds a recipient from line items. */
  addItem(place: string, row: InputData): void {
    const objects = findObjects(row);
    if (objects.length > 0)
      this.#problems.push(`${place}: ${objects.join(', ')} ${objects.length === 1 ? 'is' : 'are'} not text`);
    else this.#add(place, readPerson(row, this.#rules.defaultCountry));
  }

  /** Adds a recipient of a file. Returns what was read, unless the person gets no mail. */
  addRow(row: ListRow): ReadPerson | undefined {
    const { number, count, fields, others, spare, printed, metadata, isDoNotMail, mayBeAbroad } = row;
    const place = number === undefined ? `Recipient ${count} of the file` : `Row ${number} of the file`;
    const { defaultCountry } = this.#rules;
    const read = readPerson(fields, defaultCountry);
    if (isDoNotMail) {
      this.doNotMail.push(`${place} (${truncate(printedName(read.person))})`);
      return undefined;
    }
    if (read.problems.length === 0 && mayBeAbroad && !defaultCountry && read.address.country === undefined)
      read.problems.push('needs a country, because the headings of the file are not in English');
    const ofPerson = Object.entries(this.#columns.read([...spare, ...printed]));
    const unused = new Set(spare.map(([heading]) => mergeFieldName(heading)));
    const pick = (isUsed: boolean) =>
      Object.fromEntries(ofPerson.filter(([name]) => unused.has(name) !== isUsed));
    this.#add(place, read, {
      metadata: parseMergeFields(isPlainObject(metadata) ? metadata : {}),
      columns: { ...pick(false), ...this.#columns.read(others) },
      used: pick(true),
    });
    return read;
  }

  /** Adds a contact. @param isOptional whether it is left out if a letter to it cannot arrive, whatever the rules */
  addContact(contact: Contact, isOptional = false): void {
    const name = truncate(printedName(contact).trim());
    const place = `Contact ${contact.contact_id}${name ? ` (${name})` : ''}`;
    this.#add(place, readStored(contact), noMergeFields, isOptional);
  }

  #add(
    place: string,
    read: ReadPerson,
    { metadata, columns, used } = noMergeFields,
    isOptional = false,
  ): void {
    const isLeftOutIfIncomplete = isOptional || (this.#rules.areLeftOut && !read.isMisread);
    const entered = combineMergeFields(this.#common, metadata.fields);
    const recipient = buildRecipient(read);
    const mistakes = [...metadata.problems, ...findTooMany(entered)];
    const problems = [...read.problems, ...mistakes];
    if (!fitsOneRequest({ ...recipient, metadata: entered })) {
      problems.push('has more text than the letter service accepts (1 MB)');
    }
    if (problems.length > 0) {
      const rejected = isLeftOutIfIncomplete && mistakes.length === 0 ? this.incomplete : this.#problems;
      this.#hasIncomplete ||= !read.isMisread && mistakes.length === 0;
      this.#lacksCountry ||= problems.some((problem) => problem.startsWith('needs a country'));
      const name = truncate(printedName(recipient));
      const who = name && !place.includes(name) ? `${place} (${name})` : place;
      rejected.push(`${who}: ${problems.join(', ')}`);
      return;
    }
    for (const name of Object.keys(metadata.fields)) this.#entered.add(name);
    if (this.#entered.size > maxNames)
      throw inputError(
        `The recipients have more than ${formatNumber(maxNames)} different merge fields, the limit for this step.`,
        'Use the same names for all of them.',
      );
    this.#notes.push(...read.notes.map((note) => `${place}: ${note}`));
    // As they were given: a later run must recognize the person although it may send other columns as merge fields.
    const id = identifyPerson(recipient, combineMergeFields(entered, columns));
    if (this.#entries.has(id)) this.duplicates += 1;
    else this.#entries.set(id, { place, recipient, entered, columns, used });
  }

  /**
   * Keeps one of the people whose rows differ only in columns that are not sent. Call it when all rows are read, because which
   * columns are sent depends on every row.
   */
  mergeEqual(): void {
    const names = new Set(this.#columns.names);
    const kept = new Map<string, [id: string, Entry]>();
    for (const [id, entry] of this.#entries) {
      const { recipient, entered, columns } = entry;
      const isSent = Object.keys(columns).every((name) => names.has(name));
      const print = isSent ? id : identifyPerson(recipient, pickSent(entered, columns, names));
      const same = kept.get(print);
      if (!same) kept.set(print, [id, entry]);
      // The identity does not depend on the order of the rows.
      else if (id < same[0]) same[0] = id;
    }
    this.duplicates += this.#entries.size - kept.size;
    this.#entries = new Map(kept.values());
  }

  summarize(allowsBlank: boolean): MergeFieldSummary {
    const { names, unprinted } = this.#columns;
    const gaps = this.#countGaps(names);
    return {
      count: this.count,
      names: [...new Set([...this.#entered, ...names]), ...unprinted],
      gaps: Object.fromEntries(gaps),
      entered: [...this.#entered],
      allowsBlank,
    };
  }

  /** Returns how many recipients lack a value, by the name of the merge field. */
  #countGaps(columnNames: readonly string[]): Map<string, number> {
    const gaps = new Map([...this.#entered, ...columnNames].map((name) => [name, this.count]));
    for (const { entered, columns, used } of this.#entries.values()) {
      for (const [name, value] of Object.entries({ ...entered, ...used, ...columns })) {
        const count = gaps.get(name);
        if (value && count !== undefined) gaps.set(name, count - 1);
      }
    }
    return new Map([...gaps].filter(([, count]) => count > 0));
  }

  /**
   * @param advice what else to do
   * @throws a user-facing error that names the first mistakes, if there are any
   */
  rejectMistakes(advice: string): void {
    if (this.#problems.length === 0) return;
    const { label, choices } = incompleteAddressesField;
    const leaveOut =
      this.#hasIncomplete && this.count > 0
        ? ` To write only to the others, choose "${choices.leave_out}" in ${label}.`
        : '';
    const addCountry =
      this.#lacksCountry && !this.#rules.defaultCountry
        ? ` If everyone without a country lives in the same one, enter it in ${defaultCountryField.label}.`
        : '';
    throw inputError(
      `${formatCount(this.#problems.length, 'recipient has a mistake', 'recipients have mistakes')}: ${listFirst(this.#problems)}.`,
      `Correct the data and run the step again.${leaveOut}${addCountry}${advice}`,
    );
  }

  /** @throws a user-facing error that names the merge fields without a value, and the recipients */
  rejectBlankMergeFields(advice: string): void {
    const gaps = [...this.#countGaps(this.#columns.required)];
    if (gaps.length === 0) return;
    const entries = [...this.#entries.values()];
    const described = gaps.map(([name, count], index) => {
      if (count === this.count) return `${placeholder(name)} for everyone`;
      const lacks = ({ entered, columns, used }: Entry) => !entered[name] && !columns[name] && !used[name];
      const places = index < maxDescribed ? entries.filter(lacks).map(({ place }) => place) : [];
      return `${placeholder(name)} for ${listFirst(places, ', ')}`;
    });
    const more = gaps.length > maxDescribed ? ' merge fields' : '';
    throw inputError(
      `Merge fields have no value: ${listFirst(described, '; ', maxDescribed)}${more}. The letters would have a gap there.`,
      advice,
    );
  }
}

/** Returns the sentence about people who are left out, if there are any. */
export const describeLeftOut = (doNotMail: readonly string[]): string[] =>
  doNotMail.length > 0 ? [`Left out, because they get no mail: ${listFirst(doNotMail)}.`] : [];

/** Returns the merge fields to send. @param names those of the columns that are sent */
const pickSent = (entered: MergeFields, columns: MergeFields, names: ReadonlySet<string>): MergeFields =>
  combineMergeFields(
    entered,
    Object.fromEntries(Object.entries(columns).filter(([name]) => names.has(name))),
  );
