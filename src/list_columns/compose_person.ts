/** Composes a name, a greeting and an address from the cells of a row, which may hold them in many parts. */

import { countryForService } from '../contacts/country.ts';
import type { Address, ContactKey } from '../contacts/fields.ts';
import { dropDecimals, readName, readPart } from '../contacts/printed_text.ts';
import { splitAddress, splitCityLine } from '../contacts/split_address.ts';
import { findState } from '../contacts/united_states.ts';
import { endsWithWords, normalizeText } from '../matching/text_match.ts';
import { toText } from '../values.ts';
import type { PartColumn } from './column.ts';
import type { Part } from './heading_words.ts';
import { chosenPreference } from './headings.ts';
import { fitsHeading, hasDigit, isHonorific, isNamePart, isPostal } from './shapes.ts';

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
    return (this.#filled.get(part) ?? []).flatMap(({ column, typed }) => {
      const text = this.#columns.has(column) ? clean(typed).trim() : '';
      return text && fitsHeading(column.heading, text) ? [{ text, column, from: [column] }] : [];
    });
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

const mapText = (found: Found | undefined, change: (text: string) => string): Found | undefined =>
  found && { ...found, text: change(found.text) };

const keepIf = (found: Found | undefined, test: (text: string) => boolean): Found | undefined =>
  found && test(found.text) ? found : undefined;

/** Makes fields of the parts of one cell. */
const splitInto = (parts: Address, found: Found): FoundFields =>
  Object.fromEntries(Object.entries(parts).map(([key, text]) => [key, { ...found, text: toText(text) }]));

// Names.

const salutationWord =
  /^(?:dear|sehr|liebe[r]?|hallo|chère?|cher|estimad[oa]|querid[oa]|caro|cara|hola|hello|hi|beste|geachte)\b/i;
const isHousehold = (text: string): boolean => /\b(?:household|family)$/i.test(text);
const padWords = (text: string): string => ` ${normalizeText(text)} `;
const hasWordsOf = (text: string, words: string): boolean =>
  normalizeText(words)
    .split(' ')
    .every((word) => padWords(text).includes(padWords(word)));

const sortedName = /^([^,\d]{1,40}), ([^,\d]{1,40}?)(,? (?:jr|sr|ii|iii|iv)\.?)?$/i;
const nameSuffix =
  /^(?:jr|sr|ii|iii|iv|md|do|phd|jd|esq|dds|dmd|dvm|rn|cpa|pe|inc|llc|ltd|co|corp|gmbh|trustee|executor|attorney|et al)\b/i;
export const isSorted = (text: string): boolean =>
  sortedName.test(text) && !nameSuffix.test((sortedName.exec(text)?.[2] ?? '').replaceAll('.', ''));
/** Turns "Lee, Ann" into "Ann Lee". */
const unsort = (text: string): string => (isSorted(text) ? text.replace(sortedName, '$2 $1$3') : text);

/** Returns the names of a person, the most reliable first. */
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
  ].find(
    (found) => found && isNamePart(found.text) && !salutationWord.test(found.text) && found.text.length < 30,
  );
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
  const isGreeting = (text: string): boolean => !salutationWord.test(text);
  const isName = (text: string): boolean => isGreeting(text) && !isHonorific(text);
  return {
    name,
    company: keepIf(company, (text) => !name || !isSameName(name.text, unsort(text))),
    external_id: cells.pick('external_id', dropDecimals),
    greeting: keepIf(cells.pick('greeting'), isGreeting) ?? keepIf(cells.pick('salutation'), isName),
    file_as: cells.pick('sort name'),
  };
}

// Addresses.

/** Countries that write the house number after the street. */
const houseNumberAfterStreet = new Set(
  `Germany,Austria,Switzerland,Liechtenstein,Netherlands,Belgium,Denmark,Norway,Sweden,Finland,Iceland,Poland,Czechia,Slovakia,
  Hungary,Slovenia,Croatia,Serbia,Bulgaria,Romania,Italy,Spain,Portugal,Brazil,Mexico,Argentina,Chile,Peru,Colombia,Uruguay,
  Greece,Türkiye,Russia,Ukraine,Lithuania,Latvia,Estonia,Israel`.split(/,\s*/),
);

const isBareNumber = (text: string): boolean => /^(?:\d+\s?[a-z]?|[a-z]|[a-z]-?\d+)$/i.test(text);

/** Composes the address of one group of columns, each part as typed. */
export function composeAddress(cells: Cells): FoundFields {
  const country = cells.pick('country');
  const { country: foreignCountry } = countryForService(country?.text ?? '');
  const city = cells.pick('city') ?? cells.pick('suburb') ?? cells.pick('municipality');
  const line = city ? undefined : cells.pick('city line');
  const split = line ? splitInto(splitCityLine(line.text) ?? { city: line.text }, line) : {};
  const own = {
    street: joinStreet(cells, foreignCountry, city?.text ?? ''),
    city: city ?? split.city,
    state: cells.pick('state') ?? split.state ?? readRegion(cells, foreignCountry),
    postal_code: readPostalCode(cells) ?? split.postal_code,
    country: country ?? split.country,
  };
  const isWhole = !own.city && !own.postal_code;
  const whole = own.street ?? cells.pick('whole address');
  if (!whole || (own.street && !isWhole)) return own;
  const parts = splitInto(splitAddress({ street: whole.text }), whole);
  return isWhole ? { ...own, ...parts } : { ...own, street: parts.street };
}

