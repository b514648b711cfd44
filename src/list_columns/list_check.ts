/**
 * Checks the envelopes of a whole list. If one heading is not understood, every letter may be wrong. So if envelopes lack a part, the
 * check looks for it in the columns that were not read.
 */
import { countryForService } from '../contacts/country.ts';
import type { ReadPerson } from '../contacts/person.ts';
import { findState } from '../contacts/united_states.ts';
import { formatCount } from '../format.ts';
import { isFragment } from './addresses.ts';
import { type Column, fills, isAddress, isPersonColumn, type PartColumn } from './column.ts';
import { isSorted } from './compose_person.ts';
import { kinds, type NeededPart, type Part } from './heading_words.ts';
import { chosenPreference, type Heading, type PartHeading } from './headings.ts';
import type { Row, Value } from './row_reader.ts';
import { type Shape, shapeOf } from './shapes.ts';

/** A problem of a list, and the columns that may be its cause. */
export interface ListProblem {
  sentence: string;
  columns: readonly Column[];
  /** The part that is missing. */
  need?: NeededPart;
  /** True if it is a problem even if no column may be its cause. */
  isSure?: boolean;
}

/** A needed part that no heading means. */
interface MissingPart {
  need: NeededPart;
  /** The part in messages, such as "the street". */
  phrase: string;
  columns: readonly Column[];
}

/** The parts that every letter needs, each with a phrase for it and the shape of its values. */
const neededParts = [
  ['name', 'a name or a company', 'words'],
  ['street', 'the street', 'street'],
  ['city', 'the city', 'words'],
  ['postal_code', 'the postal code', 'number'],
] as const;

/**
 * Returns the needed parts that no heading means, each with the columns that may hold it.
 * @param absent the entries of Columns whose heading the file lacks
 */
export function findMissingParts(
  columns: readonly Column[],
  absent: readonly { heading: Heading }[],
): MissingPart[] {
  const hasLast = columns.some((column) => isPersonColumn(column) && column.heading.part === 'last');
  return neededParts.flatMap(([need, phrase, shape]) => {
    if (columns.some((column) => fills(column, need))) return [];
    const unclear = columns.filter(
      ({ heading, use }) => use.mayBePrinted && 'parts' in heading && heading.parts.includes(need),
    );
    const candidates = unclear.length === 0 && need === 'name' ? columns.filter(mayHoldName) : unclear;
    const fitting = candidates.filter(hasShape(shape));
    // A last name alone is a name, unless first names were not understood.
    const isRequired = need === 'name' && !hasLast && columns.length > 0;
    return isRequired || unclear.length > 0 || absent.some((one) => fills(one, need))
      ? [{ need, phrase, columns: fitting.length > 0 ? fitting : candidates }]
      : [];
  });
}

/** Returns true if an unread column has first and last names, such as "Parent/Guardian". */
const mayHoldName = ({ heading, use }: Column): boolean =>
  (heading.means === 'unknown' || heading.means === 'someone else') &&
  /^\p{Lu}\D*\s\p{Lu}\D*$/u.test(use.first);

/** Countries where an address may have no city. */
const withoutCity = ['Japan', 'South Korea', 'China', 'Singapore', 'Hong Kong'];

