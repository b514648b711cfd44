/** Collects the recipients of a new list. Checks each recipient, and keeps only one of several whose letters are equal. */
import type { Contact } from '../api/contacts.ts';
import type { Recipient } from '../api/lists.ts';
import { printedName } from '../contacts/contact.ts';
import { defaultCountryField } from '../contacts/fields.ts';
import { formatCount, formatNumber, listFirst, truncate } from '../format.ts';
import { type InputData, inputError, readChoice, readTrimmed } from '../inputs.ts';
import type { ListColumns } from '../list_columns/columns.ts';
import type { WantedColumns } from '../list_columns/row_reader.ts';
import { type ListedPerson, ListReport, placeOf } from '../list_file/list_file.ts';
import { groupBy } from '../values.ts';
import { identifyPerson } from './identity.ts';
import { type MergeCell, MergeColumns, mergeColumnsField } from './merge_columns.ts';
import {
  blankMergeFieldsAdvice,
  combineMergeFields,
  findTooMany,
  type MergeFieldSummary,
  type MergeFields,
  parseMergeFields,
  placeholder,
  type ReadMergeFields,
  withMergeFields,
} from './merge_fields.ts';
import { buildRecipient, readStored } from './recipient.ts';

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
/** Maximum number of merge fields whose recipients one message lists. */
const maxDescribed = 5;

/** A recipient of the list. */
export interface ListedRecipient {
  /** Says who the person is for the duplicate check. */
  id: string;
  /** Says where the person comes from, such as "Row 2 of the file (Ann Lee)". */
  place: string;
  recipient: Recipient;
  /** The merge fields in which people can differ. */
  given: MergeFields;
}

/** A person whose merge fields are not decided yet, because any row can decide which columns are sent. */
type Draft = Pick<ListedRecipient, 'place' | 'recipient'> & {
  /** The merge fields that do not come from columns. */
  entered: MergeFields;
  cells: ReadonlyMap<string, MergeCell>;
};

export class RecipientCollector {
  readonly columns: ListColumns;
  readonly report = new ListReport();
  readonly mergeColumns: MergeColumns;
  /** The recipients, once all are read. */
  people: ListedRecipient[] = [];
  /** How many people are left out because they would get the same letter as another one. */
  duplicates = 0;
  readonly #common: MergeFields;
  readonly #hasCountry: boolean;
  /** True if people with an incomplete address are left out. Otherwise, they count as mistakes. */
  readonly #leavesOutIncomplete: boolean;
  readonly #drafts: Draft[] = [];
  /** The names of the merge fields that are entered or in `metadata`. */
  readonly #entered: Set<string>;
  /** True if an incomplete address is the only mistake of at least one person. */
  #hasIncomplete = false;

  /** @param common the merge fields that every recipient gets */
  constructor(
    columns: ListColumns,
    inputData: InputData,
    wanted: WantedColumns,
    { fields: common, notes }: Omit<ReadMergeFields, 'problems'>,
  ) {
    this.columns = columns;
    this.mergeColumns = new MergeColumns(wanted, common);
    for (const note of notes) this.report.note(note);
    this.#common = common;
    this.#hasCountry = readTrimmed(inputData, defaultCountryField) !== undefined;
    this.#leavesOutIncomplete = readChoice(inputData, incompleteAddressesField) === 'leave_out';
    this.#entered = new Set(Object.keys(common));
  }

  /** Adds a contact. @param isOptional true if an incomplete contact is always left out */
  addContact(contact: Contact, isOptional = false): void {
    const read = readStored(contact);
    const place = placeOf(`Contact ${contact.contact_id}`, read.person);
    this.add({ place, read }, { isOptional, isStored: true });
  }

