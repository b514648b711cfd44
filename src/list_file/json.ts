/** Reads the contacts of a JSON file. */

import { JsonArraySplitter, MalformedListError } from '../api/json_array_splitter.ts';
import { parseJson } from '../api/values.ts';
import type { ListColumns } from '../list_columns/columns.ts';
import type { Row } from '../list_columns/row_reader.ts';
import { findNonText, type InputData, inputError, readText } from '../steps/inputs.ts';
import { formatNumber } from '../text/format.ts';
import { isPlainObject } from '../text/values.ts';
import { maxColumns, maxDepth, maxRowBytes } from './limits.ts';

/** A row of a CSV file, or a contact of a JSON file. */
export interface ListRow extends Row {
  /** Its number in the file, counted from 1. */
  number: number;
  /** Why no letter may be sent, if the row breaks off. */
  problem?: string;
  /** The contact as it is in the JSON file. */
  original?: InputData;
}

/**
 * Visits the contacts of `{"contacts": […]}`, `{"recipients": […]}` or a list without an object around it, one at a time. Their values
 * are read like columns. Lists of text are joined.
 * @throws a user-facing error if the text is not a list of objects
 */
export function readJsonList(
  chunks: () => Iterable<Buffer>,
  columns: ListColumns,
  visit: (row: ListRow) => void,
): void {
  // Every key of every contact is a column, so all contacts are read once before the first contact is visited.
  const indexes = new Map<string, number>();
  visitContacts(chunks(), (contact) => {
    for (const [path] of readValues(contact)) if (!indexes.has(path)) indexes.set(path, indexes.size);
    if (indexes.size > maxColumns)
      throw inputError(
        `The contacts of the JSON file have more than ${formatNumber(maxColumns)} different keys, the limit for this step.`,
        "Remove keys that you don't need.",
      );
  });
  columns.start([...indexes.keys()]);
  visitContacts(chunks(), (original, number) => {
    const cells: string[] = Array(indexes.size).fill('');
    for (const [path, value] of readValues(original))
      cells[indexes.get(path) ?? 0] = readText({ value }, { key: 'value' }) ?? '';
    visit({ ...columns.read(cells), number, original });
  });
}

/** Matches a member of the outermost object that says that the list goes on in another response. */
const morePages =
  /^"(?:(?:total|page)_?)?(?:pages|page_?count|last_?page)":"?(?!1\b)[1-9]|^"has_?(?:more|next)(?:_?page)?":true|^"next(?:_?(?:page|url|cursor|link|token)){0,2}":(?:"[^"]|[1-9])/i;

/** Returns the people of a household that lists them in `members`, each with what they share, or the contact itself. */
function membersOf(contact: InputData): InputData[] {
  const { members, ...shared } = contact;
  const isHousehold = Array.isArray(members) && members.length > 0 && members.every(isPlainObject);
  return isHousehold ? members.map((member) => ({ ...shared, ...member })) : [contact];
}

/** Visits the contacts, counted from 1. @throws a user-facing error if the text is not a list of objects */
function visitContacts(chunks: Iterable<Buffer>, visit: (contact: InputData, number: number) => void): void {
  const splitter: JsonArraySplitter = new JsonArraySplitter({
    keys: ['contacts', 'recipients'],
    mayBeBare: true,
    refused: {
      member: morePages,
      error: () =>
        inputError(
          'The JSON file has only one page of a list that has more pages.',
          'Let the step that makes the file read all pages.',
        ),
    },
    visit(record) {
      if (record.length > maxRowBytes)
        throw new MalformedListError(`a contact of more than ${formatNumber(maxRowBytes)} characters`);
      const contact = parseJson(record.toString());
      if (!isPlainObject(contact)) throw unreadableError();
      const problem = findProblem(contact, maxDepth);
      if (problem)
        throw inputError(`Contact ${splitter.count} of the JSON file ${problem}.`, 'Check the file.');
      for (const person of membersOf(contact)) visit(person, splitter.count);
      return true;
    },
  });
  try {
    for (const chunk of chunks) splitter.push(chunk);
  } catch (error) {
    if (!(error instanceof MalformedListError)) throw error;
    const where = splitter.count > 0 ? ` near contact ${splitter.count}` : '';
    throw inputError(
      `The JSON file has ${error.message}${where}.`,
      'It must be {"contacts": […]}, {"recipients": […]} or the list itself, and each contact must be an object.',
    );
  }
  if (!splitter.ended) throw unreadableError();
}

const unreadableError = (): Error =>
  inputError('The file looks like JSON but cannot be read; it may be incomplete.', 'Save the file again.');

/** Returns the problem of a value, in a few words. Large numbers are a problem: JavaScript rounds them, which would change a reference. */
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

/** Objects whose keys are a contact's own, as in the APIs of HubSpot, Airtable, Mailchimp and JSON:API. */
const wrappers = new Set(['properties', 'fields', 'merge_fields', 'attributes']);

/** Yields the values of a contact with their paths, such as "address.city", which serve as headings. */
function* readValues(contact: InputData, prefix = ''): Generator<readonly [path: string, value: unknown]> {
  for (const [key, typed] of Object.entries(contact)) {
    const path = prefix + key;
    const parsed = path === 'metadata' && typeof typed === 'string' ? parseJson(typed) : typed;
    const value = isPlainObject(parsed) ? parsed : typed;
    if (isPlainObject(value)) {
      const isWrapper = wrappers.has(path) && !Object.keys(value).some((inner) => inner in contact);
      yield* readValues(value, isWrapper ? '' : `${path}.`);
    } else if (Array.isArray(value) && findNonText(value) !== undefined)
      yield* readValues(Object.fromEntries(value.map((one, index) => [index + 1, one])), `${path}.`);
    else yield [path, value];
  }
}
