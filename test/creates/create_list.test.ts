import { describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const source = 'https://files.test';
const ann = { name: 'Ann Lee', street: '1 A St', city: 'Columbus', state: 'OH' };
const bob = { name: 'Bob Ray', street: '1 A St', city: 'Dayton', state: 'OH', external_id: 'donor-2' };
const sentAnn = {
  type: 'contact',
  name: 'Ann Lee',
  address: { street: '1 A St', city: 'Columbus', state: 'OH' },
};
const sentBob = {
  type: 'contact',
  name: 'Bob Ray',
  external_id: 'donor-2',
  address: { street: '1 A St', city: 'Dayton', state: 'OH' },
};

type Body = { type: string; data: Record<string, unknown>[] };

const makesList = (id = 'l-9') =>
  api().post('/v1/lists').reply(201, { list_id: id, expires: '2026-03-26T12:00:00' });
/** Takes recipients in any number of requests. @returns the requests */
function takesRecipients(id = 'l-9'): Body[] {
  const bodies: Body[] = [];
  api()
    .post(`/v1/lists/${id}/contacts`, (body) => Boolean(bodies.push(body)))
    .reply(200, () => ({
      contacts: bodies.at(-1)?.data.map(({ external_id }, index) => ({ id: `a-${index}`, external_id })),
    }))
    .persist();
  return bodies;
}
const file = (content: string, type = 'text/csv') =>
  nock(source).get('/list').reply(200, content, { 'Content-Type': type });
const create = (inputData: Record<string, unknown>, connector = new UnitConnector()) =>
  connector.create('create_list', inputData);

async function listOf(inputData: Record<string, unknown>) {
  makesList();
  const bodies = takesRecipients();
  const result = await create(inputData);
  nock.cleanAll();
  return { result, data: bodies.flatMap(({ data }) => data) };
}

describe('Create Temporary List', () => {
  it('adds recipients from line items', async () => {
    const { result, data } = await listOf({ list_name: ' Spring ', recipients: [ann, bob] });
    expect(data).toEqual([sentAnn, sentBob]);
    expect(result).toEqual({
      id: 'l-9',
      list_id: 'l-9',
      list_name: 'Spring',
      expires: '2026-03-26',
      recipient_count: 2,
      duplicates_left_out: 0,
      incomplete_left_out: 0,
      incomplete: [],
      merge_fields: [],
      recipients: [
        { id: 'a-0', external_id: null },
        { id: 'a-1', external_id: 'donor-2' },
      ],
      used_columns: [],
      ignored_columns: [],
      do_not_mail_left_out: 0,
      first_envelopes: ['Ann Lee\n1 A St\nColumbus, OH', 'Bob Ray\n1 A St\nDayton, OH'],
      warning: null,
    });
  });

  it('adds recipients from a CSV file and uses its other columns as merge fields, which win over Merge Fields', async () => {
    file(
      'Name,Street,City,State,Gift Amount,note\nBob Ray,1 A St,Dayton,OH,,thanks\nAnn Lee,1 A St,Columbus,OH,$5,\n,,,,$5,\n',
    );
    const { result, data } = await listOf({
      file: `${source}/list`,
      merge_fields: { note: 'hello', year: 2026 },
      blank_merge_fields: 'send',
    });
    expect(data).toEqual(
      [
        { ...sentBob, external_id: undefined, metadata: { note: 'thanks', year: '2026' } },
        {
          ...sentAnn,
          metadata: { note: 'hello', year: '2026', Gift_Amount: '$5', gift_amount: '$5' },
        },
      ].map((one) => JSON.parse(JSON.stringify(one))),
    );
    expect(result.merge_fields).toEqual(['{note}', '{year}', '{Gift_Amount}', '{gift_amount}']);
  });

  it.each([
    ['contacts', { contacts: [{ name: 'Ann Lee', address: sentAnn.address, metadata: { amount: 5 } }] }],
    ['recipients', { recipients: [{ ...ann, street: '1 A St', metadata: '{"amount": "5"}' }] }],
    ['a bare array', [{ ...ann, street: '1 A St', metadata: { amount: ' 5 ' } }]],
  ])('adds recipients from a JSON file with %s', async (_format, content) => {
    file(JSON.stringify(content), 'application/json');
    const { data } = await listOf({ file: `${source}/list` });
    expect(data).toEqual([{ ...sentAnn, metadata: { amount: '5' } }]);
  });

  it('adds recipients from contact IDs, each once', async () => {
    const names = ['Ann Lee', 'Bob Ray', 'Cid Moe', 'Dan Poe'];
    for (const [index, name] of names.entries()) {
      const id = `c-${index + 1}`;
      api()
        .get(`/v1/contacts/${id}`)
        .reply(200, { contact_id: id, name, address: { street: '1 A St', city: 'Bonn', country: null } });
    }
    const { data, result } = await listOf({ contact_ids: ['c-1', 'c-2, c-1', 'c-3', [], 'c-4'] });
    expect(data.map(({ name }) => name)).toEqual(names);
    expect(result).toMatchObject({ recipient_count: 4, duplicates_left_out: 1 });
  });

  it('reads the mailing list with one request if there are many contact IDs', async () => {
    const all = ['c-1', 'c-2', 'c-3', 'c-4', 'c-5', 'c-6'].map((id) => ({
      contact_id: id,
      name: id,
      address: ann,
    }));
    api().get('/v1/contacts').reply(200, { contacts: all });
    const { data } = await listOf({ contact_ids: ['c-6', 'c-1', 'c-2', 'c-3', 'c-4'] });
    expect(data.map(({ name }) => name)).toEqual(['c-6', 'c-1', 'c-2', 'c-3', 'c-4']);
  });

  it('combines its sources and adds recipients with the same name and address once', async () => {
    file(
      'name,street,city,state,external_id\nAnn Lee,1 A St, Columbus ,OH,other\nBob Ray,1 A St,Dayton,OH,\n',
    );
    const { result, data } = await listOf({
      recipients: [ann],
      file: `${source}/list`,
    });
    expect(data.map(({ name }) => name)).toEqual(['Ann Lee', 'Bob Ray']);
    expect(result).toMatchObject({ recipient_count: 2, duplicates_left_out: 1 });
  });

  it('adds many recipients in requests below 1 MB', async () => {
    const rows = Array.from(
      { length: 600 },
      (_, index) => `Person ${index},${'é'.repeat(990)} ${index},OH,1 A St`,
    );
    file(`name,city,state,street\n${rows.join('\n')}\n`);
    makesList();
    const bodies = takesRecipients();
    expect(await create({ file: `${source}/list` })).toMatchObject({ recipient_count: 600 });
    nock.cleanAll();
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies.flatMap(({ data }) => data)).toHaveLength(600);
    for (const body of bodies) expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(1_000_000);
  });
});

