/** Files of people as they are, read by Create Temporary List: what fills a field, what becomes a merge field, what is asked. */
import { describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const address = { street: '1 A St', city: 'Dayton', state: 'OH', postal_code: '45402' };
const heading = 'Name,Street,City,State,ZIP';
const row = (name: string, ...others: string[]) => [name, ...Object.values(address), ...others].join();

/** Runs Create Temporary List with a file. @returns its result and the recipients that were sent */
async function read(lines: string | readonly string[] | Buffer, inputData: Record<string, unknown> = {}) {
  const data: Record<string, unknown>[] = [];
  const content = Array.isArray(lines) ? lines.join('\n') : String(lines);
  nock('https://files.test')
    .get('/list')
    .reply(200, Buffer.isBuffer(lines) ? lines : content);
  api().post('/v1/lists').optionally().reply(201, { list_id: 'l-9', expires: '2026-03-26T12:00:00' });
  api()
    .persist()
    .post('/v1/lists/l-9/contacts')
    .optionally()
    .reply(200, async (request: Request) => {
      const added = JSON.parse(await request.text()).data;
      data.push(...added);
      return { contacts: added.map((_: unknown, index: number) => ({ id: `a-${index}` })) };
    });
  try {
    const file = 'https://files.test/list';
    return { result: await new UnitConnector().create('create_list', { file, ...inputData }), data };
  } finally {
    nock.cleanAll();
  }
}

it('A blank column of a title does not keep the merge field Title from being sent in lower case', async () => {
  const { data } = await read([`${heading},title`, row('Ann Lee', ''), row('Bob Ray', 'Dr.')], {
    merge_fields: { Title: 'Friend' },
  });
  expect(data.find(({ name }) => name === 'Ann Lee')).toMatchObject({
    metadata: { Title: 'Friend', title: 'Friend' },
  });
});

it('Merge Columns may also name a column of the person, such as Name', async () => {
  const { data } = await read([`${heading},Amount,Notes`, row('Ann Lee', '$5', 'x')], {
    merge_columns: ['Name', 'Amount'],
  });
  expect(data).toMatchObject([{ name: 'Ann Lee', metadata: { Amount: '$5', amount: '$5' } }]);
});

describe('Two rows', () => {
  const rows = (headings: string, ...values: string[][]) => [
    `${heading},${headings}`,
    ...values.map((value) => row('John Miller', ...value)),
  ];

  it.each([
    ['Member Number,Nickname', ['17', 'Jack'], ['18', 'Johnny']],
    ['Donor ID', ['17'], ['18']],
    ['Member Number,Donor ID', ['1', '17'], ['1', '18']],
    ['Member Number,Account Number', ['1', '17'], ['1', '18']],
    ['Title', ['Manager'], ['Director']],
    ['County', ['Knox'], ['Lucas']],
    ['First Name', ['Ann'], ['Bob']],
    ['Nickname', [''], ['Jack']],
  ])('are two people if they differ in what is sent: %s', async (headings, one, other) => {
    const { data, result } = await read(rows(headings, one, other));
    expect(data).toHaveLength(2);
    expect(result.duplicates_left_out).toBe(0);
  });

  it.each([
    ['Notes (old)', ['a'], ['b']],
    ['Notes', ['a'], ['b'.repeat(1001)]],
    ['Nickname', ['Jack'], ['\u00a0Ja\u00adck\u200b ']],
  ])(
    'are one person if they differ only in what is not sent or not visible: %s',
    async (headings, one, other) => {
      const { data, result } = await read(rows(headings, one, other));
      expect(data).toHaveLength(1);
      expect(result.duplicates_left_out).toBe(1);
    },
  );

  it('are one person if they differ only in how the columns make up the same name', async () => {
    const lines = [`First Name,Last Name,${heading}`, `Mary Ann,Lee,${row('')}`, `Mary,Ann Lee,${row('')}`];
    const { data } = await read([...lines, `,,${row('Mary Ann Lee')}`]);
    expect(data).toMatchObject([{ name: 'Mary Ann Lee', metadata: { First_Name: 'Mary Ann' } }]);
  });
});

it('A column that is blank at the end of every row still stops the step', async () => {
  await expect(read([`${heading},Amount`, row('Ann Lee'), row('Bob Ray')])).rejects.toThrow(
    'Merge fields have no value: {Amount} for everyone.',
  );
});

it('A file has at most a million values of merge fields, because they could fill the memory', async () => {
  const more = Array.from({ length: 100 }, (_, index) => `x${index}`);
  const line = `Ann Lee,1 A St,Dayton,OH,45402,${more.join()}\n`;
  await expect(read([`${heading},${more.join()}`, line.repeat(10_001)])).rejects.toThrow(
    /^The file has more than 1,000,000 values in columns that may be merge fields, .* In Merge Columns, enter only the columns that the letter prints\.$/,
  );
});

it('A list of streets beside one name is the street of one person', async () => {
  const { data } = await read('', {
    file: '',
    recipients: { name: 'Ann Lee', ...address, street: ['1 A St', 'Apt 2'] },
  });
  expect(data).toMatchObject([{ name: 'Ann Lee', address: { street: '1 A St\nApt 2' } }]);
});

it('A file has at most 100,000 recipients, because their mistakes alone could fill the memory', async () => {
  await expect(read(`[${'{},'.repeat(100_000)}{}]`)).rejects.toThrow(
    'The file has more than 100,000 recipients, the limit for this step. Nothing was sent. Split the file, and run the step once for each part.',
  );
});

it('Names in the metadata of a JSON file are sent as typed, with "_" for spaces', async () => {
  const values = (metadata: object) => read(JSON.stringify([{ name: 'Ann Lee', ...address, metadata }]));
  const { data } = await values({ 'gift #': '7', 'paid (%)': '5' });
  expect(data).toMatchObject([{ metadata: { 'gift_#': '7', 'paid_(%)': '5' } }]);
  await expect(values({ gift: { amount: '7' } })).rejects.toThrow(
    '"metadata.gift.amount" (a merge field has',
  );
});

describe('A merge field with several values', () => {
  it('has the value of the metadata, else of Merge Fields', async () => {
    const person = { name: 'Ann Lee', ...address };
    const values = async (contact: object) =>
      (await read(JSON.stringify([{ ...person, ...contact }]), { merge_fields: { gift: 'all' } })).data.map(
        ({ metadata }) => metadata,
      );
    expect(await values({ gift: 'other', metadata: { gift: 'metadata' } })).toEqual([{ gift: 'metadata' }]);
    expect(await values({ gift: 'column' })).toEqual([{ gift: 'column' }]);
    expect(await values({})).toEqual([{ gift: 'all' }]);
  });

  it.each([
    ['gift,Gift', 'a', 'B'],
    ['Gift,gift', 'B', 'a'],
  ])(
    'keeps its own value although another one differs only in capital letters: %s',
    async (names, one, other) => {
      const { data } = await read([`${heading},${names}`, row('Ann Lee', one, other)]);
      expect(data).toMatchObject([{ metadata: { gift: 'a', Gift: 'B' } }]);
    },
  );
});

describe('Columns', () => {
  const lines = ['Who,Where,City,State,ZIP,Code', 'Ann Lee,1 A St,Dayton,OH,45402,x'];

  it('says what a heading is, and beats every rule', async () => {
    const { data, result } = await read(lines, {
      columns: { who: 'Name', ' WHERE ': 'Street', Code: 'ignore', State: ' ' },
    });
    expect(data).toMatchObject([{ type: 'contact', name: 'Ann Lee', address }]);
    expect(result).toMatchObject({
      used_columns: expect.arrayContaining(['Who → Name', 'Where → Street']),
      ignored_columns: ['Code (Columns says so)'],
    });
  });

  it('chooses between two columns for one part, and between two addresses', async () => {
    const { data } = await read(
      [
        'Name,Nickname,Home Street,Home City,Home ZIP,Work Street,Work City,Work ZIP,Country',
        'Ann Lee,Annie Lee,1 A St,Dayton,45402,9 Mill Rd,Akron,44301,USA',
      ],
      { columns: { Nickname: 'Name', 'Work Street': 'Street', 'Work City': 'City', 'Work ZIP': 'ZIP' } },
    );
    expect(data).toMatchObject([
      { name: 'Annie Lee', address: { street: '9 Mill Rd', city: 'Akron', postal_code: '44301' } },
    ]);
  });

  it.each([
    [
      { Who: 'Nonsense' },
      'Columns says that "Who" is "Nonsense", which is not a field. Nothing was sent. Use Name, ',
    ],
    ['Name', 'Columns is set to "Name", which is not a set of headings and fields. Nothing was sent.'],
  ])('is rejected if it is %j', async (columns, message) => {
    await expect(read(lines, { columns })).rejects.toThrow(message);
  });

  describe('with a placeholder', () => {
    const gifts = [`${heading},Gift,Phone`, row('Ann Lee', '$5', '555')];

    it('says which one the column fills in, whatever else is a merge field', async () => {
      const columns = { Gift: '{amount}' };
      const { data, result } = await read(gifts, { columns });
      expect(data).toMatchObject([{ metadata: { amount: '$5', Phone: '555', phone: '555' } }]);
      expect(result).toMatchObject({
        merge_fields: ['{amount}', '{Phone}', '{phone}'],
        used_columns: expect.arrayContaining(['Gift → {amount}']),
        ignored_columns: [],
      });
      const limited = await read(gifts, { columns, merge_columns: ['Phone'] });
      expect(limited.data).toMatchObject([{ metadata: { amount: '$5', Phone: '555', phone: '555' } }]);
    });

    it('beats a column with that name', async () => {
      const lines = [`${heading},amount,Gift`, row('Ann Lee', '$1', '$5')];
      const { data, result } = await read(lines, { columns: { Gift: '{ amount }' } });
      expect(data).toMatchObject([{ metadata: { amount: '$5' } }]);
      expect(result.ignored_columns).toEqual(['amount (another column also fills in {amount})']);
    });

    it('of the recipient is that field', async () => {
      const lines = ['Name,Street,Where,State,ZIP', row('Ann Lee')];
      expect((await read(lines, { columns: { Where: '{city}' } })).data).toMatchObject([
        { address: { city: 'Dayton' } },
      ]);
    });

    it('that is blank stops the step, although another column has its name', async () => {
      const lines = [`${heading},Gift,Amount`, row('Ann Lee', '', '$9'), row('Bob Ray', '$5', '$9')];
      await expect(read(lines, { columns: { Gift: '{Amount}' } })).rejects.toThrow(
        'Merge fields have no value: {Amount} for Row 2 of the file (Ann Lee).',
      );
    });

    it('that is blank stops the step, because the letter prints it', async () => {
      const lines = [`${heading},Gift`, row('Ann Lee', ''), row('Bob Ray', '$5')];
      await expect(read(lines, { columns: { Gift: '{amount}' } })).rejects.toThrow(
        /no value: \{amount\} for Row 2 of the file \(Ann Lee\)\. .* Fill in the values, or choose "Print nothing there"/,
      );
    });

    it('needs its braces, and is no value of Merge Fields', async () => {
      await expect(read(gifts, { columns: { Gift: 'amount' } })).rejects.toThrow(
        /"Gift" is "amount", which is not a field\. .* with braces, such as \{amount\},/,
      );
      await expect(read(gifts, { merge_fields: { amount: '{Gift}' } })).rejects.toThrow(
        /^Merge Fields can't be used: \{amount\} is "\{Gift\}", .* To print a column of the file, remove the entry, and in Columns enter the heading on the left and the placeholder, such as \{amount\}, on the right\.$/,
      );
    });
  });

  it('names the headings that the file does not have', async () => {
    const columns = { ' Donor Nr': 'Your Reference', Extra: 'ignore', Who: 'Name', Where: 'Street' };
    const { data, result } = await read(lines, { columns });
    expect(data).toHaveLength(1);
    expect(result.warning).toBe('Columns names "Donor Nr", "Extra", but the file has no such column.');
  });

  it('says nothing of headings if there is no file', async () => {
    const fields = { recipients: [{ name: 'Ann Lee', ...address }], columns: { Donor: 'Name' } };
    expect((await read('', { ...fields, file: '' })).result.warning).toBeNull();
  });

  it.each([
    ['Street', 'the street', 'Name,City,State,ZIP', 'Ann Lee,Dayton,OH,45402'],
    ['City', 'the city', 'Name,Street,State,ZIP', 'Ann Lee,1 A St,OH,45402'],
    ['ZIP', 'the postal code', 'Name,Street,City,State', 'Ann Lee,1 A St,Dayton,OH'],
    ['Name', 'a name or a company', 'Street,City,State,ZIP', '1 A St,Dayton,OH,45402'],
  ])('stops if only a heading that the file does not have is the %s', async (field, part, ...rows) => {
    await expect(
      read(rows, { columns: { Missing: field }, incomplete_addresses: 'leave_out' }),
    ).rejects.toThrow(
      `The file has no column for ${part}. Columns names "Missing", but the file has no such column. It has the columns `,
    );
  });

  it('may ignore the column that says who gets no mail', async () => {
    const file = [`${heading},Do Not Mail`, row('Ann Lee', 'yes')];
    expect((await read(file, { columns: { 'Do Not Mail': 'ignore' } })).data).toHaveLength(1);
  });
});

describe('Merge Columns', () => {
  const lines = [`${heading},Amount,Phone,Order #`, row('Ann Lee', '$5', '', '7')];

  it.each([
    ['a list', [' Amount ', '']],
    ['text', 'amount, '],
    ['text in a list', ['amount,']],
    ['a list in a list', [['amount', null], []]],
  ])(
    'as %s limits the merge fields, so that no other blank column stops the step',
    async (_, merge_columns) => {
      const { data, result } = await read(lines, { merge_columns });
      expect(data).toMatchObject([{ metadata: { Amount: '$5', amount: '$5' } }]);
      expect(result.ignored_columns).toEqual([
        'Phone (not in Merge Columns)',
        'Order # (not in Merge Columns)',
      ]);
    },
  );

  it('names a heading that the file does not have', async () => {
    await expect(read(lines, { merge_columns: ['Amount', 'Ammount', 'Date'] })).rejects.toThrow(
      'Merge Columns names "Ammount", "Date", but the file has no such column. Nothing was sent.',
    );
  });

  it('as text in a list may name several columns', async () => {
    const file = [`${heading},Amount,Fund,Notes`, row('Ann Lee', '$5', 'Roof', 'x')];
    const { data } = await read(file, { merge_columns: ['Amount, Fund'] });
    expect(data).toMatchObject([{ metadata: { Amount: '$5', Fund: 'Roof', amount: '$5', fund: 'Roof' } }]);
    expect(data[0]?.metadata).not.toHaveProperty('Notes');
  });

  it('refuses the columns beyond 100 merge fields by name', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `x${index}`);
    const merge_fields = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`y${index}`, 'z']));
    const file = [[heading, ...names].join(), row('Ann Lee', ...names)];
    await expect(read(file, { merge_columns: names, merge_fields })).rejects.toThrow(
      'These columns can\'t be merge fields: "x59" (more than 100 merge fields). Nothing was sent. Change the file, or name other columns in Merge Columns, and run the step again.',
    );
    const { data } = await read(file, { merge_columns: names.slice(0, 59), merge_fields });
    expect(Object.keys(Object(data[0]?.metadata))).toHaveLength(100);
  });

  it.each([
    ['Order #', '"Order #" (a merge field has only letters, digits, hyphens and underscores)'],
    ['Notes', '"Notes" (longer than 1,000 characters)'],
    ['Gift Date', '"Gift_Date" (another column also fills in {Gift_Date})'],
  ])('rejects %j, which cannot be a merge field', async (named, problem) => {
    const file = [
      `${heading},Order #,Notes,Gift_Date,Gift Date`,
      row('Ann Lee', '7', 'x'.repeat(1001), 'May', 'June'),
    ];
    await expect(read(file, { merge_columns: [named] })).rejects.toThrow(
      `These columns can't be merge fields: ${problem}. Nothing was sent.`,
    );
    // If the letter need not print them, they are left out.
    const { result, data } = await read(file, { blank_merge_fields: 'send' });
    expect(result.ignored_columns).toEqual(expect.arrayContaining([problem.replaceAll('"', '')]));
    expect(JSON.stringify(data)).not.toMatch(/Order|Notes/);
  });

  it('may name a column of the person, which then is both', async () => {
    const { data } = await read([`${heading},Title`, row('Ann Lee', 'Dr.')], { merge_columns: ['Title'] });
    expect(data).toMatchObject([{ name: 'Ann Lee', metadata: { Title: 'Dr.', title: 'Dr.' } }]);
  });
});