  add({ place, read, row }: ListedPerson, { isOptional = false, isStored = false } = {}): void {
    const isAnywhere = row?.mayBeAbroad && !this.#hasCountry && read.address.country === undefined;
    if (isAnywhere && read.problems.length === 0)
      read.problems.push('needs a country, because the headings of the file are not in English');
    if (row) this.columns.check(row, read);
    const cells = this.mergeColumns.read(row?.values ?? []);
    const own = parseMergeFields(row?.metadata ?? {});
    const entered = combineMergeFields(this.#common, own.fields);
    const recipient = buildRecipient(read);
    const mistakes = [...own.problems, ...findTooMany(entered)];
    const problems = [...read.problems, ...mistakes];
    // A contact without a country is American, whatever else the list has.
    if (!isStored) this.report.countries.add(place, read);
    if (problems.length > 0) {
      this.#reject(place, problems, { ...read, isMistake: mistakes.length > 0, isOptional });
      return;
    }
    for (const one of Object.keys(own.fields)) this.#entered.add(one);
    if (this.#entered.size > maxNames)
      throw inputError(
        `The recipients have more than ${formatNumber(maxNames)} different merge fields, the limit for this step.`,
        'Use the same names for all of them.',
      );
    for (const note of [...read.notes, ...own.notes]) this.report.note(note, place);
    this.#drafts.push({ place, recipient, entered, cells });
  }

  #reject(
    place: string,
    reasons: readonly string[],
    { isMistake = false, isMisread = false, isOptional = false } = {},
  ): void {
    const isIncomplete = !isMistake && !isMisread;
    const isLeftOut = !isMistake && (isOptional || (isIncomplete && this.#leavesOutIncomplete));
    this.#hasIncomplete ||= isIncomplete;
    (isLeftOut ? this.report.incomplete : this.report.problems).push(`${place}: ${reasons.join(', ')}`);
  }

  /**
   * Decides who gets a letter with which merge fields. Of people whose rows differ only in columns that distinguish no letters, one is
   * kept.
   */
  finish(): void {
    const { names, required, distinguishing } = this.mergeColumns;
    const blank = Object.fromEntries([...required].map((name) => [name, '']));
    const kept = new Map<string, { person: ListedRecipient; texts: string }>();
    const combined = new Set<string>();
    const { unusual } = this.report.countries;
    for (const { place, recipient, entered, cells } of this.#drafts) {
      const sent = [...cells].filter(([name]) => names.has(name));
      const unusable = sent.flatMap((cell) => this.#findUnusable(place, cell));
      if (unusual.has(place))
        unusable.push('needs a country or a state, because most people on the list have a state');
      if (unusable.length > 0) {
        this.#reject(place, unusable);
        continue;
      }
      const distinctive = [...cells].filter(([, { isDistinctive }]) => isDistinctive);
      // All columns count, not only those that are sent: a later run may send other columns, and must still recognize the person.
      const given = { ...entered, ...textsOf(distinctive) };
      const id = identifyPerson(recipient, given);
      const printed = distinctive.filter(([name]) => distinguishing.has(name));
      const print =
        printed.length === distinctive.length
          ? id
          : identifyPerson(recipient, { ...entered, ...textsOf(printed) });
      const texts = JSON.stringify(textsOf(distinctive.filter(([name]) => names.has(name))));
      const same = kept.get(print);
      if (same) {
        this.duplicates += 1;
        if (same.texts !== texts) combined.add(truncate(printedName(recipient)));
        // The identity does not depend on the order of the rows.
        if (id < same.person.id) same.person.id = id;
      } else {
        const fields = combineMergeFields(entered, { ...blank, ...textsOf(sent) });
        const person = { id, place, recipient: withMergeFields(recipient, fields), given };
        kept.set(print, { person, texts });
      }
    }
    this.people = [...kept.values()].map(({ person }) => person);
    if (combined.size > 0)
      this.report.note(
        `${listFirst([...combined], ', ')}: one letter for several rows, because the letter's last order printed no column in which they differ. If the letter prints one now, enter the columns that it prints in ${mergeColumnsField.label}.`,
      );
  }

  /** Returns the problem with a merge field that an earlier step did not fill in, and notes a value that may mean nothing. */
  #findUnusable(place: string, [name, cell]: readonly [string, MergeCell]): string[] {
    const { text, problem, note } = cell;
    const shown = placeholder(truncate(name));
    if (note && !this.mergeColumns.isUnprintedMark(name, cell))
      this.report.note(`The merge field ${shown} ${note}.`, place);
    return problem ? [`has ${shown} "${truncate(text)}", ${problem}`] : [];
  }

  /** Notes people who are on the list more than once with letters that may turn out equal. */
  noteRepeated(): void {
    if (this.mergeColumns.printed.size > 0) return;
    const groups = groupBy(this.people, ({ recipient }) => identifyPerson(recipient, {}));
    const repeated = [...groups.values()].flatMap(([first, ...others]) =>
      first && others.length > 0 ? [first] : [],
    );
    if (repeated.length === 0) return;
    const whose = repeated.map(({ recipient }) => truncate(printedName(recipient)));
    this.report.note(
      `${listFirst(whose, ', ')}: on the list more than once, with different merge fields. If the letter prints none of them, these people get the same letter twice.`,
    );
  }

  get recipients(): Recipient[] {
    return this.people.map(({ recipient }) => recipient);
  }

  get count(): number {
    return this.people.length;
  }

  /** Returns a hash of what a letter with these placeholders prints for each person, by the person's identity. */
  identifyPrinted(placeholders: readonly string[]): Map<string, string> {
    const printed = new Set(placeholders.map((name) => name.toLowerCase()));
    return new Map(
      this.people.map(({ id, recipient, given }) => {
        const shown = Object.entries(given).filter(([name]) => printed.has(name.toLowerCase()));
        return [id, identifyPerson(recipient, Object.fromEntries(shown))];
      }),
    );
  }

  /** Returns the people who have no value for the merge field. */
  peopleWithout(name: string): string[] {
    return this.people.filter(({ recipient }) => !recipient.metadata?.[name]).map(({ place }) => place);
  }

  /** Returns the names of the recipients who are in `identified`. */
  namesOf(identified: Pick<ReadonlySet<string>, 'has'>): string[] {
    const found = this.people.filter(({ id }) => identified.has(id));
    return found.map(({ recipient }) => truncate(printedName(recipient)));
  }

  /** Leaves out these recipients. Returns their names. */
  leaveOut(identified: Pick<ReadonlySet<string>, 'has'>): string[] {
    const names = this.namesOf(identified);
    this.people = this.people.filter(({ id }) => !identified.has(id));
    return names;
  }

  summarize(allowsBlank: boolean): MergeFieldSummary {
    const names = [...new Set([...this.#entered, ...this.mergeColumns.names])];
    const gaps = names.map((name) => [name, this.peopleWithout(name).length] as const);
    return {
      count: this.count,
      names,
      gaps: Object.fromEntries(gaps.filter(([, count]) => count > 0)),
      entered: [...this.#entered],
      allowsBlank,
    };
  }

  /** @throws a user-facing error if everyone on the list may live abroad */
  rejectUnknownCountry(): void {
    if (!this.report.countries.isUnknown) return;
    throw inputError(
      'No one on the list has a state or a country, so the addresses may be in any country.',
      `Enter the country in ${defaultCountryField.label}, such as United States.${this.columns.adviceIfUnclear}`,
    );
  }

  /** @throws a user-facing error that names the first mistakes, if there are any */
  rejectMistakes(): void {
    if (this.report.problems.length === 0) return;
    const { label, choices } = incompleteAddressesField;
    const leaveOut =
      this.#hasIncomplete && !this.#leavesOutIncomplete && this.count > 0
        ? ` To write only to everyone else, choose "${choices.leave_out}" in ${label}.`
        : '';
    const lacksCountry = [...this.report.problems, ...this.report.incomplete].some((one) =>
      one.includes('needs a country'),
    );
    const addCountry =
      lacksCountry && !this.#hasCountry
        ? ` If everyone without a country lives in the same one, enter it in ${defaultCountryField.label}.`
        : '';
    throw inputError(
      `${formatCount(this.report.problems.length, 'recipient has a mistake', 'recipients have mistakes')}: ${listFirst(this.report.problems)}.`,
      `Correct the data and run the step again.${leaveOut}${addCountry}${this.columns.adviceIfUnclear}`,
    );
  }

  /**
   * Checks that everyone has a value for each merge field.
   * @param isPreview true if blank columns that the user did not name only warn: the letter may not print them
   * @throws a user-facing error that names the merge fields without a value and the recipients who lack it
   */
  rejectBlankMergeFields(isPreview: boolean): void {
    const { required, asked } = this.mergeColumns;
    const gaps = Object.entries(this.summarize(false).gaps);
    const named = gaps.filter(([name]) => this.#entered.has(name) || asked.has(name));
    const columns = gaps.filter((gap) => !named.includes(gap) && required.has(gap[0]));
    const columnsAdvice = `In ${mergeColumnsField.label}, enter only the columns that the letter prints, and fill in their values.`;
    if (named.length === 0 && columns.length === 0) return;
    if (named.length === 0 && isPreview) {
      this.report.note(
        `These columns have no value: ${this.#describeGaps(columns)}. We don't know whether the letter prints them, so the step will stop when the Zap runs. ${columnsAdvice}`,
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

const textsOf = (cells: readonly (readonly [name: string, cell: MergeCell])[]): MergeFields =>
  Object.fromEntries(cells.map(([name, { text }]) => [name, text]));