describe('Create Temporary List', () => {
  it('names every mistake before anything is sent', async () => {
    file(`name,company,street,city,amount\n,,1 Main St,Bonn,\nAnn,,1 Main St,,\nBob,,,Bonn,5\n`);
    await expect(
      create({ recipients: [{ name: { first: 'A' }, city: 'B' }], file: `${source}/list` }),
    ).rejects.toThrow(
      /^4 recipients have mistakes\. Recipient 1 has an object instead of text in Name\. Row 2 of the file has no name and no company\. Row 3 of the file \(Ann\) has no city and no postal code\. Row 4 of the file \(Bob\) has no street\. /,
    );
  });

  it.each([
    ['no recipients', {}, /^There are no recipients/],
    ['text instead of recipients', { recipients: ['Ann'] }, /Recipients is/],
    ['a contact that was deleted', { contact_ids: ['c-1'] }, /^Not on your mailing list: c-1\./],
  ])('rejects %s', async (_value, inputData, message) => {
    if ('contact_ids' in inputData) api().get('/v1/contacts/c-1').reply(404, {});
    await expect(create(inputData)).rejects.toThrow(message);
  });
});

describe('Create Temporary List', () => {
  const nameIsTaken = () => api().post('/v1/lists').reply(400, { error: 'lists.duplicate_name' });
  const makesNamed = (list_name: RegExp | string) =>
    api()
      .post('/v1/lists', ({ name }) => new RegExp(list_name).test(name))
      .reply(201, { list_id: 'l-9' });
  const takesAnn = () =>
    api()
      .post('/v1/lists/l-9/contacts')
      .reply(200, { contacts: [{ id: 'a-1' }] });

  it.each([
    [1, '^Spring 2$'],
    [3, '^Spring 4$'],
    [4, '^Spring, \\d{4}-\\d\\d-\\d\\d .* UTC, [\\da-f]{6}$'],
  ])('adds a number to a name that %i other lists have, and says so', async (taken, pattern) => {
    for (let count = 0; count < taken; count += 1) nameIsTaken();
    makesNamed(pattern);
    takesAnn();
    const { list_name, warning } = await create({ list_name: 'Spring', recipients: [ann] });
    expect(list_name).toMatch(new RegExp(pattern));
    expect(warning).toBe(`A list named "Spring" already exists, so this one is named "${list_name}".`);
  });

  it('says nothing about a name that no other list has', async () => {
    makesNamed('^Spring$');
    takesAnn();
    expect(await create({ list_name: 'Spring', recipients: [ann] })).toMatchObject({
      list_name: 'Spring',
      warning: null,
    });
  });

  it('quotes what the service says about the name', async () => {
    api().post('/v1/lists').reply(400, { error: 'lists.invalid_field_length', message: 'At most 50.' });
    await expect(create({ list_name: 'Spring', recipients: [ann] })).rejects.toThrow(
      'The letter service rejected the request to create a temporary list. The letter service says: “At most 50”. Nothing was sent. Check the values in this step (code lists.invalid_field_length).',
    );
  });

  it('names the list that no longer exists when recipients are added', async () => {
    makesList();
    api().post('/v1/lists/l-9/contacts').reply(404, { error: 'lists.not_found' });
    await expect(create({ list_name: 'Spring', recipients: [ann] })).rejects.toThrow(
      /^The letter service did not find the list "l-9"\. .* Only 0 of 1 /,
    );
  });

  it('says to run the step again if it is unknown whether the list was made, because a list costs nothing', async () => {
    api().post('/v1/lists').reply(500);
    await expect(create({ recipients: [ann] })).rejects.toThrow(
      /a temporary list\. Run the step again in a few minutes\.?/,
    );
  });

  const many = Array.from({ length: 30 }, (_, index) => ({
    name: `Person ${index}`,
    street: '1 A St',
    city: 'x'.repeat(50_000),
    state: 'OH',
  }));

  it.each([
    [400, 'AppError', 'Only 19 of 30', 'Check the values in this step.'],
    [503, 'AppError', 'At least 19 of 30', 'Run the step again in a few minutes.'],
    [401, 'ExpiredAuthError', 'Only 19 of 30', 'Reconnect the account'],
    [429, 'ThrottledError', 'Only 19 of 30', 'Zapier runs the step again later.'],
  ])(
    'says how many recipients were added before a %i and throws the right class',
    async (status, name, count, advice) => {
      makesList();
      const first = Array.from({ length: 19 }, (_, index) => ({ id: `a-${index}` }));
      api().post('/v1/lists/l-9/contacts').reply(200, { contacts: first });
      api().post('/v1/lists/l-9/contacts').reply(status);
      await expect(create({ list_name: 'Spring', recipients: many })).rejects.toMatchObject({
        name,
        message: expect.stringContaining(
          `${count} recipients were added to the list "Spring" (l-9), so it is incomplete, and nothing was ordered. Do not use this list. ${advice}`,
        ),
      });
    },
  );
});