describe('Other columns of a file', () => {
  it('are at most 100 merge fields, with those of Merge Fields', async () => {
    const names = Array.from({ length: 101 }, (_, index) => `x${index}`);
    const { data, result } = await read([[heading, ...names].join(), row('Ann Lee', ...names)], {
      merge_fields: { year: '2026' },
    });
    expect(Object.keys(Object(data[0]?.metadata))).toHaveLength(100);
    expect(result.ignored_columns).toEqual([
      'x99 (more than 100 merge fields)',
      'x100 (more than 100 merge fields)',
    ]);
  });

  it('are 100 beside a blank entry in Merge Fields', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `x${index}`);
    const { data, result } = await read([[heading, ...names].join(), row('Ann Lee', ...names)], {
      merge_fields: { year: '' },
      blank_merge_fields: 'send',
    });
    expect(Object.keys(Object(data[0]?.metadata))).toEqual(names);
    expect(result.ignored_columns).toEqual([]);
  });

  it('with the same name are one merge field, whose value is in one of them', async () => {
    for (const values of [
      ['May', ''],
      ['', 'May'],
    ]) {
      const { data } = await read([`${heading},Gift_Date,Gift Date`, row('Ann Lee', ...values)]);
      expect(data).toMatchObject([{ metadata: { Gift_Date: 'May' } }]);
    }
  });

  it('may have 1,000 characters each, whatever their size', async () => {
    const emoji = '\u{1f44d}'.repeat(1_000);
    const lines = [`${heading},wish`, row('Ann Lee', emoji)];
    expect((await read(lines, { merge_fields: { sign: emoji } })).data).toMatchObject([
      { metadata: { wish: emoji, sign: emoji } },
    ]);
    await expect(read(lines, { merge_fields: { sign: `${emoji}!` } })).rejects.toThrow(
      '"sign" has 1,001 characters, and at most 1,000 are allowed',
    );
    const { result } = await read([`${heading},wish`, row('Ann Lee', `${emoji}!`)]);
    expect(result.ignored_columns).toEqual(['wish (longer than 1,000 characters)']);
  });

  it('are blank where the spreadsheet has an error or NULL, but not where they have a dash', async () => {
    const lines = [`${heading},a,b,c`, row('Ann Lee', '#REF!', ' NULL ', '-')];
    const { data } = await read(lines, { blank_merge_fields: 'send' });
    expect(data).toMatchObject([{ metadata: { c: '-' } }]);
    await expect(read(lines)).rejects.toThrow(
      /Merge fields have no value: \{a\} for everyone; \{b\} for everyone\./,
    );
  });

  it('are shortened in the error if the heading is a whole text', async () => {
    const lines = [`${heading},${'Notes '.repeat(200)}`, row('Ann Lee', '')];
    await expect(read(lines)).rejects.toThrow(/no value: \{Notes_.{70,75}…\} for everyone\./);
  });

  it('stop the step with the way out if one of them is blank', async () => {
    await expect(read([`${heading},Phone`, row('Ann Lee', ''), row('Bob Ray', '5')])).rejects.toThrow(
      /\{Phone\} for Row 2 of the file.* In Merge Columns, enter only the columns that the letter prints, and fill in their values\.$/,
    );
  });

  it('of a name that filled nobody’s name are merge fields', async () => {
    const lines = [
      'Full Name,First Name,Last Name,Street,City,State,ZIP',
      `Ann B. Lee,Ann,Lee,${Object.values(address).join()}`,
    ];
    const { data } = await read(lines);
    expect(data).toMatchObject([
      {
        name: 'Ann B. Lee',
        metadata: { First_Name: 'Ann', first_name: 'Ann', Last_Name: 'Lee', last_name: 'Lee' },
      },
    ]);
  });

  it('of the name are merge fields too, because the letter may print them, and may be blank', async () => {
    const lines = [
      'First Name,Last Name,Organization,Street,City,State,ZIP',
      `Ann,Lee,,${Object.values(address).join()}`,
      `,,Grace Church,${Object.values(address).join()}`,
    ];
    const { data, result } = await read(lines);
    expect(data).toMatchObject([
      { name: 'Ann Lee', metadata: { First_Name: 'Ann', first_name: 'Ann', Last_Name: 'Lee' } },
      { company: 'Grace Church', metadata: { Organization: 'Grace Church' } },
    ]);
    expect(result.used_columns).toContain('First Name → Name');
  });
});

