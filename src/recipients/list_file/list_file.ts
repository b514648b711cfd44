/** Reads a CSV or JSON file of contacts or recipients. Import it only where needed, because the CSV parser takes time to load. */
import { formatNumber } from '../../format_number.ts';
import { type InputData, inputError, truncate } from '../../inputs.ts';
import { mergeFieldName } from '../merge_fields.ts';
import { type CsvColumns, notAListError, readCsvList } from './csv.ts';
import { readJsonList } from './json.ts';
import { maxContacts, maxRecipients } from './limits.ts';
import { type DecodedText, decodeText } from './text.ts';

/** Receives the rows of a file one after the other, each with its place for error messages. */
export type VisitRow = (place: string, row: InputData) => void;

export interface ListFile {
  kind: 'csv' | 'json';
  /** The file's encoding, by its standard name. */
  encoding: string;
  /** The columns of a CSV file. */
  columns: CsvColumns;
}

/** Reads contacts, without the other columns. @throws a user-facing error if the file is neither CSV nor JSON, or too large */
export async function readListFile(
  bytes: Buffer,
  visit: (place: string, row: InputData, kind: ListFile['kind']) => void,
): Promise<ListFile> {
  const { encoding, chunks, isJson } = decodeListFile(bytes);
  let count = 0;
  const take = (row: InputData, number?: number) => {
    count += 1;
    if (count > maxContacts) throw tooManyError(maxContacts, 'contacts');
    if (number === undefined) visit(`contact ${count}`, row, 'json');
    else visit(`contact ${count} (row ${number} of the file)`, row, 'csv');
  };
  if (isJson) {
    readJsonList(chunks(), take);
    return { kind: 'json', encoding, columns: { all: [], ignored: [] } };
  }
  const columns = await readCsvList(chunks, { visit: ({ number, fields }) => take(fields, number) });
  return { kind: 'csv', encoding, columns };
}

/** Reads recipients; other columns are in `metadata`. @throws a user-facing error if the file is neither CSV nor JSON, or too large */
export async function readRecipientFile(bytes: Buffer, visit: VisitRow): Promise<void> {
  const { chunks, isJson } = decodeListFile(bytes);
  let count = 0;
  const take = (place: string, row: InputData) => {
    count += 1;
    if (count > maxRecipients) throw tooManyError(maxRecipients, 'recipients');
    visit(place, row);
  };
  if (isJson) {
    readJsonList(chunks(), (row) => take(`Recipient ${count + 1} of the file`, row));
    return;
  }
  await readCsvList(chunks, {
    start: rejectEqualNames,
    visit: ({ number, fields, others }) => take(`Row ${number} of the file`, { ...fields, metadata: others }),
  });
}

/** @throws a user-facing error if two columns have the same merge field */
function rejectEqualNames(columns: readonly string[]): void {
  const names = new Set<string>();
  for (const name of columns.map(mergeFieldName)) {
    if (names.has(name)) {
      throw inputError(
        `The CSV file has two columns for "${truncate(name)}". Nothing was sent. Keep one of them.`,
      );
    }
    names.add(name);
  }
}

const tooManyError = (limit: number, things: string): Error =>
  inputError(
    `The file has more than ${formatNumber(limit)} ${things}, the limit for this step. Nothing was sent. Split the file.`,
  );

function decodeListFile(bytes: Buffer): DecodedText & { isJson: boolean } {
  const text = decodeText(bytes);
  let first: string | undefined;
  for (const chunk of text.chunks()) {
    first = chunk.toString().trimStart()[0];
    if (first !== undefined) break;
  }
  if (first === undefined) throw inputError('The file has no contacts: it is empty.');
  if (first === '<') throw notAListError();
  return { ...text, isJson: first === '[' || first === '{' };
}
