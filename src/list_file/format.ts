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

/** Returns the delimiter that occurs most often in one of the first lines, because there may be a title above the headings. */
function findDelimiter(text: string): string {
  const lines = firstLinesOf(text);
  const count = (mark: string): number => Math.max(...lines.map((line) => line.split(mark).length));
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

const maxLines = 5;

/** Returns the first lines without their quoted text. A single pattern for a line would overflow its stack on a long one. */
function firstLinesOf(text: string): string[] {
  const lines = [''];
  const unquoted = /[^"\r\n]*/y;
  while (lines.length <= maxLines) {
    lines.push(`${lines.pop()}${unquoted.exec(text)?.[0] ?? ''}`);
    const end = unquoted.lastIndex;
    const mark = text[end];
    const closingQuote = mark === '"' ? text.indexOf('"', end + 1) : -1;
    if (mark === undefined || (mark === '"' && closingQuote < 0)) break;
    if (mark !== '"') lines.push('');
    unquoted.lastIndex = mark === '"' ? closingQuote + 1 : end + 1;
  }
  return lines;
}
