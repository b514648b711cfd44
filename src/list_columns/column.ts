/** A column of a list: the meaning of its heading, and the shapes of its values. */
import { addressParts, fillsIn, type NeededPart, type Part } from './heading_words.ts';
import type { Heading, PartHeading } from './headings.ts';

export interface Column {
  /** The position, counted from 0. */
  index: number;
  name: string;
  /** The heading in messages and in the field Columns. The second of two columns Street is "Street (2)". */
  label: string;
  heading: Heading;
  /** Whether the column may be a merge field. Blank cells of a required one leave a gap in the letter. */
  merge?: 'required' | 'optional' | undefined;
  use: ColumnUse;
}

/** A column that holds a part of a name or an address. */
export type PartColumn = Column & { heading: PartHeading };

export const isPersonColumn = (column: Column): column is PartColumn => column.heading.means === 'part';

export const isAddress = (column: Column): boolean =>
  isPersonColumn(column) && addressParts.has(column.heading.part);

/** Returns true if the column can hold this part, which a letter needs. */
export const fills = ({ heading }: { heading: Heading }, need: NeededPart): boolean =>
  heading.means === 'part' && fillsIn(heading.part, need);

/** The parts of an address that may mean something else. */
const loose: readonly Part[] = ['region', 'region alone', 'number', 'type', 'unit'];

/** Returns true if a letter may print the column, such as a county, although the envelope does not need it. */
export const isSpare = (column: Column): boolean =>
  isPersonColumn(column) && (loose.includes(column.heading.part) || !isAddress(column));

/** Returns true if the column is not a person field, so that it may be a merge field. */
export const isNotPersonField = ({ means }: Heading): boolean =>
  ['other', 'unknown', 'unclear', 'someone else'].includes(means);

/** The shape of a value. An email address, a web address or a date is not postal. */
export type Shape = 'street' | 'words' | 'number' | 'code' | 'yes or no' | 'not postal' | 'other';

const notPostal: readonly Shape[] = ['yes or no', 'not postal'];

/** Maximum number of values to examine per column. A file may have millions. */
const maxExamined = 100;

/** How a column was used. */
export class ColumnUse {
  /** The labels of the fields that the column filled. */
  readonly filled = new Set<string>();
  /** The first value; empty if the column is blank in every row. */
  first = '';
  /** True if the column's address was used. */
  isInAddress = false;
  /** True if a value of the column was left out of that address. */
  isLeftOut = false;
  /** The column that was used instead, although its heading means the same part and its value was different. */
  rival: Column | undefined;
  /** The shapes of the values. */
  readonly shapes = new Set<Shape>();
  #examined = 0;

  look(value: string): void {
    if (value === '' || this.#examined >= maxExamined) return;
    this.first ||= value;
    this.#examined += 1;
    this.shapes.add(shapeOf(value));
  }

  /** True if at least one value may belong to a name or an address. */
  get mayBePrinted(): boolean {
    return [...this.shapes].some((shape) => !notPostal.includes(shape));
  }
}

const yesOrNo =
  /^(?:y|n|x|t|f|yes|no|true|false|ja|nein|nee|nej|nei|jah|oui|non|vrai|faux|s[ií]|não|nao|sim|tak|nie|ano|ne|da|nu|igen|nem|kyllä|ei|evet|hayır|ναι|όχι|да|нет|так|ні|はい|いいえ|是|否|예|아니요)$/i;
/** Matches a date, but not "1-7-1", which is a block in Japan. */
const date =
  /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}\b|\d{1,2}[-./]\d{1,2}[-./]\d{4}\b|\d{1,2}\/\d{1,2}\/\d{2}$|\p{L}{3,9}\.? \d{1,2},? \d{4}$)/u;
const emailOrWeb = /\S@\S|^(?:https?:|www\.)/i;
const phone = /^\+?(?:[\s().-]*\d){9,}$/;

/** Returns true unless the value is a flag, an email address, a date or similar. */
export const isPostal = (value: string): boolean => !notPostal.includes(shapeOf(value));

export function shapeOf(value: string): Shape {
  if (yesOrNo.test(value)) return 'yes or no';
  if (date.test(value) || emailOrWeb.test(value) || phone.test(value)) return 'not postal';
  if (/^(?:\d{1,5}(?:\s?[a-z]|[-/ ]\d{1,4})?|[a-z])$/i.test(value)) return 'number';
  const hasWord = /\p{L}{2}/u.test(value);
  if (!/\d/.test(value)) return hasWord ? 'words' : 'other';
  // "5층" is a floor, and "SKU-1" is a code.
  if (/[^\P{L}a-z]/iu.test(value) || (hasWord && /\s/.test(value))) return 'street';
  return /\p{L}/u.test(value) ? 'code' : 'other';
}
