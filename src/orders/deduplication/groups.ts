/** Limits how many calls of Zapier's cache run at the same time. */

const groupSize = 25;

/** Maps the items in order, a small group of them at the same time. */
export async function mapInGroups<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += groupSize) {
    results.push(...(await Promise.all(items.slice(start, start + groupSize).map(map))));
  }
  return results;
}