it("A column of the letter service's own IDs is named among those that are ignored", async () => {
  const { result } = await read([`${heading},contact_id`, row('Ann Lee', 'c-1')]);
  expect(result.ignored_columns).toEqual(["contact_id (the letter service's own ID)"]);
});

it('A reference in a file is kept exactly, unlike a company', async () => {
  const { data } = await read([`${heading},Company,Donor ID`, row('Ann Lee', 'R&amp;D', 'R&amp;D-1')]);
  expect(data).toMatchObject([{ company: 'R&D', external_id: 'R&amp;D-1' }]);
});

describe('A file without people', () => {
  it.each([
    ['headings', [heading]],
    ['an empty list', '{"contacts": []}'],
  ])('is named if it has only %s, because File is filled in', async (_, lines) => {
    await expect(read(lines)).rejects.toThrow(
      'The file has no people: it has only headings, or its list is empty. Nothing was sent. Check the step that makes it.',
    );
  });

  it('is not named if the mailing list is empty', async () => {
    api().get('/v1/contacts').reply(200, { contacts: [] });
    await expect(read('', { file: '', everyone: true })).rejects.toThrow(
      'There are no recipients: your mailing list has no people. Nothing was sent. Add some, or choose another source.',
    );
  });
});

describe('A column that was not understood', () => {
  it('stops the step if the file has no other column for that part', async () => {
    await expect(read(['Name,Street Xyz,City,State,ZIP', 'Ann Lee,1 A St,Dayton,OH,45402'])).rejects.toThrow(
      'Nobody in the file has a street. Look at the columns "Street Xyz" (1 A St). Nothing was sent. In Columns, enter a heading on the left. On the right,',
    );
  });

  it('is named in the warning if it may be a line of the street', async () => {
    const { result } = await read([`${heading},Street Xyz`, row('Ann Lee', 'Apt 4')]);
    expect(result.warning).toBe(
      'Not understood, so not printed in the address: "Street Xyz" (Apt 4). If an address is incomplete without it, say what it is in Columns.',
    );
  });

  it('stops the step if it is another state', async () => {
    await expect(read([`${heading},St`, row('Ann Lee', 'NY')])).rejects.toThrow(
      'The headings of the file do not say which of two addresses to use. Look at the columns "State" (OH), "St" (NY).',
    );
  });

  it('is not named in the warning if it is blank in every row', async () => {
    const lines = [`${heading},Street Xyz`, row('Ann Lee', ''), row('Bob Ray', ' ')];
    const { result } = await read(lines, { blank_merge_fields: 'send' });
    expect(result.warning).toBeNull();
  });

  it('is named if the only person lacks what it may hold', async () => {
    await expect(
      read([`${heading},Street Xyz`, 'Ann Lee,,Dayton,OH,,1 A St'], { blank_merge_fields: 'send' }),
    ).rejects.toThrow(
      'Nobody in the file has a street. Look at the columns "Street Xyz" (1 A St). Nothing was sent. In Columns, enter',
    );
  });

  it('is missing if nobody can have a name', async () => {
    await expect(read(['Street,City,State,ZIP', Object.values(address).join()])).rejects.toThrow(
      'The file has no column for a name or a company. It has the columns "Street", "City", "State", "ZIP". Nothing was sent.',
    );
  });

  it('is named if it may hold the name, as the first name of another person does', async () => {
    await expect(
      read(['Spouse First Name,Street,City,State,ZIP', `Ann,${Object.values(address).join()}`]),
    ).rejects.toThrow(
      'The file has no column for a name or a company. Look at the columns "Spouse First Name" (Ann).',
    );
  });
});

