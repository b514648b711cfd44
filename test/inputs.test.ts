import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  boolean,
  isBlank,
  isPlainObject,
  lineItems,
  number,
  oneOf,
  optionalString,
  rejectUnknownLineItems,
  requiredTrimmedString,
  severalOf,
  trimmedString,
  truncate,
} from '../src/inputs.ts';

const field = { key: 'f', label: 'The Field' };

describe('text', () => {
  it.each([[''], ['  \n'], [null], [undefined], [[]], [['', null]]])('%j is not given', (f) => {
    expect(optionalString({ f }, 'f')).toBeUndefined();
  });
  it('keeps what was given, space and lines included', () => {
    expect(optionalString({ f: ' 1 Main St\n Apt 4 ' }, 'f')).toBe(' 1 Main St\n Apt 4 ');
    expect(trimmedString({ f: ' c-1\n' }, 'f')).toBe('c-1');
  });
  it('takes numbers and lists as text', () => {
    expect(optionalString({ f: 43215 }, 'f')).toBe('43215');
    expect(optionalString({ f: ['a', '', 'b'] }, 'f')).toBe('a, b');
  });
  it.each([[{ a: 1 }], [[{ a: 1 }]], [['x', ['y']]], [{}]])('%j is none', (f) => {
    expect(() => optionalString({ f }, 'f')).toThrow(
      /is mapped to an object\. Map one of its fields instead/,
    );
    expect(() => trimmedString({ f }, 'f')).toThrow(/mapped to an object/);
  });
  it('takes any text unharmed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (f) => fc.pre(f.trim() !== '') ?? expect(optionalString({ f }, 'f')).toBe(f),
      ),
    );
  });
});

describe('a word of a list', () => {
  const field = { key: 'f', label: 'The Field', choices: { day: 'A day', an_hour: 'One hour' } };
  it.each([['an_hour'], ['An hour'], ['AN-HOUR'], ['one hour']])('%j is an hour', (f) => {
    expect(oneOf({ f }, field, ['day', 'an_hour'])).toBe('an_hour');
  });
  it('is none of the others', () => {
    expect(() => oneOf({ f: 'undefined' }, field, ['day', 'week'])).toThrow(/Use one of: day, week/);
  });
});

describe('yes and no', () => {
  it.each([[true], ['true'], ['Yes'], ['1'], [1], [' on ']])('%j is yes', (f) =>
    expect(boolean({ f }, field)).toBe(true),
  );
  it.each([[false], ['false'], ['No'], ['0'], [0], ['off']])('%j is no', (f) =>
    expect(boolean({ f }, field)).toBe(false),
  );
  it('anything else is asked about by the field’s name', () => {
    expect(() => boolean({ f: 'maybe' }, field)).toThrow(/The Field is .*maybe.*neither yes nor no/);
  });
});

describe('a number', () => {
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
    ['11″', 11],
    ['12pt', 12],
    ['12 points', 12],
  ])('%j is read', (f, read) => expect(number({ f }, field)).toBe(read));
  it.each(['eight', '21 cm', '12 px', '8,500', '1.5,5', 'NaN', 'Infinity', '1e3', '0x10'])(
    '%s is no number',
    (f) => {
      expect(() => number({ f }, field)).toThrow(/The Field is .*not a number/);
    },
  );
  it('is refused at once if it is a long row of digits and a letter', () => {
    expect(() => number({ f: `${'1'.repeat(3_000_000)}x` }, field)).toThrow(/not a number/);
  });
  it('keeps to its limits', () => {
    expect(() => number({ f: '1.5' }, field, { whole: true })).toThrow(/not a whole number/);
    expect(() => number({ f: '-1' }, field, { whole: true, min: 1 })).toThrow(
      /is -1, but it must be 1 or more/,
    );
    expect(() => number({ f: '-1' }, field, { above: 0 })).toThrow(/is -1, but it must be more than 0/);
  });
});

