import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ListColumns } from '../../src/list_columns/columns.ts';
import { parseHeading } from '../../src/list_columns/headings.ts';
import { spellings } from '../../src/list_columns/table.ts';
import { CountryCheck, readListFile } from '../../src/list_file/list_file.ts';
import { formatEnvelope } from '../../src/person/envelope.ts';
import { printedKeys } from '../../src/person/fields.ts';
import { readPerson } from '../../src/person/person.ts';
import { buildRecipient } from '../../src/recipients/recipient.ts';

/** A list as a program exports it. The people are invented. */
interface Example {
  program: string;
  headings: string[];
  rows: { cells: string[]; prints?: object; left_out?: true; refused?: true; stops?: true }[];
  /** Headings that must be accounted for. */
  named?: string[];
}

const readExamples = <Content>(name: string): Content =>
  JSON.parse(readFileSync(new URL(`examples/${name}.json`, import.meta.url), 'utf8'));

/** Returns what is printed for a row and what stops a letter. */
function read(columns: ListColumns, cells: readonly string[]) {
  const row = columns.read(cells);
  const { fields, isDoNotMail } = row;
  const reading = readPerson(fields);
  if (!isDoNotMail) columns.check(row, reading);
  const { company, ...person } = reading.person;
  const printedCompany = buildRecipient(reading).company === undefined ? {} : { company };
  const shown = [...printedKeys, 'external_id'];
  const filled = Object.entries({ ...person, ...printedCompany, ...reading.address });
  const printed = Object.fromEntries(filled.filter(([key]) => shown.includes(key)));
  const isRefused = reading.problems.length > 0;
  const others = row.values.flatMap(({ column }) => (column.merge === 'required' ? [column.name] : []));
  return { printed, isRefused, isDoNotMail, others };
}

/** Returns why the list stops the step, or an empty text. */
function stopOf(columns: ListColumns, lacksCountry = ''): string {
  try {
    columns.requireReadable(lacksCountry);
    return '';
  } catch (error) {
    return String(error);
  }
}

describe('A list as it is exported by', () => {
  it.each(readExamples<Example[]>('lists'))('$program is read', ({ headings, rows, named = [] }) => {
    const columns = new ListColumns(undefined);
    columns.start(headings);
    const results = rows.map(({ cells }) => read(columns, cells));
    const stop = stopOf(columns);
    for (const [index, { prints, left_out, refused, stops }] of rows.entries()) {
      const { printed, isRefused, isDoNotMail } = results[index] ?? {};
      expect({ left_out: isDoNotMail, stops: stop !== '' }).toEqual({
        left_out: left_out === true,
        stops: stops === true,
      });
      if (refused) expect(isRefused).toBe(true);
      if (prints) expect(printed).toEqual(prints);
    }
    const account = [...Object.values(columns.describeUse(() => 'other')).flat(), stop].join('\n');
    for (const heading of named) expect(account).toContain(heading.trim());
  });
});

/** A file, with the envelopes that it makes, or the words with which its question begins. */
interface Question {
  list: string;
  file: string[];
  /** What the user entered in Columns. */
  columns?: Record<string, string>;
  prints?: string[];
  asked?: string;
  left_out?: number;
}

describe('A list that its headings do not explain alone', () => {
  it.each(readExamples<Question[]>('questions'))(
    'is read or asked: $list',
    async ({ file, columns: chosen, prints, asked, left_out = 0 }) => {
      const columns = new ListColumns(chosen);
      const countries = new CountryCheck();
      const envelopes: string[] = [];
      let leftOut = 0;
      await readListFile(Buffer.from(file.join('\n')), columns, (row) => {
        if (row.isDoNotMail) {
          leftOut += 1;
          return;
        }
        const reading = readPerson(row.fields);
        columns.check(row, reading);
        countries.add(`Row ${row.number}`, reading);
        envelopes.push(formatEnvelope(buildRecipient(reading)));
      });
      const stop = stopOf(columns, countries.question);
      if (asked === undefined) expect({ stop, envelopes }).toEqual({ stop: '', envelopes: prints });
      else expect(stop).toContain(asked);
      expect(leftOut).toBe(left_out);
    },
  );
});

it('A line that the user explains, but that belongs to an address without a letter, is named', () => {
  const columns = new ListColumns({ Extra: 'Work Address 2' });
  columns.start(['Name', 'Home Address', 'Home City', 'Home Zip', 'Work Address', 'Work City', 'Extra']);
  columns.read(['Ann Lee', '12 Elm St', 'Boise', '83702', '1 Job Way', 'Reno', 'Suite 9']);
  expect(columns.warnings).toEqual(['Not printed on the envelope: "Extra" (Suite 9).']);
});

describe('An address as people type it', () => {
  const examples =
    readExamples<{ typed: object; prints?: object; asked?: true; warned?: true }[]>('addresses');

  it.each(examples.filter(({ asked }) => !asked))('is printed right: $typed', ({ typed, prints, warned }) => {
    const { address, problems, notes } = readPerson({ name: 'Ann', ...typed });
    expect(problems).toEqual([]);
    expect(Object.fromEntries(Object.entries(address).filter(([, value]) => value))).toEqual(prints);
    if (warned) expect(notes).not.toEqual([]);
  });

  it.each(examples.filter(({ asked }) => asked))('is asked about: $typed', ({ typed }) => {
    expect(readPerson({ name: 'Ann', ...typed }).problems).not.toEqual([]);
  });
});

