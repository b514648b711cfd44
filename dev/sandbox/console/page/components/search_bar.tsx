/** The search field and filters above a list. */
import type { ComponentChildren } from 'preact';

interface SearchBarProps {
  /** Plural, such as `contacts`. */
  what: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  /** The number of matches; undefined if there is no search or filter. */
  found: number | undefined;
  /** Further filters. */
  children: ComponentChildren;
}

export const SearchBar = ({ what, placeholder, search, onSearch, found, children }: SearchBarProps) => (
  <div class="row filters">
    <input
      type="search"
      aria-label={`Search ${what}`}
      placeholder={placeholder}
      value={search}
      onInput={({ currentTarget }) => onSearch(currentTarget.value)}
    />
    {children}
    <span class="quiet" role="status">
      {found !== undefined && `${found} found`}
    </span>
  </div>
);
