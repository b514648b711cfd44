/** Collects the recipients of a new list. Checks each recipient, and keeps only one of several whose letters are equal. */
import { isDeepStrictEqual } from 'node:util';
import type { Contact } from '../api/contacts.ts';
import { fitsOneRequest, type Recipient } from '../api/lists.ts';
import { printedName } from '../contacts/contact.ts';
import { formatEnvelope } from '../contacts/envelope.ts';
import { defaultCountryField } from '../contacts/fields.ts';
import type { ReadPerson } from '../contacts/person.ts';
import { readPrinted } from '../contacts/printed_text.ts';
import { formatCount, formatNumber, listFirst, truncate } from '../format.ts';
import { type InputData, inputError, readChoice } from '../inputs.ts';
import type { ListColumns } from '../list_columns/columns.ts';
import type { Value, WantedColumns } from '../list_columns/row_reader.ts';
import { ListPeople, type ListRow } from '../list_file/list_file.ts';
import { identifyPerson } from './identity.ts';
import { MergeColumns, mergeColumnsField } from './merge_columns.ts';
import {
  blankMergeFieldsAdvice,
  combineMergeFields,
  findTooMany,
  type MergeFieldSummary,
  type MergeFields,
  mergeFieldName,
  parseMergeFields,
  placeholder,
  type ReadMergeFields,
  withMergeFields,
} from './merge_fields.ts';
import { buildRecipient, readStored } from './recipient.ts';

/** A recipient, and where it comes from. */
export interface ListedPerson {
  /** Names the source and the person, such as "Row 2 of the file (Ann Lee)". */
  place: string;
  /** The recipient. Its merge fields are added when all rows are read. */
  recipient: Recipient;
}

interface Entry extends ListedPerson {
  /** The merge fields that do not come from columns. */
  entered: MergeFields;
  columns: MergeFields;
  /**
   * The columns that distinguish people: all but the sources of printed fields, because people who differ in such a column also
   * differ in the field.
   */
  distinctive: MergeFields;
}

export const incompleteAddressesField = {
  key: 'incomplete_addresses',
  label: 'If an Address Is Incomplete',
  type: 'string',
  default: 'stop',
  choices: { stop: 'Stop: send nothing', leave_out: 'Leave these people out' },
  group: 'options',
  helpText: 'If someone has an incomplete address, the step stops, or writes only to everyone else.',
} as const;

/** Maximum number of different merge fields that all recipients together may have. */
const maxNames = 1_000;
/** Number of people whose envelopes a result shows. */
export const maxEnvelopes = 3;
/** Maximum number of merge fields whose recipients one message lists. */
const maxDescribed = 5;

export class RecipientCollector extends ListPeople {
  readonly mergeColumns: MergeColumns;
  readonly #common: MergeFields;
  /** True if people with an incomplete address are left out. Otherwise, they count as mistakes. */
  readonly #leavesOutIncomplete: boolean;
  /** The entries by the identity of the person. */
  #entries = new Map<string, Entry>();
  /** The names of the merge fields that are entered or in `metadata`. */
  readonly #entered: Set<string>;
  /** True if an incomplete address is the only mistake of at least one person. */
  #hasIncomplete = false;
  duplicates = 0;

  /** @param common the merge fields that every recipient gets */
  constructor(
    columns: ListColumns,
    inputData: InputData,
    wanted: WantedColumns,
    { fields: common, notes }: Omit<ReadMergeFields, 'problems'>,
  ) {
    super(columns, inputData);
    this.mergeColumns = new MergeColumns(wanted, common);
    this.#common = common;
    this.notes.push(...notes);
    this.#leavesOutIncomplete = readChoice(inputData, incompleteAddressesField) === 'leave_out';
    this.#entered = new Set(Object.keys(common));
  }

  /** The identities of the recipients, in their order. */
  get identity(): string[] {
    return [...this.#entries.keys()];
  }

  /** Returns a hash of what a letter with these placeholders prints for each person, by the person's identity. */
  identifyPrinted(placeholders: readonly string[]): Map<string, string> {
    const printed = new Set(placeholders.map((name) => name.toLowerCase()));
    return new Map(
      [...this.#entries].map(([id, { recipient, entered, distinctive }]) => {
        const shown = pick({ ...entered, ...distinctive }, (name) => printed.has(name.toLowerCase()));
        return [id, identifyPerson(recipient, shown)];
      }),
    );
  }

