/** Which of a record's values the page lists. */
import type { Item } from '../../protocol.ts';

/** Leaves out an `id` beside a value with a clearer name, such as `contact_id`, that is the same. */
export const withoutRepeatedIds = (items: readonly Item[]): readonly Item[] =>
  items.filter(({ path, value }) => {
    const [, parent] = /^(.*\.|)id$/.exec(path) ?? [];
    const isClearer = (one: Item) =>
      one.value === value &&
      one.path.startsWith(parent ?? '') &&
      /^\w+_id$/.test(one.path.slice(parent?.length));
    return parent === undefined || !items.some(isClearer);
  });
