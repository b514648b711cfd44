import fs from 'node:fs';
import { describe, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const source = 'https://files.test';
const before = { contacts: [{ contact_id: 'c-1', name: 'Old', address: null, later: { kept: true } }] };

const withFile = (
  content: string | Buffer,
  inputData: Record<string, unknown> = {},
  connector = new UnitConnector(),
) => {
  nock(source).get('/list').reply(200, content);
  return connector.create('replace_mailing_list', {
    minimum_contacts: 1,
    file: `${source}/list`,
    ...inputData,
  });
};
const hasPreviousList = () => api().get('/v1/contacts').reply(200, before);
const address = (city: string, more = {}) => ({
  street: '',
  city,
  state: '',
  postal_code: '',
  country: '',
  ...more,
});

describe('Replace Mailing List from a CSV file', () => {
  it('does not advise a lower minimum if there are only headings', async () => {
    await expect(withFile('name,city\n')).rejects.toThrow(
      /^The new list has 0 contacts, but Minimum Number of Contacts is 1\. Nothing was replaced\. Check where the contacts come from\.$/,
    );
  });

  const put = (body: string) => {
    hasPreviousList();
    api().put('/v1/contacts').reply(200, body);
    return withFile('name,city\nAnn,Akron\n');
  };

  it.each([
    '{"contacts":[],"errors":[{"code":"x"}]}',
    '{"error":"oops","contacts":[]}',
    '{"error": {"a":1}, "contacts":[]}',
  ])('does not count as done if the response also reports an error: %s', async (body) => {
    await expect(put(body)).rejects.toThrow(/did not confirm the new mailing list/);
  });

  it.each([
    '{"contacts":[],"errors":[ ]}',
    '{"error":"","errors":{},"contacts":[]}',
    '{"meta":{"errors":["x"]},"contacts":[]}',
  ])('is done if the response reports no error: %s', async (body) => {
    expect(await put(body)).toMatchObject({ contact_count: 1 });
  });

  it.each([
    ['commas', 'name,city\nŻółć,Akron\n'],
    ['semicolons and CRLF', 'Name;City\r\nŻółć;Akron\r\n'],
    ['mixed line breaks', 'name,city\nŻółć,Akron\r\n,\r\r\n'],
    ['a heading with separators in quotes', '"a, b, c, d";name;"e ""f, g"", h";city\nx;Żółć;y;Akron'],
    ['tabs', 'NAME\tcity\nŻółć\tAkron'],
    ['a byte order mark', '\ufeffname,city\nŻółć,Akron'],
    ['quotes', '"name","city"\n"Żółć","Akron"\n'],
    ['UTF-16', Buffer.from('\ufeffname,city\nŻółć,Akron', 'utf16le')],
    ['empty lines at the end', 'name,city\nŻółć,Akron\n,\n\n'],
    ['empty lines at the beginning and in the middle', '\n,\nname,city\n\n , \nŻółć,Akron\n'],
    ['empty lines at the beginning, and semicolons', '\n  \r\nname;city\r\nŻółć;Akron\r\n'],
    ['a quoted separator line for Excel', '"SEP=;";;\nname;city\nŻółć;Akron'],
    ['a separator line for Excel', 'sep=;\r\nname;city\r\nŻółć;Akron\r\n'],
  ])('reads %s', async (_format, content) => {
    hasPreviousList();
    api()
      .put('/v1/contacts', { contacts: [{ name: 'Żółć', address: address('Akron') }] })
      .reply(200, { contacts: [] });
    expect(await withFile(content)).toMatchObject({ contact_count: 1, previous_count: 1 });
  });

  it('reads Latin-1 and columns named like the labels of the fields', async () => {
    hasPreviousList();
    const contacts = [
      {
        name: 'Jürgen',
        external_id: '7',
        address: address('Köln', { postal_code: '50667', country: 'Germany' }),
      },
    ];
    api()
      .put('/v1/contacts', { contacts })
      .reply(200, { contacts: [{ contact_id: 'c-2', external_id: '7' }] });
    const content = Buffer.from(
      'Name;Your Reference;City;Postal_Code;COUNTRY;Notes\nJürgen;7;Köln;50667;DE;x',
      'latin1',
    );
    expect(await withFile(content)).toMatchObject({
      used_columns: [
        'Name → Name',
        'Your Reference → Your Reference',
        'City → City',
        'Postal_Code → Postal Code',
        'COUNTRY → Country',
      ],
      ignored_columns: ['Notes (no field of a contact)'],
      file_encoding: 'windows-1252',
      contacts: [{ external_id: '7' }],
    });
  });

  it.each([
    ['utf-8', Buffer.from('name,city\nŻółć,Akron')],
    ['utf-16le', Buffer.from('\ufeffname,city\nŻółć,Akron', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffname,city\nŻółć,Akron', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('name,city\nJos\xe9,M\xfcnchen', 'latin1')],
  ])('returns the detected encoding %s', async (file_encoding, content) => {
    api().get('/v1/contacts').reply(200, before);
    expect(await withFile(content, { dry_run: true })).toMatchObject({ file_encoding });
  });

  it.each([
    ['keys of the fields', 'name,company,external_id,greeting,file_as,street,city,state,postal_code,country'],
    [
      'labels of the fields',
      ' NAME,Company or Organization,your-reference,Greeting,File As,Street,City,State or Region,Postal  Code,Country',
    ],
    [
      'words of US spreadsheets',
      'Name,Company,External ID,Greeting,File As,Street Address,City,State,ZIP Code,Country',
    ],
  ])('reads columns named like the %s', async (_names, heading) => {
    hasPreviousList();
    const contact = {
      name: 'A',
      company: 'B',
      external_id: 'C',
      greeting: 'D',
      file_as: 'E',
      address: { street: 'F', city: 'G', state: 'H', postal_code: 'I', country: 'Germany' },
    };
    api()
      .put('/v1/contacts', { contacts: [contact] })
      .reply(200, { contacts: [] });
    expect(await withFile(`${heading}\nA,B,C,D,E,F,G,H,I,DE`)).toMatchObject({ ignored_columns: [] });
  });

  it('uses one of two columns for the same field, and says which', async () => {
    api().get('/v1/contacts').reply(200, before);
    expect(await withFile('name,ZIP,postal_code,city\nA,44301,43215,Akron', { dry_run: true })).toMatchObject(
      {
        first_contacts: ['A, Akron, 43215'],
        used_columns: ['name → Name', 'postal_code → Postal Code', 'city → City'],
        ignored_columns: ['ZIP (another column is used)'],
      },
    );
  });

  it.each([
    [2, /^The CSV file has more or fewer values than columns in row 2, 3, so its values/],
    [20, /in row 2, 3, .*, 20, 21, so its values/],
    [23, /in row 2, 3, .*, 20, 21, and 3 more, so its values/],
  ])('names up to twenty of %i rows that have too many values', async (count, message) => {
    await expect(withFile(`name,city\n${'A,Akron,x\n'.repeat(count)}`)).rejects.toThrow(message);
  });

  it.each([
    ['JosÃ©,Akron', Buffer.concat([Buffer.from('name,city\nJosé,Akron\nRen'), Buffer.from([0xe9])])],
    ['Ã„nne,München', Buffer.from('name,city\n\xc3\x84nne,M\xfcnchen K\xf6ln', 'latin1')],
  ])(
    'rejects a file that mixes UTF-8 with another encoding, and shows a value: %s',
    async (value, content) => {
      await expect(withFile(content)).rejects.toThrow(
        `The file is in an unknown encoding. A value would be printed as "${value}". Nothing was replaced. Save it as "CSV UTF-8".`,
      );
    },
  );

  it('ignores a footer row that has values only in ignored columns', async () => {
    api().get('/v1/contacts').reply(200, before);
    const content = 'name,city,total,\nA,Akron,1,\n,,\n,,800,x\n';
    expect(await withFile(content, { dry_run: true })).toMatchObject({
      contact_count: 1,
      ignored_columns: ['total (no field of a contact)', 'column 4 (it has no name)'],
    });
  });

  it('reads a large file in Windows-1252', async () => {
    api().get('/v1/contacts').reply(200, before);
    const rows = Buffer.from('J\xfcrgen \xc4\xd6\xdc\xe4\xf6\xfc\xdf,K\xf6ln\n', 'latin1');
    const content = Buffer.concat([Buffer.from('name,city\n'), ...Array.from({ length: 2_500 }, () => rows)]);
    expect(await withFile(content, { dry_run: true })).toMatchObject({
      contact_count: 2_500,
      file_encoding: 'windows-1252',
    });
  });

  it('returns a column without a heading as ignored', async () => {
    api().get('/v1/contacts').reply(200, before);
    expect(await withFile('name,,city,\nA,x,Akron,\n', { dry_run: true })).toMatchObject({
      ignored_columns: ['column 2 (it has no name)'],
    });
  });

  it.each([
    ['name,city\n\nA,Akron\n,\n,Akron\n', 'Row 5 of the file has no name and no company'],
    ['sep=,\nname,city\nA,Akron\n,Akron\n', 'Row 4 of the file has no name and no company'],
    ['name,city,notes\nA,Akron,\n,,called twice\nB,Akron,\n', 'Row 3 of the file has no name and no company'],
    ['sep=;\nname;city\n"A;Akron', 'cannot be read near line 3'],
    ['name,city\n\nA,Akron,x\n', 'values than columns in row 3'],
  ])('names the row of the file, counting blank lines: %j', async (content, message) => {
    await expect(withFile(content)).rejects.toThrow(message);
  });

  it('names the row and field of every mistake and sends nothing', async () => {
    const content = 'name,city,street,external_id\nA,Akron,,\n,Akron,,2\nC,,,3\nD,Akron,,2\n';
    await expect(withFile(content)).rejects.toThrow(
      /Row 3 of the file has no name and no company\. Row 4 of the file \(C\) has no street and no city\. Row 5 of the file \(D\) has the same Your Reference "2" as Row 3 of the file\./,
    );
  });

  it.each([
    [' \n', /^The file is empty, or has only blank lines\./],
    [',,,\n,,\n', /^The file is empty, or has only blank lines\./],
    [
      'city\nAkron',
      /^The file has no column for a name or a company\. It has the columns "city"\. Nothing was replaced\. In Columns,/,
    ],
    ['city, state \nA,B', /It has the columns "city", "state"\./],
    [
      'name,Street Xyz\nA,1 Main St',
      /^The new list has mistakes\. .* These columns were not understood: "Street Xyz" \(1 Main St\)\./,
    ],
    [
      Array.from({ length: 30 }, (_, index) => `x${index}`).join(),
      /It has the columns "x0", .*, "x19", and 10 more\./,
    ],
    [
      ' \n<p>Log in</p>',
      /^The file is a web page, not a list in CSV or JSON\. Nothing was replaced\. A share link, such as/,
    ],
    [
      'PK\u0003\u0004 xl/workbook.xml',
      /^The file is an Excel file, not a list in CSV or JSON\. Nothing was replaced\. Save the list as a CSV file/,
    ],
    ['%PDF-1.7', /^The file is a PDF, not a list/],
    ['PK,"city"\nA,B', /It has the columns "PK", "city"/],
    ['\u00cblla,city\nA,B', /It has the columns "\u00cblla", "city"/],
    ['a<b,city\nA,B', /It has the columns "a<b", "city"\./],
    ['name,city\n"A,Akron', /cannot be read near line/],
    ['<contacts></contacts>', /^The file is XML, not a list/],
    ['name,city\nAnn\0,Akron', /neither CSV nor JSON/],
    ['{"contacts": 7}', /^The JSON file has data without a list named/],
    ['[{"name":"A"', /cannot be read/],
    ['[7]', /something other than objects/],
    ['[{"name":"A"},7]', /something other than objects near contact 1\. Nothing was replaced/],
    [
      `[{"name":"A"},{"name":"B","more":${'['.repeat(20_000)}${']'.repeat(20_000)}}]`,
      /^Contact 2 of the JSON file is nested more than 32 levels deep/,
    ],
    [`[${'['.repeat(20_000)}${']'.repeat(20_000)}]`, /something other than objects/],
  ])('rejects %j with the reason', async (content, message) => {
    await expect(withFile(content)).rejects.toThrow(message);
  });
});

describe('The previous list', () => {
  it('is stored unchanged before it is replaced and can be restored', async () => {
    const connector = new UnitConnector();
    hasPreviousList();
    api().put('/v1/contacts').reply(200, { contacts: [] });
    await withFile('name,city\nNew,Akron', {}, connector);
    expect(connector.stored.map(({ content }) => content.toString())).toEqual([JSON.stringify(before)]);
    api().get('/v1/contacts').reply(200, { contacts: [] });
    api()
      .put('/v1/contacts', {
        contacts: [{ name: 'Old', address: null, later: { kept: true } }],
      })
      .reply(200, { contacts: [] });
    expect(await withFile(JSON.stringify(before))).toMatchObject({ contact_count: 1, previous_count: 0 });
  });

  it.each([
    ['cannot be read', () => api().get('/v1/contacts').reply(500, ''), /returned a server error/],
    [
      'is incomplete',
      () => api().get('/v1/contacts').reply(200, '{"contacts":[{"contact_id":"c-1"}'),
      /returned an incomplete list/,
    ],
  ])('is not replaced if it %s', async (_failure, arrange, message) => {
    arrange();
    await expect(withFile('name,city\nNew,Akron')).rejects.toThrow(message);
  });

  it.each([
    [
      400,
      { error: 'contacts.upload_missing_name', message: 'no name' },
      'contacts.upload_missing_name',
      /rejected the request to replace .*“no name”\. The mailing list may be empty now\. Check the list in your account\./,
    ],
    [500, {}, undefined, /did not confirm the new mailing list/],
  ])('is linked in the error if the service responds with %i', async (status, body, code, message) => {
    hasPreviousList();
    api().put('/v1/contacts').reply(status, body);
    const run = withFile('name,city\nNew,Akron');
    await expect(run).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    await expect(run).rejects.toThrow(/previous list is available for a limited time at http:\/\/zapier-/);
  });
});

describe('Replace Mailing List', () => {
  const replace = (inputData: Record<string, unknown>) =>
    new UnitConnector().create('replace_mailing_list', { minimum_contacts: 1, ...inputData });
  const lists = (...names: string[]) => ({ contacts: names.map((name) => ({ name, city: 'X' })) });
  const referenced = {
    contacts: ['7', '8', ' '].map((external_id) => ({ name: 'A', city: 'X', external_id })),
  };
  const succeeds = () => {
    hasPreviousList();
    api()
      .put('/v1/contacts')
      .reply(200, { contacts: [{ contact_id: 'c-7', external_id: '7' }] });
  };

  it('returns the counts and the link to the previous list', async () => {
    const connector = new UnitConnector();
    succeeds();
    expect(await connector.create('replace_mailing_list', { minimum_contacts: '1', ...referenced })).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      changes: '0 people stay, 3 were added, and 1 was removed: Old.',
      contact_count: 3,
      previous_count: 1,
      previous_list: expect.stringMatching(/^http:\/\/zapier-\d+\.test\/files\/1$/),
      used_columns: [],
      ignored_columns: [],
      do_not_mail_left_out: 0,
      warning: expect.stringMatching(
        /^The letter service did not confirm 1 contact with Your Reference: "8"\. Check the mailing list in your account; the previous one is in http.*\.$/,
      ),
      file_encoding: null,
      dry_run: false,
      preview_only: false,
      first_contacts: ['A, X', 'A, X', 'A, X'],
      contacts_note: null,
      restore_note: expect.stringMatching(/Every contact gets a new Contact ID, .* forgets which addresses/),
      contacts: [{ contact_id: 'c-7', external_id: '7' }],
    });
    expect(connector.stored).toMatchObject([
      {
        name: expect.stringMatching(/^mailing-list-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.json$/),
        type: 'application/json',
      },
    ]);
  });

  it.each([
    ['an empty list', []],
    ['null', null],
  ])(
    'does not warn about contacts without a reference if the service answers with %s',
    async (_answer, contacts) => {
      hasPreviousList();
      api().put('/v1/contacts').reply(200, { contacts });
      const { warning, ...result } = await replace(lists('A', 'B'));
      expect(result).toMatchObject({ contact_count: 2, contacts: [] });
      expect(warning).not.toMatch(/confirmed/);
    },
  );

  it('returns the same id for the same list and a different one for another list', async () => {
    const ids = [];
    for (const list of [lists('A'), lists('A'), lists('B')]) {
      succeeds();
      ids.push((await replace(list)).id);
    }
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('changes nothing in a dry run, and shows the first five contacts', async () => {
    hasPreviousList();
    const result = await replace({ ...lists('A', 'B', 'C', 'D', 'E', 'F'), dry_run: 'yes' });
    const first_contacts = ['A, X', 'B, X', 'C, X', 'D, X', 'E, X'];
    expect(result).toMatchObject({ contacts: [], previous_list: null, first_contacts });
    expect(result).not.toHaveProperty('restore_note');
  });
});

describe('The references of the mailing list', () => {
  const replaceBy = (current: (string | null)[], content: string, inputData = {}) => {
    const contacts = current.map((external_id, index) => ({ contact_id: `c-${index}`, external_id }));
    api().get('/v1/contacts').reply(200, { contacts });
    return withFile(content, inputData);
  };
  const putsList = () => api().put('/v1/contacts').reply(200, { contacts: [] });

  it.each([{}, { dry_run: true }])(
    'are not lost if most contacts have one and the new list has none: %j',
    async (inputData) => {
      await expect(replaceBy(['1', '2', null], 'name,city,Customer\nA,Akron,7\n', inputData)).rejects.toThrow(
        'No contact of the new list has Your Reference, but 2 of the 3 contacts on your mailing list have it. The file has the columns "name", "city", "Customer". Nothing was replaced. Give each contact Your Reference, such as your donor or customer number. In a file, name that column Your Reference.',
      );
    },
  );

  it.each([
    ['half of the contacts or fewer have one', ['1', null], 'name,city\nA,Akron\n'],
    ['one contact of the new list has one', ['1', '2'], 'name,city,Donor Number\nA,Akron,7\nB,Akron,\n'],
  ])('do not matter if %s', async (_case, current, content) => {
    putsList();
    expect(await replaceBy(current, content)).toMatchObject({ previous_count: 2 });
  });
});

describe('The result of Replace Mailing List', () => {
  it('leaves the contacts out if Zapier would refuse it', async () => {
    hasPreviousList();
    const contacts = Array.from({ length: 60_000 }, (_, index) => ({
      contact_id: `c-${index}`,
      external_id: 'x'.repeat(80),
    }));
    api().put('/v1/contacts').reply(200, { contacts });
    const result = await withFile('name,city\nNew,Akron');
    expect(result).toMatchObject({
      contacts: [],
      contacts_note: expect.stringContaining('left out'),
      previous_count: 1,
    });
    expect(JSON.stringify(result).length).toBeLessThan(5_500_000);
  });

  it('has short lines of the first contacts', async () => {
    api().get('/v1/contacts').reply(200, before);
    const { first_contacts } = await withFile(`name,city\n${'x'.repeat(1_000)},Akron`, { dry_run: true });
    expect(JSON.stringify(first_contacts).length).toBeLessThan(100);
  });

  it('has each of the first contacts on one line', async () => {
    api().get('/v1/contacts').reply(200, before);
    const content = 'name,street,city\nA,"1 Main St\nApt 4",Akron\n';
    expect(await withFile(content, { dry_run: true })).toMatchObject({
      first_contacts: ['A, 1 Main St, Apt 4, Akron'],
    });
  });

  it.each([200, 500])(
    'follows a log line with the URL of the previous list, also if the service responds with %i',
    async (status) => {
      const connector = new UnitConnector();
      hasPreviousList();
      let isLogged = false;
      api()
        .put('/v1/contacts')
        .reply(() => {
          isLogged = connector.logs.some(({ message }) =>
            /previous mailing list is available .* at http:\/\/zapier-/.test(message),
          );
          return [status, { contacts: [] }];
        });
      const message = await withFile('name,city\nNew,Akron', {}, connector).then(
        () => 'replaced',
        (error: Error) => error.message,
      );
      expect(message).toMatch(status === 200 ? 'replaced' : /did not confirm the new mailing list/);
      expect(isLogged).toBe(true);
    },
  );
});

it('A new list with headings in another language and no country is replaced with a warning', async () => {
  hasPreviousList();
  const content = 'Name,Straße,PLZ,Ort\nJan Berg,Ring 8,10115,Berlin\n';
  expect(await withFile(content, { dry_run: true })).toMatchObject({
    contact_count: 1,
    warning: 'Addresses with no state and no country are treated as addresses in the United States.',
  });
});

describe('Mistakes in the new list', () => {
  const replace = (contacts: unknown) =>
    new UnitConnector().create('replace_mailing_list', { minimum_contacts: 1, contacts });

  it('are named by the number of the line item', async () => {
    await expect(replace([{ city: 'X' }, { name: 'B' }])).rejects.toThrow(
      /mistakes\. Contact 1 has no name and no company\. Contact 2 \(B\) has no street and no city\. Nothing was replaced\. Correct them/,
    );
  });

  it('are named by the number of the contact in a JSON file, where an address is optional', async () => {
    await expect(withFile('[{"name":"A"},{"city":"X"}]')).rejects.toThrow(
      /mistakes\. Contact 2 of the file has no name and no company\. Nothing was replaced\. Correct/,
    );
  });

  it('of one kind are one sentence, with their number and the first three', async () => {
    await expect(replace(Array.from({ length: 400 }, () => ({ city: 'X' })))).rejects.toThrow(
      'The new list has mistakes. 400 people have no name and no company: Contact 1, Contact 2, Contact 3, and 397 more. Nothing was replaced. Correct them and run the step again.',
    );
  });

  it('do not include blank references or duplicate references in a JSON file', async () => {
    hasPreviousList();
    api().put('/v1/contacts').reply(200, { contacts: [] });
    await replace([
      { name: 'A', city: 'X' },
      { name: 'B', city: 'X' },
    ]);
    hasPreviousList();
    const twice = [1, 2].map((number) => ({ name: `N${number}`, external_id: 'same' }));
    api().put('/v1/contacts', { contacts: twice }).reply(200, { contacts: [] });
    await withFile(JSON.stringify(twice));
  });

  it('do not include an address with only a street', async () => {
    hasPreviousList();
    expect(await withFile('name,street\nA,1 Main St', { dry_run: true })).toMatchObject({
      first_contacts: ['A, 1 Main St'],
    });
  });

  it.each(['A, B', ['A', 'B'], [{ full_name: 'A' }]])(
    'include %j instead of line items',
    async (contacts) => {
      await expect(replace(contacts)).rejects.toThrow(
        /^Contacts is set to ".*which is not a valid line item/,
      );
    },
  );
});

describe('Replace Mailing List from a JSON file', () => {
  const expectSent = async (contact: object, expected: object) => {
    let sent: unknown;
    hasPreviousList();
    api()
      .put('/v1/contacts', (body) => {
        sent = body;
        return true;
      })
      .reply(200, { contacts: [] });
    await withFile(JSON.stringify([contact]));
    expect(sent).toEqual({ contacts: [expected] });
  };

  it('moves address fields into an address', async () => {
    await expectSent(
      { name: 'A', city: 'X', zip: 43215, shoe: 7 },
      { name: 'A', address: address('X', { postal_code: '43215' }) },
    );
  });

  it('sends the known fields as text, and a list as one text', async () => {
    await expectSent(
      { name: ['Ann', 'Bob'], external_id: 5, city: 'X' },
      { name: 'Ann, Bob', external_id: '5', address: address('X') },
    );
  });

  it('leaves out fields that are not a contact’s, unless the contact is from the service', async () => {
    await expectSent(
      { name: 'A', note: null, address: { city: 'X', country: null, verified: true } },
      { name: 'A', address: address('X') },
    );
  });

  it.each([
    { contact_id: 'c-1', name: 'A', note: null, address: { city: 'X', country: 'DE', verified: true } },
    {
      contact_id: 'c-1',
      name: '',
      external_id: 5,
      address: { postal_code: 12345, country: ' United States ' },
    },
    { contact_id: 7, name: null, address: null },
  ])('sends a contact from the service back unchanged, without its old ID: %j', async (contact) => {
    const { contact_id, ...sent } = contact;
    await expectSent(contact, sent);
  });

  it('moves address fields into an address even if the contact has an ID', async () => {
    await expectSent(
      { contact_id: 'c-1', name: 'A', city: 'X', country: 'DE' },
      { name: 'A', address: address('X', { country: 'Germany' }) },
    );
  });

  it('sends no address if the contact has none', async () => {
    await expectSent({ name: 'A', address: null, tags: ['x'] }, { name: 'A' });
  });
});

describe('The previous list', () => {
  it.each([
    ['{"contacts":[{"contact_id":"a"}],"contacts":[]}', /two lists/],
    ['{"contacts":[{"contact_id":"a"}]}{"x":1', /unexpected data after the list/],
  ])('is not replaced if it is %s', async (content, message) => {
    api().get('/v1/contacts').reply(200, content);
    await expect(withFile('name,city\nNew,Akron')).rejects.toThrow(message);
  });

  it('is not replaced if the service returns only part of it', async () => {
    api().get('/v1/contacts').reply(206, { contacts: [] });
    await expect(withFile('name,city\nNew,Akron')).rejects.toThrow(/only part of the list/);
  });

  it.each([
    ['replaced', before, () => api().put('/v1/contacts').reply(200, { contacts: [] })],
    ['incomplete', '{"contacts":[', () => {}],
  ])('leaves no open file behind if it is %s', async (_case, content, arrange) => {
    const open = jest.spyOn(fs.promises, 'open');
    api().get('/v1/contacts').reply(200, content);
    arrange();
    await Promise.allSettled([withFile('name,city\nNew,Akron')]);
    const files = await Promise.all(open.mock.results.map(({ value }) => value));
    expect(files).toMatchObject([{ fd: -1 }]);
    jest.restoreAllMocks();
  });

  it('is not replaced if the disk is full', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { open } = fs.promises;
    jest.spyOn(fs.promises, 'open').mockImplementation(async (...values) => {
      const file = await open(...values);
      return Object.assign(file, { appendFile: () => Promise.reject(new Error('ENOSPC')) });
    });
    hasPreviousList();
    await expect(withFile('name,city\nNew,Akron')).rejects.toThrow(
      /^The current mailing list could not be backed up\. Nothing was replaced\./,
    );
    jest.restoreAllMocks();
  });

  it('is not replaced if it cannot be stored', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const connector = new UnitConnector();
    connector.failing.add('get_presigned_upload_post_data');
    hasPreviousList();
    await expect(withFile('name,city\nNew,Akron', {}, connector)).rejects.toThrow(
      /^The current mailing list could not be backed up\. Nothing was replaced\./,
    );
    expect(connector.logs.map(({ message }) => message).join()).toContain(
      'The mailing list could not be backed up.',
    );
    jest.restoreAllMocks();
  });
});

describe('Replace Mailing List', () => {
  const replaceAndFail = async (status: number, body: object, headers = {}) => {
    hasPreviousList();
    api().put('/v1/contacts').reply(status, body, headers);
    return withFile('name,city\nNew,Akron').then(
      () => 'succeeded',
      (error: unknown) => error,
    );
  };

  it.each([
    [401, 'ExpiredAuthError', /connect|reconnect/i],
    [429, 'ThrottledError', /./],
    [403, 'AppError', /doesn't have permission to replace .* Nothing was replaced\. .*"contacts\.write"\./],
    [413, 'AppError', /413 Payload Too Large.* Nothing was replaced\./],
  ])(
    'after %i is a %s that does not mention the previous list, which is still there',
    async (status, name, message) => {
      const error = await replaceAndFail(status, {});
      expect(error).toMatchObject({
        name,
        message: expect.stringMatching(message),
      });
      expect(error).toMatchObject({
        message: expect.not.stringContaining('is available for a limited time'),
      });
    },
  );

  it('quotes the reason of the service', async () => {
    expect(
      await replaceAndFail(400, { error: 'contacts.upload_missing_name', message: 'Row 7' }),
    ).toMatchObject({
      code: 'contacts.upload_missing_name',
      status: 400,
      message: expect.stringMatching(
        /^The letter service rejected the request to replace your mailing list\. .*“Row 7”\. The mailing list may be empty now\. Check the list in your account\. The previous list is available .* \(code contacts\.upload_missing_name\)\.$/,
      ),
    });
  });

  it.each([400, 409, 422])('says after status %i that the list may be empty', async (status) => {
    expect(await replaceAndFail(status, { error: 'contacts.upload_missing_name' })).toMatchObject({
      message: expect.stringContaining('The mailing list may be empty now. Check the list in your account.'),
    });
  });

  it('names no reason if the service gives none, and has a code', async () => {
    expect(await replaceAndFail(400, {})).toMatchObject({
      code: undefined,
      message: expect.stringMatching(
        /^The letter service rejected the request to replace your mailing list\. The mailing list may be empty now\. Check the list in your account\. The previous list is available/,
      ),
    });
  });

  it('says that nothing was replaced if the service could not be reached', async () => {
    hasPreviousList();
    api()
      .put('/v1/contacts')
      .replyWithError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    await expect(withFile('name,city\nNew,Akron')).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The letter service could not be reached, so it did not replace your mailing list\. Nothing was replaced\. .* \(code ECONNREFUSED\)\.$/,
      ),
    });
  });
});

