import { describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();

const sheet = {
  type: 'sheet',
  file: 'f-old',
  paper_type: 'p-1',
  width: 8.5,
  height: 11,
  color: true,
  duplex: true,
  glossy: 'unknown key',
  merge: [{ text: 'Dear {greeting},', font: 'f-9', x: 1, y: 2 }],
};
const envelope = { type: 'envelope', envelope_type: 'e-1', outer: true, logo: 'l-9' };
const earlier = {
  id: 'm-1',
  type: 'order',
  contents: [sheet, envelope],
  list: 'l-1',
  department: 'unknown key',
  invoice_amount: 93.6,
  rush: false,
  timeline: { created: '2026-03-12T15:20:00', mailed: null },
};
const input = { order_id: 'm-1', file: 'https://files.test/april.pdf' };

const reads = (order: object = earlier) => api().get('/v1/orders/m-1').reply(200, order);
const serves = (content = '%PDF APRIL', type = 'application/pdf') =>
  nock('https://files.test')
    .get('/april.pdf')
    .reply(200, content, { 'Content-Length': String(content.length), 'Content-Type': type });
const uploads = (id = 'f-new') =>
  api().post('/v1/files').query({ filename: 'april.pdf' }).reply(201, { id, filename: 'april.pdf' });
type Body = Record<'type' | 'department' | 'list', string> & { contents: nock.DataMatcherMap[] };
const printed = (file: string, list = 'l-1'): Body => ({
  type: 'order',
  department: 'unknown key',
  contents: [{ ...sheet, file }, envelope],
  list,
});
const orders = (body: Body, id = 'm-2') =>
  api()
    .post('/v1/orders', body)
    .reply(200, { ...body, id });

const repeat = (fields: object = {}, connector = new UnitConnector()) =>
  connector.create('repeat_order', { ...input, ...fields });

describe('Repeat Order With New File', () => {
  it('orders the same print with the new file, and nothing that only a response has', async () => {
    reads();
    serves();
    uploads();
    orders(printed('f-new'));
    expect(await repeat()).toMatchObject({
      id: 'm-2',
      order_id: 'm-2',
      file_id: 'f-new',
      already_ordered: false,
      preview_only: false,
    });
  });

  it('sends the letters to another list if one is filled in', async () => {
    reads();
    serves();
    uploads();
    orders(printed('f-new', 'l-2'));
    await repeat({ list_id: 'l-2' });
  });

  it('puts the file on the chosen sheet and keeps the others', async () => {
    reads({ ...earlier, contents: [sheet, { ...sheet, file: 'f-reply-card' }, envelope] });
    serves();
    uploads();
    orders({ ...printed('f-old'), contents: [sheet, { ...sheet, file: 'f-new' }, envelope] });
    await repeat({ sheet_number: '2' });
  });

  it.each([
    [
      'an order with several sheets and no sheet number',
      { ...earlier, contents: [sheet, { type: 'sheet', file: 'f-2' }] },
      {},
      /has 2 sheets: Sheet 1 \(file f-old, 8\.5 × 11 inches, color, double-sided, paper p-1, 1 merge text\), Sheet 2 \(file f-2\)\. Nothing was ordered by this run\. In Sheet Number, enter the number of the sheet that gets the new file\.$/,
    ],
    [
      'a sheet that the order does not have',
      earlier,
      { sheet_number: '2' },
      /^Sheet Number is 2\. The order "m-1" has 1 sheet: Sheet 1 \(file f-old, .*In Sheet Number, enter the number of the sheet/,
    ],
    [
      'an order without a list',
      { ...earlier, list: undefined },
      {},
      /Choose Everyone on the Mailing List, or fill in List ID\.$/,
    ],
    [
      'an order with a blank list',
      { ...earlier, list: '' },
      {},
      /Choose Everyone on the Mailing List, or fill in List ID\.$/,
    ],
    ['an order without sheets', { ...earlier, contents: [envelope] }, {}, /has no sheet to print a file on/],
    ['an order without contents', { id: 'm-1' }, { list_id: 'l-1' }, /has no sheet to print a file on/],
  ])('rejects %s before it uploads anything', async (_order, order, fields, message) => {
    reads(order);
    await expect(repeat(fields)).rejects.toThrow(message);
  });

  it('names an order that does not exist', async () => {
    api().get('/v1/orders/m-1').reply(404, {});
    await expect(repeat()).rejects.toThrow(
      /^Order ID is "m-1", .* no such order .* Nothing was ordered by this run\./,
    );
  });

  it('says that nothing was ordered if the file cannot be uploaded', async () => {
    reads();
    serves();
    api().post('/v1/files').query(true).reply(400, { error: 'too-large' });
    await expect(repeat()).rejects.toThrow(
      /Nothing was ordered by this run\. Make the file smaller, .* \(code too-large\)\.$/,
    );
  });

  it('says to run the step again if it is unknown whether the file was uploaded, because a file costs nothing', async () => {
    reads();
    serves();
    api().post('/v1/files').query(true).reply(500);
    await expect(repeat()).rejects.toThrow(
      /the file "april\.pdf"\. Nothing was ordered by this run\. Run the step again in a few minutes\.$/,
    );
  });

  it("says that the earlier order's list has expired, and what to choose", async () => {
    reads();
    serves();
    uploads();
    api().post('/v1/orders').reply(400, { error: 'orders.invalid_id', attribute: 'list' });
    await expect(repeat()).rejects.toThrow(
      "The earlier order's list has expired (lists last 14 days). Nothing was ordered by this run. Choose Everyone on the Mailing List, or fill in List ID.",
    );
  });
});

describe('The duplicate check of Repeat Order With New File', () => {
  it('recognizes the same document although it is uploaded again', async () => {
    const connector = new UnitConnector();
    for (const file of ['f-new', 'f-newer']) {
      reads();
      serves();
      uploads(file);
    }
    orders(printed('f-new'));
    const first = await repeat({}, connector);
    expect(await repeat({}, connector)).toMatchObject({ order_id: first.order_id, already_ordered: true });
  });

  it('recognizes the same document on an order that printed the same, with blank values or in another order', async () => {
    const connector = new UnitConnector();
    reads();
    serves();
    uploads();
    orders(printed('f-new'));
    await repeat({}, connector);
    const contents = [{ landscape: null, ...Object.fromEntries(Object.entries(sheet).reverse()) }, envelope];
    api()
      .get('/v1/orders/m-5')
      .reply(200, { ...earlier, id: 'm-5', contents });
    serves();
    uploads('f-newer');
    expect(await repeat({ order_id: 'm-5' }, connector)).toMatchObject({
      order_id: 'm-2',
      already_ordered: true,
    });
  });

  it('orders another document', async () => {
    const connector = new UnitConnector();
    for (const [file, content] of [
      ['f-new', '%PDF APRIL'],
      ['f-newer', '%PDF MAY'],
    ] as const) {
      reads();
      serves(content);
      uploads(file);
      orders(printed(file));
      expect(await repeat({}, connector)).toMatchObject({ already_ordered: false });
    }
  });

  it('recognizes the same document even if Zapier refused to store what is in the file', async () => {
    const connector = new UnitConnector();
    reads();
    serves();
    uploads();
    orders(printed('f-new'));
    connector.cache.refuseWrites(1);
    await repeat({}, connector);
    reads();
    serves();
    uploads('f-newer');
    expect(await repeat({}, connector)).toMatchObject({ order_id: 'm-2', already_ordered: true });
  });

  it('recognizes the same document on an order that was itself repeated', async () => {
    const connector = new UnitConnector();
    reads();
    serves();
    uploads();
    orders(printed('f-new'));
    await repeat({}, connector);
    api()
      .get('/v1/orders/m-2')
      .reply(200, { ...printed('f-new'), id: 'm-2' });
    serves();
    uploads('f-newer');
    expect(await repeat({ order_id: 'm-2' }, connector)).toMatchObject({
      order_id: 'm-2',
      already_ordered: true,
    });
  });
});

describe('Repeat Order With New File in an editor test', () => {
  const preview = (fields: object = {}) =>
    new UnitConnector().create('repeat_order', { ...input, ...fields }, { meta: { isLoadingSample: true } });

  it('says what will be printed for whom, and uploads and orders nothing', async () => {
    reads();
    serves();
    expect(await preview()).toMatchObject({
      preview_only: true,
      file_id: null,
      list: 'l-1',
      checked: [
        'The earlier order exists. The new order does not copy its status, price and dates.',
        'The file "april.pdf" can be downloaded. It replaces the file of Sheet 1.',
        'Sheet 1: file "april.pdf", 8.5 × 11 inches, color, double-sided, 1 merge text.',
        'Outer Envelope: as in the earlier order.',
        'Paper, envelopes and logo are those of the earlier order.',
        'Printed from the earlier order: "Dear {greeting},".',
      ],
    });
  });

  it('names the new file as it will be uploaded, with File Name', async () => {
    reads();
    serves();
    expect(await preview({ filename: 'May' })).toMatchObject({
      checked: expect.arrayContaining([
        'The file "May.pdf" can be downloaded. It replaces the file of Sheet 1.',
      ]),
    });
  });

  it('fails if the link opens a web page', async () => {
    reads();
    nock('https://files.test')
      .get('/view')
      .reply(200, '<html>Sign in</html>', { 'Content-Type': 'text/html', 'Content-Length': '20' });
    await expect(preview({ file: 'https://files.test/view' })).rejects.toThrow(
      /^The link in File leads to a web page, not to a document\. Nothing was ordered by this run\./,
    );
  });

  it('says nothing of what the earlier order leaves open with null', async () => {
    const unknown = { ...sheet, color: null, duplex: null, merge: [{ text: 'Hi', page: null }] };
    reads({ ...earlier, contents: [unknown, envelope] });
    serves();
    const { checked } = await new UnitConnector().create('repeat_order', input, {
      meta: { isLoadingSample: true },
    });
    const text = JSON.stringify(checked);
    expect(text).not.toMatch(/black and white|single-sided|null/);
    expect(text).toContain('Printed from the earlier order: ');
  });

  it('points out that there is no outer envelope, only one for the reply', async () => {
    reads({ ...earlier, contents: [sheet, { type: 'envelope', envelope_type: 'e-2', outer: false }] });
    serves();
    expect(await preview()).toMatchObject({
      checked: expect.arrayContaining([
        'Return Envelope: as in the earlier order.',
        'There is no outer envelope.',
      ]),
    });
  });
});

describe('Repeat Order With New File for everyone on the mailing list', () => {
  const contact = (contact_id: string, name: string, more = {}) => ({
    contact_id,
    name,
    address: { street: '1 A St', city: 'Dayton', state: 'OH', postal_code: '45402', country: null },
    ...more,
  });
  const people = [
    contact('c-1', 'Ann Lee'),
    contact('c-2', 'Bob Ray'),
    contact('c-3', 'Cid Fox', { address: null }),
  ];
  const readsPeople = (contacts: object[] = people) => api().get('/v1/contacts').reply(200, { contacts });
  /** Takes a list and its recipients. @returns their names */
  function makesList(id = 'l-7'): string[] {
    const names: string[] = [];
    api().post('/v1/lists').reply(201, { list_id: id, expires: '2026-03-26T12:00:00' });
    api()
      .post(`/v1/lists/${id}/contacts`)
      .reply(200, async (request: Request) => {
        const { data } = JSON.parse(await request.text());
        names.push(...data.map(({ name }: { name: string }) => name));
        return { contacts: data.map((_: unknown, index: number) => ({ id: `a-${index}` })) };
      });
    return names;
  }
  const letters = (connector?: UnitConnector, fields = {}) =>
    repeat({ everyone: true, ...fields }, connector);

  it('makes a list of everyone who can get a letter, whatever became of the earlier list, and orders for it', async () => {
    reads({ ...earlier, list: undefined });
    readsPeople();
    serves();
    uploads();
    const names = makesList();
    orders(printed('f-new', 'l-7'));
    expect(await letters()).toMatchObject({
      order_id: 'm-2',
      list_id: 'l-7',
      letter_count: 2,
      incomplete_left_out: 1,
      warning:
        '1 person was left out, because a letter would not reach them. Contact c-3 (Cid Fox) has no street, has no city and no postal code.',
    });
    expect(names).toEqual(['Ann Lee', 'Bob Ray']);
  });

  it('goes to the same people once, although each run would make another list', async () => {
    const connector = new UnitConnector();
    for (const file of ['f-new', 'f-newer']) {
      reads();
      readsPeople(file === 'f-new' ? people : people.toReversed());
      serves();
      uploads(file);
    }
    makesList();
    orders(printed('f-new', 'l-7'));
    await letters(connector);
    expect(await letters(connector)).toMatchObject({ order_id: 'm-2', already_ordered: true });
  });

  it('stops if only some of them got the letter, and names the others', async () => {
    const connector = new UnitConnector();
    reads();
    readsPeople();
    serves();
    uploads();
    makesList();
    orders(printed('f-new', 'l-7'));
    await letters(connector);
    reads();
    readsPeople([...people, contact('c-4', 'Dan Hill')]);
    serves();
    uploads('f-newer');
    await expect(letters(connector)).rejects.toThrow(
      /2 of these 3 people already got the same letter, .*No letter under this name and address yet: Dan Hill\. Make a list with Create Temporary List, and map it to List ID of this step instead\./,
    );
  });

  it('is recognized by an order of the same print for its list', async () => {
    const connector = new UnitConnector();
    reads();
    readsPeople();
    serves();
    uploads();
    makesList();
    orders(printed('f-new', 'l-7'));
    await letters(connector);
    reads();
    serves();
    uploads('f-newer');
    expect(await repeat({ list_id: 'l-7' }, connector)).toMatchObject({ already_ordered: true });
  });

  it('orders nothing if nobody can get a letter', async () => {
    reads();
    readsPeople([contact('c-3', 'Cid Fox', { address: null })]);
    await expect(letters()).rejects.toThrow(
      'No one can get a letter, because every address is incomplete. Contact c-3 (Cid Fox) has no street, has no city and no postal code. Nothing was ordered by this run.',
    );
  });

  it('says that nothing was ordered if the list cannot be made', async () => {
    reads();
    readsPeople();
    serves();
    uploads();
    api().post('/v1/lists').reply(404, {});
    await expect(letters()).rejects.toThrow(
      /doesn't offer temporary lists for this account\. Nothing was ordered by this run\. Use/,
    );
  });

  it('prints texts that contacts have no merge field for with a warning, because the service may fill them in', async () => {
    const dated = { ...sheet, merge: [{ text: 'Dear {greeting}, on { date } you gave {amount}' }] };
    reads({ ...earlier, contents: [dated, envelope] });
    readsPeople();
    serves();
    uploads();
    makesList();
    const body = { ...printed('f-new', 'l-7'), contents: [{ ...dated, file: 'f-new' }, envelope] };
    orders(body);
    expect((await letters()).warning).toMatch(
      /^The texts of the earlier order have a gap at \{date\}, \{amount\}, unless the letter service fills it in\. 1 person was left out, /,
    );
  });

  it.each([[{}], [{ isLoadingSample: true }]])(
    'stops with the way out before the upload if the list is too long for one run (%j)',
    async (meta) => {
      reads();
      // Two of them are too large for one request, and a run makes at most eight.
      const street = 'x'.repeat(510_000);
      const address = { street, city: 'Dayton', state: 'OH', postal_code: '45402', country: null };
      readsPeople(Array.from({ length: 9 }, (_, one) => contact(`c-${one}`, `Person ${one}`, { address })));
      await expect(
        new UnitConnector().create('repeat_order', { ...input, everyone: true }, { meta }),
      ).rejects.toThrow(
        /^The list is too long for one step: it has 9 people\. .*Make a list with Create Temporary List, and map it to List ID of this step instead\.$/,
      );
    },
  );

  it('says in a preview how many people get a letter, how the first three envelopes print, and makes no list', async () => {
    reads({
      ...earlier,
      contents: [
        {
          ...sheet,
          color: false,
          landscape: true,
          merge: [{ text: 'Dear {greeting},', page: 2 }, { text: '{amount}' }],
        },
      ],
    });
    readsPeople([...people, contact('c-4', 'Dan Hill'), contact('c-5', 'Eve Noe')]);
    serves();
    const result = await new UnitConnector().create(
      'repeat_order',
      { ...input, everyone: 'yes' },
      { meta: { isLoadingSample: true } },
    );
    expect(result).toMatchObject({
      preview_only: true,
      list_id: null,
      file_id: null,
      letter_count: 4,
      incomplete_left_out: 1,
      warning: expect.stringMatching(/^The texts of the earlier order have a gap at \{amount\}, unless/),
    });
    expect(result.checked).toEqual([
      '4 people get a letter: Ann Lee (Dayton), Bob Ray (Dayton), Dan Hill (Dayton), Eve Noe (Dayton).',
      `Greeting: the letter service takes the name after "Dear" from each person's name, such as "Ann Lee".`,
      'The earlier order exists. The new order does not copy its status, price and dates.',
      'The file "april.pdf" can be downloaded. It replaces the file of Sheet 1.',
      'Sheet 1: file "april.pdf", 8.5 × 11 inches, black and white, double-sided, landscape, 2 merge texts.',
      'There is no outer envelope.',
      'Paper, envelopes and logo are those of the earlier order.',
      'Printed from the earlier order: "Dear {greeting},".',
      'Printed from the earlier order: "{amount}".',
    ]);
    expect(result.first_envelopes).toEqual(
      ['Ann Lee', 'Bob Ray', 'Dan Hill'].map((name) => `${name}\n1 A St\nDayton, OH 45402`),
    );
  });
});

describe('Keep the Printed Texts', () => {
  const { merge: _texts, ...bare } = sheet;

  it('with No leaves the texts of the earlier order off every sheet', async () => {
    reads({ ...earlier, contents: [sheet, { ...sheet, file: 'f-2' }] });
    serves();
    uploads();
    orders({
      ...printed('f-new'),
      contents: [
        { ...bare, file: 'f-new' },
        { ...bare, file: 'f-2' },
      ],
    });
    await repeat({ keep_texts: false, sheet_number: 1 });
  });

  it('with No lists no texts in a preview', async () => {
    reads();
    serves();
    const { checked } = await new UnitConnector().create(
      'repeat_order',
      { ...input, keep_texts: 'no' },
      { meta: { isLoadingSample: true } },
    );
    expect(JSON.stringify(checked)).not.toMatch(/Printed from|merge text/);
  });

  it('makes another letter: the same document with and without them is ordered twice', async () => {
    const connector = new UnitConnector();
    reads();
    serves();
    uploads();
    orders(printed('f-new'));
    await repeat({}, connector);
    reads();
    serves();
    uploads('f-newer');
    orders({ ...printed('f-newer'), contents: [{ ...bare, file: 'f-newer' }, envelope] }, 'm-3');
    expect(await repeat({ keep_texts: false }, connector)).toMatchObject({ already_ordered: false });
  });
});

it('Keep the Printed Texts makes no other letter of an order that printed none', async () => {
  const connector = new UnitConnector();
  const { merge: _texts, ...bare } = sheet;
  const order = { ...earlier, contents: [bare, envelope] };
  reads(order);
  serves();
  uploads();
  orders({ ...printed('f-new'), contents: [{ ...bare, file: 'f-new' }, envelope] });
  await repeat({}, connector);
  reads(order);
  serves();
  uploads('f-newer');
  expect(await repeat({ keep_texts: false }, connector)).toMatchObject({ already_ordered: true });
});

describe("The earlier order's list", () => {
  it('has probably expired after 14 days, which a preview says', async () => {
    const preview = (created: string, changes: object = {}) => {
      reads({ ...earlier, timeline: { created, mailed: null } });
      serves();
      const inputData = { ...input, ...changes };
      return new UnitConnector().create('repeat_order', inputData, { meta: { isLoadingSample: true } });
    };
    expect(await preview('2020-01-01T00:00:00')).toMatchObject({
      warning:
        "The earlier order's list has probably expired (lists last 14 days). Choose Everyone on the Mailing List, or fill in List ID.",
    });
    expect((await preview(new Date().toISOString())).warning).toBeNull();
    expect((await preview('2020-01-01T00:00:00', { list_id: 'l-2' })).warning).toBeNull();
  });

  it.each([
    ['lists.not_found', 400],
    ['not_found', 404],
  ])('has expired if the letter service answers %s', async (error, status) => {
    reads();
    serves();
    uploads();
    api().post('/v1/orders').reply(status, { error });
    await expect(repeat()).rejects.toThrow(/^The earlier order's list has expired \(lists last 14 days\)\./);
  });
});

it('An earlier order that was canceled does not cancel the new one', async () => {
  const canceled = { status: 'canceled', canceled_at: '2026-03-13T09:00:00Z', is_active: false };
  reads({ ...earlier, ...canceled, created: '2026-03-12', mailed_on: null });
  serves();
  uploads();
  orders(printed('f-new'));
  await repeat();
});

describe('A file that two sheets of the earlier order print', () => {
  it('is replaced only on the chosen sheet', async () => {
    reads({ ...earlier, contents: [sheet, sheet, envelope] });
    serves();
    uploads();
    orders({ ...printed('f-new'), contents: [sheet, { ...sheet, file: 'f-new' }, envelope] });
    await repeat({ sheet_number: '2' });
  });
});

describe('A file that is no letter', () => {
  const servesAs = (name: string, content: string) =>
    nock('https://files.test')
      .get(`/${name}`)
      .reply(200, content, { 'Content-Length': String(Buffer.byteLength(content, 'latin1')) });
  const workbook = 'PK\x03\x04\x14\0xl/workbook.xml';

  it.each([
    ['people.xlsx', workbook],
    ['people.csv', 'Name,Street\nAnn Lee,1 A St'],
  ])('is not ordered, nor uploaded, if it is a spreadsheet: %s', async (name, content) => {
    for (const editor_test of ['preview', 'order']) {
      reads();
      servesAs(name, content);
      await expect(
        new UnitConnector().create(
          'repeat_order',
          { ...input, file: `https://files.test/${name}`, editor_test },
          { meta: { isLoadingSample: true } },
        ),
      ).rejects.toThrow(
        new RegExp(`^File is a spreadsheet \\("${name}"\\), not a letter. Nothing was ordered by this`),
      );
    }
  });

  it('is named in the preview and in the result if it is no PDF, PNG or JPEG', async () => {
    const file = 'https://files.test/letter.docx';
    const warning = expect.stringContaining('File ("letter.docx") is not a PDF, PNG or JPEG');
    reads();
    servesAs('letter.docx', 'PK\x03\x04\x14\0word/document.xml');
    expect(
      await new UnitConnector().create(
        'repeat_order',
        { ...input, file },
        { meta: { isLoadingSample: true } },
      ),
    ).toMatchObject({ warning });
    reads();
    servesAs('letter.docx', 'PK\x03\x04\x14\0word/document.xml');
    api().post('/v1/files').query(true).reply(201, { id: 'f-new', filename: 'letter.docx' });
    orders(printed('f-new'));
    expect(await new UnitConnector().create('repeat_order', { ...input, file })).toMatchObject({ warning });
  });
});