  get recipients(): Recipient[] {
    return [...this.#entries.values()].map(({ recipient }) => recipient);
  }

  get count(): number {
    return this.#entries.size;
  }

  /** Sentences about what the user should check. */
  get warnings(): string[] {
    return this.describe('Left out, because a letter would not reach them');
  }

  get people(): ListedPerson[] {
    return [...this.#entries.values()];
  }

  /** Returns the people who have no value for the merge field. */
  peopleWithout(name: string): string[] {
    return this.people.filter(({ recipient }) => !recipient.metadata?.[name]).map(({ place }) => place);
  }

  /** The first envelopes as they will be printed. */
  get envelopes(): string[] {
    return this.recipients.slice(0, maxEnvelopes).map(formatEnvelope);
  }

  /** Returns the names of the recipients who are not in `identified`. */
  namesWithout(identified: ReadonlySet<string>): string[] {
    return this.namesOf({ has: (id) => !identified.has(id) });
  }

  /** Returns the names of the recipients who are in `identified`. */
  namesOf(identified: { has(id: string): boolean }): string[] {
    const found = [...this.#entries].filter(([id]) => identified.has(id));
    return found.map(([, { recipient }]) => truncate(printedName(recipient)));
  }

  /** Leaves out these recipients. Returns their names. */
  leaveOut(identified: { has(id: string): boolean }): string[] {
    const names = this.namesOf(identified);
    for (const id of this.identity) if (identified.has(id)) this.#entries.delete(id);
    return names;
  }

  protected override nameRow(count: number, row?: ListRow): string {
    if (!row) return `Recipient ${count}`;
    return row.number === undefined ? `Recipient ${count} of the file` : `Row ${row.number} of the file`;
  }

  /** Adds a contact. @param isOptional true if an incomplete contact is always left out */
  addContact(contact: Contact, isOptional = false): void {
    const name = truncate(printedName(contact).trim());
    const place = `Contact ${contact.contact_id}${name ? ` (${name})` : ''}`;
    this.add(place, readStored(contact), undefined, isOptional);
  }

  protected override add(place: string, read: ReadPerson, row?: ListRow, isOptional = false): void {
    const isAnywhere = row?.mayBeAbroad && !this.defaultCountry && read.address.country === undefined;
    if (isAnywhere && read.problems.length === 0)
      read.problems.push('needs a country, because the headings of the file are not in English');
    if (row) this.columns.check(row, read);
    const { metadata = {}, values = [] } = row ?? {};
    const readAs = (merge: 'required' | 'optional') =>
      this.mergeColumns.read(values.filter(({ column }) => column.merge === merge));
    const all = { ...readAs('optional'), ...readAs('required') };
    const isUnused = ({ column, use }: Value): boolean => use === 'merge' || column.merge === 'required';
    const unused = new Set(values.filter(isUnused).map(({ column }) => mergeFieldName(column.name)));
    const distinctive = pick(all, (name) => unused.has(name));
    const columns = { ...pick(all, (name) => !unused.has(name)), ...distinctive };
    const own = parseMergeFields(metadata);
    const entered = combineMergeFields(this.#common, own.fields);
    const recipient = buildRecipient(read);
    const mistakes = [...own.problems, ...findTooMany(entered)];
    const problems = [...read.problems, ...mistakes];
    if (!fitsOneRequest({ ...recipient, metadata: entered })) {
      problems.push('has more text than the letter service accepts (1 MB)');
    }
    const name = truncate(printedName(recipient));
    const who = name && !place.includes(name) ? `${place} (${name})` : place;
    if (problems.length > 0) {
      const isLeftOut = isOptional || (this.#leavesOutIncomplete && !read.isMisread);
      this.#hasIncomplete ||= !read.isMisread && mistakes.length === 0;
      const rejected = isLeftOut && mistakes.length === 0 ? this.incomplete : this.problems;
      rejected.push(`${who}: ${problems.join(', ')}`);
      return;
    }
    for (const name of Object.keys(own.fields)) this.#entered.add(name);
    if (this.#entered.size > maxNames)
      throw inputError(
        `The recipients have more than ${formatNumber(maxNames)} different merge fields, the limit for this step.`,
        'Use the same names for all of them.',
      );
    this.notes.push(...[...read.notes, ...own.notes].map((note) => `${place}: ${note}`));
    // All columns count, not only those that are sent: a later run may send other columns, and must still recognize the person.
    const id = identifyPerson(recipient, { ...entered, ...distinctive });
    if (this.#entries.has(id)) this.duplicates += 1;
    else this.#entries.set(id, { place: who, recipient, entered, columns, distinctive });
  }

  /** Returns the problems with merge fields that an earlier step did not fill in, and notes values that may mean nothing. */
  #findUnusable(place: string, fields: MergeFields): string[] {
    return Object.entries(fields).flatMap(([name, value]) => {
      const { problem, note } = readPrinted(value, 'merge field');
      const shown = placeholder(truncate(name));
      if (note) this.notes.push(`${place}: The merge field ${shown} ${note}.`);
      return problem ? [`has ${shown} "${truncate(value)}", ${problem}`] : [];
    });
  }

  /**
   * Adds the merge fields to the recipients. Of people whose rows differ only in columns that distinguish no letters, keeps one. Call
   * this when all rows are read, because any row can decide which columns are sent.
   */
  finish(): void {
    const { names, required, distinguishing } = this.mergeColumns;
    const isSent = (name: string) => names.has(name);
    const isDistinguishing = (name: string) => distinguishing.has(name);
    const blank = Object.fromEntries([...required].map((name) => [name, '']));
    const kept = new Map<string, [id: string, Entry]>();
    const combined = new Set<string>();
    for (const [id, entry] of this.#entries) {
      const { recipient, entered, columns, distinctive } = entry;
      const unusable = this.#findUnusable(entry.place, pick(columns, isSent));
      if (unusable.length > 0) {
        this.#entries.delete(id);
        this.#hasIncomplete = true;
        const rejected = this.#leavesOutIncomplete ? this.incomplete : this.problems;
        rejected.push(`${entry.place}: ${unusable.join(', ')}`);
        continue;
      }
      const print = Object.keys(distinctive).every(isDistinguishing)
        ? id
        : identifyPerson(recipient, { ...entered, ...pick(distinctive, isDistinguishing) });
      const same = kept.get(print);
      if (same) {
        const differs = !isDeepStrictEqual(pick(same[1].distinctive, isSent), pick(distinctive, isSent));
        if (differs) combined.add(truncate(printedName(recipient)));
        // The identity does not depend on the order of the rows.
        same[0] = id < same[0] ? id : same[0];
      } else {
        const fields = combineMergeFields(entered, { ...blank, ...pick(columns, isSent) });
        kept.set(print, [id, { ...entry, recipient: withMergeFields(recipient, fields) }]);
      }
    }
    if (combined.size > 0)
      this.notes.push(
        `${listFirst([...combined], ', ')}: one letter for several rows, because the letter's last order printed no column in which they differ. If the letter prints one now, enter the columns that it prints in ${mergeColumnsField.label}.`,
      );
    this.duplicates += this.#entries.size - kept.size;
    this.#entries = new Map(kept.values());
  }

  summarize(allowsBlank: boolean): MergeFieldSummary {
    const gaps = new Map([...this.#entered, ...this.mergeColumns.names].map((name) => [name, this.count]));
    const names = [...gaps.keys()];
    for (const { metadata } of this.recipients) {
      for (const name of Object.keys(metadata ?? {})) {
        const count = gaps.get(name);
        if (count === 1) gaps.delete(name);
        else if (count !== undefined) gaps.set(name, count - 1);
      }
    }
    const entered = [...this.#entered];
    return { count: this.count, names, gaps: Object.fromEntries(gaps), entered, allowsBlank };
  }

  /** @throws a user-facing error that names the first mistakes, if there are any */
  rejectMistakes(): void {
    if (this.problems.length === 0) return;
    const { label, choices } = incompleteAddressesField;
    const leaveOut =
      this.#hasIncomplete && !this.#leavesOutIncomplete && this.count > 0
        ? ` To write only to everyone else, choose "${choices.leave_out}" in ${label}.`
        : '';
    const lacksCountry = [...this.problems, ...this.incomplete].some((one) =>
      one.includes('needs a country'),
    );
    const addCountry =
      lacksCountry && !this.defaultCountry
        ? ` If everyone without a country lives in the same one, enter it in ${defaultCountryField.label}.`
        : '';
    throw inputError(
      `${formatCount(this.problems.length, 'recipient has a mistake', 'recipients have mistakes')}: ${listFirst(this.problems)}.`,
      `Correct the data and run the step again.${leaveOut}${addCountry}${this.columns.adviceIfUnclear}`,
    );
  }

  /**
   * Checks that everyone has a value for each merge field.
   * @param isPreview true if blank columns that the user did not name only warn: the letter may not print them
   * @throws a user-facing error that names the merge fields without a value and the recipients who lack it
   */
  rejectBlankMergeFields(isPreview: boolean): void {
    const { required, isChosen } = this.mergeColumns;
    const gaps = Object.entries(this.summarize(false).gaps);
    const named = gaps.filter(([name]) => this.#entered.has(name) || (isChosen && required.has(name)));
    const columns = gaps.filter((gap) => !named.includes(gap) && required.has(gap[0]));
    const columnsAdvice = `In ${mergeColumnsField.label}, enter only the columns that the letter prints, and fill in their values.`;
    if (named.length === 0 && columns.length === 0) return;
    if (named.length === 0 && isPreview) {
      this.notes.push(
        `These columns have no value: ${this.#describeGaps(columns)}. It is unknown whether the letter prints them, so the step will stop in a run. ${columnsAdvice}`,
      );
      return;
    }
    throw inputError(
      `Merge fields have no value: ${this.#describeGaps([...named, ...columns])}. The letters would have a gap there.`,
      columns.length === 0 ? blankMergeFieldsAdvice : columnsAdvice,
    );
  }

  #describeGaps(gaps: readonly (readonly [name: string, count: number])[]): string {
    const described = gaps.map(([name, count], index) => {
      const people = count < this.count && index < maxDescribed ? this.peopleWithout(name) : ['everyone'];
      return `${placeholder(truncate(name))} for ${listFirst(people, ', ')}`;
    });
    return listFirst(described, '; ', maxDescribed) + (gaps.length > maxDescribed ? ' merge fields' : '');
  }
}

const pick = (fields: MergeFields, isIncluded: (name: string) => boolean): MergeFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => isIncluded(name)));
