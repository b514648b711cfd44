/** The cells of a row in columns that are read together, such as those of one address. */
import type { ContactKey } from '../person/fields.ts';
import { readPart } from '../person/printed_text.ts';
import { groupBy } from '../text/values.ts';
import type { PartColumn } from './column.ts';
import { readKind } from './headings.ts';
import { isDropped } from './shapes.ts';
import type { Part } from './table.ts';

/** A value that comes from one or more columns. */
export interface Found {
  text: string;
  /** The first of these columns. */
  column: PartColumn;
  from: readonly PartColumn[];
}

export type FoundFields = { [Key in ContactKey]?: Found | undefined };

/** Columns by their parts, the preferred column first. */
export type Group = ReadonlyMap<Part, readonly PartColumn[]>;

/** Maximum columns of an address or a person for one part. A broken file may have a thousand. */
const maxColumnsOfPart = 12;

export function makeGroup(columns: Iterable<PartColumn>): Group {
  const sorted = [...columns].toSorted((one, other) => rankOf(one) - rankOf(other));
  const groups = groupBy(sorted, ({ heading }) => heading.part);
  return new Map([...groups].map(([part, all]) => [part, all.slice(0, maxColumnsOfPart)]));
}

const rankOf = ({ heading }: PartColumn): number => (heading.isChosen ? -1 : heading.preference);

export class Cells {
  readonly #group: Group;
  readonly #cells: readonly string[];
  readonly #isForeign: boolean;

  /** @param isForeign true if the list has headings in another language, whose words for yes and no are not printed */
  constructor(group: Group, cells: readonly string[], isForeign: boolean) {
    this.#group = group;
    this.#cells = cells;
    this.#isForeign = isForeign;
  }

  /** Returns true if there is a column for the part, even a blank one. */
  has(part: Part): boolean {
    return this.#group.has(part);
  }

  /** Returns the values of the part, the preferred one first. */
  all(part: Part, clean = readPart): Found[] {
    const found: Found[] = [];
    for (const column of this.#group.get(part) ?? []) {
      // Google Contacts separates several addresses in one cell with colons.
      const typed = (this.#cells[column.index] ?? '').split(' ::: ', 1).join().trim();
      const text = typed && clean(typed).trim();
      if (!text) continue;
      const { line, isChosen, kind } = column.heading;
      // Under "Preferred Address", "Business" says which address to use.
      if (part === 'street' && kind === 'mailing' && readKind(text)) continue;
      if (isChosen || !isDropped(part, line, text, this.#isForeign))
        found.push({ text, column, from: [column] });
    }
    return found;
  }

  /** Returns the preferred value of the part. Columns that the user gives the same part are joined. */
  pick(part: Part, clean = readPart): Found | undefined {
    return joinChosen(this.all(part, clean));
  }

  /** Returns the value of each line, in the order of the lines. */
  lines(part: Part, clean = readPart): Found[] {
    const lines = groupBy(this.all(part, clean), ({ column }) => column.heading.line);
    return [...lines]
      .toSorted(([one], [other]) => one - other)
      .flatMap(([, values]) => joinChosen(values) ?? []);
  }
}

/** Joins the values of columns that the user explains, a pure number first. Without such columns, returns the preferred value. */
function joinChosen(values: readonly Found[]): Found | undefined {
  const chosen = values.filter(({ column }) => column.heading.isChosen);
  if (chosen.length < 2) return values[0];
  const isNumber = ({ text }: Found): number => Number(/^\d+\s?[a-z]?$/i.test(text));
  return joinFound(
    chosen.toSorted((one, other) => isNumber(other) - isNumber(one) || one.column.index - other.column.index),
    ' ',
  );
}

export function joinFound(parts: readonly (Found | undefined)[], separator: string): Found | undefined {
  const found = parts.filter((part) => part !== undefined);
  const text = found.map((part) => part.text).join(separator);
  return found[0] && { ...found[0], text, from: found.flatMap(({ from }) => from) };
}

export const mapText = (found: Found | undefined, change: (text: string) => string): Found | undefined =>
  found && { ...found, text: change(found.text) };

export const keepIf = (found: Found | undefined, test: (text: string) => boolean): Found | undefined =>
  found && test(found.text) ? found : undefined;
