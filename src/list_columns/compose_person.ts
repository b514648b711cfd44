/** Composes the name and the greeting of a row from its cells, and finds rows whose name and address may belong to two people. */

import type { ContactKey } from '../person/fields.ts';
import { readName, readPart } from '../person/printed_text.ts';
import { endsWithWords, normalizeText } from '../text/text_match.ts';
import type { PartColumn } from './column.ts';
import type { Part } from './heading_words.ts';
import { chosenPreference } from './headings.ts';
import { fitsHeading, isHonorific, isNamePart } from './shapes.ts';

/** A value that comes from one or more columns. */
export interface Found {
  text: string;
  /** The first of these columns. */
  column: PartColumn;
  from: readonly PartColumn[];
}

export type FoundFields = { [Key in ContactKey]?: Found | undefined };

/** The filled cells of a row as typed, by the part that they hold. The preferred cell is first. */
export type FilledCells = ReadonlyMap<Part, readonly { column: PartColumn; typed: string }[]>;

/** The cells of a row in columns that are read together, such as those of one address. */
export class Cells {
  readonly #columns: ReadonlySet<PartColumn>;
  readonly #filled: FilledCells;

  constructor(columns: ReadonlySet<PartColumn>, filled: FilledCells) {
    this.#columns = columns;
    this.#filled = filled;
  }