describe('Create Temporary List with a merge field that has no value', () => {
  const gap = 'The letters would have a gap there. Nothing was sent.';
  /** A column that nobody named may not be printed, so it is no reason to print nothing there. */
  const columnsAdvice =
    'In Merge Columns, enter only the columns that the letter prints, and fill in their values.';

  it.each<[place: string, content: string, inputData: object, places: string, advice?: string]>([
    [
      'in some rows of a file',
      'name,street,city,state,Amount,year\nAnn,1 A St,Bonn,OH,$5,\nBob,1 A St,Bonn,OH,,2026\nCy,1 A St,Bonn,OH,,2026\n',
      {},
      '{Amount} for Row 3 of the file (Bob), Row 4 of the file (Cy); {year} for Row 2 of the file (Ann).',
    ],
    ['in a whole column', 'name,street,city,state,year\nAnn,1 A St,Bonn,OH,\n', {}, '{year} for everyone.'],
    [
      'in more than five columns',
      'name,street,city,state,h,i,j,k,l,m,n\nAnn,1 A St,Bonn,OH\n',
      {},
      '{h} for everyone; {i} for everyone; {j} for everyone; {k} for everyone; {l} for everyone; and 2 more.',
    ],
    [
      'in Merge Fields',
      'name,street,city,state\nAnn,1 A St,Bonn,OH\n',
      { merge_fields: { year: '' } },
      '{year} for everyone.',
      'Fill in the values, or choose "Print nothing there" in If a Merge Field Is Blank.',
    ],
    [
      'in a column that the user named',
      'name,street,city,state,year,email\nAnn,1 A St,Bonn,OH,,\n',
      { merge_columns: ['year'] },
      '{year} for everyone.',
      'Fill in the values, or choose "Print nothing there" in If a Merge Field Is Blank.',
    ],
    [
      'for recipients that are not in the file',
      'name,street,city,state,year\nAnn,1 A St,Bonn,OH,2026\n',
      { recipients: [bob] },
      '{year} for Recipient 1 (Bob Ray).',
    ],
  ])(
    'sends nothing and names the field and the rows: %s',
    async (_place, content, inputData, places, advice = columnsAdvice) => {
      file(content);
      await expect(create({ file: `${source}/list`, ...inputData })).rejects.toThrow(
        `Merge fields have no value: ${places} ${gap} ${advice}`,
      );
    },
  );

  it('sends nothing if Zapier dropped the blank entry of Merge Fields', async () => {
    const run = new UnitConnector().create(
      'create_list',
      { recipients: [ann], merge_fields: { year: '2026' } },
      { inputDataRaw: { merge_fields: { year: '2026', amount: '{{1__amount}}' } } },
    );
    await expect(run).rejects.toThrow(`{amount} for everyone. ${gap}`);
  });

  it('gives no advice about columns if there is no file', async () => {
    await expect(create({ recipients: [ann], merge_fields: { greeting: 'Ann' } })).rejects.toThrow(
      /^Merge Fields can't be used: .* Correct it in this step, or where the value comes from, and send it again\.$/,
    );
  });

  it('uses the value of Merge Fields for a blank cell', async () => {
    file('name,street,city,state,amount\nAnn Lee,1 A St,Columbus,OH,\n');
    const { data } = await listOf({ file: `${source}/list`, merge_fields: { amount: '$1' } });
    expect(data).toEqual([{ ...sentAnn, metadata: { amount: '$1' } }]);
  });
});

