/**
 * Checks the envelopes of a whole list. If one heading is not understood, every letter may be wrong. So if envelopes lack a part, the
 * check looks for it in the columns that were not read.
 */
import type { ReadPerson } from '../contacts/person.ts';
import { formatCount } from '../format.ts';
import { type Column, fills, isAddress, isPersonColumn, type Shape, shapeOf } from './column.ts';
import { isSorted } from './compose_person.ts';
import type { NeededPart, Part } from './heading_words.ts';
import type { Row } from './row_reader.ts';

/** A problem of a list, as a sentence, and the columns that may be its cause. */
export interface Finding {
  what: string;
  columns: readonly Column[];
  /** The part that is missing. */
  need?: NeededPart | undefined;
}

/** Countries where an address may have no city. */
const withoutCity = ['Japan', 'South Korea', 'China', 'Singapore', 'Hong Kong'];

/** The halves of a name. */
const nameHalves: readonly (readonly Part[])[] = [['last'], ['first', 'initials', 'middle']];
/** The parts that may go with half of a name. */
const nameExtras: readonly Part[] = ['prefix', 'title', 'salutation', 'suffix'];

export class ListCheck {
  /** What at least one envelope has, or lacks. */
  readonly #seen = new Set<'person' | 'street' | 'house number' | 'city' | 'no city'>();
  #withoutStreet = 0;
  readonly #nameParts = new Set<Part>();
  /** A name that may start with the last name. */
  sortedName = '';
  /** The columns with values that look like a street, for people without a street. */
  readonly #maybeStreets = new Set<Column>();

  /** Adds the envelope of a row. */
  add({ from, values }: Row, { person, address }: ReadPerson): void {
    const { street = '', city, postal_code, country = '' } = address;
    this.#seen.add('person');
    if (person.name && isSorted(person.name)) this.sortedName ||= person.name;
    // A house number alone is not a street.
    if (from.street.some((part) => part !== 'house number')) {
      this.#seen.add('street');
      if (/\p{N}/u.test(street)) this.#seen.add('house number');
    } else if (!person.company || !city || !postal_code) {
      this.#withoutStreet += 1;
      for (const { column, text } of values)
        if (shapeOf(text.trim()) === 'street') this.#maybeStreets.add(column);
    }
    if (city || !withoutCity.includes(country)) this.#seen.add(city ? 'city' : 'no city');
    for (const part of from.name) if (!nameExtras.includes(part)) this.#nameParts.add(part);
  }

  /** Returns the problems that must stop letters to the list. */
  findMistakes(columns: readonly Column[]): Finding[] {
    if (!this.#seen.has('person')) return [];
    const unread = columns.filter(isUnread);
    const nearAddress = findNear(unread, columns.filter(isAddress));
    const found: Finding[] = [];
    const add = (what: string, candidates: readonly Column[], need?: NeededPart): void => {
      if (candidates.length > 0) found.push({ what, columns: candidates, need });
    };
    if (this.#seen.has('street')) {
      const count = formatCount(this.#withoutStreet, 'person of the file has', 'people of the file have');
      const maybeStreets = unread.filter((column) => this.#maybeStreets.has(column));
      add(`${count} no street.`, maybeStreets);
      const numbers = nearAddress.filter(has('number'));
      if (!this.#seen.has('house number')) add('Nobody in the file has a house number.', numbers);
    } else if (this.#withoutStreet > 0) {
      const streets = unread.filter(has('street'));
      const candidates = streets.length > 0 ? streets : nearAddress;
      const what = 'Nobody in the file has a street.';
      if (candidates.length > 0 || !columns.some((column) => fills(column, 'street')))
        found.push({ what, columns: candidates, need: 'street' });
    }
    if (this.#seen.has('no city') && !this.#seen.has('city'))
      add('Nobody in the file has a city.', unread.filter(has('words')), 'city');
    const names = [...this.#nameParts];
    if (names.length > 0 && nameHalves.some((half) => names.every((part) => half.includes(part)))) {
      const read = columns.filter((column) => isPersonColumn(column) && names.includes(column.heading.part));
      const unused = columns.filter(({ use }) => use.first && use.filled.size === 0);
      const others = unused.filter((column) => isUnread(column) || fills(column, 'name'));
      const onlyPart = names.includes('last') ? 'last' : 'first';
      add(`All names in the file are only ${onlyPart} names.`, findNear(others, read).filter(has('words')));
    }
    const rivals = columns.filter(isPersonColumn).filter(({ use }) => use.rival);
    if (new Set(rivals.map(({ heading }) => heading.part)).size > 1)
      add(
        'The headings of the file do not say which of two addresses to use.',
        rivals.flatMap((column) => [column.use.rival ?? column, column]),
      );
    // "Is a Company" is expected to have only yes and no.
    const companies = columns.filter(isPersonColumn).filter((column) => column.heading.part === 'company');
    add(
      'A column for the company has only words for yes and no.',
      companies.filter(({ name, use }) => [...use.shapes].join() === 'yes or no' && !/^is\b/i.test(name)),
    );
    return found;
  }
}

const has =
  (...shapes: Shape[]) =>
  ({ use }: Column): boolean =>
    shapes.some((shape) => use.shapes.has(shape));

/** Returns true if the column may hold a part of a person, but its heading does not say which one. */
const isUnread = ({ heading, use }: Column): boolean =>
  use.mayBePrinted && (heading.means === 'unclear' || heading.means === 'unknown');

/** Returns the columns that are between two of the others, or next to one of them. */
function findNear(columns: readonly Column[], others: readonly Column[]): Column[] {
  const places = others.map(({ index }) => index);
  return columns.filter(({ index }) => index >= Math.min(...places) - 1 && index <= Math.max(...places) + 1);
}

/** Returns columns between or next to the columns of used addresses that may hold an address line that is not printed. */
export function findSkipped(columns: readonly Column[]): Column[] {
  const used = columns.filter(({ use }) => use.isInAddress);
  const near = findNear(columns, used);
  const between = near.filter(
    ({ index }) => used.some((one) => one.index < index) && used.some((one) => one.index > index),
  );
  const isSkipped = (column: Column): boolean => {
    const { heading } = column;
    if (!isUnread(column)) return between.includes(column) && isWithoutCity(column, columns);
    const isStreet = heading.means === 'unclear' && heading.parts.includes('street');
    const mayBeLine = heading.means === 'unclear' || column.use.shapes.has('street');
    return isStreet || between.includes(column) || (mayBeLine && near.includes(column));
  };
  return columns.filter(has('street', 'words', 'number')).filter(isSkipped);
}

/** Returns true for a street of a kind without a city, such as "Residential Secondary Address". */
const isWithoutCity = (street: Column, columns: readonly Column[]): boolean =>
  isPersonColumn(street) &&
  fills(street, 'street') &&
  !street.use.isInAddress &&
  !columns
    .filter(isPersonColumn)
    .some(
      (other) =>
        other.heading.kind === street.heading.kind &&
        other.heading.number === street.heading.number &&
        fills(other, 'city'),
    );
