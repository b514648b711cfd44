/** Limits the size of a step's result. */

/** How many records of a trigger the editor shows. */
export const maxSamples = 3;

/** Maximum records in a result. */
export const maxRecords = 1_000;

/** Maximum bytes of the records. Zapier rejects a result of 6,291,456 bytes after the step has run. */
const maxBytes = 5_000_000;

/** Returns the first records that fit into a result. @param limit the maximum number of records */
export function takeFitting<Item>(records: readonly Item[], limit = maxRecords): Item[] {
  const taken = records.slice(0, limit);
  while (Buffer.byteLength(JSON.stringify(taken)) > maxBytes) taken.length = Math.floor(taken.length / 2);
  return taken;
}

/** Keeps the best of many items, up to a limit, without storing the rest. */
export class TopItems<Item> {
  count = 0;
  readonly #limit: number;
  #kept: { item: Item; score: number }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(item: Item, score: number): void {
    this.#kept.push({ item, score });
    this.count += 1;
    // Dropping items in batches takes less time.
    if (this.#kept.length > 2 * this.#limit) this.#trim();
  }

  /** Returns the items, the best first. Items with equal scores stay in the order in which they were added. */
  items(): Item[] {
    this.#trim();
    return this.#kept.map(({ item }) => item);
  }

  #trim(): void {
    this.#kept = this.#kept.sort((one, other) => other.score - one.score).slice(0, this.#limit);
  }
}
