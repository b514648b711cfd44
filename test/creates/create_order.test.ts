import { describe, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const order = (inputData: Record<string, unknown>) =>
  new UnitConnector().create('create_order', { list_id: 'l-1', ...inputData });
const sheets = [{ file: 'f-1' }, { file: 'f-2' }];

describe('Create Order', () => {
  it('reads the price if the service does not know it at once', async () => {
    const placed = { id: 'm-1', type: 'order', contents: [], list: 'l-1', invoice_amount: null };
    api().post('/v1/orders').reply(200, placed);
    api()
      .get('/v1/orders/m-1')
      .reply(200, { ...placed, invoice_amount: 93.6 });
    expect(await order({ sheets })).toMatchObject({ invoice_amount: 93.6 });
  });

  it('sends the line items and leaves out blank fields', async () => {
    const contents = [
      {
        type: 'sheet',
        file: 'f-1',
        paper_type: 'p-1',
        width: 8.5,
        height: 11,
        color: true,
        duplex: false,
        merge: [
          {
            text: ' Dear {greeting},\n$ {x}',
            font: 'f-9',
            size: 12,
            color: '#1a4d80',
            align: 'left',
            page: 1,
            x: 1,
            y: 2.5,
          },
        ],
      },
      { type: 'sheet', file: 'f-2', rows: 2, cols: 2 },
      { type: 'envelope', envelope_type: 'e-2', outer: false },
      { type: 'envelope', envelope_type: 'e-1', width: 9.5, height: 4.125, outer: true, logo: 'l-9' },
    ];
    api()
      .post('/v1/orders', { type: 'order', contents, list: 'l-1' })
      .reply(200, { id: 'm-1', type: 'order', contents, list: 'l-1', invoice_amount: 3.5, rush: false });
    const result = await order({
      sheets: {
        file: ['f-1', 'f-2'],
        paper_type: ['p-1'],
        width: ['8.5', ''],
        height: ['11'],
        color: ['true'],
        duplex: ['false'],
        rows: ['', '2'],
        cols: ['', 2],
      },
      merges: [
        {
          sheet_number: '1',
          text: ' Dear {greeting},\n$ {x}',
          font: 'f-9',
          size: '12',
          color: '#1a4d80',
          align: 'Left',
          page: '1',
          x: 1,
          y: '2.5',
        },
      ],
      outer_envelope_type: 'e-1',
      outer_envelope_width: '9.5',
      outer_envelope_height: 4.125,
      logo: 'l-9',
      return_envelope_type: 'e-2',
    });
    expect(result).toMatchObject({ id: 'm-1', order_id: 'm-1', invoice_amount: 3.5, already_ordered: false });
  });

  it.each([
    ['no sheets', { sheets: [] }, /has no sheet/],
    ['a sheet without a file', { sheets: [{ file: 'f-1' }, { width: '3' }] }, /Sheet 2: File is blank/],
    [
      'a width that is not a number',
      { sheets: [{ file: 'f-1', width: 'wide' }] },
      /Sheet 1: Width \(Inches\) is "wide", which is not a number/,
    ],
    ['a width of 0', { sheets: [{ file: 'f-1', width: '0' }] }, /must be more than 0/],
    [
      'an unknown sheet number',
      { sheets, merges: [{ text: 'x', page: 1, sheet_number: 3 }] },
      /Merge Text 1: Sheet Number is 3, but it must be 2 or less\./,
    ],
    [
      'a merge text without a sheet number',
      { sheets, merges: [{ text: 'x', page: 1 }] },
      /has no Sheet Number, but there are 2 sheets/,
    ],
    [
      'a merge text without text',
      { sheets, merges: [{ page: 1, sheet_number: 1 }] },
      /^Merge Text 1: Text is blank\. Nothing was ordered by this run\. Fill it in, or remove the item/,
    ],
    [
      'a logo without an outer envelope',
      { sheets, logo: 'l-1' },
      /Logo can't be used without Outer Envelope\./,
    ],
    ['a blank list', { sheets, list_id: ' ' }, /List ID is blank/],
    [
      'an object for the paper',
      { sheets: [{ file: 'f-1', paper_type: { id: 1 } }] },
      /"Sheet 1: Paper Type" is mapped to an object/,
    ],
    [
      'an object for a font',
      { sheets, merges: [{ sheet_number: 1, text: 'x', font: { id: 1 } }] },
      /"Merge Text 1: Font" is mapped to an object/,
    ],
    ['an object for an envelope', { sheets, outer_envelope_type: { id: 1 } }, /"Outer Envelope" is mapped/],
  ])('rejects %s', async (_value, fields, message) => {
    await expect(order(fields)).rejects.toThrow(message);
  });
});

describe('Create Order', () => {
  const rejectOrder = (body: object) => api().post('/v1/orders').reply(400, body);
  const merges = [{ text: 'x', page: 1, sheet_number: 2, font: 'f-unknown-font' }];

  it.each([
    [
      { error: 'orders.unknown_file', message: 'f-2 does not exist' },
      /“f-2 does not exist”\. .* Check the values in this step \(code orders\.unknown_file\)\.$/,
    ],
    [
      { error: 'orders.unknown_file', attribute: 'contents[0].file' },
      /Check Sheet 1 \(code orders\.unknown_file, attribute contents\[0\]\.file\)\.$/,
    ],
    [
      { error: 'orders.unknown_font', attribute: 'contents[1].merge[0].font' },
      /Check Sheet 2 \(code orders\.unknown_font, attribute contents\[1\]\.merge\[0\]\.font\)\.$/,
    ],
    [
      { error: 'orders.invalid_data', attribute: 'contents.1.width', expected_type: 'number' },
      /Check Sheet 2 \(code orders\.invalid_data, attribute contents\.1\.width, expected type number\)\.$/,
    ],
    [{ error: 'orders.missing_attribute', attribute: '/contents/1/merge/0/page' }, /Check Sheet 2 \(/],
    [
      { error: 'orders.invalid_id', attribute: 'list' },
      /Check the values in this step \(.*, attribute list\)/,
    ],
    [{ error: 'orders.account_required' }, /Reconnect as a user who has an account/],
    [{ error: 'orders.invalid_type' }, /Check the values in this step \(code orders\.invalid_type\)\.$/],
  ])('explains the error %j in the terms of the step', async (body, message) => {
    rejectOrder(body);
    await expect(order({ sheets, merges })).rejects.toMatchObject({
      message: expect.stringMatching(message),
      status: 400,
    });
  });

  it('names the missing permission', async () => {
    api().post('/v1/orders').reply(403, { error: 'orders.permission_error' });
    await expect(order({ sheets })).rejects.toThrow(/including "orders\.write"/);
  });
});

describe('Create Order in an editor test', () => {
  const bundle = { meta: { isLoadingSample: true } };
  const check = (inputData: Record<string, unknown>) =>
    new UnitConnector().create('create_order', { list_id: 'l-1', ...inputData }, bundle);
  const enveloped = { sheets, outer_envelope_type: 'e-1', logo: 'l-9', return_envelope_type: 'e-2' };
  const files = () =>
    ['f-1', 'f-2'].map((id) => api().get(`/v1/files/${id}`).reply(200, { id, filename: 'a.pdf' }));
  const logos = (...ids: string[]) =>
    api()
      .get('/v1/logos')
      .reply(200, { data: ids.map((id) => ({ id, name: id, type: 'logo' })), type: 'list' });

  it('checks the files and the logo, orders nothing and returns the order it would place', async () => {
    files();
    logos('l-8', 'l-9');
    expect(await check(enveloped)).toEqual({
      type: 'order',
      list: 'l-1',
      list_id: 'l-1',
      contents: [
        { type: 'sheet', file: 'f-1' },
        { type: 'sheet', file: 'f-2' },
        { type: 'envelope', envelope_type: 'e-2', outer: false },
        { type: 'envelope', envelope_type: 'e-1', outer: true, logo: 'l-9' },
      ],
      id: 'not-ordered-preview-only',
      order_id: 'not-ordered-preview-only',
      invoice_amount: null,
      preview_pdf: null,
      letter_count: null,
      warning: null,
      rush: null,
      already_ordered: false,
      preview_only: true,
      checked: [
        'The files of all 2 sheets exist.',
        'The logo "l-9" exists.',
        'Sheet 1: file f-1.',
        'Sheet 2: file f-2.',
        'Return Envelope: e-2.',
        'Outer Envelope: e-1, logo l-9.',
      ],
      not_checked: [
        'Whether the list exists and who is on it: the letter service cannot look up lists.',
        'Whether the same letters were already ordered: the step looks for them when the Zap runs.',
        'Whether the letter service can print and deliver the letters, and what they cost.',
      ],
    });
  });

  it('says how the sheets are printed, and that there is no outer envelope', async () => {
    api().get('/v1/files/f-1').reply(200, { id: 'f-1' });
    const sheet = { file: 'f-1', paper_type: 'p-1', width: '8.5', height: '11', color: 'yes', duplex: 'no' };
    expect(await check({ sheets: [sheet], merges: [{ text: 'Dear {greeting}' }] })).toMatchObject({
      checked: [
        'The file exists.',
        'Sheet 1: file f-1, 8.5 × 11 inches, color, single-sided, paper p-1, 1 merge text.',
        'There is no outer envelope.',
      ],
    });
  });

  it('does not read the logos if no envelope has one', async () => {
    files();
    await check({ ...enveloped, logo: '' });
  });

  it('names the sheet whose file does not exist', async () => {
    api().get('/v1/files/f-1').reply(200, { id: 'f-1' });
    api().get('/v1/files/f-2').reply(404, {});
    await expect(check({ sheets })).rejects.toThrow(/^Sheet 2 uses the file "f-2", which does not exist/);
  });

  it('does not call a logo missing that is not listed, because the list may be a subset', async () => {
    files();
    logos('l-8');
    expect(await check(enveloped)).toMatchObject({
      not_checked: expect.arrayContaining([
        'Whether the logo "l-9" exists: it is not among the 1 that the letter service lists.',
      ]),
    });
  });

  it.each([
    ['in an editor test with When Testing in the Editor set to order', { editor_test: 'order' }, bundle],
    ['in a live Zap', {}, {}],
  ])('places an order %s', async (_when, fields, run) => {
    api().post('/v1/orders').reply(200, { id: 'm-1', type: 'order' });
    const result = await new UnitConnector().create(
      'create_order',
      { list_id: 'l-1', sheets, ...fields },
      run,
    );
    expect(result).toMatchObject({ order_id: 'm-1', already_ordered: false, preview_only: false });
  });

  it('rejects an unknown value of When Testing in the Editor', async () => {
    await expect(check({ sheets, editor_test: 'maybe' })).rejects.toThrow(/is "maybe"/);
  });
});

it('Create Order succeeds if the response confirms the order with values of other types', async () => {
  const odd = { contents: 7, list: {}, invoice_amount: [], rush: 'no', timeline: 'soon', type: null };
  api()
    .post('/v1/orders')
    .reply(200, { id: 'm-1', ...odd });
  expect(await new UnitConnector().create('create_order', { list_id: 'l-1', sheets })).toMatchObject({
    order_id: 'm-1',
    already_ordered: false,
  });
});

describe('The duplicate check of Create Order', () => {
  const first = {
    list_id: 'l-1',
    sheets,
    outer_envelope_type: 'e-1',
    merges: [{ text: 'x', page: 1, sheet_number: 1 }],
  };
  const answer = { id: 'm-1', type: 'order' };

  it('finds the same order if line items and spaces differ in form only', async () => {
    const connector = new UnitConnector();
    api().post('/v1/orders').reply(200, answer);
    await connector.create('create_order', first);
    const same = { ...first, sheets: { file: ['f-1', 'f-2'] }, list_id: ' l-1 ' };
    expect(await connector.create('create_order', same)).toMatchObject({ already_ordered: true });
  });

  it('finds the same order if the text differs only in encoding or line breaks', async () => {
    const connector = new UnitConnector();
    const written = (text: string, text_color: string) => ({
      ...first,
      merges: [{ text, text_color, page: 1, sheet_number: 1 }],
    });
    api().post('/v1/orders').reply(200, answer);
    await connector.create('create_order', written('Caf\u00e9,\nyours', '#1A4D80'));
    for (const same of [written('Cafe\u0301,\nyours', '#1a4d80'), written('Caf\u00e9,\r\nyours\n', '1A4D80')])
      expect(await connector.create('create_order', same)).toMatchObject({ already_ordered: true });
    api().post('/v1/orders').reply(200, answer);
    expect(await connector.create('create_order', written('Caf\u00e9,\nyours', '#1A4D81'))).toMatchObject({
      already_ordered: false,
    });
  });

  it.each([
    ['another list', { list_id: 'l-2' }],
    ['another sheet', { sheets: [{ file: 'f-1' }, { file: 'f-3' }] }],
    ['the sheets in another order', { sheets: [{ file: 'f-2' }, { file: 'f-1' }] }],
    ['another envelope', { outer_envelope_type: 'e-2' }],
    ['another text', { merges: [{ text: 'y', page: 1, sheet_number: 1 }] }],
  ])('does not find an order with %s', async (_difference, change) => {
    const connector = new UnitConnector();
    api().post('/v1/orders').twice().reply(200, answer);
    await connector.create('create_order', first);
    expect(await connector.create('create_order', { ...first, ...change })).toMatchObject({
      already_ordered: false,
    });
  });

  it('finds the same order if its file is uploaded again two weeks later', async () => {
    const connector = new UnitConnector();
    const upload = async (id: string) => {
      nock('https://files.test').get('/a.pdf').reply(200, '%PDF', { 'Content-Length': '4' });
      api().post('/v1/files').query(true).reply(201, { id });
      await connector.create('upload_file', { file: 'https://files.test/a.pdf' });
    };
    const orderFile = (file: string) =>
      connector.create('create_order', { list_id: 'l-1', sheets: [{ file }] });
    await upload('f-1');
    connector.now += 13.9 * 86_400_000;
    api().post('/v1/orders').reply(200, answer);
    await orderFile('f-1');
    await upload('f-2');
    expect(await orderFile('f-2')).toMatchObject({ already_ordered: true });
  });

  it('does not find an order of another connection', async () => {
    const connector = new UnitConnector();
    api().post('/v1/orders').twice().reply(200, answer);
    await connector.create('create_order', first);
    const other = { authData: { access_token: 'of-another-account' } };
    connector.connection = 'of another account';
    expect(await connector.create('create_order', first, other)).toMatchObject({ already_ordered: false });
  });
});

describe('Create Order', () => {
  const contents = {
    sheets: [{ file: 'f-100', paper_type: 'p-100' }, { file: 'f-200' }],
    merges: [
      { text: 'x', page: 1, sheet_number: 2, font: 'f-300' },
      { text: 'y', page: 1, sheet_number: 2, font: 'f-400' },
    ],
    return_envelope_type: 'e-200',
    outer_envelope_type: 'e-100',
    logo: 'l-900',
  };
  const id = 'orders.invalid_id';

  it.each([
    [
      { error: id, message: 'no p-100' },
      /“no p-100”\. Nothing was ordered by this run\. Check the values in this step \(/,
    ],
    [{ error: id, attribute: 'contents[3].envelope_type' }, /Check Outer Envelope \(/],
    [{ error: id, attribute: 'contents/2/width' }, /Check Return Envelope \(/],
    [
      { error: id, attribute: 'contents[1].merge[1].font' },
      /Check Sheet 2 \(.*contents\[1\]\.merge\[1\]\.font\)/,
    ],
    [{ error: id, attribute: 'contents[9].file' }, /Check the values in this step \(/],
    [
      { error: 'orders.new_reason', attribute: 'contents[0].file' },
      /Check Sheet 1 \(code orders\.new_reason,/,
    ],
  ])('names the item for the error %j', async (body, message) => {
    api().post('/v1/orders').reply(400, body);
    await expect(order({ ...contents, list_id: 'l-100-0007' })).rejects.toThrow(message);
  });

  it('names the list if the service does not find it', async () => {
    api().post('/v1/orders').reply(404, { error: 'lists.not_found' });
    await expect(order({ ...contents, list_id: 'l-100-0007' })).rejects.toThrow(
      'The letter service did not find the list "l-100-0007", or something else in your order.',
    );
  });

  it('says that the order may exist after a server error, whatever its body says', async () => {
    api().post('/v1/orders').reply(500, { error: 'orders.unknown_file', attribute: 'contents[0].file' });
    await expect(order(contents)).rejects.toThrow(/may or may not have been placed/);
  });
});

describe('The file of a sheet', () => {
  const uploadFrom = async (connector: UnitConnector, name: string, content: string) => {
    nock('https://files.test')
      .get(`/${name}`)
      .reply(200, content, { 'Content-Length': String(content.length) });
    api().post('/v1/files').query(true).reply(201, { id: 'f-1', filename: name });
    await connector.create('upload_file', { file: `https://files.test/${name}` });
  };

  it.each(['day', 'off'])(
    'is not ordered if an earlier step uploaded a spreadsheet: %s',
    async (duplicate_window) => {
      const connector = new UnitConnector();
      await uploadFrom(connector, 'people.csv', 'Name,Street');
      await expect(
        connector.create('create_order', { list_id: 'l-1', duplicate_window, sheets: [{ file: 'f-1' }] }),
      ).rejects.toThrow(
        'The file of Sheet 1 is a spreadsheet ("people.csv"), not a letter. Nothing was ordered by this run.',
      );
    },
  );

  it('is named in the result if it is no PDF, PNG or JPEG', async () => {
    const connector = new UnitConnector();
    await uploadFrom(connector, 'letter.docx', 'no known bytes');
    api().post('/v1/orders').reply(200, { id: 'm-1', type: 'order' });
    expect(
      await connector.create('create_order', { list_id: 'l-1', sheets: [{ file: 'f-1' }] }),
    ).toMatchObject({
      warning: expect.stringContaining('The file of Sheet 1 ("letter.docx") is not a PDF, PNG or JPEG'),
    });
  });

  it('is named in a preview', async () => {
    api().get('/v1/files/f-1').reply(200, { id: 'f-1', filename: 'people.xlsx' });
    await expect(
      new UnitConnector().create(
        'create_order',
        { list_id: 'l-1', sheets: [{ file: 'f-1' }] },
        { meta: { isLoadingSample: true } },
      ),
    ).rejects.toThrow('The file of Sheet 1 is a spreadsheet ("people.xlsx"), not a letter.');
  });
});

it.each([
  ['sheets', 101, { file: 'f-1' }, 'Sheets has 101 items, and an order can have at most 100.'],
  ['sheets', 5_000, { file: 'f-1' }, 'Sheets has 5,000 items, and an order can have at most 100.'],
  ['merges', 1_001, { text: 'Hi' }, 'Merge Text has 1,001 items, and an order can have at most 1,000.'],
])(
  'Create Order refuses too many items before it reads anything: %s × %i',
  async (key, count, item, message) => {
    const connector = new UnitConnector();
    const read = jest.spyOn(connector.cache, 'get');
    await expect(
      connector.create('create_order', {
        list_id: 'l-1',
        sheets: [{ file: 'f-1' }],
        [key]: Array(count).fill(item),
      }),
    ).rejects.toThrow(message);
    expect(read).not.toHaveBeenCalled();
  },
);
