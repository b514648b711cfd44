import { describe, expect, it } from '@jest/globals';
import { ListColumns } from '../../src/list_columns/columns.ts';
import { readListFile } from '../../src/list_file/list_file.ts';
import type { InputData } from '../../src/steps/inputs.ts';

/** Returns the contacts without blank values. */
async function read(content: string | Buffer) {
  const rows: InputData[] = [];
  const columns = new ListColumns(undefined);
  await readListFile(Buffer.from(content), columns, ({ fields }) => rows.push(fields));
  return { rows, ignored: columns.describeUse(() => 'unknown').ignored_columns };
}

async function readRecipients(content: string) {
  const rows: [number | undefined, InputData][] = [];
  await readListFile(Buffer.from(content), new ListColumns(undefined), ({ number, fields }) =>
    rows.push([number, fields]),
  );
  return rows;
}

describe('Rows without a contact', () => {
  const content = 'name,city,total\n\nAnn,Akron,1\n,,2\nBob,Bonn,3\n,,4\n,,5\n';

  it('are left out below the last contact and reported above it', async () => {
    const rows = await readRecipients(content);
    expect(rows.map(([number, { name }]) => [number, name])).toEqual([
      [3, 'Ann'],
      [4, undefined],
      [5, 'Bob'],
    ]);
  });
});

it('A row whose name begins like a total, but is none, is reported', async () => {
  const rows = await readRecipients('name,city\nAnn,Akron\nTotalis Health,\n');
  expect(rows.map(([, { name }]) => name)).toEqual(['Ann', 'Totalis Health']);
});

it('A person without an address is reported although a cell says Total', async () => {
  const rows = await readRecipients(
    'name,company,city,notes\nAnn,Total Care Clinic,,\nCid,,,Total of 5 gifts\nTotal,,,3\n,Subtotal,,2\n,,,Total: 5\nTotals:,25 records,,\nTOTAL,$500,,\nBob,,Akron,\n',
  );
  expect(rows.map(([, { name }]) => name)).toEqual(['Ann', 'Cid', 'Bob']);
});

it('Headings in brackets or braces are not JSON', async () => {
  const bracketed = '[Name | First],[Name | Last],[Address | City]\nAnn,Lee,Boise\n';
  expect((await read(bracketed)).rows).toMatchObject([{ name: 'Ann Lee', city: 'Boise' }]);
  expect((await read('{name},{city}\nAnn Lee,Boise\n')).rows).toMatchObject([{ name: 'Ann Lee' }]);
});

it('A row with the state ID twice has no headings', async () => {
  expect((await read('Tenant,Tenant State,State\nAnn,ID,ID\n')).rows).toMatchObject([{ state: 'ID' }]);
});

it('Below a title, the parts of another person are headings, too', async () => {
  const { rows } = await read('Spring list\nTenant,Property State,State\nAnn,NV,ID\n');
  expect(rows).toMatchObject([{ state: 'ID' }]);
});

describe('An object that an API puts around the values of a contact', () => {
  it.each(['fields', 'properties', 'attributes', 'merge_fields'])(
    'is no part of a heading: %s',
    async (key) => {
      const { rows } = await read(
        JSON.stringify([{ id: 'rec1', [key]: { Name: 'Ann Lee', City: 'Boise' } }]),
      );
      expect(rows).toMatchObject([{ name: 'Ann Lee', city: 'Boise' }]);
    },
  );

  it('stays in the heading if the contact has the same key itself', async () => {
    const { rows } = await read('[{"name": "Ann Lee", "fields": {"name": "Spring"}}]');
    expect(rows).toMatchObject([{ name: 'Ann Lee' }]);
  });
});

