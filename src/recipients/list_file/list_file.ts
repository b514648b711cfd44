/** Reads a CSV or JSON file of contacts or recipients. Import it only where needed, because the CSV parser takes time to load. */
import { type InputData, inputError, truncate } from '../../inputs.ts';
import { mergeFieldName } from '../merge_fields.ts';
import { readCsvList } from './csv.ts';
import { readJsonList } from './json.ts';
import { decodeText } from './text.ts';

export interface ListFile {
  kind: 'csv' | 'json';
  rows: InputData[];
  /** The line of each row of a CSV file, counted from 1. */
  rowNumbers: number[];
  /** The file's encoding, by its standard name. */
  encoding: string;
  /** Columns that do not match a contact field. */
  ignoredColumns: string[];
}

/** Reads contacts and ignores other columns. @throws a user-facing error if the file is neither CSV nor JSON */
export function readListFile(bytes: Buffer): ListFile {
  const { content, encoding, isJson } = decodeListFile(bytes);
  if (isJson) {
    return { kind: 'json', rows: readJsonList(content), rowNumbers: [], encoding, ignoredColumns: [] };
  }
  const { rows, ignoredColumns } = readCsvList(content);
  return {
    kind: 'csv',
    rows: rows.map(({ fields }) => fields),
    rowNumbers: rows.map(({ number }) => number),
    encoding,
    ignoredColumns,
  };
}

/** A row and its place in the file, for error messages. Values of other columns are in its `metadata`. */
export interface RecipientRow {
  place: string;
  row: InputData;
}

/** Reads recipients. @throws a user-facing error if the file is neither CSV nor JSON */
export function readRecipientFile(bytes: Buffer): RecipientRow[] {
  const { content, isJson } = decodeListFile(bytes);
  if (isJson) {
    return readJsonList(content).map((row, index) => ({ place: `Recipient ${index + 1} of the file`, row }));
  }
  const { rows, otherColumns } = readCsvList(content);
  const names = otherColumns.map(mergeFieldName);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw inputError(`The CSV file has two columns for "${truncate(twice)}". Keep one of them.`);
  }
  return rows.map(({ number, fields, others }) => ({
    place: `Row ${number} of the file`,
    row: { ...fields, metadata: others },
  }));
}

function decodeListFile(bytes: Buffer): { content: string; encoding: string; isJson: boolean } {
  const { content, encoding } = decodeText(bytes);
  if (!content.trim()) throw inputError('The file has no contacts: it is empty.');
  const isJson = /^\s*[[{]/.test(content);
  if (!isJson && (/^\s*</.test(content) || content.includes('\0'))) {
    throw inputError(
      'The file is neither CSV nor JSON. Save the list as a CSV file, for example with "Save as" or "Download" in your spreadsheet.',
    );
  }
  return { content, encoding, isJson };
}
