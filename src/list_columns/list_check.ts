/**
 * Looks at what a whole list prints. One heading that is not understood beside others that are prints a wrong letter, so what the
 * envelopes lack is looked for in the columns that were not read.
 */
import type { ReadPerson } from '../contacts/person.ts';
import { formatCount } from '../format.ts';
import { type Column, type Shape, shapeOf } from './column.ts';
import type { NeededPart, Part } from './heading_words.ts';
import { fills, isAddress, isPart } from './parts.ts';
import type { Row } from './row_reader.ts';

/** What is wrong with a list, in a whole sentence without its period, and the columns that may be the cause. */
export interface Finding {
  what: string;
  columns: readonly Column[];
  /** The part that is missing. */
  need?: NeededPart;
}

/** Where an address may have no city. */
const withoutCity = ['Japan', 'South Korea', 'China', 'Singapore', 'Hong Kong'];

/** The halves of a name. */
const halves: readonly (readonly Part[])[] = [['last'], ['first', 'initials', 'middle']];
/** What may stand beside half of a name. */
const besideNames: readonly Part[] = ['prefix', 'title', 'salutation', 'suffix'];

export class ListCheck {
  #people = 0;
  #withStreet = 0;
  #withoutStreet = 0;
  #lackCity = false;
  #hasCity = false;
  #hasHouseNumber = false;
  readonly #nameParts = new Set<Part>();
  /** The headings whose values look like the street of people who have none. */
  readonly #maybeStreets = new Set<string>();

  /** Adds what is printed for a row. */
  add({ from, others }: Row, { person, address }: ReadPerson): void {
    const { street = '', city, postal_code, country = '' } = address;
    this.#people += 1;
    // A house number alone is not a street.
    if (from.street.some((part) => part !== 'house number')) {
      this.#withStreet += 1;
      this.#hasHouseNumber ||= /\p{N}/u.test(street);
    } else if (!person.company || !city || !postal_code) {
      this.#withoutStreet += 1;
      for (const [name, value] of others)
        if (shapeOf(value.trim()) === 'street') this.#maybeStreets.add(name);
    }
    if (city) this.#hasCity = true;
    else if (!withoutCity.includes(country)) this.#lackCity = true;
    for (const part of from.name) if (!besideNames.includes(part)) this.#nameParts.add(part);
  }

  /** Returns what keeps letters from being sent to the list. */
  findMistakes(columns: readonly Column[]): Finding[] {
    if (this.#people === 0) return [];
    const unread = columns.filter(isUnread);
    const withShape = (shape: Shape, among: readonly Column[] = unread): Column[] =>
      among.filter(({ use }) => use.has(shape));
    const besideAddress = besides(unread, columns.filter(isAddress));
    const found: Finding[] = [];
    const add = (what: string, candidates: readonly Column[], need?: NeededPart): void => {
      if (candidates.length > 0) found.push({ what, columns: candidates, ...(need ? { need } : {}) });
    };
    if (this.#withStreet > 0) {
      const count = formatCount(this.#withoutStreet, 'person of the file has', 'people of the file have');
      add(
        `${count} no street`,
        unread.filter(({ name }) => this.#maybeStreets.has(name)),
      );
      if (!this.#hasHouseNumber)
        add('Nobody in the file has a house number', withShape('number', besideAddress));
    } else if (this.#withoutStreet > 0) {
      const streets = withShape('street');
      const candidates = streets.length > 0 ? streets : besideAddress;
      const what = 'Nobody in the file has a street';
      if (candidates.length > 0 || !columns.some((column) => fills(column, 'street')))
        found.push({ what, columns: candidates, need: 'street' });
    }
    if (this.#lackCity && !this.#hasCity) add('Nobody in the file has a city', withShape('words'), 'city');
    const names = [...this.#nameParts];
    if (names.length > 0 && halves.some((half) => names.every((part) => half.includes(part)))) {
      const read = columns.filter((column) => isPart(column) && names.includes(column.heading.part));
      const unused = columns.filter(({ use }) => use.hasValue && use.filled.size === 0);
      const others = unused.filter((column) => isUnread(column) || fills(column, 'name'));
      const which = names.includes('last') ? 'last' : 'first';
      add(`All names in the file are only ${which} names`, withShape('words', besides(others, read)));
    }
    const rivals = columns.filter(isPart).filter(({ use }) => use.rival);
    if (new Set(rivals.map(({ heading }) => heading.part)).size > 1)
      add(
        'The file has two addresses that their headings do not tell apart',
        rivals.flatMap((column) => (column.use.rival ? [column.use.rival, column] : [])),
      );
    add(
      'A column for the company has only words for yes and no',
      columns.filter(
        // "Is a Company" is a question.
        ({ heading, name, use }) =>
          heading.means === 'part' &&
          heading.part === 'company' &&
          use.hasOnly('yes or no') &&
          !/^is\b/i.test(name),
      ),
    );
    return found;
  }
}

/** Returns true if the column may hold a part of a person, but nothing says which. */
const isUnread = ({ heading, use }: Column): boolean =>
  use.mayBePrinted && (heading.means === 'unclear' || heading.means === 'unknown');

/** Returns the columns that are between others or next to one of them. */
function besides(columns: readonly Column[], others: readonly Column[]): Column[] {
  const places = others.map(({ index }) => index);
  return columns.filter(({ index }) => index >= Math.min(...places) - 1 && index <= Math.max(...places) + 1);
}

/** Returns the columns between those of the addresses that were used, or beside them, that may hold a line that is not printed. */
export function findSkipped(columns: readonly Column[]): Column[] {
  const used = columns.filter(({ use }) => use.isInAddress);
  const places = used.map(({ index }) => index);
  const isBetween = ({ index }: Column): boolean =>
    index > Math.min(...places) && index < Math.max(...places);
  const hasLine = ({ use }: Column): boolean => use.has('street') || use.has('words') || use.has('number');
  const unread = columns.filter(isUnread);
  const beside = besides(unread, used).filter(
    ({ heading, use }) => heading.means === 'unclear' || use.has('street'),
  );
  const streets = unread.filter(
    ({ heading }) => heading.means === 'unclear' && heading.parts.includes('street'),
  );
  // A street of another kind that has no city, such as "Residential Secondary Address".
  const further = columns.filter(
    (column) =>
      fills(column, 'street') &&
      isAddress(column) &&
      column.use.hasValue &&
      !column.use.isInAddress &&
      !columns.some((other) => isSameAddress(column, other) && fills(other, 'city')),
  );
  const skipped = [...unread.filter(isBetween), ...beside, ...streets, ...further.filter(isBetween)];
  return [...new Set(skipped)].filter(hasLine);
}

const isSameAddress = (one: Column, other: Column): boolean =>
  isPart(one) &&
  isPart(other) &&
  one.heading.kind === other.heading.kind &&
  one.heading.number === other.heading.number;