describe('A list file', () => {
  it.each([
    [
      '1,001 columns',
      `name,${Array.from({ length: 1000 }, (_, n) => `x${n}`).join()}\nA`,
      /more than 1,000 columns/,
    ],
    [
      'a row of more than a million characters',
      `name,city\nA,${'x'.repeat(1_200_000)}`,
      /more than 1,000,000 characters near line 2:/,
    ],
    [
      'a quotation mark that is never closed',
      `name,city\nA,B\nC,"${'x,y\n'.repeat(260_000)}`,
      /perhaps a quotation mark is missing/,
    ],
  ])('with %s is rejected with the limit', async (_problem, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  it('may have blank lines above and any number of them below the headings', async () => {
    const { rows } = await read(`${'\n'.repeat(2_000)}name;city\n${'\r\n'.repeat(600_000)}Ann;Akron\n`);
    expect(rows).toEqual([{ name: 'Ann', city: 'Akron' }]);
  });
});

describe('A JSON file', () => {
  it.each([
    ['a list under contacts', '{"version":[1],"contacts":[{"name":"A"},{"name":"B"}],"more":{}}'],
    ['a list under recipients', '{"recipients":[{"name":"A"},{"name":"B"}]}'],
    ['a bare list after a byte order mark', '\ufeff [{"name":"A"}\n,{"name":"B"}] \n'],
    ['UTF-16', Buffer.from('\ufeff[{"name":"A"},{"name":"B"}]', 'utf16le')],
  ])('is read if it is %s', async (_format, content) => {
    expect((await read(content)).rows).toEqual([{ name: 'A' }, { name: 'B' }]);
  });

  it.each([
    [
      '[{"name":1e999}]',
      /^Contact 1 of the JSON file has a number that is too large; put it in quotation marks\./,
    ],
    ['[{"name":"A","external_id":12345678901234567890}]', /a number that is too large/],
    ['[{"name":"A"},{"external_id":1e21}]', /^Contact 2 of the JSON file has a number that is too large/],
    ['[{"name":"A"}] [{"name":"B"}]', /unexpected data after the list/],
    ['{"contacts":[],"recipients":[{"name":"B"}]}', /two lists/],
    ['{"people":[]}', /data without a list named "contacts" or "recipients"\. It must be/],
    ['[{"name":"A"}', /may be incomplete/],
    ['[{"name":"A",}]', /may be incomplete/],
  ])('is rejected if it is %s', async (content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });
});

describe('A character of four bytes', () => {
  // A file is decoded in pieces of 64 KB; with one of the two lengths, a piece ends within a character.
  it.each([
    ['UTF-16', 'utf16le', ''],
    ['UTF-16', 'utf16le', 'x'],
    ['UTF-8', 'utf8', ''],
    ['UTF-8', 'utf8', 'x'],
    ['UTF-8', 'utf8', 'xx'],
    ['UTF-8', 'utf8', 'xxx'],
  ] as const)(
    'of a %s file (%s) is read where a piece of 64 KB ends within it: %j',
    async (_, encoding, padding) => {
      const text = `${padding}${'\u{20bb7}'.repeat(40_000)}`;
      const columns = new ListColumns(undefined);
      const texts: string[] = [];
      await readListFile(Buffer.from(`\ufeffname,note\nAnn,${text}\n`, encoding), columns, (row) =>
        texts.push(...row.values.map((value) => value.text)),
      );
      expect(texts).toContain(text);
    },
  );

  it('counts as four bytes where a contact may be too large', async () => {
    const contact = (count: number) => JSON.stringify([{ name: 'A', note: '\u{20bb7}'.repeat(count) }]);
    await expect(read(contact(240_000))).resolves.toMatchObject({ rows: [{ name: 'A' }] });
    await expect(read(contact(260_000))).rejects.toThrow(/more than 1,000,000 characters/);
  });
});

it('A company whose name begins with Total is reported if it has a reference', async () => {
  const rows = await readRecipients(
    'name,donor id,city\nAnn,1,Akron\nTotal Wine & More,2,\nTotal Devotion Ministry,3,\nTotal,,\nTotal gifts,,\nBob,4,Akron\n',
  );
  expect(rows.map(([, { name }]) => name)).toEqual([
    'Ann',
    'Total Wine & More',
    'Total Devotion Ministry',
    'Bob',
  ]);
});

it.each([
  ['commas inside addresses', 'Name;Street;City\nAnn;1, A, St;Akron, Ohio, USA\n'],
  [
    'commas in a title above the headings',
    'Donors, May, June, July\nName;Street;City\nAnn;1, A, St;Akron, Ohio, USA\n',
  ],
  ['commas in a quoted heading', '"Name";"Street";"City";"a, b, c, d"\nAnn;1, A, St;Akron, Ohio, USA;x\n'],
])('The semicolons between headings beat %s', async (_commas, content) => {
  const { rows } = await read(content);
  expect(rows).toEqual([{ name: 'Ann', street: '1, A, St', city: 'Akron, Ohio, USA' }]);
});

it('A JSON file may have lists of lists, such as coordinates', async () => {
  const { rows } = await read('[{"name":"Ann","city":"Akron","coordinates":[[1,2],[3,4]]}]');
  expect(rows).toEqual([{ name: 'Ann', city: 'Akron' }]);
});

describe('A JSON file of contacts with different keys', () => {
  const contacts = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, index) => ({ [`k${index}`]: 'x' })));
  const count = async (content: string) => {
    let people = 0;
    await readListFile(Buffer.from(content), new ListColumns(undefined), () => {
      people += 1;
    });
    return people;
  };

  it('has at most 1,000 of them', async () => {
    expect(await count(contacts(1_000))).toBe(1_000);
    await expect(count(contacts(1_001))).rejects.toThrow(
      "The contacts of the JSON file have more than 1,000 different keys, the limit for this step. Remove keys that you don't need.",
    );
  });
});

