/** Reads the people of a list from line items and from a CSV or JSON file, and collects problems and notes for the user. */
import type { ZObject } from 'zapier-platform-core';
import { downloadToMemory } from '../api/file_download.ts';
import { headBytes, json, recognizeFile } from '../api/file_kind.ts';
import { printedName } from '../contacts/contact.ts';
import { CountryCheck } from '../contacts/country_check.ts';
import { defaultCountryField } from '../contacts/fields.ts';
import { findObjects, type ReadPerson, readPerson } from '../contacts/person.ts';
import { formatNumber, listFirst, truncate } from '../format.ts';
import { type InputData, inputError, type LineItemField, readLineItems, readTrimmed } from '../inputs.ts';
import type { ListColumns } from '../list_columns/columns.ts';
import type { Row } from '../list_columns/row_reader.ts';
import type { CsvRow } from './csv.ts';
import { type JsonRow, readJsonList } from './json.ts';
import { maxBytes, maxPeople } from './limits.ts';
import { decodeText, notAListError } from './text.ts';

/** A row of a file. `count` is its number among the contacts or recipients, from 1. */
export type ListRow = Row & Partial<CsvRow & JsonRow> & { count: number };

type ListKind = keyof typeof maxPeople;

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
  columns: ListColumns;
  report: ListReport;
  inputData: InputData;
  /** Says in messages where a person comes from. @param row undefined for a line item */
  placeOf: (count: number, row?: ListRow) => string;
  /** Receives each person who may get letters. */
  visit: (place: string, read: ReadPerson, row?: ListRow) => void;
}

type PeopleField = LineItemField & { children: readonly { key: string }[] };

/** Reads the people in line items. Returns how many there are. */
export function readItems({ inputData, report, placeOf, visit }: PeopleList, field: PeopleField): number {
  const country = readTrimmed(inputData, defaultCountryField);
  const keys = field.children.map(({ key }) => key);
  const items = readLineItems(inputData, { ...field, arePeople: true }, keys);
  for (const [index, item] of items.entries()) {
    const place = placeOf(index + 1);
    const objects = findObjects(item);
    const verb = objects.length === 1 ? 'is' : 'are';
    if (objects.length > 0) report.problems.push(`${place}: ${objects.join(', ')} ${verb} not text`);
    else visit(place, readPerson(item, country));
  }
  return items.length;
}

/** Reads the people in the file at the URL. Returns its encoding. */
export async function readFile(z: ZObject, list: PeopleList, url: string, of: ListKind): Promise<string> {
  const { inputData, columns, report, placeOf, visit } = list;
  const country = readTrimmed(inputData, defaultCountryField);
  const bytes = await downloadToMemory(z, url, maxBytes[of]);
  return readListFile(bytes, of, columns, (row) => {
    const place = placeOf(row.count, row);
    const read = readPerson(row.fields, country);
    const name = truncate(printedName(read.person));
    if (!row.isDoNotMail) visit(place, read, row);
    else report.doNotMail.push(place.endsWith(')') ? `${place}, ${name}` : `${place} (${name})`);
  });
}

/**
 * Visits the people of a file one by one.
 * @returns the standard name of the file's encoding
 * @throws a user-facing error if the file is neither CSV nor JSON, or too large
 */
export async function readListFile(
  bytes: Buffer,
  of: ListKind,
  columns: ListColumns,
  visit: (row: ListRow) => void,
): Promise<string> {
  const kind = recognizeFile(bytes.subarray(0, headBytes), bytes.length <= headBytes);
  if (kind && kind !== json) throw notAListError(kind);
  const { encoding, chunks } = decodeText(bytes);
  const first = findFirstCharacter(chunks());
  const isJson = first === '[' || first === '{';
  // The CSV parser takes time to load.
  const read = isJson ? readJsonList : (await import('./csv.ts')).readCsvList;
  let count = 0;
  await read(chunks, columns, (row) => {
    count += 1;
    if (count > maxPeople[of]) {
      throw inputError(
        `The file has more than ${formatNumber(maxPeople[of])} ${of}, the limit for this step.`,
        `${of === 'contacts' ? "Remove contacts that you don't need. Do not split the file: each run replaces the whole mailing list." : 'Split the file, and run the step once for each part.'}`,
      );
    }
    visit({ ...row, count });
  });
  return encoding;
}

function findFirstCharacter(chunks: Iterable<Buffer>): string {
  for (const chunk of chunks) {
    const [first] = chunk.toString().trimStart();
    if (first !== undefined) return first;
  }
  throw inputError('The file is empty.', 'Choose another file, or check the step that makes it.');
}
