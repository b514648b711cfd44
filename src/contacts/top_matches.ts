/** Keeps the best few of many items without storing the others. Among equals, the earlier item comes first. */
export class TopMatches<Item> {
  /** How many items matched. */
  count = 0;
  #kept: { item: Item; score: number }[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(item: Item, score: number): void {
    if (score === 0) return;
    this.count += 1;
    const worst = this.#kept.at(-1);
    if (this.#kept.length >= this.#limit && worst && worst.score >= score) return;
    const place = this.#kept.findIndex((kept) => kept.score < score);
    this.#kept.splice(place < 0 ? this.#kept.length : place, 0, { item, score });
    if (this.#kept.length > this.#limit) this.#kept.pop();
  }

  items(): Item[] {
    return this.#kept.map(({ item }) => item);
  }
}
