/** Which of a record's values the page lists. */
import type { Item } from '../../protocol.ts';

/** Leaves out `id` where a value with a clearer name, such as `contact_id`, is the same. */
export const withoutRepeatedId = (items: readonly Item[]): readonly Item[] =>
  items.filter(
    ({ path, value }) =>
      path !== 'id' || !items.some((one) => /^\w+_id$/.test(one.path) && one.value === value),
  );