describe('The warning about a file', () => {
  it('quotes a name that may be sorted by the last name', async () => {
    const { result } = await read([heading, `"Lee, Ann",${Object.values(address).join()}`]);
    expect(result.warning).toMatch(
      /^Names such as "Lee, Ann" are printed unchanged\. If the last name comes first, say in Columns/,
    );
  });

  it('names the row with a country that is not known', async () => {
    const { result } = await read([`${heading},Country`, 'Ann Lee,1 A St,Xtown,,123,Ruritania']);
    expect(result.warning).toBe(
      'Row 2 of the file (Ann Lee): "Ruritania" is not a country that this step knows; it is printed as typed.',
    );
  });

  const people = ['Ann Lee', 'Bob Ray', 'Cy Orr', 'Di Poe', 'Ed Fox', 'Flo May', 'Gus Hay'];
  const withColumn = (name: string, value: string) => [
    `${heading},${name}`,
    ...people.map((person, index) => row(person, index === 0 ? 'TRUE' : value)),
  ];

  it('says once what is noted about many rows', async () => {
    const { result } = await read(withColumn('Notes', 'None'));
    expect(result.warning).toBe(
      'Row 3 of the file (Bob Ray), Row 4 of the file (Cy Orr), Row 5 of the file (Di Poe), and 3 more: The merge field {Notes} "None" may mean no value; it is printed as typed.',
    );
  });

  it('notes a column of TRUE and FALSE only if the user says that the letter prints it', async () => {
    const lines = withColumn('Newsletter', 'FALSE');
    expect((await read(lines)).result.warning).toBeNull();
    const named = await read(lines, { merge_columns: ['Newsletter'] });
    expect(named.result.warning).toMatch('{Newsletter} "FALSE" may mean no value');
  });
});