  /** Returns true if there is a column for the part, even a blank one. */
  has(part: Part): boolean {
    return [...this.#columns].some(({ heading }) => heading.part === part);
  }

  /** Returns the values of the part, the preferred one first. */
  all(part: Part, clean = readPart): Found[] {
    // A loop, because `flatMap` makes reading a file 12 % slower.
    const found: Found[] = [];
    for (const { column, typed } of this.#filled.get(part) ?? []) {
      const text = this.#columns.has(column) ? clean(typed).trim() : '';
      if (text && fitsHeading(column.heading, text)) found.push({ text, column, from: [column] });
    }
    return found;
  }

  pick(part: Part, clean = readPart): Found | undefined {
    return this.all(part, clean)[0];
  }

  /** Returns the value of each line, in the order of the lines. */
  lines(part: Part, clean = readPart): Found[] {
    const lineOf = (found: Found | undefined): number => found?.column.heading.line ?? 0;
    const sorted = this.all(part, clean).toSorted((one, other) => lineOf(one) - lineOf(other));
    return sorted.filter((one, index) => lineOf(one) !== lineOf(sorted[index - 1]));
  }
}

export function joinFound(parts: readonly (Found | undefined)[], separator: string): Found | undefined {
  const found = parts.filter((part) => part !== undefined);
  const text = found.map((part) => part.text).join(separator);
  return found[0] && { ...found[0], text, from: found.flatMap(({ from }) => from) };
}

export const mapText = (found: Found | undefined, change: (text: string) => string): Found | undefined =>
  found && { ...found, text: change(found.text) };

export const keepIf = (found: Found | undefined, test: (text: string) => boolean): Found | undefined =>
  found && test(found.text) ? found : undefined;

/** Returns normalized words between spaces, to find whole words in them. */
export const padWords = (text: string): string => ` ${normalizeText(text)} `;
export const hasWordsOf = (text: string, words: string): boolean =>
  normalizeText(words)
    .split(' ')
    .every((word) => padWords(text).includes(padWords(word)));

const salutationWord =
  /^(?:dear|sehr|liebe[r]?|hallo|chère?|cher|estimad[oa]|querid[oa]|caro|cara|hola|hello|hi|beste|geachte)\b/i;
const isHousehold = (text: string): boolean => /\b(?:household|family)$/i.test(text);
const sortedName = /^([^,\d]{1,40}), ([^,\d]{1,40}?)(,? (?:jr|sr|ii|iii|iv)\.?)?$/i;
const nameSuffix =
  /^(?:jr|sr|ii|iii|iv|md|do|phd|jd|esq|dds|dmd|dvm|rn|cpa|pe|inc|llc|ltd|co|corp|gmbh|trustee|executor|attorney|et al)\b/i;
export const isSorted = (text: string): boolean =>
  sortedName.test(text) && !nameSuffix.test((sortedName.exec(text)?.[2] ?? '').replaceAll('.', ''));
/** Turns "Lee, Ann" into "Ann Lee". */
const unsort = (text: string): string => (isSorted(text) ? text.replace(sortedName, '$2 $1$3') : text);

/** Returns the person's name, a name to use if there is none, such as that of the account, and the company. */
export function readNames(cells: Cells) {
  const accounts = cells.all('account name', readName);
  const others = [...cells.all('other name', readName), ...accounts];
  const companies = accounts.filter(({ text }) => !isHousehold(text) && !isSorted(text));
  return {
    name: cells.pick('envelope name', readName) ?? combineName(cells),
    other: mapText(others[0] ?? cells.pick('sort name', readName), unsort),
    company: cells.pick('company') ?? companies[0],
  };
}

export type Names = ReturnType<typeof readNames>;

export const hasName = ({ name, other, company }: Names): boolean => Boolean(name ?? other ?? company);

/** Returns the full name. Uses its parts if the full name is missing, sorted, a household's, or only half of the name. */
function combineName(cells: Cells): Found | undefined {
  const whole = cells.pick('name', readName);
  const first = cells.pick('first', readName) ?? cells.pick('initials', readName);
  const last = joinFound(cells.lines('last', readName), ' ');
  const combine = (one: Found | undefined, other: Found | undefined): Found | undefined => {
    const isRepeated = one && other && endsWithWords(one.text, other.text);
    const named = joinFound([one, cells.pick('middle'), isRepeated ? undefined : other], ' ');
    const words = padWords(named?.text ?? '');
    // "Mr." beside "Mr. Tom", and "Jr." beside "Ray, Jr.", are printed once.
    const prefix = keepIf(readPrefix(cells), (text) => !words.startsWith(padWords(text)));
    const suffix = keepIf(cells.pick('suffix'), (text) => !words.endsWith(padWords(text)));
    return joinFound([prefix, named, suffix], ' ');
  };
  const lacks = (part: Found): boolean => whole !== undefined && !hasWordsOf(whole.text, part.text);
  // In other languages, "Name" next to "Vorname" is the last name, and "Nombre" next to "Apellidos" the first name.
  if (first?.column.heading.isForeign && !cells.has('last') && lacks(first)) return combine(first, whole);
  if (last && !cells.has('first') && lacks(last)) return combine(whole, last);
  const isWeak = !whole || isSorted(whole.text) || isHousehold(whole.text);
  return isWeak && (first || last) ? combine(first, last) : whole;
}

/** Joins the values of "Anrede" and "Titel": "Frau Dr.", whatever the order of the columns. */
function joinPrefixes(cells: Cells): Found | undefined {
  const isDegree = ({ text }: Found): number => Number(/^(?:dr|prof|mag|dipl|ing)\b/i.test(text));
  const sorted = cells.all('prefix').toSorted((one, other) => isDegree(one) - isDegree(other));
  const isNew = ({ text }: Found, index: number): boolean =>
    !sorted.slice(0, index).some((one) => hasWordsOf(one.text, text));
  return joinFound(sorted.filter(isNew), ' ');
}

function readPrefix(cells: Cells): Found | undefined {
  const title = cells.pick('title');
  return [
    joinPrefixes(cells),
    // Any other title is a position in a company.
    keepIf(
      title,
      (text) =>
        title?.column.heading.preference === chosenPreference ||
        isHonorific(text) ||
        /^\p{L}{1,5}\.$/u.test(text),
    ),
    keepIf(cells.pick('salutation'), isHonorific),
  ].find((one) => one && isNamePart(one.text) && !salutationWord.test(one.text) && one.text.length < 30);
}

/** "Grace Church" twice, or "Ann Lee" below "Dr. Ann Lee", would look wrong. Mary Ford may work for Ford. */
const isSameName = (name: string, company: string): boolean =>
  hasWordsOf(name, company) && (/\s/.test(company) || hasWordsOf(company, name));

/**
 * Composes the fields of a person.
 * @param names the person's names
 * @param beside the names of the chosen address, as in a shop's export. They are used if the person has none
 */
export function composePerson(cells: Cells, names: Names, beside: Names | undefined) {
  const name = names.name ?? beside?.name ?? names.other ?? beside?.other;
  const company = names.company ?? beside?.company;
  // "Dear Annie" is used without "Dear".
  const isGreeting = (text: string): boolean => !salutationWord.test(text) || /^dear\s+\S/i.test(text);
  const isName = (text: string): boolean => isGreeting(text) && !isHonorific(text);
  return {
    name,
    company: keepIf(company, (text) => !name || !isSameName(name.text, unsort(text))),
    external_id: cells.pick('external_id', (text) => text),
    greeting: keepIf(cells.pick('greeting'), isGreeting) ?? keepIf(cells.pick('salutation'), isName),
    file_as: cells.pick('sort name'),
  };
}

/**
 * Returns the columns of the name and the address if they may belong to two people.
 * @param beside the names in columns of the address
 * @param buyer the names of people without an address of their own
 */
export function findMixedPeople(
  { name, company, street }: FoundFields,
  person: Cells,
  beside: Names | undefined,
  buyer: Names,
): readonly PartColumn[] {
  // With the company alone, the envelope would lack the person.
  if (!name) return (company && (buyer.name ?? buyer.other)?.from) ?? [];
  const other = findOtherName(name, person, street, beside, buyer);
  if (other) return [...name.from, ...other.from];
  // The user may say in Columns that columns of another person are the address, or a part of the name.
  const strangers = [...name.from, ...(street?.from ?? [])].filter(
    ({ heading }) => heading.owner === 'stranger',
  );
  const isChosen = name.from.every(({ heading }) => heading.preference === chosenPreference);
  return strangers.length > 0 && !isChosen ? [...name.from, ...strangers] : [];
}

/**
 * Returns another name in the row that may be the one of the address: a name beside the address, the name of its owner, a name in parts
 * or a buyer's name. A name for the envelope is not questioned, nor are a name and a street that the user both chose.
 */
function findOtherName(
  name: Found,
  person: Cells,
  street: Found | undefined,
  beside: Names | undefined,
  buyer: Names,
): Found | undefined {
  const { part, preference } = name.column.heading;
  const isChosen = preference === chosenPreference;
  const ofStreet = street?.column.heading;
  if (part === 'envelope name' || (isChosen && ofStreet?.preference === chosenPreference)) return undefined;
  const owner = ofStreet?.owner;
  const ofOwner = [...person.all('name'), ...person.all('other name')].find(
    ({ column }) => owner && column.heading.owner === owner,
  );
  const [first, last] = [person.pick('first'), person.pick('last')];
  const inParts = part === 'name' && !isChosen && first && last ? joinFound([first, last], ' ') : undefined;
  // A buyer's name matters only beside the name of the other person's address.
  const isBeside = beside?.name === name || beside?.other === name;
  return [beside?.name ?? beside?.other, ofOwner, inParts, isBeside ? buyer.name : undefined].find(
    (one) => one && isOtherName(one.text, name.text),
  );
}

/** Returns true if the names share no word of two or more letters. */
function isOtherName(one: string, other: string): boolean {
  const words = normalizeText(other).split(' ');
  return !normalizeText(one)
    .split(' ')
    .some((word) => word.length > 1 && words.includes(word));
}
