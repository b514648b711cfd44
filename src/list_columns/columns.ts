/** The columns of a list: what each is, what became of it, and what the user is asked about it. */
import type { ReadPerson } from '../person/person.ts';
import { readPart } from '../person/printed_text.ts';
import { inputError } from '../steps/inputs.ts';
import { listFirst, truncate } from '../text/format.ts';
import { normalizeHeading } from '../text/text_match.ts';
import { type ChosenColumn, fieldLabels, readChosenColumns } from './chosen_columns.ts';
import {
  type Column,
  ColumnUse,
  isAddress,
  isMail,
  isNotPersonField,
  isPersonColumn,
  mayBeMergeField,
  type PartColumn,
} from './column.ts';
import { columnsField } from './columns_field.ts';
import { type Heading, isAmbiguous, parseHeading } from './headings.ts';
import { findNear, isUnread, ListCheck, type Question } from './questions.ts';
import { canBeComplete, makeRowReader, type Row } from './row_reader.ts';
import { isAddressPart, isStreetLine, type Kind, type Part } from './table.ts';

/** The headings of columns whose values are wanted even if they are person columns. */
export interface WantedColumns {
  /** The headings in Merge Columns. */
  named?: readonly string[];
  /** The placeholders of the letter, if they are known. */
  printed?: readonly string[] | undefined;
  /** True if the step also sends a letter, and so asks which columns it prints. */
  isForLetter?: boolean;
}

export class ListColumns {
  readonly #chosen: ReadonlyMap<string, ChosenColumn>;
  readonly #wanted: WantedColumns;
  #columns: readonly Column[] = [];
  #check = new ListCheck([]);
  /** Reads a row. Its cells are in the order of the headings. */
  read = makeRowReader([]);

  /** @param chosen the value of the field Columns. @throws a user-facing error if it names something that is not a field */
  constructor(chosen: unknown, wanted: WantedColumns = {}) {
    this.#chosen = readChosenColumns(chosen);
    this.#wanted = wanted;
  }

