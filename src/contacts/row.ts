/** Makes a name, a greeting and an address from the cells of a row, which may hold them in many parts. */
import { isBlank, toText } from '../inputs.ts';
import { normalizeText } from '../matching/text_match.ts';
import { splitAddress, splitCityLine } from './address.ts';
import { countryForService } from './country.ts';
import type { Address, ContactKey } from './fields.ts';
import type { Part } from './heading_words.ts';
import type { PartHeading } from './headings.ts';
import { cleanName, cleanText } from './person.ts';
import { findState } from './united_states.ts';

/** A column that holds a part of a person. */
export interface PartColumn {
  /** Counted from 0. */
  index: number;
  name: string;
  heading: PartHeading;
}

/** A text, and the columns that it is made of. */
export interface Found {
  text: string;
  from: PartColumn[];
}

export type FoundFields = { [Key in ContactKey]?: Found | undefined };

/** Columns by the part that they hold, the preferred one first. */
export class PartColumns {
  readonly all: readonly PartColumn[];
  readonly #byPart = new Map<Part, PartColumn[]>();

  constructor(columns: readonly PartColumn[]) {
    this.all = columns;
    for (const column of columns.toSorted(
      (one, other) => one.heading.preference - other.heading.preference,
    )) {
      const { part } = column.heading;
      this.#byPart.set(part, [...(this.#byPart.get(part) ?? []), column]);
    }
  }

  of(part: Part): readonly PartColumn[] {
    return this.#byPart.get(part) ?? [];
  }
}

/** The cells of a row. */
export class Cells {
  readonly #columns: PartColumns;
  readonly #cells: readonly string[];

  constructor(columns: PartColumns, cells: readonly string[]) {
    this.#columns = columns;
    this.#cells = cells;
  }

  /** Whether there is a column for the part, filled in or not. */
  has(part: Part): boolean {
    return this.#columns.of(part).length > 0;
  }

  /** Returns the value of the part: of several columns, that of the preferred one that is filled in. */
  pick(part: Part, clean = cleanText): Found | undefined {
    return this.all(part, clean)[0];
  }

  all(part: Part, clean = cleanText): Found[] {
    const found: Found[] = [];
    for (const column of this.#columns.of(part)) {
      const text = clean(textOf(column, this.#cells));
      if (text) found.push({ text, from: [column] });
    }
    return found;
  }

  /** Returns one value for each line. */
  lines(part: Part): Found[] {
    const lines = new Map<number, Found>();
    for (const found of this.all(part)) {
      const line = found.from[0]?.heading.line ?? 1;
      if (!lines.has(line)) lines.set(line, found);
    }
    return [...lines].sort(([one], [other]) => one - other).map(([, found]) => found);
  }
}

/** Google Contacts separates several addresses in one cell with colons. */
export const textOf = ({ index }: PartColumn, cells: readonly string[]): string =>
  (cells[index] ?? '').split(' ::: ', 1)[0]?.trim() ?? '';

const join = (parts: readonly (Found | undefined)[], separator: string): Found | undefined => {
  const found = parts.filter((part) => part !== undefined);
  return found.length === 0
    ? undefined
    : { text: found.map(({ text }) => text).join(separator), from: found.flatMap(({ from }) => from) };
};

const edit = (found: Found | undefined, change: (text: string) => string): Found | undefined =>
  found && { ...found, text: change(found.text) };

const when = (found: Found | undefined, test: (text: string) => boolean): Found | undefined =>
  found && test(found.text) ? found : undefined;

// Names.

const honorific =
  /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|professor|rev|reverend|fr|sr|br|father|sister|brother|pastor|elder|bishop|deacon|rabbi|hon|sir|madam|dame|lady|lord|capt|captain|col|major|maj|sgt|lt|gen|herr|frau|hr|fru|m|mme|mlle|monsieur|madame|señora?|sra?|dott|ing|dhr|mevr|pan|pani)\b\.?|and|und|et|y|e|en|&|[\s/,]+)+$/i;
const salutes =
  /^(?:dear|sehr|liebe[r]?|hallo|chère?|cher|estimad[oa]|querid[oa]|caro|cara|hola|hello|hi|beste|geachte)\b/i;
