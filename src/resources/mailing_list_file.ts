/**
 * A mailing list in a file: CSV as spreadsheets write it, or JSON as the service gives it. Loaded only by the action
 * that needs it, so that no other step waits for a CSV parser.
 */
import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { type InputData, inputError, isBlank, isPlainObject } from '../inputs.ts';
import { contactKeys, contactLineItemFields } from './contact_fields.ts';

export interface ListFile {
  kind: 'csv' | 'json';
  rows: InputData[];
  /** Where each row of a CSV file stands in it, the first row being 1. */
  rowNumbers: number[];
  /** How the file's letters were read, as the standards name it. */
  encoding: string;
  /** Columns that are no field of a contact and were left out. */
  ignoredColumns: string[];
}

/** @throws a sentence when the file is neither, or cannot be read as what it is */
export function readListFile(bytes: Buffer): ListFile {
  const { content, encoding } = decode(bytes);
  if (!content.trim()) throw inputError('The file has no contacts in it: it is empty.');
  if (/^\s*[[{]/.test(content)) return { ...readJson(content), encoding };
  if (/^\s*</.test(content) || content.includes('\0')) {
    throw inputError(
      'The file is neither CSV nor JSON. Save the list as a CSV file, for example with "Save as" or "Download" in your spreadsheet.',
    );
  }
  return { ...readCsv(content), encoding };
}

/**
 * UTF-8 or UTF-16 by its mark, else UTF-8 when it is valid, else the Western encoding that older spreadsheets write.
 * @throws a sentence when it is UTF-8 for the most part and not everywhere: read as either, it would be garbled
 */
function decode(bytes: Buffer): { content: string; encoding: string } {
  const as = (encoding: string) => ({ content: new TextDecoder(encoding).decode(bytes), encoding });
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return as('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return as('utf-16be');
  if (isUtf8(bytes)) return as('utf-8');
  const { content } = as('utf-8');
  let readable = 0;
  let unreadable = 0;
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    if (code === replacement) unreadable += 1;
    else if (code > 0x7f) readable += 1;
  }
  if (readable < unreadable) return as('windows-1252');
  const line = content.slice(0, content.indexOf(String.fromCharCode(replacement))).split('\n').length;
  throw inputError(
    `The file mixes two encodings: it is written in UTF-8, but a letter in line ${line} is not. Nothing was replaced; save the whole file as UTF-8, so that no name is garbled.`,
  );
}

/** What the decoder puts where the bytes are no letter. */
const replacement = 0xfffd;

function readJson(content: string): Omit<ListFile, 'encoding'> {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw inputError(
      'The file looks like JSON, but it cannot be read: perhaps it was cut off. Save it again.',
    );
  }
  const contacts = isPlainObject(value) ? value.contacts : value;
  if (!Array.isArray(contacts)) {
    throw inputError(
      'The JSON file has no list of contacts. It has to be {"contacts": […]}, as this service gives it, or the list itself.',
    );
  }
  const rows = contacts.map((contact, index) => {
    if (isDeeper(contact, depthLimit))
      throw inputError(
        `Contact ${index + 1} of the JSON file is nested more than ${depthLimit} levels deep, which no contact is.`,
      );
    if (isPlainObject(contact)) return contact;
    throw inputError(
      `Contact ${index + 1} of the JSON file is not a contact but ${JSON.stringify(contact)?.slice(0, 40)}.`,
    );
  });
  return { kind: 'json', rows, rowNumbers: [], ignoredColumns: [] };
}

/** What is nested deeper would use up the stack of whatever walks through it. */
const depthLimit = 32;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

function readCsv(whole: string): Omit<ListFile, 'encoding'> {
  // A line for Excel, which tells the mark between the columns.
  const [hint = '', mark] = /^"?sep=(.)"?\1*\r?\n/i.exec(whole) ?? [];
  const content = whole.slice(hint.length);
  const linesBefore = hint ? 1 : 0;
  let table: string[][];
  try {
    table = parse(content, {
      bom: true,
      delimiter: mark ?? delimiterOf(content),
      // Of any system, and of several where somebody put lists together.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: false,
      columns: false,
    });
  } catch (error) {
    const where =
      error instanceof CsvError && typeof error.lines === 'number'
        ? ` near line ${error.lines + linesBefore}`
        : '';
    throw inputError(
      `The CSV file cannot be read${where}: a quotation mark is missing or out of place. Save the file again from your spreadsheet.`,
    );
  }
  const [{ cells: header } = { cells: [] }, ...lines] = table
    .map((cells, index) => ({ cells, row: index + 1 + linesBefore }))
    .filter(({ cells }) => !cells.every(isBlank));
  if (header.length === 0) throw inputError('The file has no contacts in it: all of its lines are blank.');
  const keys = header.map((name) => fieldNames.get(bare(name)));
  const known = keys.filter((key) => key !== undefined);
  const twice = known.find((key, index) => known.indexOf(key) !== index);
  if (twice) throw inputError(`The CSV file has two columns for "${twice}". Keep one of them.`);
  if (!known.includes('name')) {
    const seen = header
      .map((name) => `"${name.trim()}"`)
      .slice(0, 20)
      .join(', ');
    throw inputError(
      `The CSV file has no column "name". Its first line has to name the columns, such as ${contactKeys.join(', ')}; it has ${seen}.`,
    );
  }
  const tooLong = lines
    .filter(({ cells }) => !cells.slice(header.length).every(isBlank))
    .map(({ row }) => row);
  if (tooLong.length > 0) {
    throw inputError(
      `The CSV file has more values than columns in row ${tooLong.slice(0, 20).join(', ')}${tooLong.length > 20 ? ` and ${tooLong.length - 20} more` : ''}, so its values may stand in the wrong columns: perhaps a comma in an address is not in quotation marks. Nothing was replaced; correct the file and run the step again.`,
    );
  }
  // What stands below the last contact in columns that are no field, such as a sum, is none.
  const last = lines.findLastIndex(({ cells }) => keys.some((key, index) => key && !isBlank(cells[index])));
  const contacts = lines.slice(0, last + 1);
  const rows = contacts.map(({ cells }) => {
    const row: InputData = {};
    keys.forEach((key, index) => {
      if (key !== undefined) row[key] = cells[index];
    });
    return row;
  });
  const ignoredColumns = header.flatMap((name, index) => {
    if (keys[index] !== undefined || bare(name) === 'contactid') return [];
    if (name.trim()) return [name];
    return contacts.every(({ cells }) => isBlank(cells[index]))
      ? []
      : [`column ${index + 1}, which has no name`];
  });
  return { kind: 'csv', rows, rowNumbers: contacts.map(({ row }) => row), ignoredColumns };
}

/** The mark that separates the columns of the first line: whichever stands there most often, outside quotes. */
function delimiterOf(content: string): string {
  const begun = content.replace(/^(?: *\r?\n)+/, '');
  const firstLine = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(begun)?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? '';
  const count = (mark: string): number => firstLine.split(mark).length;
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

const bare = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

/** Columns are named like the fields or as the fields are labelled; case, spaces and underscores do not matter. */
const fieldNames = new Map<string, (typeof contactKeys)[number]>(
  contactKeys.flatMap((key) => {
    const label = contactLineItemFields.find((field) => field.key === key)?.label ?? key;
    return [
      [bare(key), key],
      [bare(label), key],
    ];
  }),
);
