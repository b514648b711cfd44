/** Collects the recipients of a new list, checks them, and keeps only one of several with equal letters. */
import type { Contact } from '../api/contacts.ts';
import type { Recipient } from '../api/lists.ts';
import type { ListColumns, WantedColumns } from '../list_columns/columns.ts';
import { shapeOf } from '../list_columns/shapes.ts';
import { type ListedPerson, ListReport, placeOf } from '../list_file/list_file.ts';
import { printedName } from '../person/contact.ts';
import { defaultCountryField } from '../person/fields.ts';
import { identifyPeople, identifyPerson, identifyReference, type People } from '../person/identity.ts';
import { type InputData, inputError, readChoice, readTrimmed } from '../steps/inputs.ts';
import { describePeople } from '../text/describe_people.ts';
import { formatCount, formatNumber, listFirst, truncate } from '../text/format.ts';
import { groupBy } from '../text/values.ts';
import {
  distinguishesLetters,
  isSent,
  type MergeCell,
  MergeColumns,
  mergeColumnsField,
} from './merge_columns.ts';
import {
  blankMergeFieldsAdvice,
  type MergeFieldSummary,
  type MergeFields,
  placeholder,
  summarizeFields,
  withMergeFields,
} from './merge_fields.ts';
import { buildRecipient, isUndeliverable, readStored } from './recipient.ts';

export const incompleteAddressesField = {
  key: 'incomplete_addresses',
  label: 'If an Address Is Incomplete',
  type: 'string',
  default: 'stop',
  choices: { stop: 'Stop: send nothing', leave_out: 'Leave these people out' },
  group: 'options',
  helpText: 'If someone has an incomplete address, the step stops, or writes only to everyone else.',
} as const;

export interface ListedRecipient {
  /** Identifies the person in the duplicate check. */
  id: string;
  /** Identifies the letter to the person by their reference, if they have one. */
  reference?: string | undefined;
  /** Where the person comes from, such as "Row 2 of the file (Ann Lee)". */
  place: string;
  recipient: Recipient;
}

/** A person whose merge fields are not decided yet, because any row can decide which columns are sent. */
interface Draft extends Pick<ListedPerson, 'place' | 'read'> {
  cells: readonly MergeCell[];
  /** True if the person is left out if something is wrong, whatever the user chose. */
  isOptional: boolean;
}

/** Maximum values of merge fields to keep. More could use up the memory of a run. */
const maxMergeValues = 1_000_000;

export class RecipientCollector {
  readonly holds = 'recipients';
  readonly inputData: InputData;
  readonly columns: ListColumns;
  readonly report = new ListReport();
  people: ListedRecipient[] = [];
  /** How many people are left out because they would get the same letter as another one. */
  duplicates = 0;
  /** The merge fields that every recipient gets. */
  readonly #common: MergeFields;
  readonly #wanted: WantedColumns;
  #mergeColumns: MergeColumns | undefined;
  readonly #drafts: Draft[] = [];
  #values = 0;

  constructor(columns: ListColumns, inputData: InputData, wanted: WantedColumns, common: MergeFields) {
    this.columns = columns;
    this.inputData = inputData;
    this.#wanted = wanted;
    this.#common = common;
  }

  /** Made on first use, when the headings are known. */
  get mergeColumns(): MergeColumns {
    this.#mergeColumns ??= new MergeColumns(this.columns.mergeable, this.#wanted);
    return this.#mergeColumns;
  }

  /** Adds a contact. @param isOptional true if the contact is left out if it is incomplete, whatever the user chose */
  addContact(contact: Contact, isOptional = false): void {
    const read = readStored(contact);
    if (isUndeliverable(contact))
      read.problems.push('has an address that the letter service marks as undeliverable');
    const place = placeOf(`Contact ${contact.contact_id}`, read.person);
    // Not added to `report.countries`: a contact without a country is American, whatever else is on the list.
    this.#drafts.push({ place, read, cells: [], isOptional });
  }

