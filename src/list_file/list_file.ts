/** Reads the people of a list from line items and from a CSV or JSON file, and collects problems and notes for the user. */
import type { ZObject } from 'zapier-platform-core';
import { downloadToMemory } from '../api/file_download.ts';
import { headBytes, json, recognizeFile } from '../api/file_kind.ts';
import { type Named, printedName } from '../contacts/contact.ts';
import { CountryCheck } from '../contacts/country_check.ts';
import { defaultCountryField } from '../contacts/fields.ts';
import { findObjects, type ReadPerson, readPerson } from '../contacts/person.ts';
import { listFirst, truncate } from '../format.ts';
import { type InputData, type LineItemField, readLineItems, readTrimmed } from '../inputs.ts';
import type { ListColumns } from '../list_columns/columns.ts';
import type { Row } from '../list_columns/row_reader.ts';
import { type JsonRow, readJsonList } from './json.ts';
import { maxBytes } from './limits.ts';
import { decodeText, notAListError } from './text.ts';

/** A row of a file, or a contact of a JSON file, with its number, counted from 1. */
export type ListRow = Row & Pick<JsonRow, 'number'> & Partial<JsonRow>;

/** A person of a list. */
export interface ListedPerson {
  /** Says where the person comes from, such as "Row 2 of the file (Ann Lee)". */
  place: string;
  read: ReadPerson;
  /** Undefined for a line item. */
  row?: ListRow;
}

/** What became of the people of a list. Each entry begins with where the person comes from. */
export class ListReport {
  /** The mistakes for which the list is rejected. */
  readonly problems: string[] = [];
  /** People with an incomplete address, each with the reason. */
  readonly incomplete: string[] = [];
  /** The people who get no letters. */
  readonly doNotMail: string[] = [];
  readonly countries = new CountryCheck();
  /** Sentences about what the user should check, with the places that they are about. */
  readonly #notes = new Map<string, string[]>();

  /** Adds a note, once for all places with the same one. @param place absent if it concerns the whole list */
  note(note: string, place?: string): void {
    const places = this.#notes.get(note) ?? [];
    if (place) places.push(place);
    this.#notes.set(note, places);
  }

  /** Returns sentences about what the user should check. @param ofIncomplete the start of the sentence about `incomplete` */
  describe(ofIncomplete: string): string[] {
    const { doNotMail, incomplete } = this;
    const notes = [...this.#notes].map(([note, places]) =>
      places.length > 0 ? `${listFirst(places, ', ', 5)}: ${note}` : note,
    );
    return [
      ...(doNotMail.length > 0 ? [`Left out, because they get no mail: ${listFirst(doNotMail)}.`] : []),
      ...(incomplete.length > 0 ? [`${ofIncomplete}: ${listFirst(incomplete)}.`] : []),
      ...(notes.length > 0 ? [listFirst(notes, ' ')] : []),
    ];
  }
}

/** A list whose people are read one by one. */
interface PeopleList {
  inputData: InputData;
  columns: ListColumns;
  report: ListReport;
  of: keyof typeof maxBytes;
  items: LineItemField & { children: readonly { key: string }[] };
  file: { key: string };
}

type VisitPerson = (person: ListedPerson) => void;

/** Visits the people in the line items. Returns how many line items there are. */
export function readItems({ inputData, report, of, items }: PeopleList, visit: VisitPerson): number {
  const country = readTrimmed(inputData, defaultCountryField);
  const keys = items.children.map(({ key }) => key);
  const people = readLineItems(inputData, { ...items, arePeople: true }, keys);
  for (const [index, item] of people.entries()) {
    const from = `${nouns[of]} ${index + 1}`;
    const objects = findObjects(item);
    const verb = objects.length === 1 ? 'is' : 'are';
    if (objects.length > 0) report.problems.push(`${from}: ${objects.join(', ')} ${verb} not text`);
    else {
      const read = readPerson(item, country);
      visit({ place: placeOf(from, read.person), read });
    }
  }
  return people.length;
}

/**
 * Visits the people in the file, unless a column says that they get no letter.
 * @returns the standard name of the file's encoding, or null if there is no file
 * @throws a user-facing error if the file is neither CSV nor JSON, or too large
 */
export async function readFile(
  z: ZObject,
  { inputData, columns, report, of, file }: PeopleList,
  visit: VisitPerson,
): Promise<string | null> {
  const url = readTrimmed(inputData, file);
  if (url === undefined) return null;
  const country = readTrimmed(inputData, defaultCountryField);
  const bytes = await downloadToMemory(z, url, maxBytes[of]);
  return readListFile(bytes, columns, (row) => {
    const read = readPerson(row.fields, country);
    const from = `${row.original ? nouns[of] : 'Row'} ${row.number} of the file`;
    const place = placeOf(from, read.person);
    if (row.isDoNotMail) report.doNotMail.push(place);
    else visit({ place, read, row });
  });
}

const nouns = { contacts: 'Contact', recipients: 'Recipient' };

/** Adds the person's name to the place, such as "Row 2 of the file". */
export function placeOf(from: string, person: Named): string {
  const name = truncate(printedName(person).trim());
  return name ? `${from} (${name})` : from;
}

/** Visits the rows of a CSV file, or the contacts of a JSON file, one by one. Returns the standard name of the file's encoding. */
export async function readListFile(
  bytes: Buffer,
  columns: ListColumns,
  visit: (row: ListRow) => void,
): Promise<string> {
  const kind = recognizeFile(bytes.subarray(0, headBytes), bytes.length <= headBytes);
  if (kind && kind !== json) throw notAListError(kind);
  const { encoding, chunks } = decodeText(bytes);
  const [start = ''] = chunks();
  // The CSV parser takes time to load.
  const read = /^\s*[[{]/.test(start.toString()) ? readJsonList : (await import('./csv.ts')).readCsvList;
  await read(chunks, columns, visit);
  return encoding;
}