describe('Create Temporary List for everyone on the mailing list', () => {
  const mailingList = (contacts: object[]) => api().get('/v1/contacts').reply(200, { contacts });
  const contact = (index: number, address: object = { street: '1 A St', city: 'Columbus', state: 'OH' }) => ({
    contact_id: `c-${index}`,
    name: `Person ${index}`,
    address,
  });

  it('adds all contacts, leaves out and lists the incomplete ones, and keeps the same person once', async () => {
    mailingList([
      contact(1),
      contact(2, { street: '1 A St' }),
      { contact_id: 'c-3', name: null, address: { street: '1 A St', city: 'Columbus', state: 'OH' } },
      { contact_id: 'c-4', company: 'Grace Church', address: { city: 'Columbus', postal_code: '43215' } },
      contact(5, { street: '1 A St', city: 'London', postal_code: 'SW1A 1AA' }),
      contact(6, { city: 'Columbus', postal_code: '43215' }),
    ]);
    const { result, data } = await listOf({ everyone: 'true', recipients: [contact(1), ann].map(flatten) });
    expect(data.map(({ name, company }) => name ?? company)).toEqual(['Person 1', 'Ann Lee', 'Grace Church']);
    expect(result).toMatchObject({
      recipient_count: 3,
      duplicates_left_out: 1,
      incomplete_left_out: 4,
      incomplete: [
        'Contact c-2 (Person 2): has no city and no postal code',
        'Contact c-3: has no name and no company',
        'Contact c-5 (Person 5): needs a country, because its postal code "SW1A 1AA" is not a ZIP code of the United States',
        'Contact c-6 (Person 6): has no street',
      ],
    });
  });

  it('leaves a merge field blank even if another one differs only in capital letters', async () => {
    mailingList([contact(1)]);
    const merge_fields = { Amount: '$5', amount: '' };
    const { data } = await listOf({ everyone: true, merge_fields, blank_merge_fields: 'send' });
    expect(data).toMatchObject([{ metadata: { Amount: '$5' } }]);
    expect(data[0]?.metadata).not.toHaveProperty('amount');
  });

  it('lists at most 100 incomplete contacts, and counts all', async () => {
    mailingList([contact(0), ...Array.from({ length: 101 }, (_, index) => contact(index + 1, {}))]);
    const { result } = await listOf({ everyone: true });
    expect(result).toMatchObject({ recipient_count: 1, incomplete_left_out: 101 });
    expect(result.incomplete).toHaveLength(100);
  });

  const flatten = ({ address, ...rest }: Record<string, unknown>) => ({ ...rest, ...Object(address) });

  it('reads the mailing list once for everyone and Contact IDs, whose mistakes remain errors', async () => {
    mailingList([contact(1), contact(2, {})]);
    await expect(create({ everyone: true, contact_ids: ['c-2'] })).rejects.toThrow(
      '1 recipient has a mistake. Contact c-2 (Person 2) has no street, has no city and no postal code.',
    );
    mailingList([contact(1), contact(2)]);
    const { result } = await listOf({ everyone: true, contact_ids: ['c-2', 'c-2'] });
    expect(result).toMatchObject({ recipient_count: 2, duplicates_left_out: 1 });
  });

  it('advises to leave people out only if that would help', async () => {
    const advice = 'To write only to everyone else, choose "Leave these people out"';
    const incomplete = { ...ann, street: '' };
    const misread = { ...ann, name: '12 Elm St', street: 'Columbus' };
    const fails = async (recipients: object[]) =>
      String(await create({ recipients }).catch((error: unknown) => error));
    expect(await fails([ann, incomplete])).toContain(advice);
    expect(await fails([ann, misread])).not.toContain(advice);
    expect(await fails([ann, incomplete, misread])).not.toContain(advice);
  });

  it('says so if no contact is complete', async () => {
    mailingList([contact(1, {})]);
    await expect(create({ everyone: true })).rejects.toThrow(
      'No one can get a letter, because every address is incomplete. Contact c-1 (Person 1) has no street, has no city and no postal code.',
    );
  });

  it('returns only the IDs of the first recipients if the result would be too large for Zapier', async () => {
    mailingList(Array.from({ length: 200 }, (_, index) => contact(index)));
    makesList();
    const bodies: Body[] = [];
    api()
      .post('/v1/lists/l-9/contacts', (body) => Boolean(bodies.push(body)))
      .reply(200, () => ({
        contacts: bodies.at(-1)?.data.map((_, index) => ({ id: `a-${'0'.repeat(60_000)}${index}` })),
      }))
      .persist();
    const result = await create({ everyone: true });
    nock.cleanAll();
    expect(result).toMatchObject({
      recipient_count: 200,
      warning: 'The list has all recipients, but this result has only the first 50 of their IDs.',
    });
    expect(result.recipients).toHaveLength(50);
  });
});