  add({ place, read, row }: ListedPerson): void {
    if (row) this.columns.check(row, read);
    if (read.problems.length === 0) this.report.countries.add(place, read);
    const cells = row ? this.mergeColumns.read(row.values) : [];
    this.#values += cells.length;
    if (this.#values > maxMergeValues)
      throw inputError(
        `The file has more than ${formatNumber(maxMergeValues)} values in columns that may be merge fields, the limit for this step.`,
        `In ${mergeColumnsField.label}, enter only the columns that the letter prints.`,
      );
    this.#drafts.push({ place, read, cells, isOptional: false });
  }

  /**
   * Decides who gets a letter with which merge fields. Of people who would get equal letters, one is kept.
   * @throws a user-facing error that names the first mistakes, if there are any
   */
  finish(): void {
    const { problems, incomplete, countries } = this.report;
    const { unusual } = countries;
    const leavesOut = readChoice(this.inputData, incompleteAddressesField) === 'leave_out';
    /** True if people with mistakes could all be left out. */
    let canLeaveOut = !leavesOut;
    const complete: Draft[] = [];
    for (const draft of this.#drafts) {
      const { place, read, cells, isOptional } = draft;
      const sent = cells.filter(isSent);
      const mistakes = [
        ...read.problems,
        ...(unusual.has(place)
          ? ['needs a country or a state, because the others on the list have one']
          : []),
        ...sent.flatMap(describeProblem),
      ];
      if (mistakes.length === 0) {
        for (const note of [...read.notes, ...sent.flatMap(describeNote)]) this.report.note(note, place);
        complete.push(draft);
      } else {
        const isLeftOut = isOptional || (leavesOut && !read.isMisread);
        if (!isLeftOut && read.isMisread) canLeaveOut = false;
        (isLeftOut ? incomplete : problems).push({ place, what: mistakes.join(', ') });
      }
    }
    this.#rejectMistakes(canLeaveOut && complete.length > 0);
    this.#keepDifferent(complete);
  }

  #rejectMistakes(canLeaveOut: boolean): void {
    const { problems, countries } = this.report;
    const { adviceIfUnclear } = this.columns;
    const { label, choices } = incompleteAddressesField;
    const lacksCountry =
      problems.some(({ what }) => what.includes('needs a country')) &&
      readTrimmed(this.inputData, defaultCountryField) === undefined;
    const advice = [
      'Correct the data and run the step again.',
      canLeaveOut && `To write only to everyone else, choose "${choices.leave_out}" in ${label}.`,
      lacksCountry &&
        `If everyone without a country lives in the same one, enter it in ${defaultCountryField.label}.`,
    ];
    if (problems.length > 0)
      throw inputError(
        `${formatCount(problems.length, 'recipient has a mistake', 'recipients have mistakes')}. ${describePeople(problems)}`,
        advice.filter(Boolean).join(' ') + adviceIfUnclear,
      );
    if (countries.question)
      throw inputError(countries.question, `Then run the step again.${adviceIfUnclear}`);
  }

