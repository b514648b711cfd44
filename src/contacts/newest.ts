/** Keeps the last items of a list of any length, within a number of items and a size. */
interface Limits {
  items: number;
  /** Of the items as JSON. */
  bytes: number;
}

export class Newest<Item> {
  readonly #limits: Limits;
  #kept: { item: Item; size: number }[] = [];
  #size = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  add(item: Item): void {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    this.#kept.push({ item, size });
    this.#size += size;
    // Dropping items in batches takes less time, and at most twice the memory.
    if (this.#size > 2 * this.#limits.bytes || this.#kept.length > 2 * this.#limits.items) this.#trim();
  }

  /** Returns the newest item first. */
  items(): Item[] {
    this.#trim();
    return this.#kept.map(({ item }) => item).reverse();
  }

  #trim(): void {
    const { items, bytes } = this.#limits;
    this.#size = 0;
    let count = 0;
    const lastDropped = this.#kept.findLastIndex(({ size }) => {
      if (count >= items || this.#size + size > bytes) return true;
      count += 1;
      this.#size += size;
      return false;
    });
    this.#kept = this.#kept.slice(lastDropped + 1);
  }
}
