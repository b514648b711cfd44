/** How much Zapier accepts from one step, and what fits into it. */

/** Zapier rejects a larger result, after the step has run. The limit is 6,291,456 bytes. */
export const maxResultSize = 5_500_000;

export const fitsResult = (result: object): boolean =>
  Buffer.byteLength(JSON.stringify(result)) <= maxResultSize;

interface Kept<Item> {
  item: Item;
  score: number;
  /** Of the item as JSON, with a comma. */
  bytes: number;
}

/** Keeps the best of many items, as many as the limits allow, without storing the others. */
export class TopItems<Item> {
  /** How many items were added. */
  count = 0;
  readonly #maxItems: number;
  readonly #maxBytes: number;
  #kept: Kept<Item>[] = [];
  #bytes = 0;

  /** @param limits how many items to keep at most, and their bytes as JSON */
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

  /** Returns the best item first. Among equals, the earlier one comes first. */
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