describe('Replace Mailing List', () => {
  it('rejects a minimum that is not a whole number', async () => {
    for (const minimum_contacts of ['many', '1.5'])
      await expect(new UnitConnector().create('replace_mailing_list', { minimum_contacts })).rejects.toThrow(
        /^Minimum Number of Contacts is/,
      );
  });

  it.each([
    [{ minimum_contacts: '' }, /Minimum Number of Contacts is blank/],
    [{ minimum_contacts: 0 }, /must be 1 or more/],
    [{ minimum_contacts: 2, contacts: [{ name: 'A', city: 'X' }] }, /has 1 contact, but .* is 2/],
    [{ minimum_contacts: 1 }, /are both blank\. Nothing was replaced/],
    [
      { minimum_contacts: 1, contacts: [{ name: 'A', city: 'X' }], file: `${source}/list` },
      /are both filled in\. Nothing was replaced/,
    ],
  ])('rejects %j', async (inputData, message) => {
    await expect(new UnitConnector().create('replace_mailing_list', inputData)).rejects.toThrow(message);
  });

  it('stores and replaces nothing in a dry run', async () => {
    const connector = new UnitConnector();
    hasPreviousList();
    const contacts = { name: ['A', 'B'], city: ['X', 'Y'] };
    expect(
      await connector.create('replace_mailing_list', { minimum_contacts: 2, contacts, dry_run: 'true' }),
    ).toMatchObject({
      contact_count: 2,
      previous_count: 1,
      previous_list: null,
      dry_run: true,
    });
    expect(connector.stored).toEqual([]);
  });
});

