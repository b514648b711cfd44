/** Reads the people of a list from line items and from a CSV or JSON file, and collects problems and notes for the user. */
import type { ZObject } from 'zapier-platform-core';
import { downloadToMemory } from '../api/file_download.ts';
import { headBytes, json, recognizeFile } from '../api/file_kind.ts';
import { printedName } from '../contacts/contact.ts';
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

/** The people of a list. A subclass decides what to keep of each person. */
export abstract class ListPeople {
  /** The columns of a file. */
  readonly columns: ListColumns;
  /** The country of people whose country is blank. */
  protected readonly defaultCountry: string | undefined;
  /** The mistakes for which the list is rejected. */
  protected readonly problems: string[] = [];
  /** People with an incomplete address, each with the reason. */
  readonly incomplete: string[] = [];
  /** The people who get no letters. */
  readonly doNotMail: string[] = [];
  protected readonly notes: string[] = [];

  constructor(columns: ListColumns, inputData: InputData) {
    this.columns = columns;
    this.defaultCountry = readTrimmed(inputData, defaultCountryField);
  }

  /** Returns the name of a person's row for messages. @param row undefined for a line item */
  protected abstract nameRow(count: number, row?: ListRow): string;

  protected abstract add(place: string, read: ReadPerson, row?: ListRow): void;

  /** Reads line items. Returns their number. */
  readItems(inputData: InputData, field: LineItemField & { children: readonly { key: string }[] }): number {
    const keys = field.children.map(({ key }) => key);
    const items = readLineItems(inputData, { ...field, arePeople: true }, keys);
    for (const [index, item] of items.entries()) {
      const place = this.nameRow(index + 1);
      const objects = findObjects(item);
      const verb = objects.length === 1 ? 'is' : 'are';
      if (objects.length > 0) this.problems.push(`${place}: ${objects.join(', ')} ${verb} not text`);
      else this.add(place, readPerson(item, this.defaultCountry));
    }
    return items.length;
  }

  /** Reads the file at the URL. Returns its encoding. */
  async readFile(z: ZObject, url: string, of: ListKind): Promise<string> {
    const bytes = await downloadToMemory(z, url, maxBytes[of]);
    return readListFile(bytes, of, this.columns, (row) => {
      const place = this.nameRow(row.count, row);
      const read = readPerson(row.fields, this.defaultCountry);
      const name = truncate(printedName(read.person));
      if (!row.isDoNotMail) this.add(place, read, row);
      else this.doNotMail.push(place.endsWith(')') ? `${place}, ${name}` : `${place} (${name})`);
    });
  }

  /** Returns sentences about what the user should check. @param ofIncomplete the start of the sentence about `incomplete` */
  protected describe(ofIncomplete: string): string[] {
    const { doNotMail, incomplete, notes } = this;
    return [
      ...(doNotMail.length > 0 ? [`Left out, because they get no mail: ${listFirst(doNotMail)}.`] : []),
      ...(incomplete.length > 0 ? [`${ofIncomplete}: ${listFirst(incomplete)}.`] : []),
      ...(notes.length > 0 ? [listFirst(notes, ' ')] : []),
    ];
  }
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
