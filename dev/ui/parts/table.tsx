/** Rows of data: a table where there is room, a card for each row on a phone. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ComponentChildren;
  /** `name` heads its row, `number` stands at the right, `actions` holds buttons. */
  kind?: 'name' | 'number' | 'actions' | undefined;
}

interface TableProps<Row> {
  /** What the table holds, for those who do not see where it stands. */
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** In place of a table without rows: a sentence that tells what to do. */
  empty: ComponentChildren;
  /** Rows that were not there before are marked for a moment. */
  marksNew?: boolean;
}

export function DataTable<Row>({ caption, columns, rows, keyOf, empty, marksNew = false }: TableProps<Row>) {
  const fresh = useFresh(rows.map(keyOf));
  const table = rows.length > 0 && (
    <div class="card flush table-card">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: on a phone the parts are laid out as blocks, and a browser then forgets what they are. */}
      <table class="data-table" role="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, kind }) => (
              <th key={head} scope="col" role="columnheader" class={kind}>
                {kind === 'actions' ? <span class="visually-hidden">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => {
            const key = keyOf(row);
            return (
              <tr key={key} role="row" class={marksNew && fresh.has(key) ? 'fresh' : undefined}>
                {columns.map(({ head, cell, kind }) =>
                  kind === 'name' ? (
                    <th key={head} scope="row" role="rowheader" data-label={head}>
                      <span class="cell">{cell(row)}</span>
                    </th>
                  ) : (
                    <td
                      key={head}
                      role="cell"
                      class={kind}
                      data-label={kind === 'actions' ? undefined : head}
                    >
                      <span class="cell">{cell(row)}</span>
                    </td>
                  ),
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </div>
  );
  return (
    <>
      {marksNew && (
        <p class="visually-hidden" role="status">
          {fresh.size > 0 && `${caption}: ${fresh.size} new, ${rows.length} shown`}
        </p>
      )}
      {table || <div class="card empty">{empty}</div>}
    </>
  );
}

/** The keys that came with the latest change; none of those that were there at first. */
function useFresh(keys: (string | number)[]): ReadonlySet<string | number> {
  const seen = useRef({ last: keys, known: new Set(keys), fresh: new Set<string | number>() });
  const { current } = seen;
  const isChanged =
    keys.length !== current.last.length || keys.some((key, index) => key !== current.last[index]);
  if (isChanged) {
    current.fresh = new Set(keys.filter((key) => !current.known.has(key)));
    current.last = keys;
    for (const key of keys) current.known.add(key);
  }
  return current.fresh;
}
