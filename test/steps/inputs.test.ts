import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { getFailure } from '../../src/failure.ts';
import {
  readBoolean,
  readChoice,
  readChoices,
  readLineItems,
  readNumber,
  readRequired,
  readText,
  readTrimmed,
} from '../../src/steps/inputs.ts';
import { truncate } from '../../src/text/format.ts';
import { isBlank, isPlainObject } from '../../src/text/values.ts';
import { anyText } from '../support/any_text.ts';

const field = { key: 'f', label: 'The Field' };
const items = { key: 'items', label: 'The Items' };

const withChildren = <Field extends object>(parent: Field, ...keys: string[]) => ({
  ...parent,
  children: keys.map((key) => ({ key })),
});

/** Returns a dropdown whose labels are its values. */
const choice = (...keys: string[]) => ({
  ...field,
  choices: Object.fromEntries(keys.map((key) => [key, key])),
});

describe('A text field', () => {
  it.each([[''], ['  \n'], [null], [undefined], [[]], [['', null]]])('is blank for %j', (f) => {
    expect(readText({ f }, { key: 'f' })).toBeUndefined();
  });
  it('keeps spaces and line breaks unless it is trimmed', () => {
    expect(readText({ f: ' 1 Main St\n Apt 4 ' }, field)).toBe(' 1 Main St\n Apt 4 ');
    expect(readTrimmed({ f: ' c-1\n' }, field)).toBe('c-1');
  });
  it('accepts numbers and lists', () => {
    expect(readText({ f: 43215 }, field)).toBe('43215');
    expect(readText({ f: ['a', '', 'b'] }, field)).toBe('a, b');
  });
  it.each([[{ a: 1 }], [[{ a: 1 }]], [['x', ['y']]], [{}]])('rejects %j', (f) => {
    expect(() => readText({ f }, { key: 'f' })).toThrow(
      /is mapped to an object\. Map one of its fields instead/,
    );
    expect(() => readTrimmed({ f }, field)).toThrow(/mapped to an object/);
  });
  it('returns any text unchanged', () => {
    fc.assert(
      fc.property(anyText(), (f) => fc.pre(f.trim() !== '') ?? expect(readText({ f }, { key: 'f' })).toBe(f)),
    );
  });
});

describe('A dropdown field with labels', () => {
  const field = { key: 'f', label: 'The Field', choices: { day: 'A day', an_hour: 'One hour' } };
  it.each([['an_hour'], ['An hour'], ['AN-HOUR'], ['one hour']])('accepts %j for the choice an_hour', (f) => {
    expect(readChoice({ f }, field)).toBe('an_hour');
  });
  it('rejects "undefined"', () => {
    expect(() => readChoice({ f: 'undefined' }, field)).toThrow(/Use one of: A day, One hour/);
  });
});

describe('A yes/no field', () => {
  it.each([
    true,
    'true',
    'Yes',
    'yes ',
    '1',
    1,
    ' on ',
    'Checked',
    'Ja',
    'Oui',
    'Sí',
    'si\u0301',
    'Sì',
    'Sim',
  ])('reads %j as yes', (f) => expect(readBoolean({ f }, field)).toBe(true));
  it.each([
    false,
    'false',
    'No',
    'No\u00a0',
    '0',
    0,
    'off',
    'Unchecked',
    'Nein',
    'Non',
    'Não',
    'Nee',
    'FALSCH',
  ])('reads %j as no', (f) => expect(readBoolean({ f }, field)).toBe(false));
  it.each(['maybe', 'N/A', '-', 'None', 'Black and white', 'single-sided', '2'])(
    'rejects %j with the label of the field',
    (f) =>
      expect(() => readBoolean({ f }, field)).toThrow(`The Field is "${f}", which is neither yes nor no.`),
  );
});

