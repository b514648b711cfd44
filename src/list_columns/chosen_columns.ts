/** Reads the field Columns, in which the user says what the columns of a file are. */
import { contactFields } from '../person/fields.ts';
import { inputError } from '../steps/inputs.ts';
import { listFirst, truncate } from '../text/format.ts';
import { normalizeHeading } from '../text/text_match.ts';
import { isBlank, isPlainObject, toText } from '../text/values.ts';
import { columnsField } from './columns_field.ts';
import { type Heading, parseHeading } from './headings.ts';
import { isAddressPart, isMailPart } from './table.ts';

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
    if (!heading)
      throw inputError(
        `${columnsField.label} says that "${truncate(name)}" is "${truncate(text)}", which is not a field.`,
        `Use ${fieldLabels}, First Name, Last Name, Address 2, a placeholder with braces, such as {amount}, Do Not Mail, Mail, merge field or ignore.`,
      );
    chosen.set(normalizeHeading(name), { typed: name, heading });
  }
  for (const part of ['name', 'company'] as const) {
    const same = [...chosen.values()].filter(
      ({ heading }) => heading.means === 'part' && heading.part === part,
    );
    if (same.length > 1)
      throw inputError(
        `${columnsField.label} says that ${listFirst(
          same.map(({ typed }) => `"${truncate(typed)}"`),
          ' and ',
        )} are the same field, but a letter prints only one.`,
        'Enter First Name and Last Name for the parts of a name, or ignore for one of them.',
      );
  }
  return chosen;
}

/** Returns the heading that the text means. A field of an address keeps the kind of address that the column's own heading names. */
function readChosen(text: string, name: string): Heading | undefined {
  if (/^ignored?$/i.test(text)) return { means: 'ignored' };
  if (/^merge[ _]?fields?$/i.test(text)) return { means: 'other' };
  const placeholder = /^\{([^{}]+)\}$/.exec(text)?.[1]?.trim();
  // The service fills in `{city}` from the city, so such a column is the field.
  const isField = contactFields.some(({ key }) => key === placeholder?.toLowerCase());
  if (placeholder && !isField) return { means: 'other', placeholder };
  const heading = parseHeading(/^mail$/i.test(text) ? 'Can Mail' : placeholder || text);
  if (heading.means !== 'part') return undefined;
  const own = parseHeading(name);
  if (isMailPart(heading.part)) return { ...heading, isChosen: true };
  const kind = heading.kind || (own.means === 'part' && isAddressPart(heading.part) ? own.kind : '');
  const number = heading.number || (own.means === 'part' ? own.number : 0);
  const owner = own.means === 'someone else' ? 'stranger' : own.means === 'part' ? own.owner : heading.owner;
  return { ...heading, kind, number, owner, preference: 0, isChosen: true };
}

export const fieldLabels = contactFields.map(({ label }) => label).join(', ');
