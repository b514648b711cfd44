/**
 * Checks the envelopes of a whole list. If one heading is not understood, every letter may be wrong. So the step asks what the headings
 * leave open, and names the columns that may hold the answer.
 */
import { countryForService } from '../person/country.ts';
import { identifyAddress } from '../person/identity.ts';
import type { ReadPerson } from '../person/person.ts';
import { findState } from '../person/united_states.ts';
import { formatCount, listFirst, truncate } from '../text/format.ts';
import { normalizeText } from '../text/text_match.ts';
import type { Found, FoundFields } from './cells.ts';
import { type Column, isAddress, isMail, isPersonColumn, type PartColumn } from './column.ts';
import { isSorted } from './compose_person.ts';
import type { PartHeading } from './headings.ts';
import { isNo, mayDecideMail } from './mail_permission.ts';
import type { Row, RowAddress } from './row_reader.ts';
import { isYesOrNo, wholeNames } from './shapes.ts';
import { isStreetLine, type Part } from './table.ts';

/** A question about a list, and the columns that may hold the answer. */
export interface Question {
  sentence: string;
  columns: readonly Column[];
  /** True if it is asked even if no column may hold the answer. */
  isSure?: boolean;
}

/** Countries where an address may have no city, and those where it may have no postal code. */
const withoutCity = ['Japan', 'South Korea', 'China', 'Singapore', 'Hong Kong', 'Macao', 'Monaco'];
const withoutPostalCode =
  'Ireland,Hong Kong,United Arab Emirates,Qatar,Angola,Antigua and Barbuda,Aruba,Bahamas,Belize,Benin,Bolivia,Botswana,Burkina Faso,Burundi,Cameroon,Central African Republic,Chad,Comoros,Congo,DR Congo,Djibouti,Dominica,Equatorial Guinea,Eritrea,Fiji,Gabon,Gambia,Ghana,Grenada,Guyana,Jamaica,Kenya,Kiribati,Libya,Macao,Malawi,Mali,Mauritania,Nauru,Panama,Rwanda,Sierra Leone,Solomon Islands,Somalia,Suriname,Syria,Tanzania,Togo,Tonga,Trinidad and Tobago,Tuvalu,Uganda,Vanuatu,Yemen,Zimbabwe'.split(
    ',',
  );

const nameHalves: readonly (readonly Part[])[] = [['last'], ['first', 'initials', 'middle', 'nick']];
/** The parts that may go with half of a name. */
const nameExtras: readonly Part[] = ['prefix', 'title', 'salutation', 'suffix'];

const streetWord =
  /\s(?:st|street|ave?|avenue|rd|road|dr|drive|ln|lane|ct|court|blvd|boulevard|pl|place|way|cir|circle|ter|terrace|pkwy|hwy|trl|trail)\.?$|(?:stra(?:ß|ss)e|str\.|weg|gasse|straat|gatan|gata|gate|vej|utca)$/i;
/** Matches a postal code, but not a year. */
const postalCode =
  /^(?!(?:19|20)\d\d$)(?:\d{4,6}|\d{5}-\d{3,4}|\d{3} \d\d|\d{4} ?[a-z]{2}|[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}|[a-z]\d[a-z] ?\d[a-z]\d)$/i;

