import { describe, expect, it } from '@jest/globals';
import { stretchesOf } from '../../../orders/preview/direction.ts';

/** What stands on paper from left to right, when each stretch is set in its own direction. */
const seen = (text: string): string =>
  stretchesOf([...text])
    .map(({ graphemes, rightToLeft }) => (rightToLeft ? graphemes.toReversed() : graphemes).join(''))
    .join('');

describe('a line of text', () => {
  it.each([
    ['Columbus, OH 43215', 'Columbus, OH 43215', 'stays as it is in Latin letters'],
    ['שלום', 'םולש', 'runs from right to left in Hebrew'],
    ['שלום 12', '12 םולש', 'has a Hebrew line’s number on the left, and the number the right way'],
    ['שלום (abc)', '(abc) םולש', 'has its brackets around what they were around'],
    ['Tel Aviv שלום', 'Tel Aviv םולש', 'keeps its Latin beginning at the left'],
    ['שלום 12/34', '12/34 םולש', 'keeps a number with a stroke together'],
  ])('%s is seen as %s: it %s', (text, paper) => {
    expect(seen(text)).toBe(paper);
  });
});
