import { describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const source = 'https://files.test';
const ann = { name: 'Ann Lee', city: 'Columbus' };
const bob = { name: 'Bob Ray', city: 'Dayton', external_id: 'donor-2' };
const sentAnn = { type: 'contact', name: 'Ann Lee', address: { city: 'Columbus' } };
const sentBob = { type: 'contact', name: 'Bob Ray', external_id: 'donor-2', address: { city: 'Dayton' } };

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
      expires: '2026-03-26T12:00:00',
      recipient_count: 2,
      duplicates_left_out: 0,
      merge_fields: [],
      recipients: [
        { id: 'a-0', external_id: null },
        { id: 'a-1', external_id: 'donor-2' },
      ],
    });
  });

  it('adds recipients from a CSV file and uses its other columns as merge fields, which win over Merge Fields', async () => {
    file(
      'Name,City,Gift Amount,note\nAnn Lee,Columbus,$5,\nBob Ray,Dayton,,thanks\nTotal,,,\n'.replace(
        'Total,,,\n',
        ',,$5,\n',
      ),
    );
    const { result, data } = await listOf({
      file: `${source}/list`,
      merge_fields: { note: 'hello', year: 2026 },
      blank_merge_fields: 'send',
    });
    expect(data).toEqual(
      [
        { ...sentAnn, metadata: { note: 'hello', year: '2026', Gift_Amount: '$5', gift_amount: '$5' } },
        { ...sentBob, external_id: undefined, metadata: { note: 'thanks', year: '2026' } },
      ].map((one) => JSON.parse(JSON.stringify(one))),
    );
    expect(result.merge_fields).toEqual(['{note}', '{year}', '{Gift_Amount}', '{gift_amount}']);
  });

  it.each([
    ['contacts', { contacts: [{ name: 'Ann Lee', address: { city: 'Columbus' }, metadata: { amount: 5 } }] }],
    ['recipients', { recipients: [{ ...ann, metadata: { amount: '5' } }] }],
    ['a bare array', [{ ...ann, metadata: { amount: ' 5 ' } }]],
  ])('adds recipients from a JSON file with %s', async (_format, content) => {
    file(JSON.stringify(content), 'application/json');
    const { data } = await listOf({ file: `${source}/list` });
    expect(data).toEqual([{ ...sentAnn, metadata: { amount: '5' } }]);
  });

  it('adds recipients from contact IDs, each once', async () => {
    for (const id of ['c-1', 'c-2']) {
      api()
        .get(`/v1/contacts/${id}`)
        .reply(200, {
          contact_id: id,
          ...(id === 'c-1' ? ann : bob),
          address: { city: 'Bonn', country: null },
        });
    }
    const { data } = await listOf({ contact_ids: ['c-1', 'c-2, c-1'] });
    expect(data.map(({ name }) => name)).toEqual(['Ann Lee', 'Bob Ray']);
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
    file('name,city,external_id\nAnn Lee, Columbus ,other\nBob Ray,Dayton,\n');
    const { result, data } = await listOf({ recipients: [ann], file: `${source}/list` });
    expect(data.map(({ name }) => name)).toEqual(['Ann Lee', 'Bob Ray']);
    expect(result).toMatchObject({ recipient_count: 2, duplicates_left_out: 1 });
  });

  it('adds many recipients in requests below 1 MB', async () => {
    const rows = Array.from({ length: 9000 }, (_, index) => `Person ${index},${'é'.repeat(90)} ${index}`);
    file(`name,city\n${rows.join('\n')}\n`);
    makesList();
    const bodies = takesRecipients();
    expect(await create({ file: `${source}/list` })).toMatchObject({ recipient_count: 9000 });
    nock.cleanAll();
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies.flatMap(({ data }) => data)).toHaveLength(9000);
    for (const body of bodies) expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(1_000_000);
  });
});

describe('Create Temporary List', () => {
  it('names every mistake before anything is sent', async () => {
    file(
      `name,company,street,city,amount\n,,1 Main St,Bonn,\nAnn,,1 Main St,,\nBob,,,Bonn,${'x'.repeat(1001)}\n`,
    );
    await expect(
      create({ recipients: [{ name: { first: 'A' }, city: 'B' }], file: `${source}/list` }),
    ).rejects.toThrow(
      /not created, because some recipients have mistakes: Recipient 1: Name is not text; Row 2 of the file: has no name and no company; Row 3 of the file: has no city and no postal code; Row 4 of the file: "amount" has 1,001 characters/,
    );
  });

  it.each([
    ['no recipients', {}, /^There are no recipients/],
    ['text instead of recipients', { recipients: ['Ann'] }, /Recipients is/],
    [
      'a contact that was deleted',
      { contact_ids: ['c-1'] },
      /^The list was not created: c-1 is not on your mailing list/,
    ],
    [
      'a recipient with more text than one request can have',
      { recipients: [{ name: 'Ann', city: 'x'.repeat(1_000_000) }] },
      /^The list was not created.*Recipient 1: has more text than the letter service accepts \(1 MB\)\. Nothing was sent/,
    ],
  ])('rejects %s', async (_value, inputData, message) => {
    if ('contact_ids' in inputData) api().get('/v1/contacts/c-1').reply(404, {});
    await expect(create(inputData)).rejects.toThrow(message);
  });
});

