/** Limits the size of a step's result. */

/** Maximum bytes of a result. Zapier's limit is 6,291,456; it rejects a larger result after the step has run. */
export const maxResultSize = 5_500_000;

export const fitsResult = (result: object): boolean =>
  Buffer.byteLength(JSON.stringify(result)) <= maxResultSize;

interface Kept<Item> {
  item: Item;
  score: number;
  /** The bytes of the item as JSON, including a comma. */
  bytes: number;
}

/** Keeps the best of many items, up to the limits, without storing the rest. */
export class TopItems<Item> {
  /** The number of added items. */
  count = 0;
  readonly #maxItems: number;
  readonly #maxBytes: number;
  #kept: Kept<Item>[] = [];
  #bytes = 0;

  /** @param limits the maximum number of items to keep, and the maximum bytes of these items as JSON */
  constructor(limits: { items: number; bytes?: number }) {
    this.#maxItems = limits.items;
    this.#maxBytes = limits.bytes ?? maxResultSize;
  }

  add(item: Item, score: number): void {
    const bytes = Buffer.byteLength(JSON.stringify(item)) + 1;
    this.#kept.push({ item, score, bytes });
    this.#bytes += bytes;
    this.count += 1;
    // Dropping items in batches takes less time, and at most twice the memory.
    if (this.#bytes > 2 * this.#maxBytes || this.#kept.length > 2 * this.#maxItems) this.#trim();
  }

  /** Returns the items, the best first. Items with equal scores stay in the order in which they were added. */
  items(): Item[] {
    this.#trim();
    return this.#kept.map(({ item }) => item);
  }

  #trim(): void {
    const sorted = this.#kept.sort((one, other) => other.score - one.score);
    this.#kept = [];
    this.#bytes = 0;
    for (const one of sorted) {
      if (this.#kept.length === this.#maxItems || this.#bytes + one.bytes > this.#maxBytes) return;
      this.#kept.push(one);
      this.#bytes += one.bytes;
    }
  }
}
