/** Reads the people in the rows of a list whose headings are the same. */

import { contactFields, printedKeys } from '../contacts/fields.ts';
import { readPart } from '../contacts/printed_text.ts';
import { findState, isZipInState, repairZip } from '../contacts/united_states.ts';
import { truncate } from '../format.ts';
import type { InputData } from '../inputs.ts';
import { normalizeHeading, normalizeText } from '../matching/text_match.ts';
import { groupBy } from '../values.ts';
import { groupColumns, resolveHeading } from './addresses.ts';
import { type Column, isNotPersonField, isPersonColumn, mayBeMergeField, type PartColumn } from './column.ts';
import { columnsField } from './columns_field.ts';
import {
  type Cells,
  type ColumnGroup,
  composeAddress,
  composePerson,
  type FilledCells,
  type Found,
  type FoundFields,
  hasName,
  readNames,
} from './compose_person.ts';
import { type Kind, kinds, type Part, partFills } from './heading_words.ts';
import { chosenPreference, readKind, readOnlyKind } from './headings.ts';
import { saysNoMail } from './mail_permission.ts';
import { findMixedAnswer, findOtherName } from './other_people.ts';
import { fitsHeading, hasDigit, readsLikeNote, shapeOf } from './shapes.ts';

/** A filled cell of a row, and what it is used for. */
export interface Value {
  column: Column;
  /** The text as typed. */
  text: string;
  /** The envelope if the cell is printed there. A cell is a merge field too if its column is one. */
  use: 'envelope' | 'merge' | 'ignored';
}

/** A row, sorted into fields and other values. */
export interface Row {
  /** The fields of a contact, as typed. Blank fields are absent. */
  fields: InputData;
  /** The filled cells, in the order of the columns. */
  values: readonly Value[];
  isDoNotMail: boolean;
  /** True if the headings are in another language, so that an address without a country may be anywhere. */
  mayBeAbroad: boolean;
  /** The columns of a name and an address that may belong to two people. */
  mixedPeople: readonly Column[];
  /** Problems with values on the envelope that read like notes, in a few words each. */
  problems: readonly string[];
  /** The parts from which the name and the street are composed. */
  from: { name: readonly Part[]; street: readonly Part[] };
}

/** The headings of columns whose values are wanted even if they are person columns. */
export interface WantedColumns {
  /** The headings in Merge Columns. */
  named?: readonly string[];
  /** The placeholders of the letter, if they are known. */
  printed?: readonly string[] | undefined;
}

/** Reads rows with the same headings. In each row, it visits only cells with a value. */
export class RowReader {
  readonly columns: readonly Column[];
  /** The person columns, the preferred ones first. */
  readonly #people: readonly PartColumn[];
  readonly #groups: ReturnType<typeof groupColumns>;

  constructor(columns: readonly Column[], { named = [], printed = [] }: WantedColumns) {
    const understood = columns.filter(isPersonColumn);
    const isIn = (headings: readonly string[], { name }: Column): boolean =>
      headings.map(normalizeHeading).includes(normalizeHeading(name));
    this.columns = columns.map((column) => {
      const heading = isPersonColumn(column) ? resolveHeading(column, understood) : column.heading;
      const resolved = { ...column, heading };
      const isRequired = isNotPersonField(heading) || isIn(named, column);
      const isOptional = mayBeMergeField(resolved) || (isPersonColumn(resolved) && isIn(printed, column));
      if (!column.name.trim()) return resolved;
      return { ...resolved, merge: isRequired ? 'required' : isOptional ? 'optional' : undefined };
    });
    const people = this.columns.filter(isPersonColumn);
    this.#people = people.toSorted((one, other) => one.heading.preference - other.heading.preference);
    this.#groups = groupColumns(people);
  }

