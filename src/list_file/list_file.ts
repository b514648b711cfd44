/** Reads a CSV or JSON file of contacts or recipients. Import it only where needed, because the CSV parser takes time to load. */

import { formatNumber } from '../format.ts';
import { type InputData, inputError } from '../inputs.ts';
import type { ListColumns } from '../list_columns/columns.ts';
import type { Row } from '../list_columns/row_reader.ts';
import { notAListError, readCsvList } from './csv.ts';
import { readJsonList } from './json.ts';
import { maxPeople } from './limits.ts';
import { decodeText } from './text.ts';

/** A contact or a recipient of a file. */
export interface ListRow extends Row {
  /** Counted from 1. */
  count: number;
  /** Its row in a CSV file, counted from 1. */
  number?: number;
  /** The contact as a JSON file has it. */
  original?: InputData;
  /** The merge fields of a contact in a JSON file, which may be JSON as text. */
  metadata?: unknown;
}

/**
 * Visits the people of a file one after the other.
 * @returns the file's encoding by its standard name
 * @throws a user-facing error if the file is neither CSV nor JSON, or too large
 */
export async function readListFile(
  bytes: Buffer,
  of: keyof typeof maxPeople,
  columns: ListColumns,
  visit: (row: ListRow) => void,
): Promise<string> {
  const { encoding, chunks } = decodeText(bytes);
  const first = findFirstCharacter(chunks());
  if (first === '<') throw notAListError();
  const read = first === '[' || first === '{' ? readJsonList : readCsvList;
  let count = 0;
  await read(chunks, columns, (row) => {
    count += 1;
    if (count > maxPeople[of]) {
      throw inputError(
        `The file has more than ${formatNumber(maxPeople[of])} ${of}, the limit for this step.`,
        `${of === 'contacts' ? "Remove contacts that you don't need. Do not split the file: each run replaces the whole mailing list." : 'Split the file, and run the step once for each part.'}`,
      );
    }
    visit({ ...row, count });
  });
  return encoding;
}

function findFirstCharacter(chunks: Iterable<Buffer>): string {
  for (const chunk of chunks) {
    const [first] = chunk.toString().trimStart();
    if (first !== undefined) return first;
  }
  throw inputError('The file is empty.', 'Choose another file, or check the step that makes it.');
}
