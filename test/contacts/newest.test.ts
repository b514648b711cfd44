import { describe, expect, it } from '@jest/globals';
import { Newest } from '../../src/contacts/newest.ts';

describe('Newest', () => {
  const keep = (count: number, limits: { items: number; bytes: number }) => {
    const newest = new Newest<number>(limits);
    for (let item = 100; item < 100 + count; item += 1) newest.add(item);
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

  it('counts the bytes of letters with accents', () => {
    const newest = new Newest<string>({ items: 1_000, bytes: 20 });
    for (const item of ['ä', 'é', 'í', 'ö', 'ü']) newest.add(item);
    expect(newest.items()).toEqual(['ü', 'ö', 'í', 'é']);
  });
});
