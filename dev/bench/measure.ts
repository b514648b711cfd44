/**
 * Compares the times of several contenders. The speed of a shared machine varies, so the contenders take turns: each round
 * has a ratio, and the result is the median of these ratios.
 */

/** The cost of one run. */
export interface Cost {
  milliseconds: number;
  /** Processor time in milliseconds, if known. */
  cpu?: number;
}

/** Runs once. */
export type Contender = () => Promise<Cost>;

export interface Comparison {
  /** Median milliseconds of each contender. */
  times: Record<string, number>;
  /** Returns the median of the time of `one` divided by that of `other` in the same round, with the quartiles. */
  ratio(one: string, other: string): Ratio;
}

export interface Ratio {
  median: number;
  low: number;
  high: number;
  /** The ratio of the processor times, which depends less on other programs. */
  cpu?: number;
}

/** Runs the contenders in turns, in a different order each round. The first `warmUp` rounds do not count. */
export async function compare(
  contenders: Readonly<Record<string, Contender>>,
  rounds: number,
  { warmUp = 1 }: { warmUp?: number } = {},
): Promise<Comparison> {
  const names = Object.keys(contenders);
  const taken = new Map<string, Cost[]>(names.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round + warmUp) % names.length] ?? '';
      const cost = await contenders[name]?.();
      if (round >= 0 && cost) taken.get(name)?.push(cost);
    }
  }
  const of = (name: string) => taken.get(name) ?? [];
  const ratios = (one: string, other: string, part: (cost: Cost | undefined) => number) =>
    of(one).map((cost, round) => part(cost) / part(of(other)[round]));
  return {
    times: Object.fromEntries(names.map((name) => [name, quantile(of(name).map(wall), 0.5)])),
    ratio(one, other) {
      const walls = ratios(one, other, wall);
      const cpu = quantile(ratios(one, other, processor), 0.5);
      return {
        median: quantile(walls, 0.5),
        low: quantile(walls, 0.25),
        high: quantile(walls, 0.75),
        ...(Number.isNaN(cpu) ? {} : { cpu }),
      };
    },
  };
}

const wall = (cost: Cost | undefined): number => cost?.milliseconds ?? Number.NaN;
const processor = (cost: Cost | undefined): number => cost?.cpu ?? Number.NaN;

/** Returns the value below which the given share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
