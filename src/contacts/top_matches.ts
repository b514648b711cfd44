/** Keeps the best few of many items without storing the others. Among equals, the earlier item comes first. */
export class TopMatches<Item> {
  /** How many items matched. */
  count = 0;
  readonly #kept = new Map<number, Item[]>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(item: Item, score: number): void {
    if (score === 0) return;
    this.count += 1;
    const equals = this.#kept.get(score) ?? [];
    if (equals.length < this.#limit) equals.push(item);
    this.#kept.set(score, equals);
  }

  items(): Item[] {
    const scores = [...this.#kept.keys()].toSorted((one, other) => other - one);
    return scores.flatMap((score) => this.#kept.get(score) ?? []).slice(0, this.#limit);
  }
}