  #keepDifferent(drafts: readonly Draft[]): void {
    const { sent } = this.mergeColumns;
    const blank = Object.fromEntries(sent.flatMap(({ name, rank }) => (rank < 3 ? [[name, '']] : [])));
    const kept = new Map<string, ListedRecipient>();
    for (const { place, read, cells } of drafts) {
      const recipient = buildRecipient(read);
      const values = cells.filter(isSent);
      const known = { ...this.#common, ...textsOf(values.filter(distinguishesLetters)) };
      const id = identifyPerson(recipient, known);
      // Without a letter, nobody was asked. The letter may print the nickname in which two rows differ, so both stay on the list.
      const unnamed = this.#wanted.isForLetter
        ? []
        : values.filter((cell) => !distinguishesLetters(cell) && !cell.isOnEnvelope);
      const key = unnamed.length > 0 ? identifyPerson(recipient, { ...known, ...textsOf(unnamed) }) : id;
      // A filled cell overrides a common value, and a common value fills a blank cell. The common names stay first.
      const fields = { ...this.#common, ...blank, ...this.#common, ...textsOf(values) };
      const reference = identifyReference(recipient, known);
      if (kept.has(key)) this.duplicates += 1;
      else kept.set(key, { id, reference, place, recipient: withMergeFields(recipient, fields) });
    }
    this.people = [...kept.values()];
  }

  /** Notes people who are on the list more than once with letters that may turn out equal. */
  noteRepeated(): void {
    if (this.mergeColumns.sent.some(({ isPrinted }) => isPrinted)) return;
    const groups = groupBy(this.people, ({ recipient }) => identifyPerson(recipient, {}));
    const repeated = [...groups.values()].filter(({ length }) => length > 1);
    if (repeated.length === 0) return;
    const names = repeated.flatMap(([first]) => (first ? [nameOf(first)] : []));
    this.report.note(
      `${listFirst(names, ', ')}: on the list more than once, with different merge fields. If the letter prints none of them, these people get the same letter twice.`,
    );
  }

  get recipients(): Recipient[] {
    return this.people.map(({ recipient }) => recipient);
  }

  get count(): number {
    return this.people.length;
  }

  /** Returns the people for the duplicate check. */
  identify(): People {
    const { namedFields } = this.mergeColumns;
    return identifyPeople(this.people, namedFields && [...Object.keys(this.#common), ...namedFields]);
  }

  /** Leaves out the recipients with these ids. Returns their names. */
  leaveOut(ids: Pick<ReadonlySet<string>, 'has'>): string[] {
    const names = this.people.filter(({ id }) => ids.has(id)).map(nameOf);
    this.people = this.people.filter(({ id }) => !ids.has(id));
    return names;
  }

  summarize(allowsBlank: boolean): MergeFieldSummary {
    const entered = Object.keys(this.#common);
    const names = [...new Set([...entered, ...this.mergeColumns.sent.map(({ name }) => name)])];
    const fields = this.recipients.map(({ metadata = {} }) => metadata);
    return summarizeFields(fields, { names, entered, allowsBlank });
  }

  /**
   * Checks that everyone has a value for each merge field.
   * @param isPreview true if blank columns that the user did not name are only noted: the letter may not print them
   * @throws a user-facing error that names the merge fields without a value and the recipients who lack it
   */
  rejectBlankMergeFields(isPreview: boolean): void {
    const columns = new Map(this.mergeColumns.sent.map((field) => [field.name, field]));
    const isNamed = (name: string) =>
      Object.hasOwn(this.#common, name) || columns.get(name)?.isChosen === true;
    const gaps = Object.keys(this.summarize(false).gaps).filter(
      (name) => isNamed(name) || columns.get(name)?.rank !== 3,
    );
    if (gaps.length === 0) return;
    const described = gaps.map((name) => {
      const people = peopleWithout(this.people, name);
      const who = people.length < this.count ? listFirst(people, ', ') : 'everyone';
      return `${placeholder(truncate(name))} for ${who}`;
    });
    const list = listFirst(described, '; ', 5);
    const columnsAdvice = `In ${mergeColumnsField.label}, enter only the columns that the letter prints, and fill in their values.`;
    if (isPreview && !gaps.some(isNamed))
      this.report.note(
        `These columns have no value: ${list}. We don't know whether the letter prints them, so the step will stop when the Zap runs. ${columnsAdvice}`,
      );
    else
      throw inputError(
        `Merge fields have no value: ${list}. The letters would have a gap there.`,
        gaps.every(isNamed) ? blankMergeFieldsAdvice : columnsAdvice,
      );
  }
}

/** Returns the people who have no value for the merge field. */
export const peopleWithout = (people: readonly ListedRecipient[], name: string): string[] =>
  people.filter(({ recipient }) => !recipient.metadata?.[name]).map(({ place }) => place);

const nameOf = ({ recipient }: ListedRecipient): string => truncate(printedName(recipient));

/** Returns the problem of a value, unless the person has it already because the value is also on the envelope. */
const describeProblem = ({ field, text, problem, isOnEnvelope, ...column }: MergeCell): string[] =>
  problem && (!isOnEnvelope || distinguishesLetters({ field, ...column }))
    ? [`has ${placeholder(truncate(field.name))} "${truncate(text)}", ${problem}`]
    : [];

const textsOf = (cells: readonly MergeCell[]): MergeFields =>
  Object.fromEntries(cells.map(({ field, text }) => [field.name, text]));

/** Returns the note about a value, but not about TRUE or FALSE in a column of such values that the letter is not known to print. */
function describeNote({ column, field, text, note }: MergeCell): string[] {
  const isFlag = [...column.use.shapes, shapeOf(text)].every((shape) => shape === 'yes or no');
  if (!note || (isFlag && !field.isChosen && !field.isPrinted)) return [];
  return [`The merge field ${placeholder(truncate(field.name))} ${note}.`];
}
