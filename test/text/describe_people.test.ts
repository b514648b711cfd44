import { describe, expect, it } from '@jest/globals';
import { describePeople } from '../../src/text/describe_people.ts';

const rows = (count: number, what: (row: number) => string) =>
  Array.from({ length: count }, (_, index) => ({ place: `Row ${index + 2}`, what: what(index + 2) }));

describe('People of a list', () => {
  it.each([
    [rows(0, () => 'has no street'), ''],
    [rows(1, () => 'has no street'), 'Row 2 has no street.'],
    [rows(2, () => 'has no street'), '2 people have no street: Row 2, Row 3.'],
    [
      rows(1_400, () => 'has no street, needs a country'),
      '1,400 people have no street, need a country: Row 2, Row 3, Row 4, and 1,397 more.',
    ],
    [
      rows(5, () => 'The State "XX" is printed as typed.'),
      'Row 2, Row 3, Row 4, and 2 more: The State "XX" is printed as typed.',
    ],
  ])('with the same finding share a sentence', (findings, sentence) => {
    expect(describePeople(findings)).toBe(sentence);
  });

  it('whose findings differ only in values are described together, the first three with their values', () => {
    expect(describePeople(rows(5, (row) => `has the Country "${row}", which is a number`))).toBe(
      'Row 2 has the Country "2", which is a number. Row 3 has the Country "3", which is a number. Row 4 has the Country "4", which is a number. 2 more are like this.',
    );
    expect(describePeople(rows(2, (row) => `The State "${row}" is printed as typed.`))).toBe(
      'Row 2: The State "2" is printed as typed. Row 3: The State "3" is printed as typed.',
    );
  });

  it('come in the order of how many they are, and at most five kinds', () => {
    const findings = rows(12, (row) => `has ${row < 8 ? 'no street' : `mistake ${'x'.repeat(row)}`}`);
    expect(describePeople(findings.reverse())).toMatch(
      /^6 people have no street: Row 7, Row 6, Row 5, and 3 more\. Row 13 has .* There is something else to check for 2 more people\.$/,
    );
  });
});