  /** Sets the headings of the list. */
  start(names: readonly string[]): void {
    const { named = [], printed = [] } = this.#wanted;
    const counts = new Map<string, number>();
    const parsed = names.map((name, index): Column => {
      const typed = name.trim();
      const count = (counts.get(normalizeHeading(typed)) ?? 0) + 1;
      counts.set(normalizeHeading(typed), count);
      const label = count > 1 && typed ? `${typed} (${count})` : typed;
      const heading = this.#headingOf(name, label);
      const isSettled = heading.means === 'other' || isIn(named, name);
      return { index, name, label, heading, isSettled, use: new ColumnUse() };
    });
    const people = parsed.filter(isPersonColumn);
    this.#columns = parsed.map((column) => {
      const { name, use } = column;
      const heading = isPersonColumn(column) ? resolve(column, people) : column.heading;
      const isRequired = isNotPersonField(heading) || isIn(named, name);
      const isOptional = mayBeMergeField(heading) || (heading.means === 'part' && isIn(printed, name));
      const merge = !name.trim() ? undefined : isRequired ? 'required' : isOptional ? 'optional' : undefined;
      if (isMail(column) && column.heading.part !== 'status') use.filled.add('who gets no letter');
      return { ...column, heading, merge };
    });
    this.#check = new ListCheck(this.#columns);
    this.read = makeRowReader(this.#columns);
  }

  /** Checks the values that are printed for a row. */
  check(row: Row, read: ReadPerson): void {
    this.#check.add(row, read);
  }

  /** Returns how many different headings are parts of a person, also of another person. A row may have the state ID twice. */
  countParts(names: readonly string[]): number {
    const isPart = (name: string) => ['part', 'someone else'].includes(this.#headingOf(name).means);
    return [...new Set(names)].filter(isPart).length;
  }

  #headingOf(name: string, label = name): Heading {
    const chosen = this.#chosen.get(normalizeHeading(label))?.heading;
    if (chosen) return chosen;
    // In JSON, `metadata` has merge fields.
    const [, placeholder] = /^metadata\.(.+)$/.exec(name) ?? [];
    return placeholder ? { means: 'other', placeholder } : parseHeading(name);
  }

  /** The columns that may be merge fields. Columns that are not person fields come first. */
  get mergeable(): readonly Column[] {
    return ['required', 'optional'].flatMap((merge) => this.#columns.filter((one) => one.merge === merge));
  }

  /** The entries of Columns whose heading the file lacks. Empty if there is no file. */
  get #absent(): ChosenColumn[] {
    const present = this.#columns.map(({ label }) => normalizeHeading(label));
    if (present.length === 0) return [];
    return [...this.#chosen].flatMap(([key, one]) => (present.includes(key) ? [] : [one]));
  }

  get names(): string[] {
    return this.#columns.map(formatHeading);
  }

  /**
   * Returns the use of each column: "Donor Addr1 → Street" if it filled a field, or "Phone (no field of a contact)".
   * @param whyNotMerged returns why a column is not a merge field, or undefined if it is one
   */
  describeUse(whyNotMerged: (column: Column) => string | undefined) {
    const used = this.#columns.filter(({ use }) => use.isFilled);
    const reasons = this.#columns.map((column) => ({ column, reason: findReason(column, whyNotMerged) }));
    return {
      used_columns: used.map((column) => `${formatHeading(column)} → ${[...column.use.filled].join(', ')}`),
      ignored_columns: reasons.flatMap(({ column, reason }) =>
        reason ? `${formatHeading(column)} (${reason})` : [],
      ),
    };
  }

  /** Advice about columns that were not understood, to append to an error about rows. Empty if all were understood. */
  get adviceIfUnclear(): string {
    const unclear = this.#columns.filter((column) => isUnread(column) && column.use.has('street'));
    return unclear.length === 0
      ? ''
      : ` These columns were not understood: ${quoteWithValues(unclear)}. ${columnsAdvice}`;
  }

  /** The unread columns beside those of the address. */
  get #nearAddress(): Column[] {
    const used = this.#columns.filter((column) => isAddress(column) && column.use.isFilled);
    const start = Math.min(...used.map(({ index }) => index));
    return findNear(this.#columns.filter(isUnread), used).filter(
      ({ index, heading, use }) =>
        use.has('street') || (index < start && heading.means !== 'someone else' && use.has('number', 'code')),
    );
  }

  /** Sentences about columns that the user should check. */
  get warnings(): string[] {
    const { sortedName } = this.#check;
    const open = this.#check.ask({ isLoose: true });
    const asked = new Set(open.flatMap(({ columns }) => columns));
    const near = this.#nearAddress.filter((one) => !asked.has(one));
    const dropped = this.#columns.filter(({ use }) => use.dropped > 0);
    const unused = this.#columns.filter(
      (column) =>
        isPersonColumn(column) &&
        isAddress(column) &&
        (column.use.isInAddress || column.heading.isChosen) &&
        !column.use.isFilled &&
        column.use.dropped === 0 &&
        readPart(column.use.first) !== '' &&
        linePart(column),
    );
    return [
      open.length > 0 && `${describe(open)} ${columnsAdvice}`,
      describeAbsent(this.#absent),
      near.length > 0 &&
        `Not understood, so not printed in the address: ${quoteWithValues(near)}. If an address is incomplete without it, say what it is in ${columnsField.label}.`,
      dropped.length > 0 &&
        `Not printed, because it is only yes or no, an email address or very long: ${quote(dropped, ({ use }) => ` (${truncate(use.firstDropped, 30)}, ${use.dropped === 1 ? '1 row' : `${use.dropped} rows`})`)}.`,
      unused.length > 0 && `Not printed on the envelope: ${quoteWithValues(unused)}.`,
      sortedName &&
        `Names such as "${truncate(sortedName)}" are printed unchanged. If the last name comes first, say in ${columnsField.label} that the column is Sort Name.`,
    ].flatMap((warning) => warning || []);
  }

  /**
   * @param areLetters true if letters are printed, so that what the headings leave open is asked
   * @throws a user-facing error if no column has a name, or a column that the user explains is missing, or something is asked
   */
  requireParts(areLetters = false, lacksCountry = ''): void {
    const { sentence, parts } = this.#findMissingParts();
    const open = areLetters ? this.#check.ask({ lacksCountry }) : [];
    const rest = sentence ? open.filter(({ columns }) => columns.length > 0) : open;
    const questions = sentence ? [{ sentence, columns: parts }, ...rest] : rest;
    if (questions.length === 0) return;
    const hasCause = questions.some(({ columns }) => columns.length > 0);
    const isOnlyCountry = questions.every((one) => one.sentence === lacksCountry);
    if (isOnlyCountry && !hasCause) throw inputError(lacksCountry, 'Then run the step again.');
    const all = hasCause ? '' : ` It has the columns ${quote(this.#columns)}.`;
    throw inputError(`${describe(questions)}${all}`, columnsAdvice);
  }

  /** Returns a sentence about needed parts that no heading means, and the columns that may hold them. */
  #findMissingParts() {
    const absent = this.#absent;
    const missing = needed.filter(({ parts, isRequired }) => {
      const has = (heading: Heading): boolean => heading.means === 'part' && parts.includes(heading.part);
      if (this.#columns.length === 0 || this.#columns.some(({ heading }) => has(heading))) return false;
      return isRequired || absent.some(({ heading }) => has(heading));
    });
    const isName = missing.some(({ isRequired }) => isRequired);
    const mayBeName = ({ heading, use }: Column): boolean =>
      heading.means === 'someone else'
        ? !isAddressPart(heading.part)
        : use.has('words') && /^\p{Lu}\D*\s\p{Lu}\D*$/u.test(use.first);
    const phrases = missing.map(({ phrase }) => phrase).join(' or ');
    return {
      sentence: phrases && `The file has no column for ${phrases}. ${describeAbsent(absent)}`.trim(),
      parts: isName ? this.#columns.filter((one) => isUnread(one) && mayBeName(one)) : [],
    };
  }

  /**
   * @param lacksCountry a sentence about people without a country, if it must be asked
   * @throws a user-facing error if the letters to the list may be printed wrong
   */
  requireReadable(lacksCountry = ''): void {
    this.requireParts(true, lacksCountry);
  }
}