/** Returns the region, but not the county of an American address. */
function readRegion(cells: Cells, foreignCountry: string): Found | undefined {
  const isAbroad = foreignCountry !== '' || !/^\d{5}/.test(cells.pick('postal_code')?.text ?? '');
  const alone = keepIf(cells.pick('region alone'), (text) => findState(text) !== undefined);
  return keepIf(cells.pick('region'), (text) => isAbroad || findState(text) !== undefined) ?? alone;
}

function readPostalCode(cells: Cells): Found | undefined {
  const code = cells.pick('postal_code');
  const extension = cells.pick('ZIP+4');
  if (!code) return keepIf(extension, (text) => text.length > 4);
  if (!extension || !/^\d{5}$/.test(code.text) || !/^\d{4}$/.test(extension.text)) return code;
  return joinFound([code, extension], '-');
}

/** Maximum further lines of a street. A broken file may have a thousand, and each is compared with the others. */
const maxFurtherLines = 9;

/** Joins the lines of a street in the order in which they are printed. */
function joinStreet(cells: Cells, foreignCountry: string, city: string): Found | undefined {
  const [first, ...lines] = cells.lines('street');
  const main = joinMainLine(cells, foreignCountry, first);
  const index = Math.max(...(main?.from ?? []).map((column) => column.index));
  const [before, after] = splitAt(index, cells.all('further line').slice(0, maxFurtherLines));
  const all = [
    mapText(cells.pick('care of'), (text) => {
      if (/\b(?:c\/o|attn|attention|z\.?\s?hd)/i.test(text)) return text;
      return `${/att/i.test(cells.pick('care of')?.column.name ?? '') ? 'Attn:' : 'c/o'} ${text}`;
    }),
    ...before,
    main,
    ...lines,
    ...cells.lines('unit').map((unit) => labelUnit(unit, cells.pick('unit type'))),
    ...after,
    keepIf(cells.pick('suburb'), (text) => text !== city),
    mapText(cells.pick('PO box'), (text) => text.replace(/^#?\s*(\d+)$/, 'PO Box $1')),
  ].filter((line) => line !== undefined);
  const printed: string[] = [];
  const isLine = (found: Found): boolean => {
    const { text } = found;
    if (found !== main && !isPostal(text)) return false;
    // Shopify repeats the "Apt 2" of "1 Main St, Apt 2" in another column. "7" after "600 Highway 7" is another line.
    const isEnd = hasDigit(text) && /\p{L}/u.test(text) && printed.some((line) => endsWithWords(line, text));
    const isRepeated = printed.includes(text);
    printed.push(...text.split('\n'));
    return !isEnd && !isRepeated;
  };
  return joinFound(all.filter(isLine), '\n');
}

/** Splits the values into those of columns before an index, and the rest. */
function splitAt(index: number, values: readonly Found[]): [Found[], Found[]] {
  const isBefore = ({ column }: Found): boolean => column.index < index;
  return [values.filter(isBefore), values.filter((one) => !isBefore(one))];
}

/** Returns the street with its house number, from one column or from several. */
function joinMainLine(cells: Cells, foreignCountry: string, street: Found | undefined): Found | undefined {
  const name = cells.pick('street name') ?? street;
  const [before, after] = splitAt(name?.column.index ?? 0, cells.all('direction'));
  const type = cells.pick('street type') ?? cells.pick('type');
  const words = joinFound([...before, name, name && type, ...after], ' ');
  const main = addHouseNumber(cells, foreignCountry, name && words);
  if (!main || !street || name === street) return main;
  return hasWordsOf(street.text, main.text) ? street : joinFound([main, street], '\n');
}

function addHouseNumber(cells: Cells, foreignCountry: string, street: Found | undefined): Found | undefined {
  const alone = street && !hasDigit(street.text) ? cells.pick('number') : undefined;
  const ownNumber = mapText(cells.pick('house number') ?? alone, dropDecimals);
  const number = joinFound([ownNumber, cells.pick('house suffix')], ' ');
  if (!number || !street) return street ?? number;
  // A house without a number in Brazil and Spain.
  if (/^s\/?n\.?$/i.test(number.text)) return joinFound([street, number], ' ');
  // "Gryffindor" under "House" may not be the name of a house.
  if (!hasDigit(number.text))
    return /name/i.test(number.column.name) ? joinFound([number, street], '\n') : street;
  const { heading, name } = street.column;
  const isLast = foreignCountry
    ? houseNumberAfterStreet.has(foreignCountry)
    : heading.isForeign && !/^(?:rue|voie)\b/i.test(name);
  const [words, own] = [padWords(street.text), padWords(number.text)];
  // "12 County Road 12" has the number twice.
  if (words.startsWith(own) || (isLast && words.includes(own)))
    return { ...street, from: [...street.from, ...number.from] };
  // Next to "Lindenweg 1", an address number such as 7 is not the house number.
  if (isLast && /\s\d+\s?[a-z]?$/i.test(street.text)) return street;
  return joinFound(isLast ? [street, number] : [number, street], ' ');
}

/** The word for a unit that is printed before a cell with only a number. */
const unitName =
  /(?<!\p{L})(?:apt|apartment|suite|ste|unit|flat|pmb|app|appt|bus|wohnung|piso|puerta|interno|room|кв)(?!\p{L})\.?/iu;
function labelUnit(typed: Found, type: Found | undefined): Found | undefined {
  const unit = { ...typed, text: dropDecimals(typed.text) };
  if (!isBareNumber(unit.text)) return unit;
  if (type) return joinFound([type, unit], ' ');
  const [word = 'Unit'] = unitName.exec(unit.column.name.replaceAll('_', ' ')) ?? [];
  return mapText(unit, (text) => `${word} ${text}`);
}
