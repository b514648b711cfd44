import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { choice, choices, flag, lineItems, number, text, token } from '../src/inputs.ts';

const field = { key: 'f', label: 'The Field' };

describe('text', () => {
  it.each([[''], ['  \n'], [null], [undefined], [[]], [['', null]]])('%j is not given', (f) => {
    expect(text({ f }, 'f')).toBeUndefined();
  });
  it('keeps what was given, space and lines included', () => {
    expect(text({ f: ' 1 Main St\n Apt 4 ' }, 'f')).toBe(' 1 Main St\n Apt 4 ');
    expect(token({ f: ' c-1\n' }, 'f')).toBe('c-1');
  });
  it('takes numbers and lists as text', () => {
    expect(text({ f: 43215 }, 'f')).toBe('43215');
    expect(text({ f: ['a', '', 'b'] }, 'f')).toBe('a, b');
  });
  it('takes any text unharmed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (f) => fc.pre(f.trim() !== '') ?? expect(text({ f }, 'f')).toBe(f),
      ),
    );
  });
});

describe('yes and no', () => {
  it.each([[true], ['true'], ['Yes'], ['1'], [1], [' on ']])('%j is yes', (f) =>
    expect(flag({ f }, field)).toBe(true),
  );
  it.each([[false], ['false'], ['No'], ['0'], [0], ['off']])('%j is no', (f) =>
    expect(flag({ f }, field)).toBe(false),
  );
  it('anything else is asked about by the field’s name', () => {
    expect(() => flag({ f: 'maybe' }, field)).toThrow(/The Field is .*maybe.*neither yes nor no/);
  });
});

describe('a number', () => {
  it.each([
    ['8.5', 8.5],
    [' 11 ', 11],
    ['.5', 0.5],
    [3, 3],
  ])('%j is read', (f, read) => expect(number({ f }, field)).toBe(read));
  it.each(['8,5', '8.5in', 'NaN', 'Infinity', '1e3', '0x10'])('%s is no number', (f) => {
    expect(() => number({ f }, field)).toThrow(/The Field is .*not a number/);
  });
  it('keeps to its limits', () => {
    expect(() => number({ f: '1.5' }, field, { whole: true })).toThrow(/not a whole number/);
    expect(() => number({ f: '0' }, field, { whole: true, min: 1 })).toThrow(/has to be 1 or more/);
    expect(() => number({ f: '0' }, field, { above: 0 })).toThrow(/has to be more than 0/);
  });
});

describe('a choice', () => {
  it('is read without regard to case and spaces', () => {
    expect(choice({ f: 'Returned Mail' }, field, ['returned_mail', 'api_client'])).toBe('returned_mail');
  });
  it('outside the list names the list', () => {
    expect(() => choice({ f: 'x' }, field, ['a', 'b'])).toThrow(/Use one of: a, b/);
  });
  it('of several comes as a list or as text with commas', () => {
    expect(choices({ f: ['a', 'b', 'a'] }, field, ['a', 'b'])).toEqual(['a', 'b']);
    expect(choices({ f: 'b, a' }, field, ['a', 'b'])).toEqual(['b', 'a']);
    expect(choices({}, field, ['a'])).toEqual([]);
  });
});

describe('line items', () => {
  const keys = ['name', 'city'];
  const rows = [
    { name: 'A', city: 'X' },
    { name: 'B', city: undefined },
  ];
  it.each([
    ['a list of objects', { items: [{ name: 'A', city: 'X' }, { name: 'B' }] }],
    ['an object of lists of unequal length', { items: { name: ['A', 'B'], city: ['X'] } }],
    ['bare lists', { name: ['A', 'B'], city: ['X'] }],
    ['a list with one object of lists', { items: [{ name: ['A', 'B'], city: ['X'] }] }],
  ])('come as %s', (_form, given) => {
    const read = lineItems(given, 'items', keys);
    expect(read.map(({ name, city }) => ({ name, city }))).toEqual(rows);
  });
  it('one value beside a list stands in every row', () => {
    expect(lineItems({ items: { name: ['A', 'B'], city: 'X' } }, 'items', keys)).toEqual([
      { name: 'A', city: 'X' },
      { name: 'B', city: 'X' },
    ]);
  });
  it('rows in which everything is blank are no rows', () => {
    expect(lineItems({ items: [{ name: '' }, { name: null, city: ' ' }, {}, 'x'] }, 'items', keys)).toEqual(
      [],
    );
  });
});