it('Rows below the last person are not kept, and those between people are visited with their rows', async () => {
  const columns = new ListColumns(undefined);
  const visited: unknown[] = [];
  await readListFile(Buffer.from('Name,City,Note\nAnn,Bonn,a\n,,b\nBob,Bonn,c\n,,d\n'), columns, (row) => {
    visited.push([row.number, row.fields.name, row.values.map(({ text }) => text)]);
  });
  expect(visited).toEqual([
    [2, 'Ann', ['Ann', 'a']],
    [3, undefined, []],
    [4, 'Bob', ['Bob', 'c']],
  ]);
});

describe('A file that ends within its last row', () => {
  const readProblems = async (end: string) => {
    const problems: (string | undefined)[] = [];
    const content = `Name,Street,City,State,ZIP\nAnn Lee,1 A St,Erie,PA,16501\n${end}`;
    await readListFile(Buffer.from(content), new ListColumns(undefined), ({ problem }) => {
      problems.push(problem);
    });
    return problems;
  };

  it('names the row that breaks off', async () => {
    expect(await readProblems('Bob Roy,1 Oak St,Dayt')).toEqual([
      undefined,
      'breaks off, because the file ends within it',
    ]);
  });

  it.each(['Bob Roy,1 Oak St,Dayton\n', 'Bob Roy,1 Oak St,Dayton,OH,45402'])(
    'does not if a line break follows, or all values are there: %j',
    async (end) => {
      expect(await readProblems(end)).toEqual([undefined, undefined]);
    },
  );
});

describe('A row with other than as many values as columns', () => {
  const read = (rows: string): Promise<unknown> =>
    readListFile(
      Buffer.from(`First,Last,Street,City,State,ZIP,Country\n${rows}\n`),
      new ListColumns(undefined),
      () => {},
    );

  it.each([
    'Ann,Lee,Columbus,OH,43215',
    'Ann,Lee,12 Elm St',
    'Ann,Lee,12, Elm St,Columbus,OH,43215,',
    'Ann,Lee,12 Elm St,Columbus,OH,43215,USA,x',
  ])('is refused: %s', async (row) => {
    await expect(read(`Bob,Ray,5 Oak Ave,Reno,NV,89501,\n${row}`)).rejects.toThrow(
      'The CSV file has more or fewer values than columns in row 3, so its values may be in the wrong columns',
    );
  });

  it.each(['Ann,Lee,12 Elm St,Columbus,OH,43215', 'Ann,Lee,12 Elm St,Columbus', 'Ann,Lee', 'Ann,Lee,,,,,,,'])(
    'is read if only blank values are missing or added: %s',
    async (row) => {
      await expect(read(row)).resolves.toBe('utf-8');
    },
  );
});

const household = { street: '1 A St', city: 'Erie', members: [{ name: 'Ann Lee' }, { name: 'Bo Lee' }] };

it('The members of a household in JSON are people with the same address', async () => {
  const { rows } = await read(JSON.stringify([household, { name: 'Tom Ray' }]));
  expect(rows).toEqual([
    { name: 'Ann Lee', street: '1 A St', city: 'Erie' },
    { name: 'Bo Lee', street: '1 A St', city: 'Erie' },
    { name: 'Tom Ray' },
  ]);
});

it.each([
  { page: 1, total_pages: 3 },
  { has_more: true },
  { next: 'https://crm.example/contacts?page=2' },
  { nextPageToken: 'abc' },
])('A page of a longer list is no whole list: %j', async (page) => {
  const contacts = [{ name: 'Ann Lee' }];
  await expect(read(JSON.stringify({ ...page, contacts }))).rejects.toThrow(
    'The JSON file has only one page of a list that has more pages.',
  );
});

it.each([
  { page: 1, total_pages: 1 },
  { has_more: false, next: null },
  { next: '', pages: 0 },
])('The only page of a list is a whole list: %j', async (page) => {
  expect((await read(JSON.stringify({ ...page, contacts: [{ name: 'Ann Lee' }] }))).rows).toHaveLength(1);
});
