/** Reads the people in the rows of a list whose headings are the same. */

import { cleanText } from '../contacts/clean_text.ts';
import { contactFields, printedKeys } from '../contacts/fields.ts';
import { findState, isZipInState, repairZip } from '../contacts/united_states.ts';
import type { InputData } from '../inputs.ts';
import { normalizeHeading, normalizeText } from '../matching/text_match.ts';
import { chosenPreference, findAddresses, rankOf, resolve } from './addresses.ts';
import type { Column, PartColumn } from './column.ts';
import {
  byPart,
  Cells,
  ColumnGroup,
  type Found,
  type FoundFields,
  hasName,
  type PartColumns,
  readAddressOf,
  readNames,
  readPersonOf,
} from './compose_person.ts';
import { fillsIn, kinds, type Part } from './heading_words.ts';
import { readKind } from './headings.ts';
import { isNoMail } from './mail_permission.ts';
import { isAddress, isOther, isPart, isSpare } from './parts.ts';

/** A heading, and the value of a row below it. */
export type Value = readonly [string, string];

/** What a row says. */
export interface Row {
  /** The fields of a contact, as typed. Blank ones are absent. */
  fields: InputData;
  /** The headings and values of the columns that are no part of a person. Blank values are left out of all three lists. */
  others: readonly Value[];
  /** The values of the columns that could be a part of the person, and that no printed field of this row comes from. */
  spare: readonly Value[];
  /** The values of the other columns of a person that the letter prints, or may print, outside the envelope too. */
  printed: readonly Value[];
  isDoNotMail: boolean;
  /** Whether the headings are in another language, so that an address without a country may be anywhere. */
  isForeign: boolean;
  /** Of which columns the name and the street are made. */
  from: { name: readonly Part[]; street: readonly Part[] };
}

/** Columns whose values are wanted even if they are part of a person, by their headings. */
export interface WantedColumns {
  /** Those in Merge Columns. */
  named?: readonly string[];
  /** The placeholders of the letter, if they are known. */
  printed?: readonly string[] | undefined;
}

/** Kinds of addresses whose names are the person's own. Names of other kinds belong to their address only. */
const ownKinds: readonly string[] = ['', 'mailing', 'home'];

/** Maximum number of addresses of a person. Programs export up to five; each one takes time in every row. */
const maxAddresses = 10;

/** The columns of an address, with the names that belong to it only, such as "Billing Name". */
interface AddressColumns {
  rank: number;
  group: ColumnGroup;
}

interface FoundPerson {
  found: FoundFields;
  name?: Found | undefined;
  group?: ColumnGroup | undefined;
}

/** Reads rows with the same headings. Of each row, it visits only the cells with a value. */
export class RowReader {
  readonly columns: readonly Column[];
  /** The columns that are no part of a person, and those that may be none. */
  readonly #others: ReadonlySet<Column>;
  readonly #spare: ReadonlySet<Column>;
  /** The columns of a person that the letter prints, or may print, outside the envelope too. */
  readonly #printed: ReadonlySet<Column>;
  readonly #person: ColumnGroup;
  /** The names that belong to any address. */
  readonly #rest: ColumnGroup;
  readonly #addresses: readonly AddressColumns[];
  /** The address of no kind, whose state and country may be those of the others. */
  readonly #plain: ColumnGroup;
  /** The addresses that were chosen in any row. */
  readonly #used = new Set<ColumnGroup>();

