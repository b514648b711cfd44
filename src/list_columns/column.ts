/** A column of a list: the meaning of its heading, and the shapes of its values. */
import { addressParts, type NeededPart, type Part, partFills } from './heading_words.ts';
import type { Heading, PartHeading } from './headings.ts';
import { isPostalShape, type Shape, shapeOf } from './shapes.ts';

export interface Column {
  /** The position, counted from 0. */
  index: number;
  name: string;
  /** The heading in messages and in the field Columns. The second of two columns Street is "Street (2)". */
  label: string;
  heading: Heading;
  /** Set if the column may be a merge field. A blank cell of a required one leaves a gap in the letter. */
  merge?: 'required' | 'optional' | undefined;
  use: ColumnUse;
}

/** A column that holds a part of a name or an address. */
export type PartColumn = Column & { heading: PartHeading };

export const isPersonColumn = (column: Column): column is PartColumn => column.heading.means === 'part';

export const isAddress = (column: Column): boolean =>
  isPersonColumn(column) && addressParts.has(column.heading.part);

export const fills = ({ heading }: { heading: Heading }, need: NeededPart): boolean =>
  heading.means === 'part' && partFills(heading.part, need);

/** The parts of an address that may mean something else. */
const ambiguousParts: readonly Part[] = ['region', 'region alone', 'number', 'type', 'unit'];

/** Returns true if a person column may also be a merge field: the text of a letter may have a county or a first name. */
export const mayBeMergeField = (heading: Heading): boolean =>
  heading.means === 'part' && (ambiguousParts.includes(heading.part) || !addressParts.has(heading.part));

/** Returns true if the column is not a person field, so that it may be a merge field. */
export const isNotPersonField = ({ means }: Heading): boolean =>
  ['other', 'unknown', 'unclear', 'someone else'].includes(means);

/** Maximum number of values to examine per column. A file may have millions. */
const maxExamined = 100;

export class ColumnUse {
  /** The labels of the fields that the column filled. */
  readonly filled = new Set<string>();
  /** The first value; empty if the column is blank in every row. */
  first = '';
  /** True if the column's address was used. */
  isInAddress = false;
  /** The first value that is not printed although its heading names a part of the envelope; empty if all are. */
  unprinted = '';
  /** The column that was used instead. Its heading means the same part, but its value was different. */
  rival: Column | undefined;
  readonly shapes = new Set<Shape>();
  #examined = 0;

  examine(value: string): void {
    if (value === '' || this.#examined >= maxExamined) return;
    this.first ||= value;
    this.#examined += 1;
    this.shapes.add(shapeOf(value));
  }

  get isFilled(): boolean {
    return this.filled.size > 0;
  }

  /** True if at least one value may belong to a name or an address. */
  get mayBePrinted(): boolean {
    return [...this.shapes].some(isPostalShape);
  }
}
