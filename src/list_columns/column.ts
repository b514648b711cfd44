/** A column of a list: what its heading means, its first values, and how they were used. */
import type { Heading, PartHeading } from './headings.ts';
import { type Shape, shapeOf } from './shapes.ts';
import { isAddressPart, isMailPart, type Part } from './table.ts';

export interface Column {
  /** The position, counted from 0. */
  index: number;
  name: string;
  /** The heading in messages and in the field Columns. The second of two columns Street is "Street (2)". */
  label: string;
  heading: Heading;
  /** Set if the column may be a merge field. A blank cell of a required one leaves a gap in the letter. */
  merge?: 'required' | 'optional' | undefined;
  /** True if the user named it as a merge field, in Columns or in Merge Columns. */
  isSettled: boolean;
  use: ColumnUse;
}

/** A column that holds a part of a name or an address. */
export type PartColumn = Column & { heading: PartHeading };

export const isPersonColumn = (column: Column): column is PartColumn =>
  column.heading.means === 'part' && !isMailPart(column.heading.part);

export const isAddress = (column: Column): boolean =>
  isPersonColumn(column) && isAddressPart(column.heading.part);

export const isMail = (column: Column): column is PartColumn =>
  column.heading.means === 'part' && isMailPart(column.heading.part);

/** Parts of an address that a letter may print in its text, too. */
const alsoMerged: readonly Part[] = ['county', 'unit'];

/** Returns true if a person column may also be a merge field: the text of a letter may have a county or a first name. */
export const mayBeMergeField = (heading: Heading): boolean =>
  heading.means === 'part' &&
  heading.part !== 'do not mail' &&
  heading.part !== 'may mail' &&
  heading.part !== 'deceased' &&
  (alsoMerged.includes(heading.part) || !isAddressPart(heading.part));

/** Returns true if the column is not a person field, so that it may be a merge field. */
export const isNotPersonField = (heading: Heading): boolean =>
  heading.means === 'other' ||
  heading.means === 'unknown' ||
  heading.means === 'someone else' ||
  (heading.means === 'part' && heading.part === 'status');

/** Maximum number of values to examine per column. A file may have millions. */
const maxExamined = 100;

export class ColumnUse {
  /** The labels of the fields that the column filled. */
  readonly filled = new Set<string>();
  /** The first value; empty if the column is blank in every row. */
  first = '';
  /** True if the column's address was used. */
  isInAddress = false;
  /** In how many rows a value, such as a flag or an email address, is not printed, and the first such value. */
  dropped = 0;
  firstDropped = '';
  /** A value that is printed although it does not look like its part. */
  misshapen = '';
  /** How often the column has each value. At most 20 different values are counted. */
  readonly counts = new Map<string, number>();
  readonly shapes = new Set<Shape>();
  #examined = 0;

  examine(value: string): void {
    if (value === '' || this.#examined >= maxExamined) return;
    this.first ||= value;
    this.#examined += 1;
    this.shapes.add(shapeOf(value));
  }

  count(value: string): void {
    if (this.counts.size < 20 || this.counts.has(value))
      this.counts.set(value, (this.counts.get(value) ?? 0) + 1);
  }

  get isFilled(): boolean {
    return this.filled.size > 0;
  }

  has(...shapes: Shape[]): boolean {
    return shapes.some((shape) => this.shapes.has(shape));
  }

  /** True if at least one value may belong to a name or an address. */
  get mayBePrinted(): boolean {
    return this.has('street', 'words', 'number', 'code', 'other');
  }
}
