/** Reads the people of a list from line items and from a CSV or JSON file, and collects problems and notes for the user. */
import type { ZObject } from 'zapier-platform-core';
import { downloadToMemory } from '../api/file_download.ts';
import { headBytes, json, recognizeFile } from '../api/file_kind.ts';
import type { ListColumns } from '../list_columns/columns.ts';
import type { ReadAddress } from '../person/address.ts';
import { type Named, printedName } from '../person/contact.ts';
import { defaultCountryField } from '../person/fields.ts';
import { findObjects, type ReadPerson, readPerson } from '../person/person.ts';
import {
  type InputData,
  inputError,
  type LineItemField,
  readLineItems,
  readTrimmed,
} from '../steps/inputs.ts';
import { describePeople, type Finding } from '../text/describe_people.ts';
import { formatNumber, truncate } from '../text/format.ts';
import { type ListRow, readJsonList } from './json.ts';
import { maxBytes, maxPeople } from './limits.ts';
import { decodeText, notAListError } from './text.ts';

export interface ListedPerson {
  /** Where the person comes from, such as "Row 2 of the file (Ann Lee)". */
  place: string;
  read: ReadPerson;
  /** Undefined for a line item. */
  row?: ListRow;
}

/** The problems of a list, and what the user should check. */
export class ListReport {
  /** The mistakes for which the list is rejected. */
  readonly problems: Finding[] = [];
  /** People with an incomplete address, each with the reason. */
  readonly incomplete: Finding[] = [];
  /** The people who get no letters. */
  readonly doNotMail: Finding[] = [];
  readonly countries = new CountryCheck();
  /** Sentences about what the user should check: those about the whole list, and those about people. */
  readonly #notes = new Set<string>();
  readonly #personNotes: Finding[] = [];

  /** Adds a note. @param place absent if the note concerns the whole list */
  note(what: string, place?: string): void {
    if (place) this.#personNotes.push({ place, what });
    else this.#notes.add(what);
  }

  /** Returns sentences about what the user should check. @param ofIncomplete precedes the sentences about `incomplete` */
  describe(ofIncomplete: string): string[] {
    const { doNotMail, incomplete } = this;
    return [
      describePeople(doNotMail),
      incomplete.length > 0 ? `${ofIncomplete} ${describePeople(incomplete)}` : '',
      ...this.#notes,
      describePeople(this.#personNotes),
    ].filter(Boolean);
  }
}

/** Checks the countries of a whole list: an address without a country is American, but on a list, one without a state may be foreign. */
export class CountryCheck {
  #count = 0;
  #hasForeignCountry = false;
  /** The people with neither a state nor a country. */
  readonly #withoutBoth: string[] = [];

  /** Adds the address of a person. @param place the person's place in the list, for messages */
  add(place: string, { address, mayBeAbroad }: ReadAddress): void {
    this.#count += 1;
    if (address.country) this.#hasForeignCountry = true;
    if (mayBeAbroad) this.#withoutBoth.push(place);
  }

  /** A sentence about the people with neither a state nor a country, if there are so many that a column may be missing. */
  get question(): string {
    const count = this.#withoutBoth.length;
    if (count === 0 || (count * 2 < this.#count && !this.#hasForeignCountry)) return '';
    const [first = ''] = this.#withoutBoth;
    const who =
      count === this.#count
        ? 'No one on the list has'
        : `${first}${count > 1 ? ` and ${formatNumber(count - 1)} more` : ''} on the list ${count > 1 ? 'have neither' : 'has neither'}`;
    const what = count === this.#count ? 'a state or a country' : 'a state nor a country';
    const isMixed = this.#hasForeignCountry || count < this.#count;
    return `${who} ${what}, so the addresses may be in any country. Enter it in ${defaultCountryField.label}, such as United States${isMixed ? ', or in a column Country if they are in different countries' : ''}.`;
  }

  /** The people with neither a state nor a country on a list on which the others have one. */
  get unusual(): ReadonlySet<string> {
    return new Set(this.question ? [] : this.#withoutBoth);
  }
}

/** Receives the people of a list one by one. */
interface Collector {
  readonly holds: keyof typeof nouns;
  readonly inputData: InputData;
  readonly columns: ListColumns;
  readonly report: ListReport;
  add(person: ListedPerson): void;
}

const nouns = { contacts: 'Contact', recipients: 'Recipient' };

/** Reads the people in the line items. Returns how many line items there are. */
export function readItems(collector: Collector, field: LineItemField): number {
  const { holds, inputData } = collector;
  const country = readTrimmed(inputData, defaultCountryField);
  const items = readLineItems(inputData, { ...field, arePeople: true });
  for (const [index, item] of items.entries()) {
    const from = `${nouns[holds]} ${index + 1}`;
    const objects = findObjects(item);
    if (objects.length > 0) {
      const what = `has an object instead of text in ${objects.join(', ')}`;
      collector.report.problems.push({ place: from, what });
    } else {
      const read = readPerson(item, country);
      collector.add({ place: placeOf(from, read.person), read });
    }
  }
  return items.length;
}

/**
 * Reads the people in the file, except those who get no letter because a column says so.
 * @returns the standard name of the file's encoding, or null if there is no file
 * @throws a user-facing error if the file is neither CSV nor JSON, or too large
 */
export async function readFile(
  z: ZObject,
  collector: Collector,
  field: { key: string },
): Promise<string | null> {
  const { holds, inputData, report } = collector;
  const url = readTrimmed(inputData, field);
  if (url === undefined) return null;
  const country = readTrimmed(inputData, defaultCountryField);
  const bytes = await downloadToMemory(z, url, maxBytes[holds]);
  const limit = maxPeople[holds];
  let count = 0;
  return readListFile(bytes, collector.columns, (row) => {
    count += 1;
    if (count > limit)
      throw inputError(
        `The file has more than ${formatNumber(limit)} ${holds}, the limit for this step.`,
        splitAdvice[holds],
      );
    const read = readPerson(row.fields, country);
    if (row.problem) read.problems.push(row.problem);
    const place = placeOf(`${row.original ? nouns[holds] : 'Row'} ${row.number} of the file`, read.person);
    if (row.isDoNotMail)
      report.doNotMail.push({ place, what: 'is left out, because a column says that no mail is wanted' });
    else collector.add({ place, read, row });
  });
}

const splitAdvice = {
  contacts:
    "Remove contacts that you don't need. Do not split the file: each run replaces the whole mailing list.",
  recipients: 'Split the file, and run the step once for each part.',
};

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
  // Headings may be in brackets: "[Name | First]" is not JSON. The CSV parser takes time to load.
  const read = /^\s*[[{](?!\s*\p{L})/u.test(start.toString())
    ? readJsonList
    : (await import('./csv.ts')).readCsvList;
  await read(chunks, columns, visit);
  return encoding;
}