const isHousehold = (text: string): boolean => /\b(?:household|family)$/i.test(text);
/** A value such as "Yes" of a column that only says whether someone is a donor or a company. */
const isFlag = (text: string): boolean => /^(?:y|n|yes|no|true|false|x|t|f|\d)$/i.test(text);
const hasWordsOf = (text: string, words: string): boolean =>
  normalizeText(words)
    .split(' ')
    .every((word) => ` ${normalizeText(text)} `.includes(` ${word} `));

const sorted = /^([^,\d]{1,40}), ([^,\d]{1,40}?)(,? (?:jr|sr|ii|iii|iv)\.?)?$/i;
const afterName = /^(?:jr|sr|ii|iii|iv|md|phd|esq|dds|dvm|rn|cpa|inc|llc|ltd|co|corp|gmbh)\b/i;
export const isSorted = (text: string): boolean =>
  sorted.test(text) && !afterName.test(sorted.exec(text)?.[2] ?? '');
/** Turns "Lee, Ann" into "Ann Lee". */
const unsort = (text: string): string => (isSorted(text) ? text.replace(sorted, '$2 $1$3') : text);

/** The names of a person, from the surest to the weakest. */
interface Names {
  own: Found | undefined;
  other: Found | undefined;
  company: Found | undefined;
}

function readNames(cells: Cells): Names {
  const whole = cells.pick('name', cleanName);
  const envelope = cells.pick('envelope name', cleanName);
  const accounts = cells.all('account name', cleanName).filter(({ text }) => !isFlag(text));
  const own = envelope ?? combineName(cells, whole);
  const others = [...cells.all('other name', cleanName), ...accounts].filter(({ text }) => !isFlag(text));
  const company =
    cells.all('company').find(({ text }) => !isFlag(text)) ??
    accounts.find(({ text }) => !isHousehold(text) && !isSorted(text));
  return { own, other: edit(others[0] ?? cells.pick('sort name', cleanName), unsort), company };
}

export function hasName(cells: Cells): boolean {
  const { own, other, company } = readNames(cells);
  return (own ?? other ?? company) !== undefined;
}

/** Returns the whole name, or the name in parts if the whole one is sorted, a household's, or only half of it. */
function combineName(cells: Cells, whole: Found | undefined): Found | undefined {
  const first = cells.pick('first', cleanName) ?? cells.pick('initials', cleanName);
  const last = join(
    cells.lines('last').filter(({ text }) => cleanName(text)),
    ' ',
  );
  const prefix = [
    cells.pick('prefix'),
    when(cells.pick('title'), isTitle),
    when(cells.pick('salutation'), isHonorific),
  ].find((found) => found && !salutes.test(found.text) && found.text.length < 30);
  const parts = (one: Found | undefined, other: Found | undefined): Found | undefined =>
    join([prefix, one, cells.pick('middle'), other, cells.pick('suffix')], ' ');
  if (!whole) return first || last ? parts(first, last) : undefined;
  // In other languages, "Name" beside "Vorname" is the last name, and "Nombre" beside "Apellidos" the first.
  const isForeign = first?.from[0]?.heading.isForeign === true;
  if (first && isForeign && !cells.has('last') && !hasWordsOf(whole.text, first.text))
    return parts(first, whole);
  if (last && !cells.has('first') && !hasWordsOf(whole.text, last.text)) return parts(whole, last);
  const isWeak = isSorted(whole.text) || isHousehold(whole.text);
  return isWeak && (first || last) ? parts(first, last) : whole;
}

/** Titles before a name. Elsewhere, a title is a position in a company. */
const isTitle = (text: string): boolean => isHonorific(text) || /^\p{L}{1,5}\.$/u.test(text);

const isHonorific = (text: string): boolean => honorific.test(text);

