/** A column of a list: what its heading says, and what its values look like. */
import { addressParts, fillsIn, type NeededPart } from './heading_words.ts';
import type { Heading, PartHeading } from './headings.ts';

export interface Column {
  /** Counted from 0. */
  index: number;
  /** The heading. */
  name: string;
  /** The heading as messages show it, and Columns names it: the second column Street is "Street (2)". */
  label: string;
  heading: Heading;
  use: ColumnUse;
}

/** A column that holds a part of a person. */
export type PartColumn = Column & { heading: PartHeading };

export const isPart = (column: Column): column is PartColumn => column.heading.means === 'part';

export const isAddress = (column: Column): boolean => isPart(column) && addressParts.has(column.heading.part);

/** Returns true if the column holds what a letter needs. */
export const fills = ({ heading }: { heading: Heading }, need: NeededPart): boolean =>
  heading.means === 'part' && fillsIn(heading.part, need);

/** Returns true if a letter may print the column although the envelope does not need it, such as a county. */
export const isSpare = (column: Column): boolean =>
  isPart(column) && (column.heading.part === 'region' || !isAddress(column));

/** Returns true if the column is not a person field, so that it may be a merge field. */
export const isOther = ({ means }: Heading): boolean =>
  ['other', 'unknown', 'unclear', 'someone else'].includes(means);

/** What a value looks like. An email address, a web address or a date is not postal. */
export type Shape = 'street' | 'words' | 'number' | 'yes or no' | 'not postal' | 'other';

/** The number of values that show what a column holds. A file may have millions of others. */
const maxLookedAt = 100;

/** What became of a column. */
export class ColumnUse {
  /** The labels of the fields that it filled. */
  readonly filled = new Set<string>();
  /** The first value; empty if every row is blank. */
  first = '';
  /** True if the address that it belongs to was used. */
  isInAddress = false;
  /** True if a value of it was left out of that address. */
  isLost = false;
  /** The column that was used for the same part of the address, if its heading says the same and its value was another one. */
  rival: Column | undefined;
  /** What its values look like. */
  readonly shapes = new Set<Shape>();
  #lookedAt = 0;

  look(value: string): void {
    if (value === '' || this.#lookedAt >= maxLookedAt) return;
    this.first ||= value;
    this.#lookedAt += 1;
    this.shapes.add(shapeOf(value));
  }

  /** True if some value may belong to a name or an address. */
  get mayBePrinted(): boolean {
    return [...this.shapes].some((shape) => shape !== 'yes or no' && shape !== 'not postal');
  }
}

const yesOrNo =
  /^(?:y|n|x|t|f|yes|no|true|false|ja|nein|nee|nej|nei|jah|oui|non|vrai|faux|s[ií]|não|nao|sim|tak|nie|ano|ne|da|nu|igen|nem|kyllä|ei|evet|hayır|ναι|όχι|да|нет|так|ні|はい|いいえ|是|否|예|아니요)$/i;
/** "1-7-1" is a block in Japan. */
const date =
  /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}\b|\d{1,2}[-./]\d{1,2}[-./]\d{4}\b|\d{1,2}\/\d{1,2}\/\d{2}$|\p{L}{3,9}\.? \d{1,2},? \d{4}$)/u;
const emailOrWeb = /\S@\S|^(?:https?:|www\.)/i;

export function shapeOf(value: string): Shape {
  if (yesOrNo.test(value)) return 'yes or no';
  if (date.test(value) || emailOrWeb.test(value)) return 'not postal';
  if (/^(?:\d{1,5}(?:\s?[a-z]|[-/]\d{1,4})?|[a-z])$/i.test(value)) return 'number';
  if (!/\p{L}{2}/u.test(value)) return 'other';
  return /\d/.test(value) ? 'street' : 'words';
}