describe('a choice', () => {
  it('is read without regard to case and spaces', () => {
    expect(oneOf({ f: 'Returned Mail' }, field, ['returned_mail', 'api_client'])).toBe('returned_mail');
  });
  it('outside the list names the list', () => {
    expect(() => oneOf({ f: 'x' }, field, ['a', 'b'])).toThrow(/Use one of: a, b/);
  });
  it('of several comes as a list or as text with commas', () => {
    expect(severalOf({ f: ['a', 'b', 'a'] }, field, ['a', 'b'])).toEqual(['a', 'b']);
    expect(severalOf({ f: 'b, a' }, field, ['a', 'b'])).toEqual(['b', 'a']);
    expect(severalOf({}, field, ['a'])).toEqual([]);
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

/** The sentence that a user reads of an error. */
const saying = (act: () => unknown): unknown => {
  try {
    act();
    return undefined;
  } catch (error) {
    const { code, message } = JSON.parse(error instanceof Error ? error.message : '{}');
    expect(code).toBe('invalid_input');
    return message;
  }
};

describe('a complaint', () => {
  it.each([
    [
      () => requiredTrimmedString({ f: ' ' }, field),
      'The Field is blank. Choose or map a value for The Field.',
    ],
    [
      () => boolean({ f: ' Maybe ' }, field),
      'The Field is "maybe", which is neither yes nor no. Choose Yes or No.',
    ],
    [() => number({ f: 'x' }, field), 'The Field is "x", which is not a number. Enter a number such as 8.5.'],
    [
      () => number({ f: '1.5' }, field, { whole: true }),
      'The Field is "1.5", which is not a whole number. Enter a whole number such as 2.',
    ],
    [
      () => number({ f: '0' }, field, { min: 1 }),
      'Enter a number of 1 or more for The Field. Zapier turns text that is not a number, such as "eight", into 0.',
    ],
    [
      () => number({ f: '0' }, field, { above: 0 }),
      'Enter a number more than 0 for The Field. Zapier turns text that is not a number, such as "eight", into 0.',
    ],
    [() => oneOf({ f: 'c' }, field, ['a', 'b']), 'The Field is "c". Use one of: a, b.'],
    [() => severalOf({ f: 'a, c' }, field, ['a', 'b']), 'The Field is "c". Use one of: a, b.'],
    [
      () => rejectUnknownLineItems({ f: 'x' }, field, ['a']),
      'The Field is set to "x", which is not a valid line item. Map each field under The Field separately.',
    ],
  ])('names the field, the value and the way out: %#', (act, sentence) => {
    expect(saying(act)).toBe(sentence);
  });

  it('shows a long value shortened', () => {
    expect(truncate('x'.repeat(80))).toBe('x'.repeat(80));
    expect(truncate('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`);
    for (const act of [
      () => boolean({ f: 'y'.repeat(90) }, field),
      () => number({ f: 'y'.repeat(90) }, field),
      () => number({ f: '9'.repeat(90) }, field, { whole: true }),
      () => oneOf({ f: 'y'.repeat(90) }, field, ['a']),
      () => rejectUnknownLineItems({ f: 'y'.repeat(90) }, field, ['a']),
    ])
      expect(String(saying(act))).toMatch(/[y9]{79}…/);
  });
});

describe('what is required', () => {
  it('is given back as it was, or without the space around it', () => {
    expect(requiredTrimmedString({ f: ' a ' }, field)).toBe('a');
  });
});

describe('what an object inherits', () => {
  it.each(['constructor', 'toString', '__proto__'])('is no value: %s', (key) => {
    expect(optionalString({}, key)).toBeUndefined();
    expect(severalOf({}, { key }, ['a'])).toEqual([]);
    expect(lineItems({}, 'items', [key])).toEqual([]);
    expect(lineItems({}, key, ['a'])).toEqual([]);
    expect(() => rejectUnknownLineItems({}, { key }, ['a'])).not.toThrow();
  });
});

describe('yes, no and numbers in every spelling', () => {
  it.each(['true', 'yes', 'y', '1', 'on', 't', 'YES'])('%s is yes', (f) =>
    expect(boolean({ f }, field)).toBe(true),
  );
  it.each(['false', 'no', 'n', '0', 'off', 'f', 'OFF'])('%s is no', (f) =>
    expect(boolean({ f }, field)).toBe(false),
  );
  it.each(['', undefined, null])('%j is neither and no mistake', (f) => {
    expect(boolean({ f }, field)).toBeUndefined();
    expect(number({ f }, field)).toBeUndefined();
    expect(oneOf({ f }, field, ['a'])).toBeUndefined();
  });
  it.each([
    ['-2', -2],
    ['+2', 2],
    ['12.', 12],
    ['12.75', 12.75],
    ['.25', 0.25],
    ['007', 7],
  ])('%s is %d', (f, read) => expect(number({ f }, field)).toBe(read));
  it.each(['--2', '1.2.3', '.', '1 2', '5x', 'x5', '1,000', '9'.repeat(400)])('%s is no number', (f) => {
    expect(saying(() => number({ f }, field))).toMatch(/is not a number/);
  });
  it('a number too large to be whole exactly is none', () => {
    expect(number({ f: '9007199254740991' }, field, { whole: true })).toBe(Number.MAX_SAFE_INTEGER);
    expect(saying(() => number({ f: '9007199254740993' }, field, { whole: true }))).toMatch(/not a whole/);
  });
  it('limits are kept to the edge', () => {
    expect(number({ f: '1' }, field, { min: 1 })).toBe(1);
    expect(number({ f: '0.1' }, field, { above: 0 })).toBe(0.1);
    expect(number({ f: '-5' }, field)).toBe(-5);
  });
});

describe('words of a few', () => {
  it('are read with spaces, hyphens and capitals, each once', () => {
    expect(oneOf({ f: 'Returned - MAIL' }, field, ['returned_mail'])).toBe('returned_mail');
    expect(severalOf({ f: ['B', '', 'a', 'b'] }, field, ['a', 'b'])).toEqual(['b', 'a']);
    expect(severalOf({ f: 'a,, b ,a' }, field, ['a', 'b'])).toEqual(['a', 'b']);
  });
});

describe('line items from anywhere', () => {
  const keys = ['a', 'b'];
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
    ['things that are no items', { items: ['x', 7, null, { a: 1 }] }, [{ a: 1 }]],
    ['nothing', {}, []],
    ['fields of something else', { items: [{ c: 1 }], c: 2 }, []],
  ])('come from %s', (_where, given, rows) => {
    expect(lineItems(given, 'items', keys)).toEqual(rows);
  });

  it('and one value does not fill rows that another one value has', () => {
    expect(lineItems({ a: 'x', b: 'y' }, 'items', keys)).toEqual([{ a: 'x', b: 'y' }]);
  });
});

describe('foreign things in place of line items', () => {
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
  ])('are not: %j', (f) => {
    expect(saying(() => rejectUnknownLineItems({ f }, field, ['a', 'b']))).toBeUndefined();
  });

  it.each([[7], [false], [['x']], [{ c: 1 }], [[{ a: 1 }, { c: 1 }]], [[{ a: '', c: 1 }]], [[['x']]]])(
    'are refused: %j',
    (f) => {
      expect(saying(() => rejectUnknownLineItems({ f }, field, ['a', 'b']))).toMatch(
        /is not a valid line item/,
      );
    },
  );
});

describe('blank', () => {
  it.each([[undefined], [null], [''], [' \n'], [[]], [[null, ['']]]])('is %j', (value) => {
    expect(isBlank(value)).toBe(true);
  });
  it.each([[0], [false], ['x'], [['', 0]], [{}]])('is not %j', (value) => {
    expect(isBlank(value)).toBe(false);
  });
  it('and an object of values is one and nothing else', () => {
    expect([{}, { a: 1 }].every(isPlainObject)).toBe(true);
    expect([[], null, undefined, 'x', 7].some(isPlainObject)).toBe(false);
  });
});