describe('A number field', () => {
  it.each([
    ['8.5', 8.5],
    [' 11 ', 11],
    ['.5', 0.5],
    [3, 3],
    ['8,5', 8.5],
    ['8.5"', 8.5],
    ['8.5 in', 8.5],
    ['8.5in', 8.5],
    ['8,5 inches', 8.5],
    ['12pt', 12],
    ['8.5”', 8.5],
    ['8.5 in.', 8.5],
    ['12 points', 12],
  ])('reads %j as %d', (f, value) => expect(readNumber({ f }, field)).toBe(value));
  it.each(['eight', '21 cm', '12 px', '8,500', '1.5,5', 'NaN', 'Infinity', '1e3', '0x10', '12 points.x'])(
    'rejects %s',
    (f) => {
      expect(() => readNumber({ f }, field)).toThrow(/The Field is .*not a number/);
    },
  );
  it.each([
    ['1,000', 1_000],
    ['1.000', 1_000],
    ['12 000', 12_000],
    ['1’000', 1_000],
    ['+1.000', 1_000],
    ['1.234.567', 1_234_567],
    ['1.000,00', 1_000],
    ['1,000.00', 1_000],
    ['1.0', 1],
    ['0012', 12],
  ])('reads %s as the whole number %d', (f, value) => {
    expect(readNumber({ f }, field, { whole: true })).toBe(value);
  });
  it.each(['0.500', '0,500', '1.5', '1.000,5', '1.000.5', '1.000,000.5', '1,00,000', '1 2', '1,000 x'])(
    'rejects %s as a whole number',
    (f) => {
      expect(() => readNumber({ f }, field, { whole: true })).toThrow(/is not a whole number/);
    },
  );
  it('rejects millions of digits with a letter in linear time', () => {
    expect(() => readNumber({ f: `${'1'.repeat(3_000_000)}x` }, field)).toThrow(/not a number/);
  });
  it('rejects values below the minimum and fractions of whole numbers', () => {
    expect(() => readNumber({ f: '1.5' }, field, { whole: true })).toThrow(/not a whole number/);
    expect(() => readNumber({ f: '-1' }, field, { whole: true, min: 1 })).toThrow(
      /is -1, but it must be 1 or more/,
    );
    expect(() => readNumber({ f: '-1' }, field, { above: 0 })).toThrow(/is -1, but it must be more than 0/);
  });
});

describe('A dropdown field', () => {
  it('ignores case and spaces', () => {
    expect(readChoice({ f: 'Returned Mail' }, choice('returned_mail', 'api_client'))).toBe('returned_mail');
  });
  it('names the choices if the value is not one of them', () => {
    expect(() => readChoice({ f: 'x' }, choice('a', 'b'))).toThrow(/Use one of: a, b/);
  });
  it('accepts several values as a list or as text with commas', () => {
    expect(readChoices({ f: ['a', 'b', 'a'] }, choice('a', 'b'))).toEqual(['a', 'b']);
    expect(readChoices({ f: 'b, a' }, choice('a', 'b'))).toEqual(['b', 'a']);
    expect(readChoices({ f: ['b,a'] }, choice('a', 'b'))).toEqual(['b', 'a']);
    expect(readChoices({ f: [['b'], ['a', null]] }, choice('a', 'b'))).toEqual(['b', 'a']);
    expect(readChoices({}, choice('a'))).toEqual([]);
  });
});

describe('Line items', () => {
  const people = withChildren(items, 'name', 'city');
  const rows = [
    { name: 'A', city: 'X' },
    { name: 'B', city: undefined },
  ];
  it.each([
    ['a list of objects', { items: [{ name: 'A', city: 'X' }, { name: 'B' }] }],
    ['an object of lists of unequal length', { items: { name: ['A', 'B'], city: ['X'] } }],
    ['bare lists', { name: ['A', 'B'], city: ['X'] }],
    ['a list with one object of lists', { items: [{ name: ['A', 'B'], city: ['X'] }] }],
  ])('can be %s', (_format, inputData) => {
    const read = readLineItems(inputData, people);
    expect(read.map(({ name, city }) => ({ name, city }))).toEqual(rows);
  });
  it('repeat a single value in every row', () => {
    expect(readLineItems({ items: { name: ['A', 'B'], city: 'X' } }, people)).toEqual([
      { name: 'A', city: 'X' },
      { name: 'B', city: 'X' },
    ]);
  });
  it('leave out blank rows', () => {
    expect(readLineItems({ items: [{ name: '' }, { name: null, city: ' ' }, {}] }, people)).toEqual([]);
  });
});

/** Returns the message of the error that the user reads. */
const messageOf = (act: () => unknown): unknown => {
  try {
    act();
    return undefined;
  } catch (error) {
    const failure = getFailure(error);
    expect(failure?.kind).toBe('not_done');
    return failure?.message;
  }
};