/** The parts that every letter needs, each with a phrase for it. */
const needed: readonly { parts: readonly Part[]; phrase: string; isRequired?: true }[] = [
  {
    parts: [
      'name',
      'envelope name',
      'other name',
      'account name',
      'first',
      'initials',
      'nick',
      'last',
      'sort name',
      'company',
    ],
    phrase: 'a name or a company',
    isRequired: true,
  },
  { parts: ['street', 'street name', 'PO box'], phrase: 'the street' },
  { parts: ['city', 'city line'], phrase: 'the city' },
  { parts: ['postal_code', 'city line'], phrase: 'the postal code' },
];

const linePart = ({ heading }: Column): boolean =>
  heading.means === 'part' && ['street', 'unit', 'further line', 'care of'].includes(heading.part);

/** Returns the meaning of a heading, given the other columns. */
function resolve(column: PartColumn, all: readonly PartColumn[]): Heading {
  const { index, name, heading } = column;
  const others = all.filter((one) => one.index !== index);
  const isForeignList = others.some((one) => one.heading.isForeign && !isAmbiguous(one.name));
  if (heading.isForeign && !heading.isChosen && isAmbiguous(name) && !isForeignList)
    return { means: 'unknown' };
  if (!heading.isChosen) return heading;
  if (!isAddress(column)) return { ...heading, kind: heading.kind || kindOfHalf(column, others) };
  // A column that the user explains belongs to the address that its heading names, if it has a street and a city. If not, it belongs to the
  // address in which it stands, or else to the nearest one that lacks it.
  const isOf = (one: PartColumn, other: PartColumn | undefined): boolean =>
    one.heading.kind === other?.heading.kind && one.heading.number === other.heading.number;
  const isNamed = heading.kind !== '';
  if (isNamed && canBeComplete(all.filter((one) => isAddress(one) && isOf(one, column)))) return heading;
  const known = others.filter(
    (one) => isAddress(one) && one.heading.part !== 'which address' && !one.heading.isChosen,
  );
  const next = known.find((one) => one.index > index);
  const isInside = (one: PartColumn): boolean =>
    isOf(one, next) && one === known.findLast((before) => before.index < index);
  const hasPart = (one: PartColumn): boolean =>
    known.some((other) => isOf(one, other) && other.heading.part === heading.part);
  const rank = (one: PartColumn): number =>
    isInside(one)
      ? 0
      : Math.abs(one.index - index) - Number(one === next) / 2 + (hasPart(one) ? all.length : 0);
  const [nearest] = known
    .filter((one) => !(isNamed && one.heading.kind) && (!hasPart(one) || isStreetLine(heading.part)))
    .toSorted((one, other) => rank(one) - rank(other));
  return { ...heading, kind: nearest?.heading.kind ?? '', number: nearest?.heading.number ?? 0 };
}

