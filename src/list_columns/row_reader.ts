/** Reads the people in the rows of a list whose headings are the same. */

import { contactFields, printedKeys } from '../person/fields.ts';
import { readPrinted } from '../person/printed_text.ts';
import type { InputData } from '../steps/inputs.ts';
import { truncate } from '../text/format.ts';
import { normalizeText } from '../text/text_match.ts';
import { groupBy } from '../text/values.ts';
import { groupColumns } from './addresses.ts';
import { type Column, isPersonColumn, type PartColumn } from './column.ts';
import { columnsField } from './columns_field.ts';
import { composeWithCommon, mayBeAbroad } from './compose_address.ts';
import {
  Cells,
  composePerson,
  type FilledCells,
  type Found,
  type FoundFields,
  findMixedPeople,
  hasName,
  readNames,
} from './compose_person.ts';
import { type Kind, kinds, type Part, partFills } from './heading_words.ts';
import { chosenPreference, readKind, readOnlyKind } from './headings.ts';
import { saysNoMail } from './mail_permission.ts';
import { fitsHeading, hasDigit, readsLikeNote, shapeOf } from './shapes.ts';

/** A filled cell of a row. */
export interface Value {
  column: Column;
  /** The text as typed. */
  text: string;
  /** True if the envelope prints it. It may be a merge field, too. */
  isOnEnvelope: boolean;
}

/** A row, sorted into fields and other values. */
export interface Row {
  /** The fields of a contact, as typed. Blank fields are absent. */
  fields: InputData;
  /** The fields with the columns that they come from. */
  found: FoundFields;
  /** The filled cells, in the order of the columns. */
  values: readonly Value[];
  isDoNotMail: boolean;
  /** True if the headings are in another language, so that an address without a country may be anywhere. */
  mayBeAbroad: boolean;
  /** The columns of a name and an address that may belong to two people. */
  mixedPeople: readonly Column[];
  /** Problems with values on the envelope that read like notes, in a few words each. */
  problems: readonly string[];
}

type Groups = ReturnType<typeof groupColumns>;

/** Returns a function that reads the cells of a row. In each row, it visits only cells with a value. */
export function makeRowReader(columns: readonly Column[]): (cells: readonly string[]) => Row {
  const people = columns.filter(isPersonColumn);
  people.sort((one, other) => one.heading.preference - other.heading.preference);
  const groups = groupColumns(people);
  return (cells) => {
    const all = columns.slice(0, cells.length).filter(({ index }) => cells[index]?.trim());
    const filled = groupByPart(people, cells);
    const { found, address, mixedPeople } = readPersonInRow(groups, filled);
    recordUse(all, cells, found, address);
    const onEnvelope = columnsOf(printedKeys.map((key) => found[key]));
    // `composePerson` drops a name that is a number. Keep it here, so that `readTyped` reports it.
    const name = found.name ?? new Cells(groups.person, filled).pick('name');
    const texts = Object.entries({ ...found, name }).flatMap(([key, one]) => (one ? [[key, one.text]] : []));
    return {
      fields: Object.fromEntries(texts),
      found,
      values: all.map((column) => ({
        column,
        text: cells[column.index] ?? '',
        isOnEnvelope: onEnvelope.has(column),
      })),
      isDoNotMail: all.some(({ index, heading }) => saysNoMail(heading.means, cells[index] ?? '')),
      mayBeAbroad: mayBeAbroad(found),
      mixedPeople,
      problems: describeNotes(found, cells),
    };
  };
}

interface PersonInRow extends Pick<Row, 'found' | 'mixedPeople'> {
  /** The columns of the chosen address. */
  address?: ReadonlySet<Column> | undefined;
}

