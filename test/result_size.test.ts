import { describe, expect, it } from '@jest/globals';
import { TopItems, takeFitting } from '../src/result_size.ts';

describe('TopItems', () => {
  it.each([
    [0, []],
    [3, [102, 101, 100]],
    [5, [104, 103, 102, 101, 100]],
    [6, [105, 104, 103, 102, 101]],
    [10, [109, 108, 107, 106, 105]],
    [11, [110, 109, 108, 107, 106]],
    [897, [996, 995, 994, 993, 992]],
  ])('of %i items returns the last five, the newest first', (count, expected) => {
    const newest = new TopItems<number>(5);
    for (let item = 100; item < 100 + count; item += 1) newest.add(item, item);
    expect(newest.items()).toEqual(expected);
  });

  it('returns the best item first, and the earlier one of equals', () => {
    const best = new TopItems<string>(3);
    for (const [item, score] of [
      ['a', 1],
      ['b', 3],
      ['c', 2],
      ['d', 3],
      ['e', 1],
      ['f', 2],
      ['g', 0],
    ] as const) {
      best.add(item, score);
    }
    expect(best.items()).toEqual(['b', 'd', 'c']);
    expect(best.count).toBe(7);
  });
});

describe('A result', () => {
  it('has at most 1,000 records, the first ones', () => {
    const many = Array.from({ length: 1_001 }, (_, index) => index);
    expect(takeFitting(many)).toEqual(many.slice(0, 1_000));
    expect(takeFitting(many, 5_000)).toEqual(many);
  });

  it.each(['x', 'é', '김', '\u{1f44d}'])('has fewer large records, also of the letter %s', (letter) => {
    const large = Array.from({ length: 1_000 }, () => letter.repeat(6_000 / Buffer.byteLength(letter)));
    expect(takeFitting(large)).toHaveLength(500);
    expect(takeFitting([letter.repeat(6_000_000)])).toEqual([]);
  });
});
