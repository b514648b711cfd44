import { describe, expect, it } from '@jest/globals';
import { splitByDirection } from '../../../orders/preview/direction.ts';

/** Returns the printed line from left to right. */
const printed = (text: string): string =>
  splitByDirection([...text])
    .map(({ graphemes, rightToLeft }) => (rightToLeft ? graphemes.toReversed() : graphemes).join(''))
    .join('');

describe('a line of text', () => {
  it.each([
    ['Columbus, OH 43215', 'Columbus, OH 43215', 'stays unchanged in Latin letters'],
    ['שלום', 'םולש', 'runs from right to left in Hebrew'],
    ['שלום 12', '12 םולש', 'has the number on the left, with its digits in order'],
    ['שלום (abc)', '(abc) םולש', 'has brackets around the same text'],
    ['Tel Aviv שלום', 'Tel Aviv םולש', 'keeps Latin text at the start on the left'],
    ['שלום 12/34', '12/34 םולש', 'keeps a number with a slash together'],
  ])('%s is printed as %s: it %s', (text, line) => {
    expect(printed(text)).toBe(line);
  });
});
