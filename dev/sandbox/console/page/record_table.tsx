/** The table of a collection, kept up to date. */
import { useSignal } from '@preact/signals';
import { hrefFor, replaceHref, route } from '../../../ui/browser/route.ts';
import { DataTable } from '../../../ui/components/data_table.tsx';
import type { Page, Records } from '../protocol.ts';
import { account, useData } from './data.ts';
import { Loaded } from './loaded.tsx';
import type { Noun } from './noun.ts';

/** How many rows a table has at first. */
const pageSize = 100;

interface RecordTableProps<Name extends keyof Records> {
  noun: Noun<Name>;
  search?: string;
  /** Shows only the newest, without a button for more. */
  newest?: number;
}

export function RecordTable<Name extends keyof Records>({
  noun: { name, label, columns, empty },
  search = '',
  newest,
}: RecordTableProps<Name>) {
  const limit = useSignal(newest ?? pageSize);
  const query = new URLSearchParams({ account: account.value, search, limit: String(limit.value) });
  return (
    <Loaded from={useData<Page<Records[Name]>>(`${name}?${query}`)}>
      {({ total, items }) => (
        <>
          <DataTable
            // After another search, the rows are not new.
            key={String(query)}
            caption={label}
            rows={items}
            keyOf={({ id }) => id}
            marksNew
            empty={<p>{search === '' ? empty : `No ${label.toLowerCase()} found.`}</p>}
            columns={columns}
          />
          {newest === undefined && items.length < total && (
            <p class="row more">
              {items.length} of {total}
              <button
                type="button"
                class="secondary"
                onClick={() => {
                  limit.value += 5 * pageSize;
                }}
              >
                Show More
              </button>
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}

/** The table with a search field. The search is in the URL, such as `#/contacts?search=ann`. */
export function SearchableTable<Name extends keyof Records>({ noun }: { noun: Noun<Name> }) {
  const search = route.value.query.get('search') ?? '';
  return (
    <div class="stack">
      <input
        type="search"
        aria-label={`Search ${noun.label.toLowerCase()}`}
        placeholder={`Search ${noun.label.toLowerCase()}…`}
        value={search}
        onInput={({ currentTarget: { value } }) => replaceHref(hrefFor([noun.name], { search: value }))}
      />
      <div>
        <RecordTable noun={noun} search={search} />
      </div>
    </div>
  );
}
