/** Reads the field Columns, in which the user says what the columns of a file are. */
import { contactFields } from '../person/fields.ts';
import { inputError } from '../steps/inputs.ts';
import { truncate } from '../text/format.ts';
import { normalizeHeading } from '../text/text_match.ts';
import { isBlank, isPlainObject, toText } from '../text/values.ts';
import { isNotPersonField } from './column.ts';
import { columnsField } from './columns_field.ts';
import { addressParts } from './heading_words.ts';
import { chosenPreference, type Heading, parseHeading, readKind } from './headings.ts';

/** A heading that the user explains in Columns. */
export interface ChosenColumn {
  typed: string;
  heading: Heading;
}

/** Returns the entries of Columns by their normalized headings. @throws a user-facing error if a value is not a field */
export function readChosenColumns(value: unknown): ReadonlyMap<string, ChosenColumn> {
  const chosen = new Map<string, ChosenColumn>();
  if (isBlank(value)) return chosen;
  if (!isPlainObject(value))
    throw inputError(
      `${columnsField.label} is set to "${truncate(toText(value))}", which is not a set of headings and fields.`,
      'Enter a heading and its field for each column.',
    );
  for (const [name, meaning] of Object.entries(value)) {
    const text = toText(meaning).trim();
    if (!text) continue;
    const heading = readChosen(text, name);
    if (isNotPersonField(heading) && heading.means !== 'other')
      throw inputError(
        `${columnsField.label} says that "${truncate(name)}" is "${truncate(text)}", which is not a field.`,
        `Use ${fieldLabels}, First Name, Last Name, Address 2, a placeholder with braces, such as {amount}, merge field or ignore.`,
      );
    chosen.set(normalizeHeading(name), { typed: name, heading });
  }
  return chosen;
}

/** The meaning of "merge field" in Columns. */
export const mergeField: Heading = { means: 'other' };

/** Returns the heading that the text means. A field of an address keeps the kind of address that the column's own heading names. */
function readChosen(text: string, name: string): Heading {
  if (/^ignored?$/i.test(text)) return { means: 'ignored' };
  if (/^merge ?fields?$/i.test(text)) return mergeField;
  const placeholder = /^\{([^{}]+)\}$/.exec(text)?.[1]?.trim();
  // The service fills in `{city}` from the city, so such a column is the field.
  const isField = contactFields.some(({ key }) => key === placeholder?.toLowerCase());
  if (placeholder && !isField) return { means: 'other', placeholder };
  const heading = parseHeading(placeholder || text);
  if (heading.means === 'other') return { means: 'unknown' };
  if (heading.means !== 'part') return heading;
  const kind = heading.kind || (addressParts.has(heading.part) ? readKind(name) : '');
  const owner = parseHeading(name).means === 'someone else' ? 'stranger' : heading.owner;
  return { ...heading, kind, owner, preference: chosenPreference };
}

export const fieldLabels = contactFields.map(({ label }) => label).join(', ');
