import { describe, expect, it } from '@jest/globals';
import { formatNumber } from '../src/format.ts';

describe('formatNumber', () => {
  it.each([0, 7, 999, 1_000, 25_000, 999_999, 1_048_576, 250_000_000])(
    'formats %d as in English',
    (number) => {
      expect(formatNumber(number)).toBe(number.toLocaleString('en-US'));
    },
  );
});
