/** Finds out how the columns of a CSV file are separated. */
import { maxRowBytes } from './limits.ts';

export interface CsvFormat {
  delimiter: string;
  /** Rows before the table: the line with which Excel names the delimiter. */
  rowsBefore: number;
}

/** Reads only the beginning of the file. */
export function readFormat(chunks: Iterable<Buffer>): CsvFormat {
  let text = '';
  let isFirst = true;
  for (const chunk of chunks) {
    text += chunk.toString();
    const [, hint] = (isFirst && /^"?sep=(.)"?\1*\r?\n/i.exec(text)) || [];
    if (hint) return { delimiter: hint, rowsBefore: 1 };
    isFirst = false;
    // Skip blank lines.
    text = text.replace(/^\s*[\r\n]/, '');
    if (text.length > maxRowBytes) break;
  }
  return { delimiter: findDelimiter(text), rowsBefore: 0 };
}

/** Returns the delimiter that occurs most often in the first line. */
function findDelimiter(text: string): string {
  const line = firstLineOf(text);
  const count = (mark: string): number => line.split(mark).length;
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** Returns the first line without its quoted text. A single pattern for the line would overflow its stack on a long one. */
function firstLineOf(text: string): string {
  const unquoted = /[^"\r\n]*/y;
  for (let line = ''; ; ) {
    line += unquoted.exec(text)?.[0] ?? '';
    const end = unquoted.lastIndex;
    const closingQuote = text[end] === '"' ? text.indexOf('"', end + 1) : -1;
    if (closingQuote < 0) return line;
    unquoted.lastIndex = closingQuote + 1;
  }
}
