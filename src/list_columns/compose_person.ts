/** Composes the name, the company and the greeting of a row from its cells. */

import { readName } from '../person/printed_text.ts';
import { endsWithWords, hasWordsOf, normalizeText, padWords } from '../text/text_match.ts';
import { type Cells, type Found, joinFound, keepIf, mapText } from './cells.ts';
import { isHonorific } from './shapes.ts';

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
  const isCompany = ({ text, column }: Found): boolean =>
    column.heading.isChosen === true || (!isHousehold(text) && !isSorted(text));
  return {
    envelope: cells.lines('envelope name', readName)[0],
    name: combineName(cells),
    other: mapText(
      [
        ...cells.all('other name', readName),
        ...accounts.filter((account) => !isCompany(account)),
        ...cells.all('sort name', readName),
        combineHalves(cells),
        cells.pick('nick', readName),
      ].find((one) => one !== undefined),
      unsort,
    ),
    /** The first and last name, if they are not those of the whole name. */
    rival: findRival(cells),
    company: keepIf(cells.pick('company'), (text) => !isDonorType(text)) ?? accounts.find(isCompany),
  };
}

function findRival(cells: Cells): Found | undefined {
  const { first, last } = readHalves(cells);
  const whole = cells.pick('name', readName);
  const halves = first && last ? joinFound([first, last], ' ') : undefined;
  const isSettled = !whole || whole.column.heading.isChosen || isHousehold(whole.text);
  return keepIf(halves, (text) => !isSettled && whole !== undefined && isOtherName(text, whole.text));
}

/** Words that some programs write in place of an organization's name. */
const isDonorType = (text: string): boolean =>
  /^(?:individual|household|person|family|organization)$/i.test(text);

export type Names = ReturnType<typeof readNames>;

export const hasName = ({ envelope, name, other, company }: Names): boolean =>
  Boolean(envelope ?? name ?? other ?? company);

const readHalves = (cells: Cells) => {
  const first = cells.pick('first', readName);
  return {
    first: first ?? cells.pick('initials', readName),
    last: joinFound(cells.lines('last', readName), ' '),
  };
};

/** Returns the name of one half, such as the last name alone. */
function combineHalves(cells: Cells): Found | undefined {
  const { first, last } = readHalves(cells);
  const nick = last && !first ? cells.pick('nick', readName) : undefined;
  return joinParts(cells, first ?? nick, last);
}

/** Returns the full name. Uses its parts if the whole name is missing, sorted, a household's, or only half of the name. */
function combineName(cells: Cells): Found | undefined {
  const whole = cells.pick('name', readName);
  const { first, last } = readHalves(cells);
  const lacks = (part: Found): boolean => whole !== undefined && !hasWordsOf(whole.text, part.text);
  // In other languages, "Name" next to "Vorname" is the last name, and "Nombre" next to "Apellidos" the first name.
  if (first?.column.heading.isForeign && !cells.has('last') && lacks(first))
    return joinParts(cells, first, whole);
  if (last && !cells.has('first') && lacks(last)) return joinParts(cells, whole, last);
  if (whole && !isSorted(whole.text) && !isHousehold(whole.text)) return whole;
  const isWhole = (first && last) || (!cells.has('other name') && !cells.has('nick') && (first || last));
  return isWhole ? joinParts(cells, first, last) : whole;
}

function joinParts(cells: Cells, first: Found | undefined, last: Found | undefined): Found | undefined {
  const isRepeated = first && last && endsWithWords(first.text, last.text);
  const named = joinFound([first, cells.pick('middle'), isRepeated ? undefined : last], ' ');
  const words = padWords(named?.text ?? '');
  // "Mr." beside "Mr. Tom", and "Jr." beside "Ray, Jr.", are printed once.
  const prefix = keepIf(readPrefix(cells), (text) => !words.startsWith(padWords(text)));
  const suffix = keepIf(cells.pick('suffix'), (text) => !words.endsWith(padWords(text)));
  return named && joinFound([prefix, named, suffix], ' ');
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
    keepIf(title, (text) => title?.column.heading.isChosen === true || isHonorific(text)),
    keepIf(cells.pick('salutation'), isHonorific),
  ].find((one) => one && !salutationWord.test(one.text) && one.text.length < 30);
}

/**
 * Composes the fields of a person.
 * @param beside the names of the chosen address, as in a shop's export
 * @param elsewhere the names of other addresses, which are used if there are no others
 */
export function composePerson(cells: Cells, names: Names, beside: Names | undefined, elsewhere: Names) {
  const name =
    names.envelope ??
    beside?.envelope ??
    beside?.name ??
    names.name ??
    beside?.other ??
    names.other ??
    elsewhere.name ??
    elsewhere.other;
  // "Dear Annie" is used without "Dear".
  const isGreeting = (text: string): boolean => !salutationWord.test(text) || /^dear\s+\S/i.test(text);
  const isName = (text: string): boolean => isGreeting(text) && !isHonorific(text);
  return {
    name,
    company: names.company ?? beside?.company ?? elsewhere.company,
    external_id: cells.pick('external_id', (typed) => typed),
    greeting: keepIf(cells.pick('greeting'), isGreeting) ?? keepIf(cells.pick('salutation'), isName),
    file_as: cells.pick('sort name'),
  };
}

/** Returns true if the names share no word of two or more letters. */
export function isOtherName(one: string, other: string): boolean {
  const words = normalizeText(other).split(' ');
  return !normalizeText(one)
    .split(' ')
    .some((word) => word.length > 1 && words.includes(word));
}