function readPersonInRow(groups: Groups, filled: FilledCells): PersonInRow {
  // A broken file may have a million rows without a person.
  if (filled.size === 0) return { found: {}, mixedPeople: [] };
  const person = new Cells(groups.person, filled);
  const names = readNames(person);
  const chosen = chooseAddress(groups, filled, hasName(names));
  const found = { ...composePerson(person, names, chosen?.names), ...chosen?.place };
  const buyer = readNames(new Cells(groups.buyers, filled));
  const mixedPeople = findMixedPeople(found, person, chosen?.names, buyer);
  return { found, address: chosen?.columns, mixedPeople };
}

/** Reads the preferred complete address, or else the address with the most needed parts. */
function chooseAddress(groups: Groups, filled: FilledCells, isNamed: boolean) {
  const wanted = readWantedKind(filled);
  const addresses = groups.addresses.map((one) => ({ ...one, cells: new Cells(one.columns, filled) }));
  const common = addresses.find(({ kind }) => kind === '')?.cells;
  const candidates = addresses.map(({ kind, rank, columns, cells }) => {
    const place = composeWithCommon(cells, common);
    const names = readNames(cells);
    const { street, city, postal_code } = place;
    const filledIn = [street, city, postal_code].filter(Boolean);
    const isComplete = street && filledIn.length > 1;
    // Do not combine a name of the billing address with the shipping address.
    const points = isComplete ? 4 + Number(isNamed || hasName(names)) : filledIn.length;
    // A cell may say that this is the home address.
    const label = cells.pick('kind of address');
    const named = label && readKind(label.text);
    const isWanted = (label && isYes(label.text)) || (wanted && [named, kind].includes(wanted));
    return { columns, place, names, points, rank: isWanted ? -2 : named ? kinds.indexOf(named) : rank };
  });
  return candidates.toSorted((one, other) => other.points - one.points || one.rank - other.rank)[0];
}

/** Records which columns filled which fields, and which values are not printed. @param address the columns of the chosen address */
function recordUse(
  filled: readonly Column[],
  cells: readonly string[],
  found: FoundFields,
  address: ReadonlySet<Column> | undefined,
): void {
  for (const { key, label } of contactFields)
    for (const { use } of found[key]?.from ?? []) use.filled.add(label);
  const used = columnsOf(Object.values(found));
  // Normalized once per row, because a row may have a thousand columns and a long text.
  const printed = new Map<Part, string>(
    onceParts.map((part) => [part, normalizeText(found[part]?.text ?? '')]),
  );
  const lines = `${printed.get('street')} ${printed.get('city')}`;
  for (const column of filled) {
    const { use, heading } = column;
    const cell = cells[column.index] ?? '';
    const read = readPrinted(cell, 'line');
    const text = read.text.trim();
    use.examine(text);
    const isInAddress = address?.has(column) === true;
    use.isInAddress ||= isInAddress;
    if (heading.means !== 'part' || used.has(column)) continue;
    if (!text && read.note && !quietParts.includes(heading.part)) use.unprinted ||= cell.trim();
    if (!text || shapeOf(text) === 'yes or no') continue;
    const { part, line, preference } = heading;
    if (part !== 'number' && part !== 'type' && !fitsHeading(heading, text)) use.unprinted ||= text;
    if (!isInAddress) continue;
    const words = normalizeText(text);
    if (partFills(part, 'line') && !lines.includes(words)) use.unprinted ||= text;
    const once = onceParts.find((one) => one === part);
    const winner = once && found[once]?.column;
    const isEqual = winner?.heading.part === part && winner.heading.preference === preference;
    if (isEqual && line === 1 && preference !== chosenPreference && !printed.get(part)?.includes(words))
      use.rival ??= winner;
  }
}

/** The parts in which a word for no value is a usual choice in forms. */
const quietParts: readonly Part[] = ['country', 'which address', 'kind of address'];

/** The parts that an address has only once. */
const onceParts = ['street', 'city', 'state', 'postal_code'] as const;

const columnsOf = (values: readonly (Found | undefined)[]): ReadonlySet<Column> =>
  new Set(values.flatMap((one) => one?.from ?? []));

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
