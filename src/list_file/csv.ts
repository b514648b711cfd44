/** Reads the rows of a CSV file. */
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import type { ListColumns } from '../list_columns/columns.ts';
import type { Row } from '../list_columns/row_reader.ts';
import { inputError } from '../steps/inputs.ts';
import { formatNumber, listFirst } from '../text/format.ts';
import { isBlank, toText } from '../text/values.ts';
import type { ListRow } from './json.ts';
import { maxColumns, maxRowBytes, maxRows } from './limits.ts';

/**
 * Visits the rows from the first to the last contact. Lines above the headings, repeated headings, totals and footers are skipped.
 * @throws a user-facing error if the file cannot be read as a table or is too large
 */
export async function readCsvList(
  chunks: () => Iterable<Buffer>,
  columns: ListColumns,
  visit: (row: ListRow) => void,
): Promise<void> {
  const table = readTable(columns, visit);
  let isEnded = true;
  function* watchEnd() {
    for (const chunk of chunks()) {
      isEnded = chunk.at(-1) === 0x0a || chunk.at(-1) === 0x0d;
      yield chunk;
    }
  }
  const parser = parse({
    delimiter: findDelimiter(chunks(), columns),
    max_record_size: maxRowBytes,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (cells: string[], { records, empty_lines }) => {
      if (records > maxRows) throw tooLargeError(`${formatNumber(maxRows)} rows`);
      table.add(cells, records + empty_lines);
      // Returning null keeps the row out of the parser's output.
      return null;
    },
  });
  try {
    await pipeline(watchEnd(), parser.resume());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const where = typeof error.lines === 'number' ? ` near line ${error.lines}` : '';
    const problem =
      error.code === 'CSV_MAX_RECORD_SIZE'
        ? `has a row of more than ${formatNumber(maxRowBytes)} characters${where}: perhaps a quotation mark is missing there`
        : `cannot be read${where}: a quotation mark is missing or out of place`;
    throw inputError(`The CSV file ${problem}.`, 'Save the file again from your spreadsheet.');
  }
  table.end(isEnded);
}

/**
 * Returns the delimiter that separates the most headings, because addresses below the headings may have more commas. If no line
 * has headings, returns the delimiter that occurs most often in one line.
 */
function findDelimiter([start = '']: Iterable<Buffer | string>, columns: ListColumns): string {
  // There may be a title above the headings.
  const lines = start
    .toString()
    .trimStart()
    // A heading may be "[Name | First]".
    .replace(/"[^"]*(?:"|$)|\[[^[\]"\r\n]*\]/g, (quoted) => quoted.replace(/[",;\t|\r\n]/g, ' '))
    .split(/[\r\n]/, 5);
  const score = (mark: string): number => {
    const rows = lines.map((line) => line.split(mark));
    const parts = rows.map((cells) => (cells.length > maxColumns ? 0 : columns.countParts(cells)));
    return Math.max(...parts) * maxRowBytes + Math.max(...rows.map(({ length }) => length));
  };
  return [',', ';', '\t', '|'].reduce((best, mark) => (score(mark) > score(best) ? mark : best));
}

/** Maximum number of rows in which to look for the headings. */
const maxRowsAbove = 10;

/** Finds the headings of a file, and its contacts below them. */
function readTable(columns: ListColumns, visit: (row: ListRow) => void) {
  let headings: string[] | undefined;
  /** The first rows of the file, up to the headings. */
  const above: { cells: string[]; number: number }[] = [];
  /** The rows since the last contact, without their values. They are a footer unless another contact follows. */
  let footer: Pick<ListRow, 'number' | 'isDoNotMail'>[] = [];
  /** The last row so far. If the file is incomplete, it has fewer values than all others. */
  let last: (typeof above)[number] | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  /** The rows with more or fewer values than columns, whose values may be in the wrong columns. */
  const uneven: string[] = [];

  /** Uses the first of the rows as headings, and reads the others. */
  function start([first, ...rows]: typeof above): void {
    if (!first)
      throw inputError(
        'The file is empty, or has only blank lines.',
        'Choose another file, or check the step that makes it.',
      );
    headings = first.cells;
    columns.start(headings);
    for (const { cells, number } of rows) addRow(headings, cells, number);
  }

  function addRow(headings: string[], cells: string[], number: number, breaksOff = false): void {
    if (cells[0] === headings[0] && cells.join() === headings.join()) return;
    const problem = 'breaks off, because the file ends within it';
    const row = { ...columns.read(cells), number, ...(breaksOff ? { problem } : {}) };
    const hasMore = cells.slice(headings.length).some((cell) => !isBlank(cell));
    if (hasMore || (cells.length !== headings.length && isShifted(row))) uneven.push(String(number));
    if (isTotal(row, cells)) return;
    if (Object.keys(row.fields).length === 0) {
      footer.push({ number, isDoNotMail: row.isDoNotMail });
      return;
    }
    for (const one of footer) visit({ ...columns.read([]), ...one });
    footer = [];
    visit(row);
  }

  return {
    add(cells: string[], number: number): void {
      if (cells.every(isBlank)) return;
      if (headings) {
        if (last) addRow(headings, last.cells, last.number);
        fewest = Math.min(fewest, last?.cells.length ?? fewest);
        last = { cells, number };
      } else if (cells.length > maxColumns) throw tooLargeError(`${formatNumber(maxColumns)} columns`);
      else if (columns.countParts(cells) > 1) start([{ cells, number }]);
      // No row has a known heading.
      else if (above.push({ cells, number }) >= maxRowsAbove) start(above);
    },
    /**
     * @param isEnded true if a line break follows the last row
     * @throws a user-facing error if the file is blank or has rows with too many or too few values
     */
    end(isEnded: boolean): void {
      if (!headings) start(above);
      if (headings && last)
        addRow(
          headings,
          last.cells,
          last.number,
          !isEnded && last.cells.length < Math.min(fewest, headings.length),
        );
      if (uneven.length > 0)
        throw inputError(
          `The CSV file has more or fewer values than columns in row ${listFirst(uneven, ', ')}, so its values may be in the wrong columns: perhaps a comma in an address is not in quotation marks, or a blank value is missing.`,
          'Correct the file and run the step again.',
        );
    },
  };
}

/** Returns true if values are in the wrong columns: "43215" is not a state. */
function isShifted({ fields: { street, city, state, postal_code, country } }: Row): boolean {
  const lacksPlace = isBlank(city) && isBlank(postal_code) && !(isBlank(street) && isBlank(state));
  const isMisplaced = /\d/.test(toText(state) + toText(country)) || /^\d+$/.test(toText(city).trim());
  return lacksPlace || isMisplaced || (!isBlank(postal_code) && !/\d/.test(toText(postal_code)));
}

/** Returns true if the row has the word "Total" but no address, no other name and no reference. "Total Wine & More" has one of them. */
const isTotal = ({ fields }: Row, cells: readonly string[]): boolean =>
  [fields.city, fields.postal_code].every(isBlank) &&
  !/\p{L}/u.test(toText(fields.street)) &&
  [fields.name ?? fields.company, fields.external_id].every((one) => isBlank(one) || saysTotal(one)) &&
  cells.some(saysTotal);

const saysTotal = (value: unknown): boolean => /^\s*(?:grand |sub[ -]?)?totals?\b/i.test(toText(value));

const tooLargeError = (limit: string): Error =>
  inputError(
    `The CSV file has more than ${limit}, the limit for this step.`,
    "Remove rows or columns that you don't need.",
  );
