/** The search field and the filter above a list. */
import type { Filters } from '../data/use_filters.ts';

interface SearchBarProps {
  /** Plural, such as `contacts`. */
  what: string;
  placeholder: string;
  filters: Filters;
  filterLabel: string;
  /** The choices of the filter. The first one has an empty value. */
  choices: readonly { value: string; label: string }[];
  /** The number of matches; undefined while they load. */
  found: number | undefined;
}

export const SearchBar = ({ what, placeholder, filters, filterLabel, choices, found }: SearchBarProps) => (
  <div class="row filters">
    <input
      type="search"
      aria-label={`Search ${what}`}
      placeholder={placeholder}
      value={filters.search}
      onInput={({ currentTarget }) => filters.setSearch(currentTarget.value)}
    />
    <select
      aria-label={filterLabel}
      value={filters.filter}
      onChange={({ currentTarget }) => filters.setFilter(currentTarget.value)}
    >
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <span class="quiet" role="status">
      {filters.isFiltered && found !== undefined && `${found} found`}
    </span>
  </div>
);
