import { describe, expect, it } from '@jest/globals';
import { readPrinted, type TextUse } from '../../src/person/printed_text.ts';

const uses: readonly TextUse[] = ['name', 'line', 'street', 'place', 'merge field', 'text'];

describe('A printed text', () => {
  it.each([
    ['R&amp;D', 'R&D'],
    ['A &amp;amp; B', 'A & B'],
    ['O&#039;Brien &ldquo;Bo&rdquo; &euro;50 &Zcaron; &hellip;', "O'Brien “Bo” €50 Ž …"],
    ['<p>Thank&nbsp;you</p>', 'Thank you'],
    ['<b class="x">Ann</b> Lee<span></span>', 'Ann Lee'],
    ['<div>12 Elm St<br/></div>', '12 Elm St'],
    ['&lt;b&gt;Ann&lt;/b&gt; &lt;3', 'Ann <3'],
    ['<o:p>Ann</o:p><!-- x --><style>p { color: red }</style>', 'Ann'],
    ['Jos\u00c3\u00a9 Garc\u00c3\u00ada', 'José García'],
    ['\u00c5\u0081ukasz', 'Łukasz'],
    ['O\u00e2\u20ac\u2122Brien', 'O’Brien'],
    ['Jos\u00c3\u0192\u00c2\u00a9', 'José'],
    ['Ann%20Lee', 'Ann Lee'],
    ['Jos%C3%A9', 'José'],
    [String.raw`Jos\u00e9`, 'José'],
    ['1 A\u0007 St\u200b\u00ad', '1 A St'],
    ['<a href="https://maps.example.com/?q=9">Boise</a>', 'Boise'],
    ['9 Oak Ave<a href="https://maps.example.com/?q=9">(map)</a>', '9 Oak Ave'],
  ])('is decoded in every field: %j', (typed, text) => {
    for (const use of uses) expect(readPrinted(typed, use)).toEqual({ text });
  });

  it.each([
    ['12 Elm St<br>Apt 4', '12 Elm St\nApt 4'],
    ['<p>12 Elm St</p>\n<p>Apt 4</p>', '12 Elm St\nApt 4'],
    [String.raw`12 Elm St\nApt 4`, '12 Elm St\nApt 4'],
    ['12 Elm St\vApt 4', '12 Elm St\nApt 4'],
    ['12 Elm St\u2028Apt 4', '12 Elm St\nApt 4'],
  ])('has the line breaks of %j', (typed, text) => {
    for (const use of ['street', 'merge field', 'text'] as const)
      expect(readPrinted(typed, use)).toEqual({ text });
    expect(readPrinted(typed, 'name')).toEqual({ text: '12 Elm St Apt 4' });
  });

  it.each([
    ...[
      'AT&T',
      'Acme <West>',
      '< $50',
      '$50 <3',
      '1 < 2 & 3 > 2',
      'a <b and c> d',
      'Self & Co Bakery',
      'None Such Bakery',
    ],
    ...[
      'Smith & Sons',
      'the Null family',
      'none of it lost',
      'JOÃO ÂNGELO',
      'Łukasz Żółć',
      'General Delivery',
      'Blink-182',
    ],
    ...[
      'Nan Fox',
      'Ann Null',
      'Deardra',
      'Jean-Noël',
      'CAFÉ»',
      'क्‍ष',
      '12.5 Elm St',
      '50% off',
      'NA',
      'Naples',
    ],
    ...[
      'Not Just Books',
      'No Problem Inc.',
      'Unknown Pleasures LLC',
      'Movedale',
      'Same Day Print',
      'Bad Homburg',
      'a\tb',
    ],
    ...[
      'Ann "Bo" Lee',
      '',
      ' ',
      'https://example.org/?q=a%20b',
      'Apt #4',
      'Invalides',
      'x',
      'Xaver',
      'Falsetti',
      '"A" and "B"',
    ],
  ])('is printed as typed, without a note: %j', (text) => {
    for (const use of uses) expect(readPrinted(text, use)).toEqual({ text });
  });

  it('keeps the lines of a merge field', () => {
    expect(readPrinted('Thanks\r\n\r\nfor {amount} & more', 'merge field').text).toBe(
      'Thanks\r\n\r\nfor {amount} & more',
    );
  });
});

it.each([
  ['NULL Ann', 'Ann'],
  ['Ann NULL Lee', 'Ann Lee'],
  ['Ann NULL', 'Ann'],
  ['Ann Null', 'Ann Null'],
  ['ANN NULL', 'ANN NULL'],
])('A name loses its blank parts: %j is %j', (typed, text) => {
  expect(readPrinted(typed, 'name').text).toBe(text);
});

it.each(['NaN EUR', '12 NaN'])('A failed number with more text is printed and noted: %s', (value) => {
  const note = `"${value}" may mean no value; it is printed as typed`;
  expect(readPrinted(value, 'merge field')).toEqual({ text: value, note });
});

it.each(['same', 'Homeless', 'NFA', 'Vacant', 'No street'])(
  'A street is not %j, but a company may be',
  (value) => {
    expect(readPrinted(value, 'street').problem).toBe('which is not a street');
    expect(readPrinted(value, 'line')).toEqual({ text: value });
  },
);

