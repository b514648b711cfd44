/** Reads the contacts of a JSON file. */

import { parseJson } from '../api/values.ts';
import { formatNumber } from '../format.ts';
import { findNonText, type InputData, inputError, readText } from '../inputs.ts';
import { JsonArraySplitter, MalformedListError } from '../json_array_splitter.ts';
import type { ListColumns } from '../list_columns/columns.ts';
import type { Row } from '../list_columns/row_reader.ts';
import { isPlainObject } from '../values.ts';
import { maxDepth, maxRowBytes } from './limits.ts';

interface JsonRow extends Row {
  original: InputData;
  metadata: unknown;
}

/**
 * Visits the contacts of `{"contacts": […]}`, `{"recipients": […]}` or the list itself, one at a time.
 * @throws a user-facing error if the text is not a list of objects
 */
export function readJsonList(
  chunks: () => Iterable<Buffer>,
  columns: ListColumns,
  visit: (row: JsonRow) => void,
): void {
  const splitter: JsonArraySplitter = new JsonArraySplitter(
    (record) => {
      if (record.length > maxRowBytes)
        throw new MalformedListError(`a contact of more than ${formatNumber(maxRowBytes)} characters`);
      visit(readContact(parseContact(record.toString(), splitter.count), columns));
      return true;
    },
    { keys: ['contacts', 'recipients'], mayBeBare: true },
  );
  try {
    for (const chunk of chunks()) splitter.push(chunk);
  } catch (error) {
    if (!(error instanceof MalformedListError)) throw error;
    const where = splitter.count > 0 ? ` near contact ${splitter.count}` : '';
    throw inputError(
      `The JSON file has ${error.message}${where}.`,
      'It must be {"contacts": […]}, {"recipients": […]} or the list itself, and each contact an object.',
    );
  }
  if (!splitter.ended) throw unreadableError();
}

function parseContact(json: string, number: number): InputData {
  const contact = parseJson(json);
  if (!isPlainObject(contact)) throw unreadableError();
  const problem = findProblem(contact, maxDepth);
  if (!problem) return contact;
  throw inputError(`Contact ${number} of the JSON file ${problem}.`, 'Check the file.');
}

const unreadableError = (): Error =>
  inputError('The file looks like JSON but cannot be read; it may be incomplete.', 'Save the file again.');

/** Returns what is wrong with a value, in a few words. JavaScript rounds large numbers, which would change a reference. */
function findProblem(value: unknown, levels: number): string | undefined {
  if (typeof value === 'number') {
    const isExact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
    return isExact ? undefined : 'has a number that is too large; put it in quotation marks';
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return `is nested more than ${maxDepth} levels deep`;
  for (const inner of Object.values(value)) {
    const problem = findProblem(inner, levels - 1);
    if (problem) return problem;
  }
  return undefined;
}

/**
 * Reads the values of a contact like columns, whose headings are the paths to them, such as "address.city". Lists of texts are joined.
 */
function readContact(original: InputData, columns: ListColumns): JsonRow {
  const metadata = typeof original.metadata === 'string' ? parseJson(original.metadata) : original.metadata;
  const names: string[] = [];
  const cells: string[] = [];
  const add = (path: string, value: unknown): void => {
    const inner = isPlainObject(value)
      ? Object.entries(value)
      : Array.isArray(value) && findNonText(value) !== undefined
        ? value.map((one, index) => [String(index + 1), one] as const)
        : undefined;
    if (inner) for (const [key, one] of inner) add(path ? `${path}.${key}` : key, one);
    else {
      names.push(path);
      cells.push(readText({ value }, { key: 'value' }) ?? '');
    }
  };
  const { metadata: _, ...rest } = original;
  add('', isPlainObject(metadata) ? rest : original);
  return { ...columns.read(names, cells), original, metadata };
}