  read(cells: readonly string[]): Row {
    const all = this.columns.slice(0, cells.length).filter(({ index }) => cells[index]?.trim());
    const filled = groupByPart(this.#people, cells);
    const { found, group, mixedPeople = [] } = this.#readFields(filled);
    this.#recordUse(all, cells, found, group);
    const onEnvelope = columnsOf(printedKeys.map((key) => found[key]));
    // `composePerson` drops a name that is a number. Keep it here, so that `readTyped` reports it.
    const fields: FoundFields = { ...found, name: found.name ?? this.#groups.person.of(filled).pick('name') };
    const texts = Object.entries(fields).flatMap(([key, one]) => (one ? [[key, one.text]] : []));
    const useOf = (column: Column) => {
      if (onEnvelope.has(column)) return 'envelope';
      return column.merge ? 'merge' : 'ignored';
    };
    return {
      fields: Object.fromEntries(texts),
      values: all.map((column) => ({ column, text: cells[column.index] ?? '', use: useOf(column) })),
      isDoNotMail: all.some(({ index, heading }) => saysNoMail(heading.means, cells[index] ?? '')),
      mayBeAbroad: mayBeAbroad(found),
      mixedPeople,
      problems: describeNotes(found, cells),
      from: { name: partsOf(found.name), street: partsOf(found.street) },
    };
  }

  /** Returns the fields, and the columns of the chosen address. */
  #readFields(filled: FilledCells): {
    found: FoundFields;
    group?: ColumnGroup | undefined;
    mixedPeople?: readonly Column[];
  } {
    // A broken file may have a million rows without a person.
    if (filled.size === 0) return { found: {} };
    const person = this.#groups.person.of(filled);
    const names = readNames(person);
    const chosen = this.#chooseAddress(filled, hasName(names));
    const { name, ...others } = composePerson(person, names, chosen?.names);
    const found = { name, ...others, ...chosen?.place };
    const buyer = readNames(this.#groups.others.of(filled));
    const other = name && findOtherName(name, person, found.street, chosen?.names, buyer);
    const mixedPeople = other ? [...name.from, ...other.from] : findMixedAnswer(found);
    return { found, group: chosen?.group, mixedPeople };
  }

  /** Reads the preferred complete address, or else the address with the most needed parts. */
  #chooseAddress(filled: FilledCells, isNamed: boolean) {
    const wanted = readWantedKind(filled);
    const common = this.#groups.common.of(filled);
    const candidates = this.#groups.addresses.map(({ rank, group }) => {
      const address = group.of(filled);
      const place = composeWithCommon(address, common);
      const names = readNames(address);
      const { street, city, postal_code } = place;
      const filledIn = [street, city, postal_code].filter(Boolean);
      const isComplete = street && filledIn.length > 1;
      // Do not combine a name of the billing address with the shipping address.
      const points = isComplete ? 4 + Number(isNamed || hasName(names)) : filledIn.length;
      // A cell may say that this is the home address.
      const label = address.pick('kind of address');
      const kind = label && readKind(label.text);
      const isWanted = (label && isYes(label.text)) || (wanted && [kind, group.kind].includes(wanted));
      return { group, place, names, points, rank: isWanted ? -2 : kind ? kinds.indexOf(kind) : rank };
    });
    return candidates.toSorted((one, other) => other.points - one.points || one.rank - other.rank)[0];
  }

  /** Records which columns filled which fields, and which values are not printed. */
  #recordUse(
    filled: readonly Column[],
    cells: readonly string[],
    found: FoundFields,
    address: ColumnGroup | undefined,
  ): void {
    for (const { key, label } of contactFields) {
      for (const { use } of found[key]?.from ?? []) use.filled.add(label);
    }
    const used = columnsOf(Object.values(found));
    // Normalized once per row: there may be a thousand columns, and a long text.
    const texts = onceParts.map((part) => normalizeText(found[part]?.text ?? ''));
    for (const column of filled) {
      const text = readPart(cells[column.index] ?? '').trim();
      column.use.examine(text);
      const isChosen = isPersonColumn(column) && address?.columns.has(column) === true;
      column.use.isInAddress ||= isChosen;
      if (!text || !isPersonColumn(column) || used.has(column) || shapeOf(text) === 'yes or no') continue;
      const { part } = column.heading;
      const isPrinted = texts.some((printed) => printed.includes(normalizeText(text)));
      if (isChosen && !isPrinted) column.use.rival ??= findRival(column, found);
      const isLine = isChosen && partFills(part, 'line') && !isPrinted;
      const isUnfit = part !== 'number' && part !== 'type' && !fitsHeading(column.heading, text);
      if (isLine || isUnfit) column.use.unprinted ||= text;
    }
  }
}