it('Create Temporary List keeps its other warnings if the result would be too large for Zapier', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => `Person ${index},1 A St,Dayton,OH,45402,`);
  file(['Name,Street,City,State,ZIP,Do Not Mail', ...rows, 'Ann Lee,1 A St,Dayton,OH,45402,yes'].join('\n'));
  makesList();
  const bodies: Body[] = [];
  api()
    .post('/v1/lists/l-9/contacts', (body) => Boolean(bodies.push(body)))
    .reply(200, () => ({
      contacts: bodies.at(-1)?.data.map((_, index) => ({ id: `a-${'0'.repeat(30_000)}${index}` })),
    }))
    .persist();
  const result = await create({ file: `${source}/list` });
  nock.cleanAll();
  expect(result).toMatchObject({
    warning: expect.stringMatching(
      /only the first 100 of .* \(Ann Lee\) is left out, because a column says that no mail is wanted/,
    ),
  });
});

describe('The duplicate check for an order to a created list', () => {
  const orderOn = (list_id: string, connector: UnitConnector) =>
    connector.create('resend_saved_order', { saved_order_id: 'l-3', list_id });
  const listed = async (id: string, recipients: object[], connector: UnitConnector) => {
    makesList(id);
    api()
      .post(`/v1/lists/${id}/contacts`)
      .reply(200, { contacts: recipients.map((_, index) => ({ id: `a-${index}` })) });
    await create({ recipients }, connector);
  };
  const takesOrder = (order_id: string) => api().post('/v1/orders').reply(201, { order_id });

  it('finds an order to another list with the same recipients in another order', async () => {
    const connector = new UnitConnector();
    await listed('l-1', [ann, bob], connector);
    await listed('l-2', [{ ...bob, external_id: 'another' }, ann], connector);
    takesOrder('m-1');
    await orderOn('l-1', connector);
    expect(await orderOn('l-2', connector)).toMatchObject({ order_id: 'm-1', already_ordered: true });
  });

  it('does not find an order to a list with other recipients', async () => {
    const connector = new UnitConnector();
    await listed('l-1', [ann], connector);
    await listed('l-2', [bob], connector);
    takesOrder('m-1');
    await orderOn('l-1', connector);
    takesOrder('m-2');
    expect(await orderOn('l-2', connector)).toMatchObject({ order_id: 'm-2' });
  });

  it('finds the same letter of Send Letter', async () => {
    const connector = new UnitConnector();
    await listed('l-1', [ann], connector);
    takesOrder('m-1');
    await orderOn('l-1', connector);
    const letter = await connector.create('send_letter', { saved_order_id: 'l-3', ...ann });
    expect(letter).toMatchObject({ order_id: 'm-1', already_ordered: true, list_id: 'l-1' });
  });

  it('does not fail Create Temporary List if the cache is unavailable', async () => {
    const connector = new UnitConnector();
    connector.failing.add('zcache_set');
    await listed('l-1', [ann], connector);
    expect(connector.logs.map(({ message }) => message).join()).toContain(
      'The duplicate check could not save who is on the list',
    );
  });
});

