import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as zod from 'zod';
import { isThorough, runs, timeout } from '../support/thoroughness.ts';
import { Harness } from './support/harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await Harness.open();
});

afterAll(async () => {
  await harness.close();
});

/** Counts what became of random files, so that a step that rejects or accepts everything is noticed. */
class Outcomes {
  read = 0;
  rejected = 0;

  async add(content: Buffer | string): Promise<void> {
    const { error } = await replaceFrom(content);
    if (error === undefined) this.read += 1;
    else this.rejected += 1;
  }

  expectBoth(): void {
    expect(this.read).toBeGreaterThan(0);
    expect(this.rejected).toBeGreaterThan(0);
  }
}

const sentList = zod.object({ contacts: zod.array(zod.record(zod.string(), zod.unknown())) });

/** Replaces the mailing list from a file. Returns the contacts that were sent, or the error message. */
async function replaceFrom(content: Buffer | string, minimum = 1) {
  const account = harness.createAccount();
  // Otherwise a list without references would be refused.
  account.service.contacts = [{ contact_id: 'c-100-0001', name: 'Ann Smith', address: { city: 'Akron' } }];
  const before = account.service.snapshot();
  const outcome = await account.run({
    method: 'creates.replace_mailing_list.operation.perform',
    inputData: { minimum_contacts: minimum, file: account.serveFile('list.csv', { content, chunked: true }) },
  });
  const put = account.sent.find(({ call }) => call.startsWith('service PUT'));
  harness.removeAccount(account);
  if (!outcome.ok) {
    expect(put).toBeUndefined();
    expect(account.service.snapshot()).toBe(before);
    expect(outcome.error.message).not.toMatch(/undefined|\[object|TypeError|CSV_|at .*:\d+:\d+/);
    return { error: outcome.error.message, contacts: undefined };
  }
  const body = Buffer.from(put?.body ?? '', 'latin1').toString();
  return { error: undefined, contacts: sentList.parse(JSON.parse(body)).contacts };
}

describe('Replace Mailing List', () => {
  const expected = [
    { name: 'Zoë "Z" Ünal', address: { city: 'Köln', street: 'A\nB' } },
    { name: '=1+1', address: { city: 'Ulm' } },
  ];

  it.each<[string, Buffer | string]>([
    [
      'with a byte order mark and CRLF',
      '\ufeffName,City,Street\r\n"Zoë ""Z"" Ünal",Köln,"A\nB"\r\n=1+1,Ulm,\r\n',
    ],
    ['with semicolons', 'name;CITY;street\n"Zoë ""Z"" Ünal";Köln;"A\nB"\n=1+1;Ulm;'],
    ['with tabs', 'Name\tCity\tStreet\n"Zoë ""Z"" Ünal"\tKöln\t"A\nB"\n=1+1\tUlm\t\n'],
    ['in Latin-1', Buffer.from('Name,City,Street\n"Zoë ""Z"" Ünal",Köln,"A\nB"\n=1+1,Ulm,\n', 'latin1')],
    [
      'in UTF-16',
      Buffer.from('\ufeffName,City,Street\n"Zoë ""Z"" Ünal",Köln,"A\nB"\n=1+1,Ulm,\n', 'utf16le'),
    ],
    [
      'with spaces around headings and empty lines at the end',
      ' name , City ,STREET\n"Zoë ""Z"" Ünal",Köln,"A\nB"\n=1+1,Ulm,,,\n , ,\n\n',
    ],
  ])('reads a file %s', async (_format, content) => {
    const { contacts, error } = await replaceFrom(content);
    expect(error).toBeUndefined();
    expect(contacts).toMatchObject(expected);
  });

  it.each<[string, Buffer | string]>([
    ['with only empty lines', '\n\n'],
    ['with only a heading', 'Name,City\n'],
    ['without a heading', 'Ann,Ulm\nBob,Bonn\n'],
    ['with an unclosed quote', 'Name,City\n"Ann,Ulm\nBob,Bonn\n'],
    ['with a row of a different length', 'Name,City\nAnn,Ulm,x,y,z\n'],
    ['without a column for a name', 'Nme,City\nAnn,Ulm\n'],
    ['that is an HTML page', '<!doctype html><html></html>'],
    ['that is a spreadsheet', Buffer.from('PK\u0003\u0004\u0000\u0000binary', 'latin1')],
    ['of truncated JSON', '{"contacts":[{"name":"Ann"'],
    ['of JSON without contacts', '{"people":[]}'],
    ['of JSON with numbers instead of contacts', '[1,2,3]'],
    ['with __proto__ instead of a name', '{"contacts":[{"__proto__":{"name":"x"}}]}'],
  ])('rejects a file %s and changes nothing', async (_format, content) => {
    const { error } = await replaceFrom(content);
    expect(error).toMatch(/^The (?:(?:CSV |JSON )?file|new list) .{20,}\.$/s);
  });

  it(
    'reads or rejects any bytes',
    async () => {
      const outcomes = new Outcomes();
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
            fc.string({ maxLength: 200 }).map((text) => Buffer.from(`name,city\n${text}`)),
            fc.json().map((text) => Buffer.from(text)),
          ),
          (content) => outcomes.add(content),
        ),
        {
          numRuns: runs(60),
          examples: [[Buffer.from('name,city\nAnn,Akron')], [Buffer.from('name,city\nAnn')]],
        },
      );
      outcomes.expectBoth();
    },
    timeout(30_000),
  );

  it(
    'reads or rejects any headings, columns, rows and nesting',
    async () => {
      const heading = fc
        .tuple(
          fc.constantFrom('', 'Home ', 'Mailing ', 'Address 1 - ', 'Donor '),
          fc.constantFrom(
            'Name',
            'First Name',
            'Company',
            'Street',
            'City',
            'ZIP',
            'ID',
            'Label',
            'note',
            '',
          ),
          fc.constantFrom('', ' 2', '?'),
        )
        .map((parts) => parts.join(''));
      const cell = fc.constantFrom(
        '',
        ' ',
        'Ann',
        '"A, ""B"""',
        '43215',
        'a ::: b',
        'Dear Ann',
        '1  B  C  2',
      );
      const row = (cells: fc.Arbitrary<string>) =>
        fc.array(cells, { maxLength: 12 }).map((values) => values.join());
      const table = fc
        .tuple(row(heading), fc.array(row(cell), { maxLength: 8 }), fc.constantFrom(1, 400))
        .map(([header, rows, times]) => `Full Name,${header}\n${`${rows.join('\n')}\n`.repeat(times)}`);
      const wide = fc.integer({ min: 900, max: 100_000 }).map((columns) => `name${',x'.repeat(columns)}\n`);
      const nested = fc
        .tuple(fc.constantFrom('[', '{"a":'), fc.integer({ min: 1, max: 100_000 }))
        .map(([open, levels]) => {
          const close = open === '[' ? ']' : '}';
          return `[{"name":"A","more":${open.repeat(levels)}1${close.repeat(levels)}}]`;
        });
      const outcomes = new Outcomes();
      await fc.assert(
        fc.asyncProperty(fc.oneof(table, wide, nested), (content) => outcomes.add(content)),
        { numRuns: runs(40), examples: [['Full Name,Home City\nAnn,Akron\n'], ['Full Name,City\n']] },
      );
      outcomes.expectBoth();
    },
    timeout(30_000),
  );

  const count = isThorough ? 100_000 : 5_000;

  it(
    `replaces the list from a file with ${count} rows`,
    async () => {
      const rows = Array.from({ length: count }, (_, index) => `"Contact ${index}",Ulm,ref-${index}`);
      const { contacts, error } = await replaceFrom(`name,city,external_id\n${rows.join('\n')}\n`, count);
      expect(error).toBeUndefined();
      expect(contacts).toHaveLength(count);
      expect(contacts?.at(-1)).toMatchObject({
        name: `Contact ${count - 1}`,
        external_id: `ref-${count - 1}`,
      });
    },
    timeout(30_000),
  );
});
