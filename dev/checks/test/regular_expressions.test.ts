import { describe, expect, it } from '@jest/globals';
import { findInCode, findUnneeded } from '../regular_expressions.ts';

describe('The check of regular expressions', () => {
  it.each([
    ['a repetition in a repetition', String.raw`/(?:mr|and|[\s/,]+)+$/`, 'takes exponential time'],
    ['two branches for the same word', String.raw`/^(?:sr|sra?|[\s/,])+$/`, 'takes exponential time'],
    ['two repetitions of the same character', String.raw`/^#\S*\d\S*$/`, 'takes quadratic time'],
    ['a search that starts again at each character', String.raw`/\(.*?\)/g`, 'takes quadratic time'],
    ['one that is made at run time', 'new RegExp(text)', 'is made at run time, so it is not checked'],
  ])('finds %s', (_, code, problem) => {
    expect(findInCode(`const found = (text) => text.replace(${code}, '');`)).toEqual([{ code, problem }]);
  });

  it('accepts one that reads each character once', () => {
    expect(findInCode(String.raw`export const isZip = (text) => /^\d{5}(?:-\d{4})?$/.test(text);`)).toEqual(
      [],
    );
  });

  it('still needs each of its exceptions', async () => {
    expect(await findUnneeded('src')).toEqual([]);
  });
});
