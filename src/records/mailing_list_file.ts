/**
 * A mailing list in a file: CSV as spreadsheets write it, or JSON as the service gives it. Loaded only by the action
 * that needs it, so that no other step waits for a CSV parser.
 */
import { CsvError, parse } from 'csv-parse/sync';
import { badInput, type Given, isBlank, isGiven } from '../inputs.ts';
import { contactKeys, contactLineItemFields } from './contact.ts';

export interface ListFile {
  kind: 'csv' | 'json';
  rows: Given[];
  /** Columns that are no field of a contact and were left out. */
  ignoredColumns: string[];
}

/** @throws a sentence when the file is neither, or cannot be read as what it is */
export function readListFile(bytes: Buffer): ListFile {
  const content = decode(bytes);
  if (!content.trim()) throw badInput('The file has no contacts in it: it is empty.');
  if (/^\s*[[{]/.test(content)) return readJson(content);
  if (/^\s*</.test(content) || content.includes('\0')) {
    throw badInput(
      'The file is neither CSV nor JSON. Save the list as a CSV file, for example with "Save as" or "Download" in your spreadsheet.',
    );
  }
  return readCsv(content);
}

/** UTF-8 or UTF-16 by its mark, else UTF-8 when it is valid, else the Western encoding that older spreadsheets write. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function readJson(content: string): ListFile {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw badInput('The file looks like JSON, but it cannot be read: perhaps it was cut off. Save it again.');
  }
  const contacts = isGiven(value) ? value.contacts : value;
  if (!Array.isArray(contacts)) {
    throw badInput(
      'The JSON file has no list of contacts. It has to be {"contacts": […]}, as this service gives it, or the list itself.',
    );
  }
  const rows = contacts.map((contact, index) => {
    if (isGiven(contact)) return contact;
    throw badInput(
      `Contact ${index + 1} of the JSON file is not a contact but ${JSON.stringify(contact)?.slice(0, 40)}.`,
    );
  });
  return { kind: 'json', rows, ignoredColumns: [] };
}

function readCsv(content: string): ListFile {
  let table: string[][];
  try {
    table = parse(content, {
      bom: true,
      delimiter: delimiterOf(content),
      relax_column_count: true,
      skip_empty_lines: false,
      columns: false,
    });
  } catch (error) {
    const where =
      error instanceof CsvError && typeof error.lines === 'number' ? ` near line ${error.lines}` : '';
    throw badInput(
      `The CSV file cannot be read${where}: a quotation mark is missing or out of place. Save the file again from your spreadsheet.`,
    );
  }
  const [header = [], ...lines] = table;
  const keys = header.map((name) => fieldNames.get(bare(name)));
  const known = keys.filter((key) => key !== undefined);
  const twice = known.find((key, index) => known.indexOf(key) !== index);
  if (twice) throw badInput(`The CSV file has two columns for "${twice}". Keep one of them.`);
  if (!known.includes('name')) {
    const seen = header
      .map((name) => `"${name.trim()}"`)
      .slice(0, 20)
      .join(', ');
    throw badInput(
      `The CSV file has no column "name". Its first line has to name the columns, such as ${contactKeys.join(', ')}; it has ${seen}.`,
    );
  }
  const tooLong = lines.flatMap((line, index) =>
    line.slice(header.length).every(isBlank) ? [] : [String(index + 2)],
  );
  if (tooLong.length > 0) {
    throw badInput(
      `The CSV file has more values than columns in row ${tooLong.slice(0, 20).join(', ')}${tooLong.length > 20 ? ` and ${tooLong.length - 20} more` : ''}, so its values may stand in the wrong columns: perhaps a comma in an address is not in quotation marks. Nothing was replaced; correct the file and run the step again.`,
    );
  }
  const rows = lines.map((line) => {
    const row: Given = {};
    keys.forEach((key, index) => {
      if (key !== undefined) row[key] = line[index];
    });
    return row;
  });
  while (rows.length > 0 && Object.values(rows.at(-1) ?? {}).every(isBlank)) rows.pop();
  const ignoredColumns = header.filter(
    (name, index) => keys[index] === undefined && name.trim() && bare(name) !== 'contactid',
  );
  return { kind: 'csv', rows, ignoredColumns };
}

/** The mark that separates the columns of the first line: whichever stands there most often, outside quotes. */
function delimiterOf(content: string): string {
  const firstLine = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(content)?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? '';
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
