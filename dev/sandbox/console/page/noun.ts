/** What the page shows of a collection: the columns of its table and, if they are defined, the details of a record. */
import type { ComponentChildren } from 'preact';
import type { Column } from '../../../ui/components/data_table.tsx';
import type { DetailedRecords, Records } from '../protocol.ts';

export interface Noun<Name extends keyof Records> {
  /** The name in URLs. */
  name: Name;
  /** Plural. */
  label: string;
  columns: Column<Records[Name]>[];
  /** What to do if there are no records. */
  empty: ComponentChildren;
  details?: Details<DetailedRecords[Name]>;
}

interface Details<Item> {
  title: (record: Item) => string;
  /** Buttons next to the title. */
  actions?: (record: Item) => ComponentChildren;
  /** By label. Values that are null or empty are left out. */
  facts: (record: Item) => Record<string, ComponentChildren>;
  /** What is shown below the facts. */
  more?: (record: Item) => ComponentChildren;
}