/** The halves of a name. */
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
  /** The columns of the first name and address that may belong to two people. */
  #mixedPeople: readonly Column[] = [];

  /** Adds the envelope of a row. */
  add({ fields, from, values, mixedPeople }: Row, { person, address }: ReadPerson): void {
    const { city, state, postal_code, country = '' } = address;
    this.#seen.add('person');
    if (person.name && isSorted(person.name)) this.sortedName ||= person.name;
    // A house number alone is not a street.
    if (from.street.some((part) => part !== 'house number')) {
      this.#seen.add('street');
      // The number of a unit is not the number of a house.
      const ofStreet = new Set<Part>(from.street.filter((part) => part !== 'unit' && part !== 'care of'));
      const hasNumber = ({ column, text }: Value): boolean =>
        isPersonColumn(column) && ofStreet.has(column.heading.part) && /\p{N}/u.test(text);
      if (values.some(hasNumber)) this.#seen.add('house number');
    } else if (!person.company || !city || !postal_code) {
      this.#withoutStreet += 1;
      for (const { column, text } of values)
        if (shapeOf(text.trim()) === 'street') this.#maybeStreets.add(column);
    }
    if (city || !withoutCity.includes(country)) this.#seen.add(city ? 'city' : 'no city');
    if (state || country || fields.country) this.#seen.add('state or country');
    if (postal_code) this.#seen.add('postal code');
    for (const part of from.name) if (!nameExtras.includes(part)) this.#nameParts.add(part);
    if (this.#mixedPeople.length === 0) this.#mixedPeople = mixedPeople;
  }

  /** Returns the problems for which no letters to the list may be sent. */
  findMistakes(columns: readonly Column[]): ListProblem[] {
    if (!this.#seen.has('person')) return [];
    return [
      ...this.#findMissing(columns),
      ...this.#findHalfNames(columns),
      ...findAmbiguities(columns),
      {
        sentence: 'The name and the address may belong to two people.',
        columns: this.#mixedPeople,
      },
    ].filter((one) => one.columns.length > 0 || one.isSure);
  }

  #findMissing(columns: readonly Column[]): ListProblem[] {
    const unread = columns.filter(isUnread);
    const nearAddress = findNear(unread, columns.filter(isAddress));
    /** Returns the columns that hold the part, but of an address that is not used. */
    const unused = (need: NeededPart) =>
      columns.filter((column) => fills(column, need) && column.use.first && column.use.filled.size === 0);
    const found: ListProblem[] = [];
    if (this.#seen.has('street')) {
      const count = formatCount(this.#withoutStreet, 'person of the file has', 'people of the file have');
      const maybeStreets = unread.filter((column) => this.#maybeStreets.has(column));
      found.push({ sentence: `${count} no street.`, columns: maybeStreets });
      const numbers = nearAddress.filter(hasShape('number'));
      if (!this.#seen.has('house number'))
        found.push({ sentence: 'Nobody in the file has a house number.', columns: numbers });
    } else if (this.#withoutStreet > 0) {
      const streets = [...unused('street'), ...unread.filter(hasShape('street'))];
      found.push({
        sentence: 'Nobody in the file has a street.',
        columns: streets.length > 0 ? streets : nearAddress,
        need: 'street',
        isSure: !columns.some((column) => fills(column, 'street')),
      });
    }
    if (this.#seen.has('no city') && !this.#seen.has('city')) {
      const sentence = 'Nobody in the file has a city.';
      found.push({
        sentence,
        columns: [...unused('city'), ...unread.filter(hasShape('words'))],
        need: 'city',
      });
    }
    if (!this.#seen.has('state or country')) {
      const sentence = 'Nobody in the file has a state or a country.';
      found.push({ sentence, columns: columns.filter(mayHoldPlace) });
    }
    if (!this.#seen.has('postal code')) {
      const candidates = [
        ...unused('postal_code'),
        ...nearAddress.filter(({ use }) => /^\d{5}$/.test(use.first)),
      ];
      const sentence = 'Nobody in the file has a postal code.';
      found.push({ sentence, columns: candidates, need: 'postal_code' });
    }
    return found;
  }

  #findHalfNames(columns: readonly Column[]): ListProblem[] {
    const names = [...this.#nameParts];
    if (names.length === 0 || !nameHalves.some((half) => names.every((part) => half.includes(part))))
      return [];
    const read = columns.filter((column) => isPersonColumn(column) && names.includes(column.heading.part));
    const unused = columns.filter(({ use }) => use.first && use.filled.size === 0);
    const others = unused.filter((column) => isUnread(column) || fills(column, 'name'));
    const candidates = [...findNear(others, read), ...unused.filter(isSomeoneElse)];
    const onlyPart = names.includes('last') ? 'last' : 'first';
    const sentence = `All names in the file are only ${onlyPart} names.`;
    return [{ sentence, columns: candidates.filter(hasShape('words')) }];
  }
}

/** Returns problems of columns whose meaning is uncertain, even if the rows lack nothing. */
function findAmbiguities(columns: readonly Column[]): ListProblem[] {
  const parts = columns.filter(isPersonColumn);
  const rivals = parts.filter(({ use }) => use.rival);
  const isAmbiguous = new Set(rivals.map(({ heading }) => heading.part)).size > 1;
  const isYesOrNo = ({ use }: Column): boolean => [...use.shapes].join() === 'yes or no';
  const named = parts.filter((column) => fills(column, 'name') && column.use.filled.size > 0);
  const isUnused = (column: PartColumn): boolean =>
    column.use.first !== '' &&
    column.use.filled.size === 0 &&
    isFragment(parts.filter(({ heading }) => heading.kind === column.heading.kind).filter(isAddress)) &&
    !parts.some(({ heading, use }) => heading.part === column.heading.part && use.filled.size > 0);
  const used = parts.filter((column) => isAddress(column) && column.use.filled.size > 0);
  const isLine = ({ heading, use }: Column): boolean =>
    heading.means === 'unclear' &&
    (heading.parts.includes('line') || new Set(heading.parts).size > 1) &&
    use.mayBePrinted;
  // "City 2" belongs to "Address 2", which may also be the second line of a street.
  const isOfLine = ({ number }: PartHeading): boolean =>
    number > 1 &&
    used.some((one) => fills(one, 'street') && one.heading.line === number && one.heading.number === 0);
  const cities = parts.filter(
    (column) =>
      (fills(column, 'city') || fills(column, 'postal_code')) && isOfLine(column.heading) && column.use.first,
  );
  const ofCities = used.filter(({ heading }) => cities.some((one) => one.heading.number === heading.line));
  // "Mailing Address" beside "Address", "City" and "ZIP" may be the street to use.
  const rankOfKind = ({ heading }: PartColumn): number => kinds.indexOf(heading.kind);
  const streets = parts.filter((column) => fills(column, 'street') && hasShape('street')(column));
  const preferred = streets.filter(
    (column) =>
      column.use.filled.size === 0 &&
      used.some((one) => fills(one, 'street') && rankOfKind(column) < rankOfKind(one)) &&
      !used.some((one) => one.heading.preference === chosenPreference && fills(one, 'street')),
  );
  return [
    {
      sentence: 'The headings of the file do not say which of two addresses to use.',
      columns: [
        ...(isAmbiguous ? rivals.flatMap((column) => [column.use.rival ?? column, column]) : []),
        ...preferred,
      ],
    },
    {
      sentence: 'A column for the name or the company has only words for yes and no.',
      columns: named.filter(isYesOrNo),
    },
    {
      sentence: 'A state or a country may belong to another address.',
      columns: parts.filter(isAddress).filter(isUnused),
    },
    {
      sentence: 'A column may be a part of the address.',
      columns: [...findNear(columns.filter(isLine), used), ...(cities.length > 0 ? ofCities : []), ...cities],
    },
    {
      sentence: 'Too many columns have the same meaning.',
      columns: columns.filter(({ heading }) => 'isOverLimit' in heading),
    },
  ];
}

const hasShape =
  (...shapes: Shape[]) =>
  ({ use }: Column): boolean =>
    shapes.some((shape) => use.shapes.has(shape));

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

/** Returns the columns that are between two of the others, or next to one of them. */
function findNear(columns: readonly Column[], others: readonly Column[]): Column[] {
  const indexes = others.map(({ index }) => index);
  const [first, last] = [Math.min(...indexes), Math.max(...indexes)];
  return columns.filter(({ index }) => index >= first - 1 && index <= last + 1);
}

/** Returns columns between or next to the columns of used addresses that may hold an address line that is not printed. */
export function findSkipped(columns: readonly Column[]): Column[] {
  const used = columns.filter((column) => isAddress(column) && column.use.filled.size > 0);
  const near = findNear(columns, used);
  const between = near.filter(
    ({ index }) => used.some((one) => one.index < index) && used.some((one) => one.index > index),
  );
  const isSkipped = (column: Column): boolean => {
    const { heading } = column;
    const isStreet = heading.means === 'unclear' && heading.parts.includes('street');
    const mayBeLine = heading.means === 'unclear' || column.use.shapes.has('street');
    return isStreet || between.includes(column) || (mayBeLine && near.includes(column));
  };
  return columns
    .filter(isUnread)
    .filter(hasShape('street', 'words', 'number', 'code'))
    .filter(isSkipped);
}
