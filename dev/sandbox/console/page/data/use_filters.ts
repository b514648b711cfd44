/** The search and the filter of a list, which are in the URL: `#/contacts?search=ann&list=l-001-0002`. */
import { type Signal, useSignal } from '@preact/signals';
import { hrefFor, replaceHref, route } from '../../../../ui/browser/route.ts';
import { pageSize } from '../components/show_more.tsx';

export interface Filters {
  search: string;
  /** The value of the filter; empty for none. */
  filter: string;
  isFiltered: boolean;
  /** The number of rows to load. */
  limit: Signal<number>;
  /** The query of the request for the list. */
  query: Record<string, string>;
  setSearch(search: string): void;
  setFilter(filter: string): void;
}

/** @param name the name of the filter in the URL */
export function useFilters(section: string, name: string): Filters {
  const parameters = route.value.query;
  const search = parameters.get('search') ?? '';
  const filter = parameters.get(name) ?? '';
  const limit = useSignal(pageSize);
  const open = (values: Record<string, string>) => replaceHref(hrefFor([section], values));
  return {
    search,
    filter,
    isFiltered: search !== '' || filter !== '',
    limit,
    query: { search, [name]: filter, limit: String(limit.value) },
    setSearch: (value) => open({ search: value, [name]: filter }),
    setFilter: (value) => open({ search, [name]: value }),
  };
}