describe('People who get no mail', () => {
  const lines = [
    `${heading},Do Not Mail,Deceased`,
    row('Ann Lee', '', ''),
    row('Bob Ray', 'x', ''),
    row('Cid Fox', 'no', '2024-05-01'),
  ];

  it('are left out, counted and named', async () => {
    const { data, result } = await read(lines);
    expect(data.map(({ name }) => name)).toEqual(['Ann Lee']);
    expect(result).toMatchObject({
      do_not_mail_left_out: 2,
      warning:
        '2 people are left out, because a column says that no mail is wanted: Row 3 of the file (Bob Ray), Row 4 of the file (Cid Fox).',
    });
  });

  it.each([
    ['Can Mail', 'no'],
    ['Receives Mail', 'Never'],
    ['Can Mail', 'Unsubscribed'],
    ['Can Mail', 'Do not'],
    ['Mail OK', 'N'],
    ['Can Mail To', 'No'],
    ['Send Mail To', 'no'],
  ])('are also those whose column %s says %j, but not those where it is blank', async (column, no) => {
    const { data } = await read([
      `${heading},${column}`,
      row('Ann Lee', ''),
      row('Bob Ray', no),
      row('Cid Fox', 'yes'),
    ]);
    expect(data.map(({ name }) => name)).toEqual(['Ann Lee', 'Cid Fox']);
  });

  it.each([
    'DoNotMail',
    "Don't Mail",
    'Do Not Mail To',
    'do-not-mail-to',
    'Do not mail to this address',
    'No Mailed To',
    'Donor No Mail To',
    'Account: Do Not Mail To',
    'Contact: No Mail',
    'Reference: No Direct Mail',
    'Mail Opt Out',
    'Mail Opted Out',
    'Opted Out of Mailings',
    'Werbesperre',
    'Post-Sperre',
    'Keine Post',
    'Pas de courrier',
  ])('are those marked in a column %s', async (column) => {
    const { data } = await read([`${heading},${column}`, row('Ann Lee', ''), row('Bob Ray', 'Yes')]);
    expect(data).toEqual([expect.objectContaining({ name: 'Ann Lee' })]);
    expect(data[0]).not.toHaveProperty('external_id');
  });

  it.each(['Do not mail', 'DO NOT SEND MAIL', 'Major donor; do not mail.', 'Deceased'])(
    'are also those of whom any other column says %j',
    async (text) => {
      const { data } = await read([`${heading},Status`, row('Ann Lee', 'Active'), row('Bob Ray', text)]);
      expect(data.map(({ name }) => name)).toEqual(['Ann Lee']);
    },
  );

  it.each([
    ['Can Mail', 'OK', 'Opted out'],
    ['Can Mail', 'Allowed', 'No mail'],
    ['Can Mail', 'No objection', 'No - moved'],
    ['Mail OK', 'ok', 'Nope'],
    ['Mailable', 'Active', 'Not mailable'],
    ['Do Not Mail', 'OK to mail', 'Opted out'],
    ['Do Not Mail', '0.0', '1'],
    ['Deceased', 'Not deceased', 'Deceased'],
    ['Can Mail', 'No preference', 'No; thanks'],
    ['Can Mail', 'Not opted out', 'no longer'],
    ['Can Mail', 'No email; mail only', 'NO MAIL'],
    ['Do Not Mail', '0', '/'],
    ['Werbesperre', 'FALSCH', 'WAHR'],
    ['Verstorben', 'nein', 'ja'],
    ['Undeliverable', 'FALSE', 'TRUE'],
    ['Postal Mail', 'Yes', 'No'],
    ['Tags', 'memorial gift; donor', 'Deceased; donor'],
    ['Tags', 'mailing list', 'donor; do not mail'],
    ['Pas de courrier', 'faux', 'vrai'],
    ['Date of Death', '0000-00-00', '2025-03-12'],
    ['Deceased', '00/00/0000', '3/12/2025'],
    ['Returned Mail', 'No', 'Yes'],
    ['OK to mail', 'Yes', 'No'],
    ['Opt out mail', 'No', 'Yes'],
    ['Post consent', 'Yes', 'No'],
    ['Status', 'Active', 'Undeliverable'],
    ['Solicit Code', 'Annual', 'Do not mail'],
    ['Suffix', 'Jr.', 'Deceased 2021'],
  ])(
    'are read from more than yes and no: under %s, %s gets mail and %s does not',
    async (column, yes, no) => {
      const { data } = await read([`${heading},${column}`, row('Ann Lee', yes), row('Bob Ray', no)]);
      expect(data.map(({ name }) => name)).toEqual(['Ann Lee']);
    },
  );

  it.each([
    'Werbesperre E-Mail',
    'Keine Werbung per E-Mail',
    'Werbesperre Telefon',
    'Newsletter Werbesperre',
    'Pas de courrier électronique',
    'Werbesperre Grund',
  ])('are not those marked in a column about something else: %s', async (column) => {
    const { data } = await read([`${heading},${column}`, row('Ann Lee', 'x')]);
    expect(data.map(({ name }) => name)).toEqual(['Ann Lee']);
  });

  it('may be everyone on the list, and then nothing is sent', async () => {
    await expect(read([lines[0] ?? '', lines[2] ?? ''])).rejects.toThrow(
      'There is no one to write to. Row 2 of the file (Bob Ray) is left out, because a column says that no mail is wanted. Nothing was sent.',
    );
  });
});

