/**
 * Checks the envelopes of a whole list. If one heading is not understood, every letter may be wrong. So if envelopes lack a part, the
 * check looks for it in the columns that were not read.
 */
import { countryForService } from '../person/country.ts';
import type { ReadPerson } from '../person/person.ts';
import { findState } from '../person/united_states.ts';
import { formatCount } from '../text/format.ts';
import { canBeComplete, isFragment } from './addresses.ts';
import { type Column, fills, isAddress, isPersonColumn, type PartColumn } from './column.ts';
import { type Found, isSorted } from './compose_person.ts';
import { kinds, type NeededPart, type Part } from './heading_words.ts';
import { chosenPreference, type Heading, type PartHeading } from './headings.ts';
import type { Row } from './row_reader.ts';
import { type Shape, shapeOf } from './shapes.ts';

/** A problem of a list, and the columns that may be its cause. */
interface ListProblem {
  sentence: string;
  columns: readonly Column[];
  /** True if it is a problem even if no column may be its cause. */
  isSure?: boolean;
}

/** The parts that every letter needs, each with a phrase for it and the shape of its values. */
const needed = [
  ['name', 'a name or a company', 'words'],
  ['street', 'the street', 'street'],
  ['city', 'the city', 'words'],
  ['postal_code', 'the postal code', 'number'],
] as const;

/**
 * Returns the needed parts that no heading means, each with a phrase for it and the columns that may hold it.
 * @param absent the entries of Columns whose heading the file lacks
 */
export function findMissingParts(columns: readonly Column[], absent: readonly { heading: Heading }[]) {
  return needed.flatMap(([need, phrase, shape]) => {
    if (columns.some((column) => fills(column, need))) return [];
    const unclear = columns.filter(
      ({ heading, use }) => use.mayBePrinted && 'parts' in heading && heading.parts.includes(need),
    );
    // A last name alone is a name, unless first names were not understood.
    const hasLast = columns.some((column) => holds(column, ['last']));
    const isRequired = need === 'name' && !hasLast && columns.length > 0;
    if (!isRequired && unclear.length === 0 && !absent.some((one) => fills(one, need))) return [];
    const candidates = unclear.length === 0 && need === 'name' ? columns.filter(mayHoldName) : unclear;
    const fitting = candidates.filter(hasShape(shape));
    const others = need === 'street' ? columns.filter(isUnread).filter(hasShape(shape)) : [];
    return { need, phrase, columns: fitting.length > 0 ? fitting : [...candidates, ...others] };
  });
}

/** Returns true if an unread column has first and last names, such as "Parent/Guardian". */
const mayHoldName = ({ heading, use }: Column): boolean =>
  (heading.means === 'unknown' || heading.means === 'someone else') &&
  /^\p{Lu}\D*\s\p{Lu}\D*$/u.test(use.first);

/** Countries where an address may have no city. */
const withoutCity = ['Japan', 'South Korea', 'China', 'Singapore', 'Hong Kong'];

const nameHalves: readonly (readonly Part[])[] = [['last'], ['first', 'initials', 'middle']];
/** The parts that may go with half of a name. */
const nameExtras: readonly Part[] = ['prefix', 'title', 'salutation', 'suffix'];

export class ListCheck {
  /** What at least one envelope has, or lacks. */
  readonly #seen = new Set<
    'person' | 'street' | 'house number' | 'city' | 'no city' | 'state or country' | 'postal code'
  >();
  #withoutStreet = 0;
  readonly #nameParts = new Set<Part>();
  /** A name that may start with the last name. */
  sortedName = '';
  /** The columns with values that look like a street, for people without a street. */
  readonly #maybeStreets = new Set<Column>();
  #columnsOfTwoPeople: readonly Column[] = [];

