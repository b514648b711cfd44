/** Reads contacts or recipients from a CSV file. */
import { CsvError, parse } from 'csv-parse/sync';
import { contactKeys } from '../../contacts/fields.ts';
import { type InputData, inputError, isBlank, truncate } from '../../inputs.ts';
import { matchColumns, normalizeHeading } from './headings.ts';

export interface CsvRow {
  /** Its line in the file, counted from 1. */
  number: number;
  /** The values of the columns that match a contact field. */
  fields: InputData;
  /** The values of the other columns, by the name of the column. */
  others: InputData;
}

export interface CsvList {
  rows: CsvRow[];
  /** The columns that do not match a contact field. */
  ignoredColumns: string[];
  /** The names of those columns, as written in the file. Columns without a name are left out. */
  otherColumns: string[];
}

/** @throws a user-facing error if the text cannot be read as a table, or its columns are ambiguous */
export function readCsvList(whole: string): CsvList {
  // Excel accepts a first line that names the delimiter.
  const [hint = '', mark] = /^"?sep=(.)"?\1*\r?\n/i.exec(whole) ?? [];
  const content = whole.slice(hint.length);
  const linesBefore = hint ? 1 : 0;
  const delimiter = mark ?? delimiterOf(content);
  let table: string[][];
  try {
    table = parse(content, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: false,
      columns: false,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const where = typeof error.lines === 'number' ? ` near line ${error.lines + linesBefore}` : '';
    throw inputError(
      `The CSV file cannot be read${where}: a quotation mark is missing or out of place. Save the file again from your spreadsheet.`,
    );
  }
  const [{ cells: header } = { cells: [] }, ...lines] = table
    .map((cells, index) => ({ cells, row: index + 1 + linesBefore }))
    .filter(({ cells }) => !cells.every(isBlank));
  if (header.length === 0) throw inputError('The file has no contacts: all of its lines are blank.');
  const keys = matchColumns(header);
  const known = keys.filter((key) => key !== undefined);
  const twice = known.find((key, index) => known.indexOf(key) !== index);
  if (twice) throw inputError(`The CSV file has two columns for "${twice}". Keep one of them.`);
  if (!known.includes('name') && !known.includes('company')) {
    const seen = header
      .map((name) => `"${truncate(name.trim())}"`)
      .slice(0, 20)
      .join(', ');
    throw inputError(
      `The CSV file has no column "name" or "company". Its first line must name the columns, such as ${contactKeys.join(', ')}; it has ${seen}.`,
    );
  }
  const tooLong = lines
    .filter(({ cells }) => !cells.slice(header.length).every(isBlank))
    .map(({ row }) => row);
  if (tooLong.length > 0) {
    throw inputError(
      `The CSV file has more values than columns in row ${tooLong.slice(0, 20).join(', ')}${tooLong.length > 20 ? ` and ${tooLong.length - 20} more` : ''}, so its values may be in the wrong columns: perhaps a comma in an address is not in quotation marks. Nothing was sent. Correct the file and run the step again.`,
    );
  }
  // Ignore footer rows, such as totals, below the last contact.
  const last = lines.findLastIndex(({ cells }) => keys.some((key, index) => key && !isBlank(cells[index])));
  const contacts = lines.slice(0, last + 1);
  const rows = contacts.map(({ cells, row }) => {
    const fields: InputData = {};
    const others: InputData = {};
    for (const [index, name] of header.entries()) {
      const key = keys[index];
      if (key !== undefined) fields[key] = cells[index];
      else if (name.trim()) others[name] = cells[index];
    }
    return { number: row, fields, others };
  });
  const ignoredColumns = header.flatMap((name, index) => {
    if (keys[index] !== undefined || normalizeHeading(name) === 'contactid') return [];
    if (name.trim()) return [truncate(name)];
    return contacts.every(({ cells }) => isBlank(cells[index]))
      ? []
      : [`column ${index + 1}, which has no name`];
  });
  const otherColumns = header.filter((name, index) => keys[index] === undefined && name.trim());
  return { rows, ignoredColumns, otherColumns };
}

/** Returns the delimiter that occurs most often in the first line that is not blank. */
function delimiterOf(content: string): string {
  const line = firstLineOf(content.replace(/^(?: *\r?\n)+/, ''));
  const count = (mark: string): number => line.split(mark).length;
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** Returns the first line without its quoted text. A single pattern for the line would overflow its stack on a long one. */
function firstLineOf(content: string): string {
  const unquoted = /[^"\r\n]*/y;
  for (let line = ''; ; ) {
    line += unquoted.exec(content)?.[0] ?? '';
    const end = unquoted.lastIndex;
    const closingQuote = content[end] === '"' ? content.indexOf('"', end + 1) : -1;
    if (closingQuote < 0) return line;
    unquoted.lastIndex = closingQuote + 1;
  }
}