it('The duplicate check finds an order with the same file uploaded twice, even 13 days after the upload', async () => {
  const connector = new UnitConnector();
  const orders: unknown[] = [];
  api()
    .post('/v1/orders', (body) => Boolean(orders.push(body)))
    .reply(200, { id: 'm-1', type: 'order' });
  const upload = async (id: string, content: string) => {
    nock(source)
      .get('/letter.pdf')
      .reply(200, content, { 'Content-Length': String(content.length) });
    api().post('/v1/files').query(true).reply(201, { id, filename: 'letter.pdf' });
    await connector.create('upload_file', { file: `${source}/letter.pdf` });
  };
  const order = (file: string) => connector.create('create_order', { list_id: 'l-1', sheets: [{ file }] });
  await upload('f-1', '%PDF a');
  connector.now += 13 * 86_400_000;
  expect(await order('f-1')).toMatchObject({ already_ordered: false });
  await upload('f-2', '%PDF a');
  expect(await order('f-2')).toMatchObject({ already_ordered: true, order_id: 'm-1' });
  await upload('f-3', '%PDF, another');
  api().post('/v1/orders').reply(200, { id: 'm-2', type: 'order' });
  expect(await order('f-3')).toMatchObject({
    already_ordered: false,
    order_id: 'm-2',
  });
});
