/** Reads a CSV or JSON file of contacts or recipients. Import it only where needed, because the CSV parser takes time to load. */
import { formatNumber } from '../../format_number.ts';
import { type InputData, inputError, truncate } from '../../inputs.ts';
import { mergeFieldName } from '../merge_fields.ts';
import { type CsvColumns, notAListError, readCsvList } from './csv.ts';
import { readJsonList } from './json.ts';
import { maxContacts, maxRecipients } from './limits.ts';
import { type DecodedText, decodeText } from './text.ts';

/** A contact or a recipient of a file. */
interface ListRow {
  /** Counted from 1. */
  count: number;
  /** Its row in a CSV file, counted from 1. */
  number?: number;
  /** The values by field key. */
  fields: InputData;
  /** The values of the other columns of a CSV file, by the name of the column. */
  others?: InputData;
}

const limits = { contacts: maxContacts, recipients: maxRecipients };

/**
 * Visits the rows of a file one after the other. The columns of recipients that are not part of a contact are merge fields.
 * @returns the file's encoding by its standard name, and the columns of a CSV file
 * @throws a user-facing error if the file is neither CSV nor JSON, or too large
 */
export async function readListFile(
  bytes: Buffer,
  of: keyof typeof limits,
  visit: (row: ListRow) => void,
): Promise<{ encoding: string; columns: CsvColumns }> {
  const { encoding, chunks, isJson } = decodeListFile(bytes);
  let count = 0;
  const take = (row: Omit<ListRow, 'count'>) => {
    count += 1;
    if (count > limits[of]) {
      throw inputError(
        `The file has more than ${formatNumber(limits[of])} ${of}, the limit for this step. Nothing was sent. Split the file.`,
      );
    }
    visit({ ...row, count });
  };
  if (isJson) {
    readJsonList(chunks(), (fields) => take({ fields }));
    return { encoding, columns: { all: [], ignored: [] } };
  }
  const start = of === 'recipients' ? rejectEqualNames : undefined;
  return { encoding, columns: await readCsvList(chunks, { start, visit: take }) };
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