describe('An error message', () => {
  it.each([
    [
      () => readRequired({ f: ' ' }, field),
      'The Field is blank. Choose or map a value. If it is mapped, the earlier step may have returned no value.',
    ],
    [
      () => readBoolean({ f: ' Maybe ' }, field),
      'The Field is "Maybe", which is neither yes nor no. Choose Yes or No.',
    ],
    [
      () => readNumber({ f: 'x' }, field),
      'The Field is "x", which is not a number. Enter a number such as 8.5.',
    ],
    [
      () => readNumber({ f: '21 cm' }, { key: 'f', label: 'Width (Inches)' }),
      'Width (Inches) is "21 cm", which is not a number. Enter a number such as 8.5.',
    ],
    [
      () => readNumber({ f: '1.5' }, field, { whole: true }),
      'The Field is "1.5", which is not a whole number. Enter a whole number such as 2.',
    ],
    [() => readNumber({ f: '0' }, field, { min: 1 }), 'The Field is 0, but it must be 1 or more.'],
    [() => readNumber({ f: '0' }, field, { above: 0 }), 'The Field is 0, but it must be more than 0.'],
    [() => readChoice({ f: 'c' }, choice('a', 'b')), 'The Field is "c". Use one of: a, b.'],
    [() => readChoices({ f: 'a, c' }, choice('a', 'b')), 'The Field is "c". Use one of: a, b.'],
    [
      () => readLineItems({ f: 'x' }, withChildren(field, 'a')),
      'The Field is set to "x", which is not a valid line item. Map each field under The Field separately.',
    ],
  ])('names the field, the value and what to do: %#', (act, message) => {
    expect(messageOf(act)).toBe(message);
  });

  it('truncates a long value', () => {
    expect(truncate('x'.repeat(80))).toBe('x'.repeat(80));
    expect(truncate('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`);
    for (const act of [
      () => readBoolean({ f: 'y'.repeat(90) }, field),
      () => readNumber({ f: 'y'.repeat(90) }, field),
      () => readNumber({ f: '9'.repeat(90) }, field, { whole: true }),
      () => readChoice({ f: 'y'.repeat(90) }, choice('a')),
      () => readLineItems({ f: 'y'.repeat(90) }, withChildren(field, 'a')),
    ])
      expect(String(messageOf(act))).toMatch(/[y9]{79}…/);
  });
});

describe('A required text field', () => {
  it('is trimmed', () => {
    expect(readRequired({ f: ' a ' }, field)).toBe('a');
  });
});

describe('Inherited properties', () => {
  it.each(['constructor', 'toString', '__proto__'])('are not input data: %s', (key) => {
    expect(readText({}, { key })).toBeUndefined();
    expect(readChoices({}, { key, choices: {} })).toEqual([]);
    expect(readLineItems({}, withChildren(items, key))).toEqual([]);
    expect(readLineItems({}, withChildren({ key }, 'a'))).toEqual([]);
  });
});

describe('Fields in every spelling', () => {
  it.each(['true', 'yes', 'y', '1', 'on', 't', 'YES'])('read %s as yes', (f) =>
    expect(readBoolean({ f }, field)).toBe(true),
  );
  it.each(['false', 'no', 'n', '0', 'off', 'f', 'OFF'])('read %s as no', (f) =>
    expect(readBoolean({ f }, field)).toBe(false),
  );
  it.each(['', undefined, null])('read %j as blank', (f) => {
    expect(readBoolean({ f }, field)).toBeUndefined();
    expect(readNumber({ f }, field)).toBeUndefined();
    expect(readChoice({ f }, choice('a'))).toBeUndefined();
  });
  it.each([
    ['-2', -2],
    ['+2', 2],
    ['12.', 12],
    ['12.75', 12.75],
    ['.25', 0.25],
    ['007', 7],
  ])('read %s as %d', (f, value) => expect(readNumber({ f }, field)).toBe(value));
  it.each(['--2', '1.2.3', '.', '1 2', '5x', 'x5', '1,000', '9'.repeat(400)])(
    'reject %s as a number',
    (f) => {
      expect(messageOf(() => readNumber({ f }, field))).toMatch(/is not a number/);
    },
  );
  it('reject a whole number that is too large to be exact', () => {
    expect(readNumber({ f: '9007199254740991' }, field, { whole: true })).toBe(Number.MAX_SAFE_INTEGER);
    expect(messageOf(() => readNumber({ f: '9007199254740993' }, field, { whole: true }))).toMatch(
      /not a whole/,
    );
  });
  it('accept numbers at their limits', () => {
    expect(readNumber({ f: '1' }, field, { min: 1 })).toBe(1);
    expect(readNumber({ f: '0.1' }, field, { above: 0 })).toBe(0.1);
    expect(readNumber({ f: '-5' }, field)).toBe(-5);
  });
});

describe('Choices', () => {
  it('ignore spaces, hyphens and case, and duplicates', () => {
    expect(readChoice({ f: 'Returned - MAIL' }, choice('returned_mail'))).toBe('returned_mail');
    expect(readChoices({ f: ['B', '', 'a', 'b'] }, choice('a', 'b'))).toEqual(['b', 'a']);
    expect(readChoices({ f: 'a,, b ,a' }, choice('a', 'b'))).toEqual(['a', 'b']);
  });
});

describe('Line items', () => {
  const parent = withChildren(items, 'a', 'b');
  it.each([
    ['a list of objects', { items: [{ a: 1, b: 2 }, { a: 3 }] }, [{ a: 1, b: 2 }, { a: 3 }]],
    ['one object', { items: { a: 1, b: '' } }, [{ a: 1 }]],
    [
      'an object of lists',
      { items: { a: [1, 2], b: [3] } },
      [
        { a: 1, b: 3 },
        { a: 2, b: undefined },
      ],
    ],
    ['a list with an object of lists', { items: [{ a: [1, 2] }] }, [{ a: 1 }, { a: 2 }]],
    [
      'bare lists',
      { a: [1, 2], b: 'x' },
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'x' },
      ],
    ],
    ['bare values', { a: 1 }, [{ a: 1 }]],
    ['blank rows in between', { items: [{ a: ' ' }, { a: 1 }, { b: null }] }, [{ a: 1 }]],
    ['blank items of a column', { items: { a: ['', 1] } }, [{ a: 1 }]],
    ['blank values beside items', { items: ['', null, { a: 1 }] }, [{ a: 1 }]],
    ['no input data', {}, []],
    ['unknown fields', { items: [{ c: ' ' }], c: 2 }, []],
  ])('are read from %s', (_format, inputData, rows) => {
    expect(readLineItems(inputData, parent)).toEqual(rows);
  });

  it('are one row for two single values', () => {
    expect(readLineItems({ a: 'x', b: 'y' }, parent)).toEqual([{ a: 'x', b: 'y' }]);
  });
});