/** Reads the person of a row. `group` has the names beside the chosen address, such as those of a shop's export. */
export function readPersonOf(person: Cells, group: Cells | undefined, rest: Cells): FoundFields {
  const own = readNames(person);
  const beside = group && readNames(group);
  const elsewhere = readNames(rest);
  const names = [own.own, beside?.own, own.other, beside?.other, elsewhere.own, elsewhere.other];
  const name = names.find((found) => found !== undefined);
  const company =
    own?.company ??
    beside?.company ??
    (name ? undefined : (elsewhere?.company ?? person.pick('organization')));
  const salutation = when(person.pick('salutation'), (text) => !isHonorific(text) && !salutes.test(text));
  return {
    name,
    // "Grace Church" on two lines would look wrong.
    company: when(company, (text) => text.toLowerCase() !== name?.text.toLowerCase()),
    external_id: person.pick('external_id'),
    greeting: when(person.pick('greeting'), (text) => !salutes.test(text)) ?? salutation,
    file_as: person.pick('sort name'),
  };
}

// Addresses.

/** Countries that write the house number behind the street. */
const numberLast = new Set(
  `Germany,Austria,Switzerland,Liechtenstein,Netherlands,Belgium,Denmark,Norway,Sweden,Finland,Iceland,Poland,Czechia,Slovakia,
  Hungary,Slovenia,Croatia,Serbia,Bulgaria,Romania,Italy,Spain,Portugal,Brazil,Mexico,Argentina,Chile,Peru,Colombia,Uruguay,
  Greece,Türkiye,Russia,Ukraine,Lithuania,Latvia,Estonia,Israel`.split(/,\s*/),
);

const isBareNumber = (text: string): boolean => /^(?:\d+\s?[a-z]?|[a-z]|[a-z]-?\d+)$/i.test(text);

/** Reads the address of one group of columns, each part as typed. */
export function readAddressOf(cells: Cells): FoundFields {
  const country = cells.pick('country');
  const city = cells.pick('city') ?? cells.pick('suburb');
  const suburb = when(cells.pick('suburb'), (text) => text !== city?.text);
  const address: FoundFields = {
    street: joinStreet(cells, country?.text ?? '', suburb, city?.text ?? ''),
    city,
    state: cells.pick('state') ?? readRegion(cells, country?.text ?? ''),
    postal_code: readPostalCode(cells),
    country,
  };
  const whole = address.street ? undefined : cells.pick('whole address');
  const parts = whole && take(whole, splitAddress({ street: whole.text }));
  const line = cells.pick('city line');
  if (parts && (line || address.city || address.postal_code)) address.street = parts.street;
  if (line && !address.city) {
    const { state, ...own } = address;
    const split = take(line, splitCityLine(line.text) ?? { city: line.text });
    return { ...split, ...filledIn(own), state: cells.pick('state') ?? split.state ?? state };
  }
  if (address.city || address.postal_code) return address;
  const { street } = address;
  return { ...address, ...(parts ?? (street && take(street, splitAddress({ street: street.text })))) };
}

export const filledIn = (fields: FoundFields): FoundFields =>
  Object.fromEntries(Object.entries(fields).filter(([, found]) => found !== undefined));

/** Uses one cell for several fields. */
const take = ({ from }: Found, parts: Address): FoundFields =>
  Object.fromEntries(Object.entries(parts).map(([key, text]) => [key, { text: toText(text), from }]));

/** A county is no part of an American address. */
function readRegion(cells: Cells, country: string): Found | undefined {
  const region = cells.pick('region');
  const isAbroad = countryForService(country).country !== '';
  return when(
    region,
    (text) =>
      isAbroad || findState(text) !== undefined || !/^\d{5}/.test(cells.pick('postal_code')?.text ?? ''),
  );
}

function readPostalCode(cells: Cells): Found | undefined {
  const code = cells.pick('postal_code');
  const extension = cells.pick('ZIP+4');
  if (!code) return when(extension, (text) => text.length > 4);
  if (!extension || !/^\d{5}$/.test(code.text) || !/^\d{4}$/.test(extension.text)) return code;
  return join([code, extension], '-');
}