describe('An editor test of Replace Mailing List', () => {
  it('returns what it would send and replaces nothing', async () => {
    api()
      .get('/v1/contacts')
      .reply(200, { contacts: [{ contact_id: 'c-1', name: 'Ann' }] });
    const inputData = { minimum_contacts: '1', contacts: [{ name: 'Bob', city: 'Akron' }] };
    expect(
      await new UnitConnector().create('replace_mailing_list', inputData, {
        meta: { isLoadingSample: true },
      }),
    ).toMatchObject({
      preview_only: true,
      contact_count: 1,
      previous_count: 1,
      previous_list: null,
      first_contacts: ['Bob, Akron'],
    });
  });

  it('says first how many people stay, come and go, and who goes', async () => {
    const contact = (id: number, name: string, external_id?: string) => ({
      contact_id: `c-${id}`,
      name,
      external_id: external_id ?? null,
    });
    const current = [
      contact(1, 'Ann Lee', '7'),
      contact(2, 'Ann Lee'),
      contact(3, 'Bob Ray'),
      contact(4, 'John Miller'),
      contact(5, 'John Miller'),
      contact(6, 'Eve Old', '9'),
    ];
    api().get('/v1/contacts').reply(200, { contacts: current });
    const city = 'Akron';
    const contacts = [
      { name: 'Ann Ray', external_id: '7', city },
      { name: 'BOB RAY', city },
      { name: 'John Miller', city },
      { name: 'Cid New', external_id: '10', city },
    ];
    const result = await new UnitConnector().create(
      'replace_mailing_list',
      { minimum_contacts: '1', contacts },
      { meta: { isLoadingSample: true } },
    );
    expect(Object.entries(result)[0]).toEqual([
      'changes',
      '3 people stay, 1 would be added, and 3 would be removed: Ann Lee, Eve Old, John Miller.',
    ]);
    api()
      .get('/v1/contacts')
      .reply(200, {
        contacts: [
          { contact_id: 'c-1', name: 'Ann Ray', external_id: '7' },
          { contact_id: 'c-2', name: 'Eve Old' },
        ],
      });
    api().put('/v1/contacts').reply(200, { contacts: [] });
    const replaced = await new UnitConnector().create('replace_mailing_list', {
      minimum_contacts: '1',
      contacts,
    });
    expect(replaced).toMatchObject({
      changes: '1 person stays, 3 were added, and 1 was removed: Eve Old.',
      restore_note: expect.stringMatching(
        /^To restore the previous list, run Replace Mailing List with this file\./,
      ),
    });
  });
});