describe('A file', () => {
  it('may have a title above the headings, headings in the middle and totals', async () => {
    const { data } = await read([
      'Donors of May,,,,',
      '',
      heading,
      row('Ann Lee'),
      heading,
      row('Bob Ray'),
      'Grand Total,,,,',
      row('Cid Fox'),
      'Totals: 3,,,,',
    ]);
    expect(data.map(({ name }) => name)).toEqual(['Ann Lee', 'Bob Ray', 'Cid Fox']);
  });

  it('may have a title that is also the name of a column', async () => {
    const { data } = await read(['Donors,,,,', heading, row('Ann Lee')]);
    expect(data.map(({ name }) => name)).toEqual(['Ann Lee']);
  });

  it('may have a person whose name begins with Total, who is not left out in silence', async () => {
    const { data } = await read([heading, row('Total Care Inc')]);
    expect(data).toMatchObject([{ name: 'Total Care Inc' }]);
    for (const rest of ['1 A St,,,', ',Dayton,,', ',,,45402'])
      await expect(read([heading, row('Ann Lee'), `Total Care Inc,${rest}`])).rejects.toThrow(
        /Row 3 of the file/,
      );
  });

  it('without headings is refused after ten rows, with the first row as its columns', async () => {
    const lines = Array.from({ length: 12 }, (_, index) => `Ann ${index},x`);
    await expect(read(lines)).rejects.toThrow(/It has the columns "Ann 0", "x"\./);
  });

  it('of blank lines is empty', async () => {
    await expect(read(' \n\n ')).rejects.toThrow(
      'The file is empty, or has only blank lines. Nothing was sent.',
    );
  });

  it('without a state needs a country', async () => {
    const german = 'Name,Straße,Ort,PLZ';
    await expect(read([german, 'Ann Lee,Hauptstr. 1,Berlin,10115'])).rejects.toThrow(
      /^No one on the list has a state or a country/,
    );
    const { data } = await read([`${german},Land`, 'Ann Lee,Hauptstr. 1,Berlin,10115,Deutschland']);
    expect(data).toMatchObject([{ address: { country: 'Germany', city: 'Berlin' } }]);
    const american = await read([`${german},State`, 'Ann Lee,12 Elm St,Columbus,43215,OH']);
    expect(american.data).toMatchObject([{ address: { state: 'OH', city: 'Columbus' } }]);
  });

  it.each([
    ['ü', 'Macintosh', 0x9f],
    ['ä', 'Macintosh', 0x8a],
    ['ü', 'MS-DOS', 0x81],
  ])('with an %s saved for %s is refused with the way to save it', async (_letter, _program, letter) => {
    const start = Buffer.from(`${heading}\nM`, 'latin1');
    const end = Buffer.from(`ller,${Object.values(address).join()}\n`, 'latin1');
    await expect(read(Buffer.concat([start, Buffer.from([letter]), end]))).rejects.toThrow(
      /^The file is in an unknown encoding\. A value would be printed as "M.*ller,1"\. Nothing was sent\. Save it as "CSV UTF-8"\./,
    );
  });

  it('in Cyrillic, Polish, Czech or Spanish without UTF-8 is refused, and one with a few accented words is read', async () => {
    for (const name of ['£ukasz', 'Jiøí Dvoøák', 'Îëüãà', 'Nu–ez']) {
      const bytes = Buffer.from(`${heading}\n${row(name)}`.replace('–', '\x96'), 'latin1');
      await expect(read(bytes)).rejects.toThrow(`A value would be printed as "${name.split(' ')[0]}`);
    }
    const cyrillic = ['Ìàðèÿ', 'Èâàíîâà', 'Ìîñêâà'].join(' ');
    await expect(read(Buffer.from(`${heading}\n${row(cyrillic)}`, 'latin1'))).rejects.toThrow(
      /A value would be printed as "/,
    );
    const { data } = await read(Buffer.from(`${heading}\n${row('José Núñez')}`, 'latin1'));
    expect(data).toMatchObject([{ name: 'José Núñez' }]);
  });

  it('in JSON may have a list of addresses and of merge fields as text', async () => {
    const { data } = await read(
      JSON.stringify([{ name: 'Ann Lee', addresses: [{ ...address }], metadata: '{"amount": 5}' }]),
    );
    expect(data).toEqual([{ type: 'contact', name: 'Ann Lee', address, metadata: { amount: '5' } }]);
  });

  it('in JSON may have a text named metadata, which is a merge field like any other', async () => {
    const { data } = await read(JSON.stringify([{ name: 'Ann Lee', ...address, metadata: 'member' }]));
    expect(data).toMatchObject([{ name: 'Ann Lee', metadata: { metadata: 'member' } }]);
  });

  it('in JSON may have only persons below 1 MB', async () => {
    await expect(read(JSON.stringify([{ name: 'Ann', note: 'x'.repeat(1_000_001) }]))).rejects.toThrow(
      'The JSON file has a contact of more than 1,000,000 characters near contact 1. Nothing was sent.',
    );
  });

  it('whose merge field has the name of a field of the recipient is refused', async () => {
    await expect(
      read(JSON.stringify([{ name: 'Ann', ...address, metadata: { Greeting: 'x' } }])),
    ).rejects.toThrow(
      /^These columns can't be merge fields: "metadata\.Greeting" \(a field of the recipient\)\./,
    );
  });
});