/** Joins the lines of a street: who takes it in, the street with its house number, the unit, further lines, the P.O. box. */
function joinStreet(
  cells: Cells,
  country: string,
  suburb: Found | undefined,
  city: string,
): Found | undefined {
  const [first, ...lines] = cells.lines('street');
  const main = joinMainLine(cells, country, first);
  const at = (found: Found | undefined): number => found?.from[0]?.index ?? 0;
  const further = [...cells.lines('further line'), ...cells.all('place').filter(({ text }) => text !== city)];
  const isBefore = (found: Found): boolean =>
    main !== undefined && at(found) < Math.max(...main.from.map(({ index }) => index));
  const all = [
    edit(cells.pick('care of'), (text) =>
      /\b(?:c\/o|attn|attention|z\.?\s?hd)/i.test(text)
        ? text
        : `${isAttention(cells) ? 'Attn:' : 'c/o'} ${text}`,
    ),
    ...further.filter(isBefore),
    addUnlabeledUnit(cells, main),
    ...lines,
    ...readUnits(cells),
    ...further.filter((found) => !isBefore(found)),
    suburb,
    edit(cells.pick('PO box'), (text) => text.replace(/^#?\s*(\d+)$/, 'PO Box $1')),
  ].filter((line) => line !== undefined);
  // Some programs write the same line in two columns.
  return join(
    all.filter(
      (line, index) => !all.slice(0, index).some(({ text }) => text.split('\n').includes(line.text)),
    ),
    '\n',
  );
}

/** Returns the street with its house number, from one column or from several. */
function joinMainLine(cells: Cells, country: string, street: Found | undefined): Found | undefined {
  const name = cells.pick('street name');
  const parts = name && joinHouseNumber(cells, country, joinStreetName(cells, name));
  if (!parts) return joinHouseNumber(cells, country, street && joinStreetName(cells, street));
  if (!street) return parts;
  if (!hasWordsOf(street.text, parts.text)) return join([parts, street], '\n');
  // A column "Address" beside the parts may hold the whole address.
  return (street.from[0]?.heading.preference ?? 0) < 1 ? street : parts;
}

const isAttention = (cells: Cells): boolean => /att/i.test(cells.pick('care of')?.from[0]?.name ?? '');

function joinStreetName(cells: Cells, name: Found): Found | undefined {
  const directions = cells.all('direction');
  const isBefore = ({ from }: Found): boolean => (from[0]?.index ?? 0) < (name.from[0]?.index ?? 0);
  return join(
    [
      ...directions.filter(isBefore),
      name,
      cells.pick('street type'),
      ...directions.filter((one) => !isBefore(one)),
    ],
    ' ',
  );
}

function joinHouseNumber(cells: Cells, country: string, street: Found | undefined): Found | undefined {
  const number = join([cells.pick('house number'), cells.pick('house suffix')], ' ');
  if (!number || !street) return street ?? number;
  if (!/\d/.test(number.text)) return join([number, street], '\n');
  if (hasWordsOf(street.text, number.text)) return { ...street, from: [...street.from, ...number.from] };
  const typed = countryForService(country).country;
  const isForeign = street.from[0]?.heading.isForeign && !/^(?:rue|voie)\b/i.test(street.from[0].name);
  const isLast = typed ? numberLast.has(typed) : isForeign;
  return join(isLast ? [street, number] : [number, street], ' ');
}

/** What a unit is called on the envelope where the cell has only its number. */
const unitName =
  /(?<!\p{L})(?:apt|apartment|suite|ste|unit|flat|pmb|app|appt|bus|wohnung|piso|puerta|interno|кв)(?!\p{L})\.?/iu;
const isUnlabeled = ({ text, from }: Found): boolean =>
  isBareNumber(text) && from[0]?.heading.isForeign === true && !unitName.test(from[0].name);

/** "Długa 12/3" is an address without a word for the unit. */
const addUnlabeledUnit = (cells: Cells, main: Found | undefined): Found | undefined =>
  main && join([main, when(cells.pick('unit'), () => cells.lines('unit').some(isUnlabeled))], '/');

function readUnits(cells: Cells): (Found | undefined)[] {
  const type = cells.pick('unit type');
  return cells.lines('unit').map((unit) => {
    if (isUnlabeled(unit)) return undefined;
    if (!isBareNumber(unit.text)) return unit;
    if (type) return join([type, unit], ' ');
    const [word = 'Unit'] = unitName.exec(unit.from[0]?.name.replaceAll('_', ' ') ?? '') ?? [];
    return edit(unit, (text) => `${word} ${text}`);
  });
}

/** Whether a letter can be sent to the address: it has a street, and a city or a postal code. */
export const isComplete = ({ street, city, postal_code }: FoundFields): boolean =>
  Boolean(street && (city || postal_code)) && !isBlank(street?.text);