export class ListCheck {
  #count = 0;
  #withoutStreet = 0;
  #bareStreets = 0;
  readonly #seen = new Set<'street' | 'city' | 'postal code' | 'needs city' | 'needs postal code'>();
  readonly #nameParts = new Set<Part>();
  /** A name that may start with the last name. */
  sortedName = '';
  /** The columns with values that look like a street, for people without a street. */
  readonly #maybeStreets = new Set<Column>();
  readonly #twoPeople = new Set<Column>();
  readonly #rivals = new Set<Column>();
  readonly #newer = new Set<Column>();
  readonly #mail: readonly Column[];
  readonly #columns: readonly Column[];

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    const hasAnswer = columns.some((column) => isMail(column) && column.heading.part === 'do not mail');
    const isReason = ({ name }: Column): boolean => hasAnswer && /reason|grund|note|comment/i.test(name);
    this.#mail = columns.filter((one) => isOpen(one) && mayDecideMail(one.name) && !isReason(one));
  }

  add(row: Row, { person, address }: ReadPerson): void {
    const { found, cells } = row;
    const { city, postal_code, country = '' } = address;
    this.#count += 1;
    for (const { index, use } of this.#mail) {
      const text = (cells[index] ?? '').trim();
      if (text) use.count(text);
    }
    if (person.name && isSorted(person.name)) this.sortedName ||= person.name;
    const street = found.street?.text ?? '';
    // A house number alone is not a street.
    if (partsOf(found.street).some((part) => part !== 'house number')) {
      this.#seen.add('street');
      if (!/\p{N}/u.test(street.split('\n')[0] ?? '') && streetWord.test(street.split('\n')[0] ?? ''))
        this.#bareStreets += 1;
    } else {
      // A large company may have its own postal code and no street.
      if (!person.company || !city || !postal_code) this.#withoutStreet += 1;
      for (const column of this.#columns)
        if (column.use.has('street') && isUnread(column) && (cells[column.index] ?? '').trim())
          this.#maybeStreets.add(column);
    }
    if (city) this.#seen.add('city');
    else if (!withoutCity.includes(country)) this.#seen.add('needs city');
    if (postal_code) this.#seen.add('postal code');
    else if (!withoutPostalCode.includes(country)) this.#seen.add('needs postal code');
    for (const part of partsOf(found.name)) if (!nameExtras.includes(part)) this.#nameParts.add(part);
    for (const column of findMixedPeople(row)) this.#twoPeople.add(column);
    const [used] = row.addresses;
    if (!used) return;
    for (const column of findRivals(used.columns, cells)) this.#rivals.add(column);
    for (const column of findNewer(used, row.addresses)) this.#newer.add(column);
  }

  /**
   * Returns what the headings leave open.
   * @param isLoose true if values that do not look like their part are accepted
   * @param lacksCountry a sentence about people without a country, if it must be asked
   */
  ask({ isLoose = false, lacksCountry = '' } = {}): Question[] {
    if (this.#count === 0) return [];
    return [
      ...this.#askMissing(),
      { sentence: lacksCountry, columns: this.#columns.filter(mayHoldPlace), isSure: lacksCountry !== '' },
      this.#askHalfNames(),
      {
        sentence: 'A column for the name has words for yes and no.',
        columns: this.#columns.filter(
          (one) =>
            isPersonColumn(one) &&
            wholeNames.includes(one.heading.part) &&
            isYesOrNo(one.use.firstDropped) &&
            !(this.#nameParts.has('first') && this.#nameParts.has('last')),
        ),
      },
      { sentence: 'The name and the address may belong to two people.', columns: [...this.#twoPeople] },
      {
        sentence: 'The headings of the file do not say which of two addresses to use.',
        columns: [...this.#rivals, ...this.#newer],
      },
      {
        sentence: 'A state or a country may belong to another address.',
        columns: findForeignFragments(this.#columns),
      },
      {
        sentence: 'A column between the street and the city may be a part of the address.',
        columns: findBetween(this.#columns),
      },
      this.#askMail(),
      {
        sentence: 'A value does not look like the part of the address or the name that its heading means.',
        columns: isLoose ? [] : this.#columns.filter(({ use, isSettled }) => use.misshapen && !isSettled),
      },
    ].filter((one) => one.sentence && (one.columns.length > 0 || one.isSure));
  }

  #askMissing(): Question[] {
    const seen = this.#seen;
    const unread = this.#columns.filter(isUnread);
    /** Returns the columns for these parts whose values were not used, such as those of a second address. */
    const ofOther = (...parts: Part[]): Column[] =>
      this.#columns.filter((column) => isUnused(column) && holds(column, parts));
    const questions: Question[] = [];
    const nobodyHas = (what: string, columns: Column[], isSure = false) =>
      questions.push({ sentence: `Nobody in the file has ${what}.`, columns: unique(columns), isSure });
    if (seen.has('street')) {
      const count = formatCount(this.#withoutStreet, 'person of the file has', 'people of the file have');
      if (this.#withoutStreet > 0)
        questions.push({ sentence: `${count} no street.`, columns: [...this.#maybeStreets] });
      if (this.#bareStreets === this.#count && this.#count > 1)
        nobodyHas('a house number', this.#columns.filter(mayHoldHouseNumber));
    } else if (this.#withoutStreet > 0 || this.#maybeStreets.size > 0) {
      const streets = [...ofOther('street'), ...unread.filter(({ use }) => use.has('street'))];
      const near = findNear(unread, this.#columns.filter(isAddress));
      nobodyHas(
        'a street',
        streets.length > 0 ? streets : near,
        !this.#columns.some((one) => holds(one, ['street', 'street name', 'PO box'])),
      );
    }
    if (seen.has('needs city') && !seen.has('city'))
      nobodyHas('a city', [...ofOther('city', 'city line'), ...unread.filter(({ use }) => use.has('words'))]);
    if (seen.has('needs postal code') && !seen.has('postal code'))
      nobodyHas('a postal code', [
        ...ofOther('postal_code', 'ZIP+4'),
        ...unread.filter(({ use }) => postalCode.test(use.first)),
      ]);
    return questions;
  }

  #askHalfNames(): Question {
    const names = [...this.#nameParts];
    const isHalf = nameHalves.some((half) => names.every((part) => half.includes(part)));
    const others = this.#columns.filter((column) => isUnread(column) && column.use.has('words'));
    return {
      sentence: `All names in the file are only ${names.includes('last') ? 'last' : 'first'} names.`,
      columns: names.length > 0 && isHalf ? others : [],
    };
  }

  #askMail(): Question {
    const asked = this.#mail.filter(({ name, use }) => {
      const values = [...use.counts.keys()];
      const hasFlag = use.has('yes or no') || values.some((one) => /^[01]$/.test(one));
      const by = mayDecideMail(name);
      return by === 'yes' ? values.some((one) => !isNo(one)) : hasFlag && values.some(isNo);
    });
    const described = asked.map(({ label, use }) => {
      const counts = [...use.counts].map(([value, count]) => `${truncate(value, 30)} ${count}`);
      return `"${truncate(label)}" has ${listFirst(counts, ', ', 5)}.`;
    });
    return {
      sentence: `A column may say who gets no letter: ${described.join(' ')} On the right, enter Do Not Mail if a yes leaves a person out, Mail if a no does, or ignore.`,
      columns: asked,
    };
  }
}

/** Returns the columns of the name and the address if they may belong to two people. */
function findMixedPeople({ found, addresses, names }: Row): readonly Column[] {
  const { name, street } = found;
  const [used] = addresses;
  if (!name || !street) return [];
  const all = [...name.from, ...street.from];
  const { heading } = name.column;
  const rival = names?.rival;
  if (rival && heading.part === 'name') return [...name.from, ...rival.from];
  // The user may say that columns of another person are the address, or a part of the name.
  const strangers = all.filter((one) => one.heading.owner === 'stranger');
  const areChosen = name.from.every((one) => one.heading.isChosen);
  if (strangers.length > 0 && !areChosen) return [...name.from, ...strangers];
  const ofStreet = street.column.heading;
  if (heading.isChosen || ofStreet.isChosen) return [];
  if (isOfOtherKind(heading, used)) return all;
  const isRecipient = (one: PartHeading): boolean => one.owner === 'recipient';
  return isRecipient(heading) !== isRecipient(ofStreet) && heading.owner && ofStreet.owner ? all : [];
}

/** Returns true for a billing name above a shipping address. */
const isOfOtherKind = ({ kind }: PartHeading, used: RowAddress | undefined): boolean =>
  used !== undefined && !['', 'mailing', 'home'].includes(kind) && used.kind !== '' && used.kind !== kind;

/** The parts that an address has only once. */
const onceParts: readonly Part[] = ['street', 'city', 'state', 'postal_code', 'country'];

/** Returns columns of one address that have different values for one part. */
function findRivals(columns: readonly PartColumn[], cells: readonly string[]): readonly Column[] {
  const seen = new Map<string, PartColumn>();
  const rivals: Column[] = [];
  for (const column of columns) {
    const { part, line, isChosen } = column.heading;
    const text = (cells[column.index] ?? '').trim();
    if (!text || !onceParts.includes(part)) continue;
    const key = `${part} ${line}`;
    const before = seen.get(key);
    if (!before) seen.set(key, column);
    else if (
      !isChosen &&
      !before.heading.isChosen &&
      areDifferent(part, (cells[before.index] ?? '').trim(), text)
    )
      rivals.push(before, column);
  }
  return rivals;
}

function areDifferent(part: Part, one: string, other: string): boolean {
  const [a, b] = [normalizeText(one), normalizeText(other)];
  if (!a || !b || a.includes(b) || b.includes(a)) return false;
  if (part === 'state') return findState(one) === undefined || findState(one) !== findState(other);
  if (part === 'country') return countryForService(one).country !== countryForService(other).country;
  return part !== 'postal_code' || a.slice(0, 5) !== b.slice(0, 5);
}

/** Returns the columns of a newer address than the one that is used, or of a street that shares the city of another street. */
function findNewer(used: RowAddress, all: readonly RowAddress[]): readonly Column[] {
  const streetOf = ({ found }: RowAddress) => found.street?.from ?? [];
  if (streetOf(used).some(({ heading }) => heading.isChosen)) return [];
  return all.flatMap((other) => {
    const streets = [used, other].map(({ found }) => normalizeText(found.street?.text ?? ''));
    const [one = '', another = ''] = streets;
    if (other === used || !another || one.includes(another) || another.includes(one)) return [];
    if (!differs(other.found, used.found)) return [];
    const isNewer = other.kind === 'newer' && other.isComplete;
    const isShared = other.sharesCity || (used.sharesCity && other.kind === '');
    return isNewer || isShared ? [...streetOf(used), ...streetOf(other)] : [];
  });
}

const differs = (one: FoundFields, other: FoundFields): boolean => identify(one) !== identify(other);
const identify = ({ street, city, state, postal_code }: FoundFields): string =>
  identifyAddress({
    street: street?.text ?? '',
    city: city?.text ?? '',
    state: state?.text ?? '',
    postal_code: postal_code?.text ?? '',
  });

/** Returns unused columns for the state or the country of an address without other parts, if no column for that part is used. */
const findForeignFragments = (columns: readonly Column[]): Column[] => {
  const parts = (['state', 'country'] as const).filter(
    (part) => !columns.some((one) => one.use.isFilled && holds(one, [part, 'city line'])),
  );
  const isWithStreet = ({ heading: { kind, number } }: PartColumn): boolean =>
    columns.some(
      (one) =>
        isPersonColumn(one) &&
        isStreetLine(one.heading.part) &&
        one.heading.kind === kind &&
        one.heading.number === number,
    );
  return columns.filter(
    (one) =>
      isPersonColumn(one) && isUnused(one) && holds(one, parts) && !one.use.isInAddress && !isWithStreet(one),
  );
};

/** Maximum number of columns to ask about between the street and the next part. */
const maxBetween = 3;

/** Returns unread columns between the street and the next part of the address that is used. */
function findBetween(columns: readonly Column[]): Column[] {
  const names = columns.map(({ name }) => name.toLowerCase());
  // If the headings are in alphabetical order, neighboring columns are unrelated.
  if (names.length > 5 && names.every((name, index) => index === 0 || (names[index - 1] ?? '') <= name))
    return [];
  const used = columns.filter(isPersonColumn).filter((one) => isAddress(one) && one.use.isFilled);
  const found = used.flatMap((column, position) => {
    const next = used[position + 1];
    const isStreet = ({ heading }: PartColumn): boolean => isStreetLine(heading.part);
    const isSame = next?.heading.kind === column.heading.kind;
    // A country may be many columns before the street.
    const isReversed = next && isStreet(next) && holds(column, ['city', 'city line', 'postal_code']);
    // A tenant's unit may be many columns before the street.
    const isUnitFirst = next && holds(column, ['unit']) && isStreet(next);
    if (!next || !isSame || isUnitFirst || (!isStreet(column) && !isReversed)) return [];
    return columns
      .slice(column.index + 1, next.index)
      .filter((one) => isUnread(one) && one.heading.means === 'unknown');
  });
  return found.length > maxBetween * 2 ? [] : found.slice(0, maxBetween);
}

const holds = ({ heading }: Column, parts: readonly Part[]): boolean =>
  heading.means === 'part' && parts.includes(heading.part);

const partsOf = (found: Found | undefined): Part[] => found?.from.map(({ heading }) => heading.part) ?? [];

const unique = (columns: readonly Column[]): Column[] => [...new Set(columns)];

/** Returns true if the column has values that filled no field. */
const isUnused = ({ use, isSettled }: Column): boolean => use.first !== '' && !use.isFilled && !isSettled;

/** Returns true if neither the table nor the user says what the column is. */
const isOpen = ({ heading, isSettled }: Column): boolean =>
  (heading.means === 'unknown' || heading.means === 'someone else') && !isSettled;

/** Returns true if the column may hold a part of a name or an address, but its heading does not say which one. */
export const isUnread = (column: Column): boolean => isOpen(column) && column.use.mayBePrinted;

/** Returns true if an unread column holds a state or a country. "DE" under "Language" is neither. */
function mayHoldPlace(column: Column): boolean {
  const { first } = column.use;
  const isPlace = first.length > 3 && (findState(first) !== undefined || countryForService(first).isKnown);
  return (
    isUnread(column) &&
    (isPlace || (column.heading.means === 'someone else' && findState(first) !== undefined))
  );
}

/** Returns true if the column may hold house numbers. An ID with a word for the person, such as "Donor ID", does not. */
function mayHoldHouseNumber(column: Column): boolean {
  const { heading, use } = column;
  const isReference =
    heading.means === 'part' && heading.part === 'external_id' && heading.owner === '' && !heading.isChosen;
  return (isReference || isUnread(column)) && use.has('number') && /^\d{1,4}(?:\s?[a-z])?$/i.test(use.first);
}

/** Returns the columns that are between two of the others or beside them. */
export function findNear(columns: readonly Column[], others: readonly Column[]): Column[] {
  const indexes = others.map(({ index }) => index);
  const [first, last] = [Math.min(...indexes), Math.max(...indexes)];
  return columns.filter(({ index }) => index >= first - 1 && index <= last + 1);
}