describe('People whose address is incomplete', () => {
  const rows = [heading, row('Ann Lee'), 'Bob Ray,,,,', 'Cid Poe,3 C St,,,'];
  const leaveOut = { incomplete_addresses: 'leave_out' };

  it('stop the step, which says how to write to the others', async () => {
    await expect(read(rows)).rejects.toThrow(
      /2 recipients have mistakes\. Row 3 .* choose "Leave these people out" in If an Address Is Incomplete\./,
    );
  });

  it('are left out, counted and named with the reason if the user says so', async () => {
    const { result, data } = await read(rows, leaveOut);
    expect(data).toMatchObject([{ name: 'Ann Lee' }]);
    expect(result).toMatchObject({
      incomplete_left_out: 2,
      warning: expect.stringContaining(
        '2 people were left out, because a letter would not reach them. Row 3 of the file (Bob Ray) has no street, has no city and no postal code. Row 4',
      ),
    });
  });

  it('do not hide that nobody is left, as after a column was renamed', async () => {
    await expect(read([heading, 'Bob Ray,,,,'], leaveOut)).rejects.toThrow(
      'No one can get a letter, because every address is incomplete. Row 2 of the file (Bob Ray)',
    );
  });

  it('do not include those whose columns may be misread, which stop the step', async () => {
    const misread = `Bob Ray,bob@example.org,Dayton,OH,45402`;
    await expect(read([heading, row('Ann Lee'), misread], leaveOut)).rejects.toThrow(
      'has the Street "bob@example.org", which is an email or web address',
    );
  });

  it('may be among Contact IDs and Recipients, too', async () => {
    api().get('/v1/contacts/c-1').reply(200, { contact_id: 'c-1', name: 'Eve Fox', address: null });
    const recipients = [{ name: 'Dan Roe', city: 'Dayton' }];
    const { result } = await read([heading, row('Ann Lee')], {
      ...leaveOut,
      recipients,
      contact_ids: ['c-1'],
    });
    expect(result).toMatchObject({ recipient_count: 1, incomplete_left_out: 2 });
  });
});

