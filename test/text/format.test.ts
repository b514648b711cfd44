import { describe, expect, it } from '@jest/globals';
import { formatNumber, truncate } from '../../src/text/format.ts';

describe('formatNumber', () => {
  it.each([0, 7, 999, 1_000, 25_000, 999_999, 1_048_576, 250_000_000])(
    'formats %d as in English',
    (number) => {
      expect(formatNumber(number)).toBe(number.toLocaleString('en-US'));
    },
  );
});

describe('truncate', () => {
  it.each([
    ['aaaa', 'aaaa'],
    ['aaaaa', 'aaa…'],
    ['aa👍a', 'aa…'],
  ])('shortens %j to %j', (value, shortened) => expect(truncate(value, 4)).toBe(shortened));
});
