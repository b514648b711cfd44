/**
 * How the work of reading a heading or a cell grows with its length. It counts the steps of `src`, as V8's coverage does, so it does not
 * depend on the machine. Regular expressions are one step here: `npm run checks` looks at them.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as zod from 'zod';
import { spellings } from '../../src/list_columns/table.ts';

const counter = new Worker(new URL('./step_counter.ts', import.meta.url));

async function receive(): Promise<unknown> {
  const [message] = await once(counter, 'message');
  return message;
}

/** The functions that take a heading or a cell apart. */
const readers = zod.array(zod.string()).parse(await receive());

afterAll(async () => {
  await counter.terminate();
});

/** Returns how many blocks of `src` run when a reader reads the text. */
async function countSteps(reader: string, text: string): Promise<number> {
  const count = receive();
  counter.postMessage({ reader, text });
  return zod.number().parse(await count);
}

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
  fc.constantFrom(...spellings.keys()),
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
  it.each(readers)('in %s', async (reader) => {
    let most = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 3 }), piece, async (pieces, last) => {
        const unit = pieces.join('') || ' ';
        const text = (size: number) =>
          unit.repeat(Math.ceil(size / unit.length)).slice(0, size) + last.slice(0, 9);
        const short = await countSteps(reader, text(length));
        const long = await countSteps(reader, text(4 * length));
        most = Math.max(most, long);
        // Work that grows with the square of the length takes 16 times as many steps.
        expect(long).toBeLessThan(10 * short + 3000);
      }),
      // The same texts in each run: how few steps a short text takes is a matter of chance.
      { numRuns: 20, examples, seed: -1659002113 },
    );
    expect(most).toBeGreaterThan(0);
  });
});
