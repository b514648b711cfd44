/** Reads the people of a list, from line items and from a file, and collects what the user must know about them. */
import type { ZObject } from 'zapier-platform-core';
import { downloadToMemory } from '../api/file_download.ts';
import { printedName } from '../contacts/contact.ts';
import { findObjects, type ReadPerson, readPerson } from '../contacts/person.ts';
import { listFirst, truncate } from '../format.ts';
import { type InputData, type LineItemField, readLineItems } from '../inputs.ts';
import type { ListColumns } from '../list_columns/columns.ts';
import { maxBytes } from './limits.ts';
import type { ListRow } from './list_file.ts';

export abstract class ListPeople {
  /** The columns of a file. */
  readonly columns: ListColumns;
  /** The country of those who have none. */
  protected readonly defaultCountry: string | undefined;
  /** Why the list is refused. */
  protected readonly problems: string[] = [];
  /** The people to whom no letter can be sent, each with the reason. */
  readonly incomplete: string[] = [];
  /** The people who get no letters. */
  readonly doNotMail: string[] = [];
  protected readonly notes: string[] = [];

  constructor(columns: ListColumns, defaultCountry: string | undefined) {
    this.columns = columns;
    this.defaultCountry = defaultCountry;
  }

  /** Returns what messages call someone on the list. @param row undefined for a line item */
  protected abstract nameRow(count: number, row?: ListRow): string;

  protected abstract add(place: string, read: ReadPerson, row?: ListRow): void;

  /** Reads line items. Returns their number. */
  readItems(inputData: InputData, field: LineItemField & { children: readonly { key: string }[] }): number {
    const keys = field.children.map(({ key }) => key);
    const items = readLineItems(inputData, { ...field, arePeople: true }, keys);
    for (const [index, item] of items.entries()) {
      const place = this.nameRow(index + 1);
      const objects = findObjects(item);
      const verb = objects.length === 1 ? 'is' : 'are';
      if (objects.length > 0) this.problems.push(`${place}: ${objects.join(', ')} ${verb} not text`);
      else this.add(place, readPerson(item, this.defaultCountry));
    }
    return items.length;
  }

  /** Reads the file at the URL. Returns its encoding. */
  async readFile(z: ZObject, url: string, of: keyof typeof maxBytes): Promise<string> {
    const bytes = await downloadToMemory(z, url, maxBytes[of]);
    const { readListFile } = await import('./list_file.ts');
    return readListFile(bytes, of, this.columns, (row) => {
      const place = this.nameRow(row.count, row);
      const read = readPerson(row.fields, this.defaultCountry);
      const name = truncate(printedName(read.person));
      if (!row.isDoNotMail) this.add(place, read, row);
      else this.doNotMail.push(place.endsWith(')') ? `${place}, ${name}` : `${place} (${name})`);
    });
  }

  /** Returns what the user should look at, in whole sentences. @param whatIfIncomplete the start of the one about `incomplete` */
  protected describe(whatIfIncomplete: string): string[] {
    const { doNotMail, incomplete, notes } = this;
    return [
      ...(doNotMail.length > 0 ? [`Left out, because they get no mail: ${listFirst(doNotMail)}.`] : []),
      ...(incomplete.length > 0 ? [`${whatIfIncomplete}: ${listFirst(incomplete)}.`] : []),
      ...(notes.length > 0 ? [listFirst(notes, ' ')] : []),
    ];
  }
}
