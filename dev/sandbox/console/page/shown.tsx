/** What stands in place of things that are not there yet, or never will be. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Reading } from './world.ts';

interface ShownProps<Answer> {
  reading: Reading<Answer>;
  children: (answer: Answer) => ComponentChildren;
}

/** The answer when it is there; else why not. */
export function Shown<Answer>({ reading: { answer, problem }, children }: ShownProps<Answer>) {
  return (
    <>
      {problem !== undefined && (
        <p class="error-message" role="alert">
          {problem}
        </p>
      )}
      {answer === undefined
        ? problem === undefined && (
            <p class="quiet" aria-busy="true">
              One moment…
            </p>
          )
        : children(answer)}
    </>
  );
}

interface MoreProps {
  shown: number;
  total: number;
  /** How many are asked for; the button asks for so many more. */
  limit: Signal<number>;
  by: number;
}

/** “100 of 250”, and a button for more. */
export function More({ shown, total, limit, by }: MoreProps) {
  if (shown >= total) return null;
  return (
    <p class="row more">
      <span class="quiet">
        {shown.toLocaleString('en')} of {total.toLocaleString('en')} are shown.
      </span>
      <button
        type="button"
        class="secondary"
        onClick={() => {
          limit.value += by;
        }}
      >
        Show more
      </button>
    </p>
  );
}

interface FiltersProps {
  /** In the plural, such as `contacts`. */
  what: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  /** How many were found; nothing when nothing is looked for. */
  found: number | undefined;
  /** What else narrows the list. */
  children: ComponentChildren;
}

/** Above a long list: what to look for in it. */
export function Filters({ what, placeholder, search, onSearch, found, children }: FiltersProps) {
  return (
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
}
