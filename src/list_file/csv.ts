/** Reads the rows of a CSV file. */
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import type { ListColumns } from '../contacts/columns.ts';
import type { Row } from '../contacts/row_reader.ts';
import { formatNumber } from '../format.ts';
import { inputError, isBlank } from '../inputs.ts';
import { normalizeHeading } from '../matching/text_match.ts';
import { readFormat } from './format.ts';
import { maxColumns, maxRowBytes, maxRows } from './limits.ts';

/**
 * Visits the rows from the first to the last contact, with their number in the file, counted from 1. Lines above the headings,
 * repeated headings, totals and footers are skipped.
 * @throws a user-facing error if the file cannot be read as a table or is too large
 */
export async function readCsvList(
  chunks: () => Iterable<Buffer>,
  columns: ListColumns,
  visit: (row: Row, number: number) => void,
): Promise<void> {
  const { delimiter, rowsBefore } = readFormat(chunks());
  const table = new Table(columns, visit);
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
  table.end();
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

/** Rows above the headings are searched for at most this many rows. */
const maxRowsAbove = 10;

interface TableRow {
  cells: string[];
  number: number;
}

/** Finds the headings of a file, and its contacts below them. */
class Table {
  readonly #columns: ListColumns;
  readonly #visit: (row: Row, number: number) => void;
  /** The first rows, until one of them has headings. */
  #above: TableRow[] = [];
  #header: string[] | undefined;
  #headings = '';
  /** The rows since the last contact. They are a footer unless another contact follows. */
  #rowsAfterContact: { row: Row; number: number }[] = [];
  /** The rows with more values than columns. */
  readonly #overlongRows: number[] = [];

  constructor(columns: ListColumns, visit: (row: Row, number: number) => void) {
    this.#columns = columns;
    this.#visit = visit;
  }

  add(cells: string[], number: number): void {
    if (cells.every(isBlank)) return;
    if (this.#header) this.#addRow(this.#header, { cells, number });
    else if (this.#columns.isHeader(cells)) this.#start(cells);
    else this.#above.push({ cells, number });
    if (!this.#header && this.#above.length >= maxRowsAbove) this.#startWithFirst();
  }

  #start(header: string[]): void {
    if (header.length > maxColumns) throw tooLargeError(`${formatNumber(maxColumns)} columns`);
    this.#header = header;
    this.#headings = normalizeRow(header);
    this.#columns.add(header);
  }

  /** Takes the first row for the headings, because no heading of any row is known. */
  #startWithFirst(): void {
    const [first, ...rows] = this.#above;
    if (!first) return;
    this.#start(first.cells);
    for (const row of rows) this.#addRow(first.cells, row);
  }

  #addRow(header: string[], { cells, number }: TableRow): void {
    if (cells[0] === header[0] && normalizeRow(cells) === this.#headings) return;
    if (!cells.slice(header.length).every(isBlank)) this.#overlongRows.push(number);
    const row = this.#columns.read(header, cells);
    if (isTotal(row, cells)) return;
    if (Object.keys(row.fields).length === 0) {
      this.#rowsAfterContact.push({ row, number });
      return;
    }
    for (const footer of this.#rowsAfterContact) this.#visit(footer.row, footer.number);
    this.#rowsAfterContact = [];
    this.#visit(row, number);
  }

  /** @throws a user-facing error if the file is blank or has rows with too many values */
  end(): void {
    if (!this.#header) this.#startWithFirst();
    if (!this.#header)
      throw inputError(
        'All lines of the file are blank. Nothing was sent. Choose another file, or check the step that makes it.',
      );
    if (this.#overlongRows.length === 0) return;
    const more = this.#overlongRows.length > 20 ? ` and ${this.#overlongRows.length - 20} more` : '';
    throw inputError(
      `The CSV file has more values than columns in row ${this.#overlongRows.slice(0, 20).join(', ')}${more}, so its values may be in the wrong columns: perhaps a comma in an address is not in quotation marks. Nothing was sent. Correct the file and run the step again.`,
    );
  }
}

const normalizeRow = (cells: readonly string[]): string => cells.map(normalizeHeading).join(' ').trim();

/** Whether the row has no address and says "Total" somewhere. */
const isTotal = ({ fields }: Row, cells: readonly string[]): boolean =>
  isBlank(fields.street) &&
  isBlank(fields.city) &&
  isBlank(fields.postal_code) &&
  cells.some((cell) => /^\s*(?:grand |sub[ -]?)?totals?\b/i.test(cell));

export const notAListError = (): Error =>
  inputError(
    'The file is neither CSV nor JSON. Nothing was sent. Save the list as a CSV file, for example with "Save as" or "Download" in your spreadsheet.',
  );

const tooLargeError = (limit: string): Error =>
  inputError(
    `The CSV file has more than ${limit}, the limit for this step. Nothing was sent. Remove rows or columns that you don't need.`,
  );