describe('The rule for headings', () => {
  const known = [...spellings].filter(
    ([spelling, { part, isWeak }]) => spelling.length > 4 && !isWeak && part !== 'none',
  );
  const part = fc.constantFrom(...known);
  const kind = fc.constantFrom('Mailing', 'Home', 'Shipping', 'Billing', 'Bill To', 'Alternate');
  const separator = fc.constantFrom(' ', ' - ', ': ', '_');

  it('reads a part with which address before or after it', () => {
    fc.assert(
      fc.property(part, kind, separator, fc.boolean(), ([spelling, { part }], which, between, isFirst) => {
        const heading = isFirst ? `${which}${between}${spelling}` : `${spelling}${between}${which}`;
        const read = parseHeading(heading);
        if (spellings.has(heading.toLowerCase().replace(/[^a-z]/g, ''))) return;
        if (part === 'external_id') expect(read.means).toMatch(/part|unknown/);
        else expect(read).toMatchObject({ means: 'part', part });
      }),
    );
  });

  it('reads nothing if a word is left over', () => {
    const word = fc.constantFrom('qux', 'Gift', 'Xyz', 'Score', 'before');
    fc.assert(
      fc.property(part, word, separator, fc.boolean(), ([spelling], other, between, isFirst) => {
        const heading = isFirst ? `${other}${between}${spelling}` : `${spelling}${between}${other}`;
        expect(parseHeading(heading)).toEqual({ means: 'unknown' });
      }),
    );
  });

  it('reads a heading alike in capitals, with other punctuation and with more spaces', () => {
    fc.assert(
      fc.property(part, kind, ([spelling], which) => {
        const read = parseHeading(`${which} ${spelling}`);
        expect(parseHeading(`  ${which.toUpperCase()} -  ${spelling} `)).toEqual(read);
        expect(parseHeading(`"${which}": ${spelling}*`)).toEqual(read);
      }),
    );
  });
});

describe('A heading of words that are known, in any order', () => {
  const kinds = ['Home', 'Mailing', 'Billing', 'Work', 'Donor', 'Primary', 'Preferred', 'Xyz', ''];
  const parts = [
    'Street',
    'Addr',
    'City',
    'Town',
    'ZIP',
    'Postal Code',
    'State',
    'House',
    'Line',
    'Apt',
    'Name',
    'Country',
  ];
  const heading = fc
    .record({
      kind: fc.constantFrom(...kinds),
      parts: fc.uniqueArray(fc.constantFrom(...parts), { minLength: 1, maxLength: 2 }),
      number: fc.constantFrom('', '1', '2'),
      separator: fc.constantFrom(' ', '_', ' - ', '/'),
      isReversed: fc.boolean(),
      isUpperCase: fc.boolean(),
    })
    .map((one) => {
      const words = [one.kind, ...one.parts, one.number].filter(Boolean);
      const text = (one.isReversed ? words.toReversed() : words).join(one.separator);
      return one.isUpperCase ? text.toUpperCase() : text;
    });

  it('fills a field, or its values are left over, or it is named: nothing is lost in silence', () => {
    let filled = 0;
    fc.assert(
      fc.property(fc.uniqueArray(heading, { minLength: 1, maxLength: 8 }), (headings) => {
        const columns = new ListColumns(undefined);
        const names = ['Full Name', ...headings];
        const cells = names.map((_, index) => `value${index} x`);
        columns.start(names);
        const { printed, others } = read(columns, cells);
        const named = [...Object.values(columns.describeUse(() => 'other')).flat(), stopOf(columns)].join(
          '\n',
        );
        for (const [index, name] of names.entries()) {
          const isPrinted = JSON.stringify(printed).includes(cells[index] ?? '');
          if (isPrinted) filled += 1;
          const isLeftOver = others.includes(name);
          expect(isPrinted || isLeftOver || named.includes(name)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
    expect(filled).toBeGreaterThan(300);
  });

  it('never mixes two addresses: street, city and postal code come from columns of one kind', () => {
    const complete = (kind: string) => ['Street', 'City', 'ZIP'].map((part) => `${kind} ${part}`);
    let mixed = 0;
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['Home', 'Mailing', 'Billing', 'Work', 'Other'], { minLength: 2 }),
        fc.array(fc.boolean(), { minLength: 15, maxLength: 15 }),
        (all, filledIn) => {
          const names = ['Name', ...all.flatMap(complete)];
          const cells = names.map((name, index) =>
            index === 0 ? 'Ann Lee' : filledIn[index] ? `1 ${name}` : '',
          );
          const columns = new ListColumns(undefined);
          columns.start(names);
          const { fields } = columns.read(cells);
          const used = ['street', 'city', 'postal_code'].flatMap((key) =>
            fields[key] ? [String(fields[key]).split(' ')[1]] : [],
          );
          mixed += used.length;
          expect(new Set(used).size).toBeLessThan(2);
        },
      ),
    );
    expect(mixed).toBeGreaterThan(50);
  });
});
