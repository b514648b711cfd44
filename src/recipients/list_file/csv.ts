/** Reads contacts or recipients from a CSV file. */
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { formatNumber } from '../../format_number.ts';
import { type InputData, inputError, isBlank, truncate } from '../../inputs.ts';
import { type Columns, matchColumns, readRow } from './columns.ts';
import { readFormat } from './format.ts';
import { isContactId } from './headings.ts';
import { maxColumns, maxRowBytes, maxRows } from './limits.ts';

export interface CsvRow {
  /** Its row in the file, counted from 1. */
  number: number;
  /** The values of the columns that are part of a contact, by field key. */
  fields: InputData;
  /** The values of the other columns, by the name of the column. */
  others: InputData;
}

/** Receives a file piece by piece, so that it is never in memory as a whole. */
export interface CsvVisitor {
  /** Receives the names of the columns that are not part of a contact, as written in the file. */
  start?: ((otherColumns: string[]) => void) | undefined;
  visit(row: CsvRow): void;
}

/** The columns of a file, as a message shows them. */
export interface CsvColumns {
  all: string[];
  /** The columns that are not part of a contact, without those that have neither a name nor a value. */
  ignored: string[];
}

/**
 * Visits the rows from the first to the last contact. Footers, such as totals, are ignored.
 * @throws a user-facing error if the file cannot be read as a table, its columns are ambiguous or it is too large
 */
export async function readCsvList(chunks: () => Iterable<Buffer>, visitor: CsvVisitor): Promise<CsvColumns> {
  const { delimiter, rowsBefore } = readFormat(chunks());
  const table = new Table(visitor);
  const parser = parse({
    bom: true,
    delimiter,
    from_line: rowsBefore + 1,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (cells: string[], { records, empty_lines }) => {
      if (records > maxRows) throw tooLargeError(`${formatNumber(maxRows)} rows`);
      table.add(cells, rowsBefore + records + empty_lines);
      // Keeps the row out of the parser's output.
      return null;
    },
  });
  const readRows = () => parser.info.records + parser.info.empty_lines;
  try {
    await pipeline(limitRows(chunks(), readRows), parser.resume());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const where = typeof error.lines === 'number' ? ` near line ${error.lines}` : '';
    throw inputError(
      `The CSV file cannot be read${where}: a quotation mark is missing or out of place. Nothing was sent. Save the file again from your spreadsheet.`,
    );
  }
  return table.end();
}

/** Passes the text on, and counts the bytes since the last complete row. */
function* limitRows(chunks: Iterable<Buffer>, readRows: () => number): Generator<Buffer> {
  let rows = 0;
  let bytes = 0;
  for (const chunk of chunks) {
    if (chunk.includes(0)) throw notAListError();
    if (rows !== readRows()) bytes = 0;
    rows = readRows();
    bytes += chunk.length;
    if (bytes > maxRowBytes) {
      throw inputError(
        `The CSV file has a row of more than ${formatNumber(maxRowBytes)} characters after row ${rows}: perhaps a quotation mark is missing there. Nothing was sent. Save the file again from your spreadsheet.`,
      );
    }
    yield chunk;
  }
}

/** Reads the rows of a file one after the other. */
class Table {
  readonly #visitor: CsvVisitor;
  #header: string[] | undefined;
  #columns: Columns = { groups: [], addresses: [], others: [] };
  /** The columns without a name that have a value. */
  readonly #nameless = new Set<number>();
  /** The rows since the last contact. They are a footer unless another contact follows. */
  #rowsAfterContact: number[] = [];
  /** The rows with more values than columns. */
  readonly #tooLong: number[] = [];

  constructor(visitor: CsvVisitor) {
    this.#visitor = visitor;
  }

  add(cells: string[], number: number): void {
    if (cells.every(isBlank)) return;
    if (this.#header) this.#addRow(this.#header, cells, number);
    else this.#start(cells);
  }

  #start(header: string[]): void {
    if (header.length > maxColumns) throw tooLargeError(`${formatNumber(maxColumns)} columns`);
    this.#header = header;
    this.#columns = matchColumns(header);
    this.#visitor.start?.(
      this.#columns.others.flatMap((index) => (header[index]?.trim() ? [header[index]] : [])),
    );
  }

  #addRow(header: string[], cells: string[], number: number): void {
    if (!cells.slice(header.length).every(isBlank)) this.#tooLong.push(number);
    const fields = readRow(this.#columns, cells);
    if (Object.values(fields).every(isBlank)) {
      this.#rowsAfterContact.push(number);
      return;
    }
    for (const footer of this.#rowsAfterContact)
      this.#visitor.visit({ number: footer, fields: {}, others: {} });
    this.#rowsAfterContact = [];
    const others: InputData = {};
    for (const index of this.#columns.others) {
      const name = header[index] ?? '';
      if (name.trim()) others[name] = cells[index];
      else if (!isBlank(cells[index])) this.#nameless.add(index);
    }
    this.#visitor.visit({ number, fields, others });
  }

  /** @throws a user-facing error if the file has no contacts or rows with too many values */
  end(): CsvColumns {
    const header = this.#header;
    if (!header) throw inputError('The file has no contacts: all of its lines are blank.');
    if (this.#tooLong.length > 0) {
      const more = this.#tooLong.length > 20 ? ` and ${this.#tooLong.length - 20} more` : '';
      throw inputError(
        `The CSV file has more values than columns in row ${this.#tooLong.slice(0, 20).join(', ')}${more}, so its values may be in the wrong columns: perhaps a comma in an address is not in quotation marks. Nothing was sent. Correct the file and run the step again.`,
      );
    }
    const ignored = this.#columns.others.flatMap((index) => {
      const name = header[index] ?? '';
      if (isContactId(name)) return [];
      if (name.trim()) return [truncate(name)];
      return this.#nameless.has(index) ? [`column ${index + 1}, which has no name`] : [];
    });
    return { all: header.map((name) => truncate(name.trim())), ignored };
  }
}

export const notAListError = (): Error =>
  inputError(
    'The file is neither CSV nor JSON. Nothing was sent. Save the list as a CSV file, for example with "Save as" or "Download" in your spreadsheet.',
  );

const tooLargeError = (limit: string): Error =>
  inputError(
    `The CSV file has more than ${limit}, the limit for this step. Nothing was sent. Split the file, or remove what is not needed.`,
  );