describe('Create Temporary List', () => {
  it('names the list name that already exists', async () => {
    api().post('/v1/lists').reply(400, { error: 'lists.duplicate_name' });
    await expect(create({ list_name: 'Spring', recipients: [ann] })).rejects.toThrow(
      /^A list named "Spring" already exists\. Enter another name, or leave it blank\.$/,
    );
  });

  it('names the list whose name is too long', async () => {
    api().post('/v1/lists').reply(400, { error: 'lists.invalid_field_length', attribute: 'name' });
    await expect(create({ list_name: 'Spring', recipients: [ann] })).rejects.toThrow(
      /^The list's name is too long for the letter service\. Shorten it\.$/,
    );
  });

  it('names the list that no longer exists when recipients are added', async () => {
    makesList();
    api().post('/v1/lists/l-9/contacts').reply(404, { error: 'lists.not_found' });
    await expect(create({ list_name: 'Spring', recipients: [ann] })).rejects.toThrow(
      /^The letter service no longer has the list "Spring"\. Run the step again to make another one\./,
    );
  });

  const many = Array.from({ length: 30 }, (_, index) => ({
    name: `Person ${index}`,
    city: 'x'.repeat(50_000),
  }));

  it.each([
    [400, 'AppError', 'Only 19 of 30'],
    [503, 'AppError', 'At least 19 of 30'],
    [401, 'ExpiredAuthError', 'Only 19 of 30'],
    [429, 'ThrottledError', 'Only 19 of 30'],
  ])(
    'says how many recipients were added before a %i and throws the right class',
    async (status, name, count) => {
      makesList();
      const first = Array.from({ length: 19 }, (_, index) => ({ id: `a-${index}` }));
      api().post('/v1/lists/l-9/contacts').reply(200, { contacts: first });
      api().post('/v1/lists/l-9/contacts').reply(status);
      await expect(create({ list_name: 'Spring', recipients: many })).rejects.toMatchObject({
        name,
        message: expect.stringContaining(
          `${count} recipients were added to the list "Spring" (l-9). The incomplete list expires automatically. Nothing was ordered. Change List Name before you run the step again, because the incomplete list keeps its name.`,
        ),
      });
    },
  );
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
    await listed('l-1', [ann, bob], connector);
    await listed('l-2', [ann], connector);
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
    expect(letter).toMatchObject({ order_id: 'm-1', already_ordered: true, list_id: null });
  });

  it('does not fail Create Temporary List if the cache is unavailable', async () => {
    const connector = new UnitConnector();
    connector.failing.add('zcache_set');
    await listed('l-1', [ann], connector);
    expect(connector.logs.map(({ message }) => message).join()).toContain(
      'The duplicate check could not save the recipients',
    );
  });
});

it('The duplicate check finds an order with the same file uploaded twice', async () => {
  const connector = new UnitConnector();
  const orders: unknown[] = [];
  api()
    .post('/v1/orders', (body) => Boolean(orders.push(body)))
    .reply(200, { id: 'm-1', type: 'order' });
  const uploadAndOrder = async (id: string, content: string) => {
    nock(source)
      .get('/letter.pdf')
      .reply(200, content, { 'Content-Length': String(content.length) });
    api().post('/v1/files').query(true).reply(201, { id, filename: 'letter.pdf' });
    await connector.create('upload_file', { file: `${source}/letter.pdf` });
    return connector.create('create_order', { list_id: 'l-1', sheets: [{ file: id }] });
  };
  expect(await uploadAndOrder('f-1', 'a PDF')).toMatchObject({ already_ordered: false });
  expect(await uploadAndOrder('f-2', 'a PDF')).toMatchObject({ already_ordered: true, order_id: 'm-1' });
  api().post('/v1/orders').reply(200, { id: 'm-2', type: 'order' });
  expect(await uploadAndOrder('f-3', 'another PDF')).toMatchObject({
    already_ordered: false,
    order_id: 'm-2',
  });
});
