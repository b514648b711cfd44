import { describe, expect, it } from '@jest/globals';
import { fitsResult, maxResultSize, TopItems } from '../src/result_size.ts';

describe('TopItems', () => {
  const keep = (count: number, limits: { items: number; bytes: number }) => {
    const newest = new TopItems<number>(limits);
    for (let item = 100; item < 100 + count; item += 1) newest.add(item, item);
    return newest.items();
  };

  it.each([
    [0, []],
    [3, [102, 101, 100]],
    [5, [104, 103, 102, 101, 100]],
    [6, [105, 104, 103, 102, 101]],
    [10, [109, 108, 107, 106, 105]],
    [11, [110, 109, 108, 107, 106]],
    [897, [996, 995, 994, 993, 992]],
  ])('of %i items returns the last five, the newest first', (count, expected) => {
    expect(keep(count, { items: 5, bytes: 1_000_000 })).toEqual(expected);
    // Each item has three digits and a comma.
    expect(keep(count, { items: 1_000, bytes: 23 })).toEqual(expected);
  });

  it('returns the best item first, and the earlier one of equals', () => {
    const best = new TopItems<string>({ items: 3 });
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

  it('counts the bytes of letters with accents', () => {
    const newest = new TopItems<string>({ items: 1_000, bytes: 20 });
    for (const item of ['ä', 'é', 'í', 'ö', 'ü']) newest.add(item, newest.count);
    expect(newest.items()).toEqual(['ü', 'ö', 'í', 'é']);
  });
});

describe('A result', () => {
  it.each([
    ['x', 1],
    ['é', 2],
    ['김', 3],
    ['\u{1f44d}', 4],
  ])('of the letter %s fits by its bytes', (letter, bytes) => {
    const empty = JSON.stringify({ text: '' }).length;
    const count = Math.floor((maxResultSize - empty) / bytes);
    expect(fitsResult({ text: letter.repeat(count) })).toBe(true);
    expect(fitsResult({ text: letter.repeat(count + 1) })).toBe(false);
  });
});