describe('A greeting', () => {
  it.each([
    ['Dear Ann and Tom,', 'Ann and Tom'],
    [' dear Ann ', 'Ann'],
    ['Dear Dear Ann', 'Ann'],
    ['Dear Mr. Lee:', 'Mr. Lee'],
  ])('is used without "Dear": %j', (typed, text) => {
    const note = 'is used without "Dear", which letters print before it';
    expect(readPrinted(typed, 'greeting')).toEqual({ text, note });
  });
  it.each(['Deardra', 'Dear', 'Ann, my dear', 'Ann,'])('is used as typed: %j', (text) => {
    expect(readPrinted(text, 'greeting')).toEqual({ text });
  });
});

const stop = 'stop';
const blank = 'blank';
const leftOut = 'left out';
const noted = 'noted';
const kept = 'kept';

const becomes = (value: string, use: TextUse) => {
  const { text, problem, note } = readPrinted(value, use);
  if (problem) return stop;
  if (!text.trim()) return note ? leftOut : blank;
  return note ? noted : kept;
};

describe('A value that may be none', () => {
  it.each([
    [['NULL', '#N/A', '#REF!', 'null'], blank, blank, blank, blank, stop],
    [['N/A', 'n/a', 'nan', '-', 'Not shared by donor'], blank, blank, blank, kept, stop],
    [['None', 'False', '--None--', '(none)'], noted, leftOut, leftOut, noted, stop],
    [['NaN'], noted, leftOut, leftOut, noted, stop],
    [['Unknown', 'Not provided', '(unknown)', 'No data'], leftOut, leftOut, leftOut, noted, stop],
    [
      ['undefined', '[object Object]', '{{name}}', '*|NAME|*', '$NaN', 'Invalid Date', 'Jos�'],
      stop,
      stop,
      stop,
      stop,
      stop,
    ],
    [['Gift of undefined.', 'Hi {{x}}', 'undefined undefined'], stop, stop, stop, stop, stop],
    [
      [
        '{name}',
        '%NAME%',
        '{first_name}',
        '%FIRSTNAME%',
        '[Name]',
        '$' + '{name}',
        '{"a":1}',
        '«First_Name»',
      ],
      stop,
      stop,
      stop,
      stop,
      stop,
    ],
    [
      ['ANON ANON', 'BAD ADDRESS', 'No fixed abode', 'same as above', 'Same as mailing address'],
      stop,
      stop,
      kept,
      kept,
      kept,
    ],
    [['Moved - no forwarding address', 'Return to sender', 'No address given'], stop, stop, kept, kept, kept],
    [['None None', 'N/A N/A'], stop, stop, kept, kept, kept],
    [['N/A Lee', 'Tom #N/A', 'Elm St, N/A', 'Elm St, None'], stop, stop, kept, kept, kept],
    [['{first_name} {last_name}', 'Mr. {Last_Name}'], stop, stop, kept, kept, kept],
    [['Dear %FIRST_NAME%'], stop, stop, stop, stop, stop],
    [['Returned mail - do not use'], stop, stop, kept, kept, kept],
    [['Guest', '1001; 1002'], kept, kept, kept, kept, stop],
    [['1001,1002'], leftOut, kept, kept, kept, stop],
    [['12,345', '1001'], leftOut, kept, kept, kept, kept],
    [['Lee, Ann', 'gala-2024'], kept, kept, kept, kept, kept],
    [['0', '000'], leftOut, kept, leftOut, kept, stop],
    [['1.23E+12', '1,23457E+12', '1e+21'], leftOut, kept, kept, kept, stop],
    [['Err:502', '#####'], blank, blank, blank, blank, stop],
    [['none provided', 'Not on file'], leftOut, leftOut, leftOut, noted, stop],
    [
      ['Bad Addr - returned', 'Undeliverable as addressed', 'No longer at this address'],
      stop,
      stop,
      kept,
      kept,
      kept,
    ],
    [['\u00c3\u00bcber 50 €', 'Don\u00e2\u20ac\u2122t 中'], noted, noted, noted, noted, kept],
    [['null null', 'a null b', 'Ann null'], stop, stop, stop, kept, stop],
    [['null, Ann', 'Boise, null'], stop, stop, stop, kept, stop],
    [['Loading...', 'loading…', '=CONCATENATE(A1," ",B1)', '=SUM(C2:C4)'], stop, stop, stop, stop, stop],
    [['recA1b2C3d4E5f6G7', '123e4567-e89b-12d3-a456-426614174000'], stop, leftOut, stop, noted, kept],
    [['Loading Dock 3', 'reconstructionist', '= Ann'], kept, kept, kept, kept, kept],
    [['\u3164', '\u2800\u115f', '\u{e0041}\u{e0042}'], blank, blank, blank, blank, stop],
    [['Nan'], kept, kept, leftOut, kept, kept],
    [['#1001'], leftOut, kept, leftOut, kept, kept],
    [['m-204-17', '2026-03-12T10:00:00Z'], leftOut, kept, kept, kept, kept],
  ])('%j', (values, name, line, place, mergeField, reference) => {
    for (const value of values) {
      const found = (['name', 'line', 'place', 'merge field', 'reference'] as const).map((use) =>
        becomes(value, use),
      );
      expect({ value, found }).toEqual({ value, found: [name, line, place, mergeField, reference] });
    }
  });
});