  add({ fields, found, values, mixedPeople }: Row, { person, address }: ReadPerson): void {
    const { city, state, postal_code, country = '' } = address;
    this.#seen.add('person');
    if (person.name && isSorted(person.name)) this.sortedName ||= person.name;
    const streetParts = partsOf(found.street);
    // A house number alone is not a street.
    if (streetParts.some((part) => part !== 'house number')) {
      this.#seen.add('street');
      // The number of a unit is not the number of a house.
      const numbered = streetParts.filter((part) => part !== 'unit' && part !== 'care of');
      if (values.some(({ column, text }) => holds(column, numbered) && /\p{N}/u.test(text)))
        this.#seen.add('house number');
    } else if (!person.company || !city || !postal_code) {
      this.#withoutStreet += 1;
      for (const { column, text } of values)
        if (shapeOf(text.trim()) === 'street') this.#maybeStreets.add(column);
    }
    if (city || !withoutCity.includes(country)) this.#seen.add(city ? 'city' : 'no city');
    if (state || country || fields.country) this.#seen.add('state or country');
    if (postal_code) this.#seen.add('postal code');
    for (const part of partsOf(found.name)) if (!nameExtras.includes(part)) this.#nameParts.add(part);
    if (this.#columnsOfTwoPeople.length === 0) this.#columnsOfTwoPeople = mixedPeople;
  }

  /**
   * Returns the problems for which no letters to the list may be sent.
   * @param said the parts that the message already says are missing
   */
  findMistakes(columns: readonly Column[], said: readonly NeededPart[] = []): ListProblem[] {
    if (!this.#seen.has('person')) return [];
    return [
      ...this.#findMissing(columns, said),
      this.#findHalfNames(columns),
      ...findAmbiguities(columns),
      { sentence: 'The name and the address may belong to two people.', columns: this.#columnsOfTwoPeople },
    ].filter((one) => one.columns.length > 0 || one.isSure);
  }

  #findMissing(columns: readonly Column[], said: readonly NeededPart[]): ListProblem[] {
    const seen = this.#seen;
    const unread = columns.filter(isUnread);
    const nearAddress = findNear(unread, columns.filter(isAddress));
    /** Returns the columns for this part whose values were not used, such as those of a second address. */
    const ofOther = (need: NeededPart) => columns.filter((column) => fills(column, need) && isUnused(column));
    const found: ListProblem[] = [];
    const nobodyHas = (what: string, candidates: Column[], isSure = false) =>
      found.push({ sentence: `Nobody in the file has ${what}.`, columns: candidates, isSure });
    if (seen.has('street')) {
      const count = formatCount(this.#withoutStreet, 'person of the file has', 'people of the file have');
      const maybeStreets = unread.filter((column) => this.#maybeStreets.has(column));
      found.push({ sentence: `${count} no street.`, columns: maybeStreets });
      if (!seen.has('house number')) nobodyHas('a house number', nearAddress.filter(hasShape('number')));
    } else if (this.#withoutStreet > 0 && !said.includes('street')) {
      const streets = [...ofOther('street'), ...unread.filter(hasShape('street'))];
      const isSure = !columns.some((column) => fills(column, 'street'));
      nobodyHas('a street', streets.length > 0 ? streets : nearAddress, isSure);
    }
    if (seen.has('no city') && !seen.has('city') && !said.includes('city'))
      nobodyHas('a city', [...ofOther('city'), ...unread.filter(hasShape('words'))]);
    if (!seen.has('state or country')) nobodyHas('a state or a country', columns.filter(mayHoldPlace));
    if (!seen.has('postal code') && !said.includes('postal_code')) {
      const zipColumns = nearAddress.filter(({ use }) => /^\d{5}$/.test(use.first));
      nobodyHas('a postal code', [...ofOther('postal_code'), ...zipColumns]);
    }
    return found;
  }

  #findHalfNames(columns: readonly Column[]): ListProblem {
    const names = [...this.#nameParts];
    const isHalf = nameHalves.some((half) => names.every((part) => half.includes(part)));
    const read = columns.filter((column) => holds(column, names));
    const unused = columns.filter(isUnused);
    const others = unused.filter((column) => isUnread(column) || fills(column, 'name'));
    const candidates = [...findNear(others, read), ...unused.filter(isSomeoneElse)];
    return {
      sentence: `All names in the file are only ${names.includes('last') ? 'last' : 'first'} names.`,
      columns: names.length > 0 && isHalf ? candidates.filter(hasShape('words')) : [],
    };
  }
}

/** Returns problems of columns whose meaning is uncertain, even if the rows lack nothing. */
function findAmbiguities(columns: readonly Column[]): ListProblem[] {
  const people = columns.filter(isPersonColumn);
  const used = people.filter((column) => isAddress(column) && column.use.isFilled);
  const mayBeLine = ({ heading, use }: Column): boolean =>
    heading.means === 'unclear' &&
    (heading.parts.includes('line') || new Set(heading.parts).size > 1) &&
    use.mayBePrinted;
  return [
    {
      sentence: 'The headings of the file do not say which of two addresses to use.',
      columns: [...findRivals(people), ...findPreferredStreets(people, used)],
    },
    {
      sentence: 'A column for the name or the company has only words for yes and no.',
      columns: people.filter(
        (column) =>
          fills(column, 'name') && column.use.isFilled && [...column.use.shapes].join() === 'yes or no',
      ),
    },
    {
      sentence: 'A state or a country may belong to another address.',
      columns: findForeignFragments(people),
    },
    {
      sentence: 'Columns that are not printed may be lines of the address.',
      columns: [...findNear(columns.filter(mayBeLine), used), ...findCitiesOfLines(people, used)],
    },
  ];
}

/** Returns pairs of columns for the same part, if at least two parts of the address have such pairs. */
function findRivals(people: readonly PartColumn[]): Column[] {
  const pairs = people.flatMap((column) => (column.use.rival ? [[column.use.rival, column] as const] : []));
  return new Set(pairs.map(([, { heading }]) => heading.part)).size > 1 ? pairs.flat() : [];
}

/** Returns a column such as "Mailing Address" beside "Address", "City" and "ZIP", which may be the street to use. */
function findPreferredStreets(people: readonly PartColumn[], used: readonly PartColumn[]): Column[] {
  const ofUsed = used.filter((column) => fills(column, 'street'));
  if (ofUsed.some(({ heading }) => heading.preference === chosenPreference)) return [];
  const rankOf = ({ heading }: PartColumn): number => kinds.indexOf(heading.kind);
  return people.filter(
    (column) =>
      fills(column, 'street') &&
      hasShape('street')(column) &&
      !column.use.isFilled &&
      // Which of several complete addresses is used, each row decides.
      !canBeComplete(people.filter(({ heading }) => heading.kind === column.heading.kind)) &&
      ofUsed.some((one) => rankOf(column) < rankOf(one) && one.use.first !== column.use.first),
  );
}

/** Returns unused columns for the state or the country of an address without other parts, if no column for that part is used. */
const findForeignFragments = (people: readonly PartColumn[]): Column[] =>
  people.filter(
    (column) =>
      isAddress(column) &&
      isUnused(column) &&
      isFragment(people.filter((one) => isAddress(one) && one.heading.kind === column.heading.kind)) &&
      !people.some(({ heading, use }) => heading.part === column.heading.part && use.isFilled),
  );

/** Returns "City 2" with "Address 2", which may be another address or the second line of the street. */
function findCitiesOfLines(people: readonly PartColumn[], used: readonly PartColumn[]): Column[] {
  const isOfLine = ({ number }: PartHeading): boolean =>
    number > 1 &&
    used.some((one) => fills(one, 'street') && one.heading.line === number && one.heading.number === 0);
  const cities = people.filter(
    (column) =>
      (fills(column, 'city') || fills(column, 'postal_code')) && isOfLine(column.heading) && column.use.first,
  );
  const lines = used.filter(({ heading }) => cities.some((one) => one.heading.number === heading.line));
  return [...lines, ...cities];
}

const holds = ({ heading }: Column, parts: readonly Part[]): boolean =>
  heading.means === 'part' && parts.includes(heading.part);

const partsOf = (found: Found | undefined): Part[] => found?.from.map(({ heading }) => heading.part) ?? [];

const hasShape =
  (...shapes: Shape[]) =>
  ({ use }: Column): boolean =>
    shapes.some((shape) => use.shapes.has(shape));

/** Returns true if the column has values that filled no field. */
const isUnused = ({ use }: Column): boolean => use.first !== '' && !use.isFilled;

/** Returns true if the column may hold a part of a name or an address, but its heading does not say which one. */
const isUnread = ({ heading, use }: Column): boolean =>
  use.mayBePrinted && (heading.means === 'unclear' || heading.means === 'unknown');
const isUnclear = ({ heading }: Column): boolean => heading.means === 'unclear';
const isSomeoneElse = ({ heading }: Column): boolean => heading.means === 'someone else';

/** Returns true if an unread column holds a state or a country. "DE" under "Language" is neither. */
const mayHoldPlace = (column: Column): boolean => {
  const { first } = column.use;
  const isPlace = first !== '' && (findState(first) !== undefined || countryForService(first).isKnown);
  return isPlace && (isSomeoneElse(column) || (isUnread(column) && (isUnclear(column) || first.length > 3)));
};

/** Returns the columns that are between two of the others, or at most `distance` columns away. */
function findNear(columns: readonly Column[], others: readonly Column[], distance = 1): Column[] {
  const indexes = others.map(({ index }) => index);
  const [first, last] = [Math.min(...indexes), Math.max(...indexes)];
  return columns.filter(({ index }) => index >= first - distance && index <= last + distance);
}

/** Returns columns between or next to the columns of used addresses that may hold an address line that is not printed. */
export function findSkipped(columns: readonly Column[]): Column[] {
  const used = columns.filter((column) => isAddress(column) && column.use.isFilled);
  const near = findNear(columns, used);
  const between = findNear(columns, used, 0);
  return columns
    .filter(isUnread)
    .filter(hasShape('street', 'words', 'number', 'code'))
    .filter((column) => {
      const { heading, use } = column;
      if (between.includes(column)) return true;
      if (heading.means !== 'unclear') return use.shapes.has('street') && near.includes(column);
      return heading.parts.includes('street') || near.includes(column);
    });
}
