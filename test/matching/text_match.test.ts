import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  matchScore,
  normalizeText,
  postalCodeMatcher,
  rankByScore,
  wholeTextMatcher,
} from '../../src/matching/text_match.ts';

describe('a match', () => {
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
  ])('of "%s" with "%s" is whole: case, accents and surrounding space do not matter', (wanted, value) => {
    expect(matchScore(wanted, value)).toBe(matchScore('same', 'same'));
  });

  it('of the whole counts more than of the beginning, of a word’s beginning and of a part inside', () => {
    const names = ['Rosemarian', 'Anna Maria', 'Maria Miller', 'Maria'];
    expect(rankByScore(names, (name) => matchScore('maria', name))).toEqual(names.toReversed());
  });

  it('keeps the order of those that match equally well, and leaves out the others', () => {
    const names = ['Maria B', 'Tom', 'Maria A', '', 'Maria C'];
    expect(rankByScore(names, (name) => matchScore('Maria', name))).toEqual([
      'Maria B',
      'Maria A',
      'Maria C',
    ]);
  });

  it.each([
    ['x', null],
    ['x', undefined],
    ['x', ''],
    ['\u0301', 'Maria'],
    ['Maria Miller', 'Maria'],
  ])('of %j with %j is none', (wanted, value) => {
    expect(matchScore(wanted, value)).toBe(0);
  });

  it('of any letter with its capital is whole', () => {
    const whole = matchScore('same', 'same');
    const unequal = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCodePoint(code))
      .filter((letter) => /\p{L}/u.test(letter) && normalizeText(letter) !== '')
      .filter((letter) => {
        const scores = [letter.toUpperCase(), letter.toLowerCase()].map((other) => matchScore(letter, other));
        return scores.some((score) => score !== whole);
      });
    expect(unequal).toEqual([]);
  });

  it('of any text with itself is whole, and a part of anything around it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        fc.pre(normalizeText(name) !== '');
        expect(matchScore(name, ` ${name.toUpperCase()}\n`)).toBe(matchScore('same', 'same'));
        expect(matchScore(name, `before ${name} after`)).toBeGreaterThan(0);
      }),
    );
  });
});

describe('a comparison as a whole', () => {
  it.each([
    ['Ann', 'ANN'],
    ['Grace Community Church', '  grace  community church '],
    ['St. Mary’s', "St Mary's"],
    ['Smith-Jones', 'Smith Jones'],
    ['Miller, Maria', 'Miller Maria'],
    ['Acme Inc.', 'ACME, Inc'],
    ['José', 'Jose'],
  ])('takes "%s" and "%s" for the same', (wanted, value) => {
    expect(wholeTextMatcher(wanted)(value)).toBe(true);
    expect(wholeTextMatcher(value)(wanted)).toBe(true);
  });

  it.each([
    ['Ann', 'Hannah'],
    ['Ann', 'Ann Smith'],
    ['Hannah Weber', 'Hannah'],
    ['...', '...'],
    ['Ann', ''],
  ])('does not take "%s" for "%s"', (wanted, value) => {
    expect(wholeTextMatcher(wanted)(value)).toBe(false);
  });
});

describe('a comparison of postal codes', () => {
  it.each([
    ['43215', '43215'],
    ['43215', '43215-1234'],
    ['43215-1234', '432151234'],
    ['sw1a1aa', 'SW1A 1AA'],
  ])('takes "%s" and "%s" for the same', (wanted, value) => {
    expect(postalCodeMatcher(wanted)(value)).toBe(true);
  });

  it.each([
    ['4321', '43215'],
    ['43215', '43215-12'],
    ['43215-1234', '43215'],
    ['1234', '12345678'],
    ['-', '-'],
  ])('does not take "%s" for "%s"', (wanted, value) => {
    expect(postalCodeMatcher(wanted)(value)).toBe(false);
  });
});