describe('The definition of Replace Mailing List', () => {
  it('does not let Zapier throttle it, because rejected lists would count too', async () => {
    const { default: app } = await import('../../src/index.ts');
    expect(app.creates?.replace_mailing_list?.operation).not.toHaveProperty('throttle');
  });
});

describe('The people of the new list', () => {
  const readsOld = (count: number, more: (index: number) => object = () => ({})) =>
    api()
      .get('/v1/contacts')
      .reply(200, {
        contacts: Array.from({ length: count }, (_, index) => ({
          contact_id: `c-${index}`,
          name: `Old ${index}`,
          ...more(index),
        })),
      });
  const puts = () => api().put('/v1/contacts').reply(200, { contacts: [] });

  it('who get no mail are left out, counted and named', async () => {
    hasPreviousList();
    const body = { contacts: [{ name: 'Ann', address: address('Akron') }] };
    api()
      .put('/v1/contacts', body)
      .reply(200, { contacts: [{ contact_id: 'c-2' }] });
    expect(await withFile('name,city,Do Not Mail\nAnn,Akron,no\nBob,Akron,yes\n')).toMatchObject({
      contact_count: 1,
      do_not_mail_left_out: 1,
      warning: expect.stringContaining(
        'Row 3 of the file (Bob) is left out, because a column says that no mail is wanted.',
      ),
    });
  });

  it('who get no mail are also left out of a JSON file', async () => {
    hasPreviousList();
    api()
      .put('/v1/contacts', { contacts: [{ name: 'Ann', address: address('Akron') }] })
      .reply(200, { contacts: [{ contact_id: 'c-2' }] });
    const contacts = [
      { name: 'Ann', address: { city: 'Akron' }, do_not_mail: false },
      { name: 'Bob', address: { city: 'Akron' }, do_not_mail: true },
    ];
    expect(await withFile(JSON.stringify({ contacts }))).toMatchObject({
      contact_count: 1,
      do_not_mail_left_out: 1,
    });
  });

  it('have a note if their country is not known', async () => {
    hasPreviousList();
    puts();
    expect((await withFile('name,city,country\nAnn,Xtown,Ruritania\n')).warning).toContain(
      'Row 2 of the file (Ann): "Ruritania" is not a country that this step knows; it is printed as typed.',
    );
  });

  it('may not be objects in line items', async () => {
    const contacts = [{ name: { first: 'Ann' }, city: 'Akron' }];
    await expect(
      new UnitConnector().create('replace_mailing_list', { minimum_contacts: 1, contacts }),
    ).rejects.toThrow('The new list has mistakes. Contact 1 has an object instead of text in Name.');
  });

  it('may not be in lists of different lengths', async () => {
    const contacts = { name: ['Ann', 'Bob', 'Cid'], street: ['1 A St', '3 C St'], city: 'Akron' };
    await expect(
      new UnitConnector().create('replace_mailing_list', { minimum_contacts: 1, contacts }),
    ).rejects.toThrow(
      'The fields under Contacts have different numbers of values: Name has 3, Street has 2. It is unclear which of them belong together. Nothing was replaced.',
    );
  });

  it('may not have Contact IDs as references if the old ones have references of their own', async () => {
    readsOld(3, (index) => ({ external_id: `donor-${index}` }));
    await expect(withFile('name,city,Donor ID\nOld 0,Akron,c-0\nOld 1,Akron,c-1\n')).rejects.toThrow(
      'The new list has Contact IDs as Your Reference, but 3 of the 3 contacts on your mailing list have a reference of your own. The file has the columns',
    );
  });

  const strangers = 'name,city,Donor ID\nNew,Akron,7\n';

  it('must share someone with a list of ten or more, unless Allow Different People says otherwise', async () => {
    readsOld(10);
    await expect(withFile(strangers)).rejects.toThrow(
      'None of the 10 people on your mailing list is on the new list, by reference or by name, so it may be the wrong list. Nothing was replaced. If it is right, set Allow Different People to Yes.',
    );
    readsOld(10);
    await expect(withFile(strangers, { dry_run: true })).rejects.toThrow(/^None of the 10 people/);
    readsOld(10);
    puts();
    await withFile(strangers, { allow_different_people: true });
  });

  it.each([
    ['there were only nine before', 9, {}, strangers],
    ['one has the same reference', 10, { external_id: ' 7' }, strangers],
    ['one has the same name', 10, { name: 'NÉW' }, strangers],
    [
      'one is the same organization',
      10,
      { name: null, company: 'Grace Church' },
      'company,city\nGRACE CHURCH,Akron\n',
    ],
  ])('may be others if %s', async (_case, count, more, content) => {
    readsOld(count, (index) => (index === 4 ? more : {}));
    puts();
    expect(await withFile(content)).toMatchObject({ previous_count: count });
  });
});

