/**
 * How things are timed here. The machine is shared and its speed drifts, so nothing is compared across time: the
 * contenders take turns, every round gives one ratio, and the median of the ratios is what counts.
 */

/** Does the thing once and tells how long it took, in milliseconds. */
export type Contender = () => Promise<number>;

export interface Comparison {
  /** Median milliseconds of each contender. */
  times: Record<string, number>;
  /** Median over the rounds of `one` divided by `other` in the same round, with the middle half of the rounds. */
  ratio(one: string, other: string): Ratio;
}

export interface Ratio {
  median: number;
  low: number;
  high: number;
}

/** Runs the contenders in turns, in another order each round, after one round that does not count. */
export async function compare(
  contenders: Readonly<Record<string, Contender>>,
  rounds: number,
): Promise<Comparison> {
  const names = Object.keys(contenders);
  const taken = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round + names.length) % names.length] ?? '';
      const milliseconds = await contenders[name]?.();
      if (round >= 0 && milliseconds !== undefined) taken.get(name)?.push(milliseconds);
    }
  }
  const of = (name: string) => taken.get(name) ?? [];
  return {
    times: Object.fromEntries(names.map((name) => [name, quantile(of(name), 0.5)])),
    ratio(one, other) {
      const ratios = of(one).map((value, round) => value / (of(other)[round] ?? Number.NaN));
      return { median: quantile(ratios, 0.5), low: quantile(ratios, 0.25), high: quantile(ratios, 0.75) };
    },
  };
}

/** The value below which the given share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