/** Returns the kind of the nearest other half of a name, such as "shipping" of "Shipping Last Name", if no half is without a kind. */
function kindOfHalf({ index, heading }: PartColumn, others: readonly PartColumn[]): Kind {
  const other = heading.part === 'first' ? 'last' : 'first';
  const halves = others.filter((one) => one.heading.part === other);
  const isHalf = heading.part === 'first' || heading.part === 'last';
  const [nearest] = halves.toSorted((one, two) => Math.abs(one.index - index) - Math.abs(two.index - index));
  return isHalf && halves.every((one) => one.heading.kind !== '') ? (nearest?.heading.kind ?? '') : '';
}

/** Describes questions, each with the columns that may hold the answer and their first values. */
const describe = (questions: readonly Question[]): string =>
  questions
    .map(({ sentence, columns }) =>
      columns.length > 0 ? `${sentence} Look at the columns ${quoteWithValues(columns)}.` : sentence,
    )
    .join(' ');

const isIn = (headings: readonly string[] = [], name: string): boolean =>
  headings.map(normalizeHeading).includes(normalizeHeading(name));

const formatHeading = ({ label, index }: Column): string => truncate(label.trim() || `column ${index + 1}`);

/** Returns a sentence about headings in Columns that the file lacks, or an empty text. */
function describeAbsent(absent: readonly ChosenColumn[]): string {
  if (absent.length === 0) return '';
  const typed = absent.map((one) => `"${truncate(one.typed.trim())}"`);
  return `${columnsField.label} names ${listFirst(typed, ', ')}, but the file has no such column.`;
}

const quote = (columns: readonly Column[], after = (_: Column): string => ''): string =>
  listFirst([...new Set(columns.map((column) => `"${formatHeading(column)}"${after(column)}`))], ', ');

const quoteWithValues = (columns: readonly Column[]): string =>
  quote(columns, ({ use }) => ` (${truncate(use.misshapen || use.first, 30)})`);

const columnsAdvice = `In ${columnsField.label}, enter a heading on the left. On the right, enter its field (${fieldLabels}, First Name, Last Name, Address 2 or similar), or the placeholder that it fills, such as {amount}, or "merge field" or "ignore".`;

/** Returns why a column filled no field. The result is blank or undefined if it filled one or has no values. */
function findReason(
  column: Column,
  whyNotMerged: (column: Column) => string | undefined,
): string | undefined {
  const { name, heading, use } = column;
  if (use.isFilled) return undefined;
  if (!name.trim()) return use.first && 'it has no name';
  if (isNotPersonField(heading) || (mayBeMergeField(heading) && use.first)) {
    const reason = whyNotMerged(column);
    return reason && use.dropped > 0 ? 'only yes or no, an email address or very long' : reason;
  }
  if (heading.means === 'ignored') return `${columnsField.label} says so`;
  if (heading.means === 'contact_id') return "the letter service's own ID";
  if (!use.first) return 'blank in every row';
  return isAddress(column) && !use.isInAddress ? 'another address is used' : 'another column is used';
}