it('Replace Mailing List adds Default Country, and asks about a contact who may be American', async () => {
  const lines = [
    'name,street,city,state,postal code',
    'Ann,Via Roma 1,Roma,RM,00184',
    'Bob,Via Po 2,Trento,TN,38122',
  ];
  hasPreviousList();
  let sent: Record<string, unknown>[] = [];
  api()
    .put('/v1/contacts', (body) => {
      sent = body.contacts;
      return true;
    })
    .reply(200, { contacts: [] });
  const result = await withFile(lines.join('\n'), { default_country: 'Italy' });
  expect(sent.map(({ address }) => Object(address).country)).toEqual(['Italy', '']);
  expect(result.warning).toContain(
    '1 contact is not ready for a letter. Row 3 of the file (Bob) needs a country, because "TN 38122" may be in the United States',
  );
});

it.each([250, 1_000])('Replace Mailing List sends each of %i contacts', async (count) => {
  const names = Array.from({ length: count }, (_, index) => `Zoë ${'x'.repeat(200)} ${index}`);
  hasPreviousList();
  let sent: Record<string, unknown>[] = [];
  api()
    .put('/v1/contacts', (body) => {
      sent = body.contacts;
      return true;
    })
    .reply(200, { contacts: [] });
  await withFile(['name,city', ...names.map((name) => `${name},Akron`)].join('\n'));
  expect(sent.map(({ name }) => name)).toEqual(names);
});