  constructor(columns: readonly Column[], { named = [], printed }: WantedColumns) {
    const understood = columns.filter(isPart);
    this.columns = columns.map((column) =>
      isPart(column) ? { ...column, heading: { ...column.heading, ...resolve(column, understood) } } : column,
    );
    const isIn = (headings: readonly string[], { name }: Column): boolean =>
      headings.map(normalizeHeading).includes(normalizeHeading(name));
    const withName = this.columns.filter(({ name }) => name.trim());
    this.#others = new Set(withName.filter((column) => isOther(column.heading) || isIn(named, column)));
    // The first order shows which ones the letter prints; until then, it may be any.
    this.#printed = new Set(
      withName.filter((column) => (printed ? isPart(column) && isIn(printed, column) : isSpare(column))),
    );
    this.#spare = new Set(withName.filter(isSpare));
    const parts = this.columns.filter(isPart);
    const personal = parts.filter((column) => !isAddress(column) && column.heading.number < 2);
    const beside = personal.filter(({ heading }) => !ownKinds.includes(heading.kind));
    this.#person = new ColumnGroup(personal.filter((column) => !beside.includes(column)));
    this.#rest = new ColumnGroup(beside);
    const addresses = findAddresses(parts.filter(isAddress));
    const kindOf = ([column]: readonly PartColumn[]) => column?.heading.kind;
    this.#addresses = addresses.slice(0, maxAddresses).map((own) => {
      const names = beside.filter(({ heading }) => heading.kind === kindOf(own));
      return { rank: rankOf(own), group: new ColumnGroup([...own, ...names]) };
    });
    this.#plain = new ColumnGroup(addresses.find((own) => kindOf(own) === '') ?? []);
  }

  /** The columns that may be merge fields: those that are no part of a person, then the others. */
  get mergeable(): { heading: string; isSpare: boolean }[] {
    const others = new Set([...this.#others].map(({ name }) => name));
    const names = new Set([...others, ...[...this.#spare, ...this.#printed].map(({ name }) => name)]);
    return [...names].map((heading) => ({ heading, isSpare: !others.has(heading) }));
  }

  read(cells: readonly string[]): Row {
    const all = this.columns.slice(0, cells.length).filter(({ index }) => cells[index]?.trim());
    const filled = byPart(all.filter(isPart));
    // A broken file may have a million rows without a person.
    const { found, name, group }: FoundPerson = filled.size > 0 ? this.#find(filled, cells) : { found: {} };
    this.#account(all, cells, found, group);
    const onEnvelope = columnsOf(printedKeys.map((key) => found[key]));
    // A number is not a name, and who reads the person says so.
    const shown: FoundFields = { ...found, name: found.name ?? name };
    const texts = Object.entries(shown).flatMap(([key, one]) => (one ? [[key, one.text]] : []));
    const values = (test: (column: Column) => boolean): Value[] =>
      all.filter(test).map(({ name, index }) => [name, cells[index] ?? '']);
    const isSpareHere = (column: Column): boolean => this.#spare.has(column) && !onEnvelope.has(column);
    return {
      fields: Object.fromEntries(texts),
      others: values((column) => this.#others.has(column)),
      spare: values(isSpareHere),
      printed: values((column) => this.#printed.has(column) && !isSpareHere(column)),
      isDoNotMail: all.some(({ index, heading }) => isNoMail(heading.means, cells[index] ?? '')),
      isForeign: isForeign(found),
      from: { name: partsOf(found.name), street: partsOf(found.street) },
    };
  }

  /** Returns the fields, the name as typed, and the address that is used. */
  #find(filled: PartColumns, cells: readonly string[]): FoundPerson {
    const person = new Cells(this.#person, filled, cells);
    const names = readNames(person);
    const chosen = this.#choose(filled, cells, hasName(names));
    const rest = readNames(new Cells(this.#rest, filled, cells));
    const found = { ...readPersonOf(person, names, chosen?.names, rest), ...chosen?.place };
    return { found, name: person.pick('name'), group: chosen?.group };
  }

  /** Reads the preferred complete address, or the one that has most of what a letter needs. */
  #choose(filled: PartColumns, cells: readonly string[], isNamed: boolean) {
    const plain = new Cells(this.#plain, filled, cells);
    const candidates = this.#addresses.map(({ rank, group }) => {
      const address = new Cells(group, filled, cells);
      const place = readWithPlain(address, plain);
      const names = readNames(address);
      // A name of the billing address does not go with the shipping address.
      const points = isComplete(place) ? (isNamed || hasName(names) ? 5 : 4) : countFilledIn(place);
      // A cell may say that this is the home address.
      const label = address.pick('kind of address');
      const kind = label && readKind(label.text);
      return { group, place, names, points, rank: kind ? kinds.indexOf(kind) : rank };
    });
    return candidates.toSorted((one, other) => other.points - one.points || one.rank - other.rank)[0];
  }

  /** Notes which columns filled which fields, and which lines of the chosen address were left out. */
  #account(
    filled: readonly Column[],
    cells: readonly string[],
    found: FoundFields,
    address: ColumnGroup | undefined,
  ): void {
    if (address && !this.#used.has(address)) {
      this.#used.add(address);
      for (const column of address.columns) column.use.isInAddress = true;
    }
    for (const { key, label } of contactFields) {
      for (const { use } of found[key]?.from ?? []) use.filled.add(label);
    }
    const used = columnsOf(Object.values(found));
    let printed: string | undefined;
    for (const column of filled) {
      const text = cleanText(cells[column.index] ?? '').trim();
      column.use.look(text);
      if (!isPart(column) || !address?.columns.has(column) || used.has(column)) continue;
      if (text) column.use.rival ??= findRival(column, text, found);
      if (!fillsIn(column.heading.part, 'line')) continue;
      printed ??= normalizeText(`${found.street?.text ?? ''} ${found.city?.text ?? ''}`);
      column.use.isLost ||= !printed.includes(normalizeText(text));
    }
  }
}

/** Returns the column that was used for the same part of the address with another value, although its heading says no more. */
function findRival({ heading }: PartColumn, value: string, found: FoundFields): Column | undefined {
  const { part, line, preference } = heading;
  const own = onceParts.find((key) => key === part);
  const winner = own && found[own];
  if (!winner || line > 1 || preference === chosenPreference) return undefined;
  const isEqual = winner.column.heading.part === part && winner.column.heading.preference === preference;
  const isPrinted = normalizeText(winner.text).includes(normalizeText(value));
  return isEqual && !isPrinted ? winner.column : undefined;
}

/** The parts that an address has once. */
const onceParts = ['street', 'city', 'state', 'postal_code'] as const;

const partsOf = (found: Found | undefined): Part[] => found?.from.map(({ heading }) => heading.part) ?? [];

/** Reads an address. A file may have one column for the state and one for the country of several addresses. */
function readWithPlain(own: Cells, plain: Cells): FoundFields {
  const address = readAddressOf(own);
  const { state, postal_code, country } = address;
  const hasState = state || own.has('state') || own.has('region') || plain.has('city');
  const code = postal_code?.text ?? '';
  const zip = repairZip({ state: state?.text ?? '', postal_code: code }) ?? code;
  const isAmerican = isZipInState(zip, findState(state?.text) ?? '');
  const hasCountry = country || own.has('country') || isAmerican;
  return {
    ...address,
    state: hasState ? state : plain.pick('state'),
    country: hasCountry ? country : plain.pick('country'),
  };
}

const columnsOf = (values: readonly (Found | undefined)[]): ReadonlySet<Column> =>
  new Set(values.flatMap((one) => one?.from ?? []));

/** Whether a letter can be sent to the address: it has a street, and a city or a postal code. */
const isComplete = ({ street, city, postal_code }: FoundFields): boolean =>
  Boolean(street && (city || postal_code));

const countFilledIn = ({ street, city, postal_code }: FoundFields): number =>
  [street, city, postal_code].filter(Boolean).length;

/** Whether the address comes from columns in another language and does not say that it is in the United States. */
const isForeign = ({ street, city, state, postal_code, country }: FoundFields): boolean =>
  [street, city, postal_code].some((one) => one?.from.some(({ heading }) => heading.isForeign)) &&
  country === undefined &&
  findState(state?.text) === undefined;