describe('Default Country', () => {
  const swedish = 'Namn;Gatuadress;Postort;Postnummer;Land';

  it('is the country of everyone in the list who has none', async () => {
    const { data } = await read(
      [
        swedish,
        'Ann;Storgatan 1;Lund;222 22;',
        'Bob;Torvet 1;Odense;5000;Danmark',
        'Cid;Elm 1;Akron;44301;USA',
      ],
      {
        default_country: 'SE',
        recipients: [{ name: 'Dan', street: 'Storgatan 2', city: 'Lund', country: 'N/A' }],
      },
    );
    expect(data.map(({ name, address }) => [name, Object(address).country])).toEqual([
      ['Dan', 'Sweden'],
      ['Ann', 'Sweden'],
      ['Bob', 'Denmark'],
      ['Cid', undefined],
    ]);
  });

  it('may be the United States, for a list whose headings are in another language', async () => {
    const rows = [swedish, 'Ann;1 A St;Dayton;45402;'];
    await expect(read(rows)).rejects.toThrow(
      /^No one on the list has a state or a country, so .* Enter it in Default Country, such as United States\./,
    );
    const { data } = await read(rows, { default_country: 'USA' });
    expect(data[0]?.address).toEqual({ street: '1 A St', city: 'Dayton', postal_code: '45402' });
  });

  it('is not used for a row that may be American', async () => {
    await expect(
      read([heading, 'Ann,Via Roma 1,Trento,TN,38122'], { default_country: 'Italy' }),
    ).rejects.toThrow(
      'needs a country, because "TN 38122" may be in the United States, and Default Country is Italy',
    );
  });

  it('is not used for military mail', async () => {
    const { data } = await read([heading, 'Ann,PSC 1,APO,AE,09012'], { default_country: 'Germany' });
    expect(Object(data[0]?.address)).not.toHaveProperty('country');
  });
});

it('A number as the only name of a row is not printed, and named in the warning', async () => {
  const { data, result } = await read([`${heading},Company`, row('#1001', 'Hope')]);
  expect(data).toMatchObject([{ company: 'Hope' }]);
  expect(data[0]).not.toHaveProperty('name');
  expect(result).toMatchObject({
    warning: 'Row 2 of the file (Hope): The Name "#1001" is not a name, so it is not used.',
  });
});
