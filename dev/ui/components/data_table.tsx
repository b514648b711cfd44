/** A table of rows; on phones, each row becomes a card. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ComponentChildren;
  /** `name` is the row's header, `number` is right-aligned, `actions` holds buttons. */
  kind?: 'name' | 'number' | 'actions' | undefined;
}

interface DataTableProps<Row> {
  /** What the table shows; for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Shown instead of an empty table: a sentence that says what to do. */
  empty: ComponentChildren;
  /** Highlights and announces rows that are added later. */
  marksNew?: boolean;
}

export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  empty,
  marksNew = false,
}: DataTableProps<Row>) {
  const newKeys = useNewKeys(rows.map(keyOf));
  return (
    <>
      {marksNew && (
        <p class="visually-hidden" role="status">
          {newKeys.size > 0 && `${caption}: ${newKeys.size} new, ${rows.length} shown`}
        </p>
      )}
      {rows.length === 0 ? (
        <div class="card empty">{empty}</div>
      ) : (
        <div class="card flush table-card">
          <table class="data-table">
            <caption class="visually-hidden">{caption}</caption>
            <thead>
              <tr>
                {columns.map(({ head, kind }) => (
                  <th key={head} scope="col" class={kind}>
                    {kind === 'actions' ? <span class="visually-hidden">{head}</span> : head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const key = keyOf(row);
                return (
                  <tr key={key} class={marksNew && newKeys.has(key) ? 'new-row' : undefined}>
                    {columns.map((column) => (
                      <Cell key={column.head} column={column} row={row} />
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function Cell<Row>({ column: { head, cell, kind }, row }: { column: Column<Row>; row: Row }) {
  const content = <div class="cell">{cell(row)}</div>;
  if (kind === 'name')
    return (
      <th scope="row" data-label={head}>
        {content}
      </th>
    );
  return (
    <td class={kind} data-label={kind === 'actions' ? undefined : head}>
      {content}
    </td>
  );
}

/** Returns the keys added by the latest change; never those of the first render. */
function useNewKeys(keys: (string | number)[]): ReadonlySet<string | number> {
  const history = useRef({ last: keys, known: new Set(keys), added: new Set<string | number>() });
  const { current } = history;
  const isChanged =
    keys.length !== current.last.length || keys.some((key, index) => key !== current.last[index]);
  if (isChanged) {
    current.added = new Set(keys.filter((key) => !current.known.has(key)));
    current.last = keys;
    for (const key of keys) current.known.add(key);
  }
  return current.added;
}
