import { describe, expect, it } from '@jest/globals';
import { takeFitting } from '../../src/steps/result_size.ts';

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
