/**
 * How the work of reading a heading or a cell grows with its length. It counts the steps of `src`, as V8's coverage does, so it does not
 * depend on the machine. Regular expressions are one step here: `npm run checks` looks at them.
 */
import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

const session = new Session();
session.connect();
// Only code that is loaded afterwards is counted block by block.
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const { findWord } = await import('../../src/list_columns/heading_words.ts');
const { parseHeading, readKind } = await import('../../src/list_columns/headings.ts');
const { shapeOf } = await import('../../src/list_columns/column.ts');
const { ListColumns } = await import('../../src/list_columns/columns.ts');
const { isSorted } = await import('../../src/list_columns/compose_person.ts');
const { splitAddress, splitCityLine } = await import('../../src/contacts/address.ts');
const { cleanAddressPart, cleanName, cleanReference, cleanText } = await import(
  '../../src/contacts/clean_text.ts'
);
const { countryForService } = await import('../../src/contacts/country.ts');
const { findState, repairZip } = await import('../../src/contacts/united_states.ts');
const { readPerson } = await import('../../src/contacts/person.ts');
const { normalizeHeading, normalizeText } = await import('../../src/matching/text_match.ts');

afterAll(async () => {
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
});

/** Returns how many blocks of `src` a call runs. Each count begins where the previous one ended. */
async function countSteps(call: () => unknown): Promise<number> {
  call();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const counts = result
    .filter(({ url }) => url.includes('/src/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)));
  return counts.reduce((sum, count) => sum + count, 0);
}

const fieldHeadings = [
  'Name',
  'Title',
  'Salutation',
  'Company',
  'Street',
  'Unit',
  'City',
  'State',
  'ZIP',
  'Country',
];
const headings = [...fieldHeadings, 'Address 1 - Label', 'Do Not Mail', 'Notes'];
const columns = new ListColumns(new Map());

/** The functions that take a heading or a cell apart. */
const readers: Record<string, (text: string) => unknown> = {
  parseHeading,
  readKind,
  normalizeHeading,
  normalizeText,
  shapeOf,
  isSorted,
  splitCityLine,
  splitAddress: (street) => splitAddress({ street }),
  cleanReference,
  cleanText,
  cleanName,
  cleanAddressPart: (text) => cleanAddressPart('city', text),
  countryForService,
  findState,
  repairZip: (postal_code) => repairZip({ postal_code, state: 'OH' }),
  readPerson: (text) =>
    readPerson({ name: text, street: text, city: text, postal_code: text, country: text }),
  'the headings of a list': (text) => new ListColumns(new Map()).start([text, `${text}q`]),
  'a row of a list': (text) => columns.read(headings.map(() => text)),
};

const words = [
  ...[
    'mr',
    'Dr.',
    'and',
    '&',
    'household',
    'jr',
    'Ann',
    'NULL',
    'undefined',
    '(deceased)',
    'a@b.c',
    '{{',
    '}}',
  ],
  ...[
    '12',
    'Elm St',
    'Apt',
    'c/o',
    'PO Box',
    'Columbus',
    'OH',
    '43215',
    'Germany',
    'Republic of',
    'no',
    '&amp;',
  ],
];
const separators = [
  '',
  ' ',
  ',',
  ', ',
  '/',
  '-',
  '.',
  ':',
  ' ::: ',
  '(',
  ')',
  "'",
  '"',
  '#',
  '_',
  '\n',
  '\u00a0',
];

const piece = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom(...findWord.keys()),
  fc.constantFrom(...separators),
);

/** Repetitions that took minutes once. */
const examples: [string[], string][] = [
  [['zipcode'], 'q'],
  [[', '], 'x'],
  [['/'], 'x'],
  [['a'], ' 1 43215'],
  [['('], ''],
];

/** Characters of the short text. The long one is four times as long, and short enough for a count of what grows exponentially. */
const length = 24;

describe('The steps grow no faster than the text', () => {
  beforeAll(async () => {
    columns.start(headings);
    // What is made once, such as the list of countries, is no part of a reading.
    for (const read of Object.values(readers)) read('12 Elm St, Columbus, OH 43215, Germany');
    await countSteps(() => undefined);
  });

  it.each(Object.entries(readers))('in %s', async (_name, read) => {
    let most = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 3 }), piece, async (pieces, last) => {
        const unit = pieces.join('') || ' ';
        const text = (size: number) =>
          unit.repeat(Math.ceil(size / unit.length)).slice(0, size) + last.slice(0, 9);
        const short = await countSteps(() => read(text(length)));
        const long = await countSteps(() => read(text(4 * length)));
        most = Math.max(most, long);
        // Work that grows with the square of the length takes 16 times as many steps.
        expect(long).toBeLessThan(10 * short + 1000);
      }),
      { numRuns: 20, examples },
    );
    expect(most).toBeGreaterThan(0);
  });
});