describe('readLineItems', () => {
  it.each([
    [undefined],
    [null],
    [''],
    [[]],
    [[null, '']],
    [{}],
    [{ a: '', c: ' ' }],
    [{ a: 1 }],
    [{ a: 1, c: 2 }],
    [[{ c: '' }, { a: 1 }]],
  ])('accepts %j', (f) => {
    expect(messageOf(() => readLineItems({ f }, withChildren(field, 'a', 'b')))).toBeUndefined();
  });

  it.each([[7], [false], [['x']], [{ c: 1 }], [[{ a: 1 }, { c: 1 }]], [[{ a: '', c: 1 }]], [[['x']]]])(
    'rejects %j',
    (f) => {
      expect(messageOf(() => readLineItems({ f }, withChildren(field, 'a', 'b')))).toMatch(
        /is not a valid line item/,
      );
    },
  );
});

describe('isBlank', () => {
  it.each([[undefined], [null], [''], [' \n'], [[]], [[null, ['']]]])('is true for %j', (value) => {
    expect(isBlank(value)).toBe(true);
  });
  it.each([[0], [false], ['x'], [['', 0]], [{}]])('is false for %j', (value) => {
    expect(isBlank(value)).toBe(false);
  });
});

describe('isPlainObject', () => {
  it('is true only for objects', () => {
    expect([{}, { a: 1 }].every(isPlainObject)).toBe(true);
    expect([[], null, undefined, 'x', 7].some(isPlainObject)).toBe(false);
  });
});
