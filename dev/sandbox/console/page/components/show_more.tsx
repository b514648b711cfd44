/** “100 of 250 shown”, with a button that loads more. */
import type { Signal } from '@preact/signals';

/** How many rows a list loads at first. */
export const pageSize = 100;

interface ShowMoreProps {
  shown: number;
  total: number;
  /** The number of rows to load; the button raises it. */
  limit: Signal<number>;
}

export function ShowMore({ shown, total, limit }: ShowMoreProps) {
  if (shown >= total) return null;
  return (
    <p class="row more">
      <span class="quiet">
        {shown.toLocaleString('en')} of {total.toLocaleString('en')} shown
      </span>
      <button
        type="button"
        class="secondary"
        onClick={() => {
          limit.value += 5 * pageSize;
        }}
      >
        Show more
      </button>
    </p>
  );
}
