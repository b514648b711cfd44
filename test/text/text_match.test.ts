import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matchScore, normalizeText, postalCodeMatcher, wholeTextMatcher } from '../../src/text/text_match.ts';

describe('matchScore', () => {
  it.each([
    ['Maria', 'MARIA'],
    ['  maria ', 'Maria'],
    ['Jose', 'José'],
    ['José', 'Jose'],
    ['Jose\u0301', 'Jos\u00e9'],
    ['lodz', 'Łódź'],
    ['strasse', 'Straße'],
    ['Sorensen', 'Sørensen'],
    ['aeon', 'Æon'],
    ['maria  miller', 'Maria Miller'],
    ['ｍａｒｉａ', 'Maria'],
    ['мария', 'МАРИЯ'],
    ['οδοσ', 'ΟΔΟΣ'],
  ])('scores "%s" and "%s" as equal: case, accents and extra spaces make no difference', (text, value) => {
    expect(matchScore(text, value)).toBe(matchScore('same', 'same'));
  });

  it('scores a whole value higher than whole words, and these higher than parts of words', () => {
    const scores = ['Rosemarian', 'Anna Maria', 'Maria'].map((name) => matchScore('maria', name));
    expect(scores).toEqual([1, 2, 3]);
  });

  it.each([
    ['x', null],
    ['x', undefined],
    ['x', ''],
    ['\u0301', 'Maria'],
    ['Maria Miller', 'Maria'],
  ])('is 0 for %j and %j', (text, value) => {
    expect(matchScore(text, value)).toBe(0);
  });

  it('scores every letter and its capital as equal', () => {
    const whole = matchScore('same', 'same');
    const unequal = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCodePoint(code))
      .filter((letter) => /\p{L}/u.test(letter) && normalizeText(letter) !== '')
      .filter((letter) => {
        const scores = [letter.toUpperCase(), letter.toLowerCase()].map((other) => matchScore(letter, other));
        return scores.some((score) => score !== whole);
      });
    expect(unequal).toEqual([]);
  });

  it('scores a text and itself as equal, and a longer text as a match', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        fc.pre(normalizeText(name) !== '');
        expect(matchScore(name, ` ${name.toUpperCase()}\n`)).toBe(matchScore('same', 'same'));
        expect(matchScore(name, `before ${name} after`)).toBeGreaterThan(0);
      }),
    );
  });
});

describe('wholeTextMatcher', () => {
  it.each([
    ['Ann', 'ANN'],
    ['Grace Community Church', '  grace  community church '],
    ['St. Mary’s', "St Mary's"],
    ['Smith-Jones', 'Smith Jones'],
    ['Miller, Maria', 'Miller Maria'],
    ['Acme Inc.', 'ACME, Inc'],
    ['J.P. Morgan', 'JP Morgan'],
    ['José', 'Jose'],
  ])('matches "%s" with "%s"', (text, value) => {
    expect(wholeTextMatcher(text)(value)).toBe(true);
    expect(wholeTextMatcher(value)(text)).toBe(true);
  });

  it.each([
    ['Ann', 'Hannah'],
    ['Ann', 'Ann Smith'],
    ['Hannah Weber', 'Hannah'],
    ['...', '...'],
    ['Ann', ''],
  ])('does not match "%s" with "%s"', (text, value) => {
    expect(wholeTextMatcher(text)(value)).toBe(false);
  });
});

describe('postalCodeMatcher', () => {
  it.each([
    ['43215', '43215'],
    ['43215', '43215-1234'],
    ['43215-1234', '432151234'],
    ['sw1a1aa', 'SW1A 1AA'],
  ])('matches "%s" with "%s"', (text, value) => {
    expect(postalCodeMatcher(text)(value)).toBe(true);
  });

  it.each([
    ['4321', '43215'],
    ['43215', '43215-12'],
    ['43215-1234', '43215'],
    ['1234', '12345678'],
    ['-', '-'],
  ])('does not match "%s" with "%s"', (text, value) => {
    expect(postalCodeMatcher(text)(value)).toBe(false);
  });
});