/** Returns the kind of address that the row says to use, such as "Business" under "Preferred Address". */
function readWantedKind(filled: FilledCells): Kind | '' {
  for (const { column, typed } of filled.get('which address') ?? []) {
    column.use.filled.add('the address to use');
    const wanted = isYes(typed) ? column.heading.kind : readOnlyKind(typed);
    if (wanted) return wanted;
  }
  return '';
}

const isYes = (text: string): boolean => /^(?:y|yes|x|t|true|1)$/i.test(text);

/** Describes the further lines of the address that read like notes, unless the user says that they are lines. */
function describeNotes({ name, street, city }: FoundFields, cells: readonly string[]): string[] {
  const isLowerCase = !/\p{Lu}/u.test(`${name?.text} ${city?.text}`);
  return (street?.from ?? []).flatMap(({ index, label, heading: { part, line, preference } }) => {
    const text = (cells[index] ?? '').trim();
    const isAdded = part === 'further line' || part === 'care of' || (part === 'street' && line > 1);
    return isAdded &&
      preference !== chosenPreference &&
      readsLikeNote(text, isLowerCase || (part === 'care of' && !hasDigit(text)))
      ? [
          `has "${truncate(text)}" under "${truncate(label)}", which may not be a part of the address (if it is, say so in ${columnsField.label})`,
        ]
      : [];
  });
}

/** Groups the filled cells by their part. @param columns the columns, the preferred ones first */
function groupByPart(columns: readonly PartColumn[], cells: readonly string[]): FilledCells {
  const filled = columns.flatMap((column) => {
    // Google Contacts separates several addresses in one cell with colons.
    const typed = (cells[column.index] ?? '').split(' ::: ', 1).join().trim();
    return typed ? [{ column, typed }] : [];
  });
  return groupBy(filled, ({ column, typed }) => {
    const { part, kind } = column.heading;
    return part === 'street' && kind === 'mailing' && readOnlyKind(typed) ? 'which address' : part;
  });
}

/** Returns the column that was used for the same part of the address, if its heading is equally specific. */
function findRival({ heading }: PartColumn, found: FoundFields): Column | undefined {
  const { part, line, preference } = heading;
  const key = onceParts.find((one) => one === part);
  const winner = key && found[key];
  if (!winner || line > 1 || preference === chosenPreference) return undefined;
  const { column } = winner;
  return column.heading.part === part && column.heading.preference === preference ? column : undefined;
}

/** The parts that an address has only once. */
const onceParts = ['street', 'city', 'state', 'postal_code'] as const;

const partsOf = (found: Found | undefined): Part[] => found?.from.map(({ heading }) => heading.part) ?? [];

const columnsOf = (values: readonly (Found | undefined)[]): ReadonlySet<Column> =>
  new Set(values.flatMap((one) => one?.from ?? []));

/** Composes an address. Its state and country may be in columns that the addresses of a file share. */
function composeWithCommon(own: Cells, common: Cells): FoundFields {
  const address = composeAddress(own);
  const { state, postal_code, country } = address;
  const hasState = state || own.has('state') || own.has('region') || common.has('city');
  const code = postal_code?.text ?? '';
  const zip = repairZip({ state: state?.text ?? '', postal_code: code }) ?? code;
  const isAmerican = isZipInState(zip, findState(state?.text));
  const hasCountry = country || own.has('country') || isAmerican;
  return {
    ...address,
    state: hasState ? state : common.pick('state'),
    country: hasCountry ? country : common.pick('country'),
  };
}

/** Returns true if the address comes from columns in another language and does not say that it is in the United States. */
const mayBeAbroad = ({ street, city, state, postal_code, country }: FoundFields): boolean =>
  [street, city, postal_code].some((one) => one?.from.some(({ heading }) => heading.isForeign)) &&
  country === undefined &&
  findState(state?.text) === undefined;
