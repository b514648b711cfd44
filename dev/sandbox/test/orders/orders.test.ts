import { describe, expect, it } from '@jest/globals';
import {
  following,
  orderComplete,
  orderShipped,
  type ServiceClient,
  sandbox,
  Target,
} from '../service_client.ts';

const sheet = {
  type: 'sheet',
  file: 'f-001-0001',
  paper_type: 'p-001-0001',
  width: 8.5,
  height: 11,
  color: true,
  duplex: true,
  landscape: false,
  merge: [
    {
      text: 'Dear {greeting},',
      font: 'f-001-0101',
      size: 12,
      color: '#000000',
      align: 'left',
      page: 1,
      x: 1,
      y: 2.5,
    },
  ],
};
const envelope = {
  type: 'envelope',
  envelope_type: 'e-001-0001',
  width: 9.5,
  height: 4.125,
  outer: true,
  logo: 'l-001-0101',
};
const order = { type: 'order', contents: [sheet, envelope], list: 'l-001-0002' };
const noon = '2026-03-13T12:00:00Z';

const savedOrder = async (api: Awaited<ReturnType<ServiceClient['as']>>): Promise<string> =>
  (await api.get('/v1/orders/saved')).body.saved_orders[0].saved_order_id;

describe('orders', () => {
  it('returns 200 with the entire order for form A', async () => {
    const api = await (await sandbox({ clock: noon })).as();
    const placed = await api.post('/v1/orders', order);
    expect(placed.status).toBe(200);
    expect(placed.body).toEqual({
      ...order,
      id: expect.stringMatching(/^m-\d{3}-\d{4}$/),
      invoice_amount: expect.any(Number),
      rush: false,
      timeline: { created: '2026-03-13T12:00:00', mailed: null },
    });
    expect(await api.get(`/v1/orders/${placed.body.id}`)).toMatchObject({ status: 200, body: placed.body });
  });

  it('returns 201 with order_id and created for form B', async () => {
    const api = await (await sandbox({ clock: noon })).as();
    const resent = await api.post('/v1/orders', {
      saved_order_id: await savedOrder(api),
      list_id: 'l-001-0001',
    });
    expect(resent.status).toBe(201);
    expect(resent.body).toEqual({
      order_id: expect.stringMatching(/^m-\d{3}-\d{4}$/),
      created: '2026-03-13T12:00:00Z',
    });
    const { body } = await api.get(`/v1/orders/${resent.body.order_id}`);
    expect(body).toMatchObject({ type: 'order', list: 'l-001-0001', timeline: { mailed: null } });
    expect(body.contents.some(({ merge }: { merge?: object[] }) => merge?.length)).toBe(true);
    expect(body.contents.some(({ outer, logo }: { outer?: boolean; logo?: string }) => outer && logo)).toBe(
      true,
    );
  });

  it('lists the 25 newest saved orders, and accepts any of the 27', async () => {
    const service = await sandbox();
    const api = await service.as();
    const { saved_orders: listed } = (await api.get('/v1/orders/saved')).body;
    const { saved_orders: all } = await service.control('GET', '/seed');
    expect(all).toHaveLength(27);
    expect(listed).toHaveLength(25);
    for (const saved of listed)
      expect(saved).toEqual({
        saved_order_id: expect.any(String),
        name: expect.any(String),
        created: expect.stringMatching(/Z$/),
      });
    const newestFirst = [...all].sort((one, other) => Date.parse(other.created) - Date.parse(one.created));
    expect(listed.map(({ saved_order_id: id }: { saved_order_id: string }) => id)).toEqual(
      newestFirst.slice(0, 25).map(({ id }) => id),
    );
    expect(
      (await api.post('/v1/orders', { saved_order_id: newestFirst[26]?.id, list_id: 'l-001-0001' })).status,
    ).toBe(201);
  });

  it('returns 404 for an unknown order and for another account’s', async () => {
    const service = await sandbox();
    const api = await service.as();
    const { id } = (await api.post('/v1/orders', order)).body;
    const other = await service.as({ user: 'other@example.com' });
    for (const path of ['/v1/orders/m-999-9999', '/v1/orders/m-999-9999.pdf', '/v1/orders/nothing'])
      expect((await api.get(path)).status).toBe(404);
    expect((await other.get(`/v1/orders/${id}`)).status).toBe(404);
    expect((await other.get(`/v1/orders/${id}.pdf`)).status).toBe(404);
    expect(
      (await other.post('/v1/orders', { saved_order_id: await savedOrder(api), list_id: 'l-001-0001' })).body
        .error,
    ).toBe('orders.invalid_id');
  });

  it('returns the preview as soon as the order is created', async () => {
    const service = await sandbox({ clock: noon });
    const api = await service.as();
    const { id } = (await api.post('/v1/orders', order)).body;
    const early = await api.get(`/v1/orders/${id}.pdf`);
    expect(early.status).toBe(200);
    expect(early.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(early.bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(Number(early.headers.get('content-length'))).toBe(early.bytes.length);
    await service.advance('2h');
    expect((await api.get(`/v1/orders/${id}.pdf`)).bytes).toEqual(early.bytes);
  });

  it('accepts an order with a file that is not a valid PDF', async () => {
    const service = await sandbox({ clock: noon });
    const api = await service.as();
    const { id: file } = (await api.post('/v1/files?filename=a.pdf', 'no PDF at all')).body;
    const { id } = (await api.post('/v1/orders', { ...order, contents: [{ ...sheet, file }] })).body;
    expect((await api.get(`/v1/orders/${id}.pdf`)).status).toBeLessThan(500);
    await service.advance('3d');
    expect((await api.get(`/v1/orders/${id}`)).body.timeline.mailed).toBe('2026-03-15T12:00:00');
  });

  it('calculates the price from pages, color, recipients, envelopes and rush', async () => {
    const api = await (await sandbox()).as();
    const amount = async (change: object, list = 'l-001-0002') =>
      (await api.post('/v1/orders', { ...order, list, ...change })).body.invoice_amount;
    const plain = await amount({ contents: [{ ...sheet, color: false }] });
    expect(await amount({ contents: [sheet] })).toBeGreaterThan(plain);
    expect(await amount({ contents: [{ ...sheet, color: false }, envelope] })).toBeGreaterThan(plain);
    expect(await amount({ contents: [{ ...sheet, color: false }] }, 'l-001-0001')).toBeGreaterThan(plain);
    expect(await amount({ contents: [{ ...sheet, color: false }], rush: true })).toBeCloseTo(plain * 1.5, 2);
    expect(await amount({ contents: [{ ...sheet, color: false, rows: 2, cols: 2 }] })).toBeLessThan(plain);
    const { id: file } = (await api.post('/v1/files?filename=one.png', 'one page')).body;
    expect(await amount({ contents: [{ ...sheet, color: false, file }] })).toBeLessThan(plain);
    expect(Math.round(plain * 100) / 100).toBe(plain);
  });
});

describe('an order’s life', () => {
  it('goes through created, production, complete and mailed, and publishes the events', async () => {
    const service = await sandbox({ clock: noon });
    const api = await service.as();
    const target = await Target.open();
    await api.post(following(orderComplete, target.url));
    await api.post(following(orderShipped, target.url));
    const { id } = (await api.post('/v1/orders', order)).body;
    await service.advance('23h59m59s');
    expect(target.events).toEqual([]);
    await service.advance('1s');
    expect(
      target.events.map(({ url, body }) => [Object.fromEntries(url.searchParams), JSON.parse(body)]),
    ).toEqual([
      [
        { event: orderComplete, order_id: id },
        { completed: '2026-03-14T12:00:00.000Z', order_id: id },
      ],
    ]);
    expect((await api.get(`/v1/orders/${id}`)).body.timeline.mailed).toBe(null);
    await service.advance('1d');
    expect((await api.get(`/v1/orders/${id}`)).body.timeline).toEqual({
      created: '2026-03-13T12:00:00',
      mailed: '2026-03-15T12:00:00',
    });
    expect(JSON.parse(target.events[1]?.body ?? '')).toEqual({
      customer: { id: expect.stringMatching(/^s-/), name: 'Lighthouse Mission' },
      order: { id, created: '2026-03-13', quantity: 5, shipped: '2026-03-15' },
      template: { id: expect.stringMatching(/^t-/), code: expect.any(String), name: expect.any(String) },
    });
    await service.advance('30d');
    expect(target.events).toHaveLength(2);
  });

  it('can be advanced at any time, until it is mailed', async () => {
    const service = await sandbox({ clock: noon });
    const api = await service.as();
    const target = await Target.open();
    await api.post(following(orderComplete, target.url));
    const { id } = (await api.post('/v1/orders', order)).body;
    const step = async () => (await service.send('POST', `/sandbox/orders/${id}/advance`)).body;
    expect(await step()).toMatchObject({ order_id: id, state: 'production', deliveries: [] });
    expect(await step()).toMatchObject({ state: 'complete', deliveries: [expect.any(String)] });
    expect(await step()).toMatchObject({ state: 'mailed', timeline: { mailed: '2026-03-13T12:00:00' } });
    expect((await service.send('POST', `/sandbox/orders/${id}/advance`)).status).toBe(409);
    expect((await service.send('POST', '/sandbox/orders/m-999-9999/advance')).status).toBe(404);
    await service.advance('10d');
    expect(target.events).toHaveLength(1);
  });

  it('can publish its completion again', async () => {
    const service = await sandbox();
    const api = await service.as();
    const target = await Target.open();
    await api.post(following(orderComplete, target.url));
    const { id } = (await api.post('/v1/orders', order)).body;
    const { deliveries } = await service.control('POST', '/events/order-complete', { order_id: id });
    await service.settled();
    expect(deliveries).toHaveLength(1);
    expect(target.events.map(({ url }) => url.searchParams.get('order_id'))).toEqual([id]);
  });

  it('becomes complete if its completion is published, which then happens only once', async () => {
    const service = await sandbox({ clock: '2026-03-12T12:00:00Z' });
    const api = await service.as();
    const target = await Target.open();
    await api.post(following(orderComplete, target.url));
    const { id } = (await api.post('/v1/orders', order)).body;
    await service.control('POST', '/events/order-complete', { order_id: id });
    await service.settled();
    expect(target.events.map(({ body }) => body)).toEqual([expect.stringContaining('completed')]);
    expect((await api.get(`/v1/orders/${id}`)).body.timeline.mailed).toBeNull();
    await service.advance('10d');
    expect(target.events).toHaveLength(1);
    expect((await api.get(`/v1/orders/${id}`)).body.timeline.mailed).toBe('2026-03-13T12:00:00');
  });

  it('becomes mailed, the last state, if its shipment is published', async () => {
    const service = await sandbox({ clock: '2026-03-12T12:00:00Z' });
    const api = await service.as();
    const target = await Target.open();
    await api.post(following(orderComplete, target.url));
    const { id } = (await api.post('/v1/orders', order)).body;
    await service.control('POST', '/events/shipped', { order_id: id });
    expect((await api.get(`/v1/orders/${id}`)).body.timeline.mailed).toBe('2026-03-12T12:00:00');
    await service.advance('10d');
    expect(target.events).toHaveLength(0);
    expect((await service.send('POST', `/sandbox/orders/${id}/advance`)).status).toBe(409);
  });
});

describe('order errors', () => {
  const withSheet = (change: object) => ({ ...order, contents: [{ ...sheet, ...change }] });
  const withMerge = (change: object) => withSheet({ merge: [{ ...sheet.merge[0], ...change }] });
  const withEnvelope = (change: object) => ({ ...order, contents: [sheet, { ...envelope, ...change }] });

  it.each<[string, unknown, object]>([
    ['orders.invalid_type', [], {}],
    ['orders.invalid_type', 'null', {}],
    ['orders.invalid_type', '"order"', {}],
    ['orders.invalid_type', '{', {}],
    ['orders.invalid_type', {}, {}],
    ['orders.invalid_type', { ...order, type: 'logo' }, {}],
    ['orders.missing_attribute', { ...order, list: undefined }, { attribute: 'list' }],
    ['orders.missing_attribute', { ...order, contents: undefined }, { attribute: 'contents' }],
    ['orders.missing_attribute', withSheet({ file: undefined }), { attribute: 'contents[0].file' }],
    ['orders.missing_attribute', withSheet({ type: undefined }), { attribute: 'contents[0].type' }],
    ['orders.missing_attribute', withMerge({ text: undefined }), { attribute: 'contents[0].merge[0].text' }],
    [
      'orders.missing_attribute',
      withEnvelope({ envelope_type: undefined }),
      { attribute: 'contents[1].envelope_type' },
    ],
    ['orders.missing_attribute', { saved_order_id: 'l-001-1001' }, { attribute: 'list_id' }],
    ['orders.invalid_data', { ...order, contents: {} }, { attribute: 'contents', expected_type: 'array' }],
    [
      'orders.invalid_data',
      { ...order, contents: [5] },
      { attribute: 'contents[0]', expected_type: 'object' },
    ],
    ['orders.invalid_data', { ...order, list: 5 }, { attribute: 'list', expected_type: 'string' }],
    ['orders.invalid_data', { ...order, rush: 'yes' }, { attribute: 'rush', expected_type: 'boolean' }],
    [
      'orders.invalid_data',
      withSheet({ width: '8.5' }),
      { attribute: 'contents[0].width', expected_type: 'number' },
    ],
    [
      'orders.invalid_data',
      withSheet({ color: 'true' }),
      { attribute: 'contents[0].color', expected_type: 'boolean' },
    ],
    [
      'orders.invalid_data',
      withSheet({ rows: 1.5 }),
      { attribute: 'contents[0].rows', expected_type: 'integer' },
    ],
    ['orders.invalid_data', withSheet({ type: 'poster' }), { attribute: 'contents[0].type' }],
    [
      'orders.invalid_data',
      withMerge({ size: 'big' }),
      { attribute: 'contents[0].merge[0].size', expected_type: 'number' },
    ],
    [
      'orders.invalid_data',
      { saved_order_id: 5, list_id: 'l-001-0001' },
      { attribute: 'saved_order_id', expected_type: 'string' },
    ],
    ['orders.invalid_id', { ...order, list: 'l-999-9999' }, { attribute: 'list' }],
    ['orders.invalid_id', { ...order, list: 'l-001-0101' }, { attribute: 'list' }],
    ['orders.invalid_id', withSheet({ file: 'not an id' }), { attribute: 'contents[0].file' }],
    ['orders.invalid_id', withSheet({ paper_type: 'p-999' }), { attribute: 'contents[0].paper_type' }],
    [
      'orders.invalid_id',
      withEnvelope({ envelope_type: 'e-999' }),
      { attribute: 'contents[1].envelope_type' },
    ],
    ['orders.invalid_id', withEnvelope({ logo: 'l-001-0001' }), { attribute: 'contents[1].logo' }],
    [
      'orders.invalid_id',
      { saved_order_id: 'l-999-9999', list_id: 'l-001-0001' },
      { attribute: 'saved_order_id' },
    ],
    ['orders.invalid_id', { saved_order_id: 'l-001-1001', list_id: 'l-999-9999' }, { attribute: 'list_id' }],
    ['orders.unknown_file', withSheet({ file: 'f-999-9999' }), { attribute: 'contents[0].file' }],
    ['orders.unknown_file', withSheet({ file: 'newsletter' }), { attribute: 'contents[0].file' }],
    ['orders.invalid_id', withMerge({ font: '' }), { attribute: 'contents[0].merge[0].font' }],
    ['orders.invalid_data', withSheet({ type: 'card' }), { expected_type: 'string' }],
    ['orders.invalid_data', withSheet({ width: 0 }), { expected_type: 'number' }],
    ['orders.invalid_data', withMerge({ page: 0 }), { expected_type: 'number' }],
    ['orders.invalid_data', withMerge({ color: 'red' }), { expected_type: 'string' }],
    ['orders.invalid_data', withMerge({ align: 'justify' }), { expected_type: 'string' }],
    ['orders.invalid_data', { ...order, contents: [] }, { expected_type: 'array' }],
    ['orders.unknown_font', withMerge({ font: 'f-999-9999' }), { attribute: 'contents[0].merge[0].font' }],
  ])('%s for %j', async (error, body, more) => {
    const service = await sandbox();
    const api = await service.as();
    const refused = await api.post('/v1/orders', body);
    expect(refused).toMatchObject({ status: 400, body: { status: 400, error, ...more } });
    expect(await service.control('GET', '/orders')).toEqual([]);
  });

  it('returns orders.account_required for an access token without an account', async () => {
    const api = await (await sandbox()).as({ user: 'unlinked@example.com' });
    expect(await api.post('/v1/orders', order)).toMatchObject({
      status: 400,
      body: { error: 'orders.account_required' },
    });
    expect((await api.get('/v1/orders/m-001-0001')).body.error).toBe('orders.account_required');
    expect((await api.get('/v1/contacts')).body.error).toBe('contacts.account_required');
    expect((await api.get('/v1/hooks')).status).toBe(200);
  });

  it('returns 403 orders.permission_error without orders.write or orders.read', async () => {
    const service = await sandbox();
    const reader = await service.as({ scopes: ['orders.read'] });
    const writer = await service.as({ scopes: ['orders.write'] });
    expect(await reader.post('/v1/orders', order)).toMatchObject({
      status: 403,
      body: { error: 'orders.permission_error' },
    });
    const { id } = (await writer.post('/v1/orders', order)).body;
    for (const path of [`/v1/orders/${id}`, `/v1/orders/${id}.pdf`, '/v1/orders/saved']) {
      expect(await writer.get(path)).toMatchObject({
        status: 403,
        body: { error: 'orders.permission_error' },
      });
      expect((await reader.get(path)).status).toBe(200);
    }
  });
});

describe('logos and the diagnostic ping', () => {
  it('lists the account’s logos', async () => {
    const service = await sandbox();
    const { status, body } = await (await service.as({ scopes: [] })).get('/v1/logos');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        { id: 'l-001-0101', name: 'Lighthouse Mission', type: 'logo' },
        { id: 'l-001-0102', name: 'Harvest Fund', type: 'logo' },
      ],
      links: { self: `${service.url}/v1/logos` },
      type: 'list',
    });
    const other = await service.as({ user: 'other@example.com' });
    expect((await other.get('/v1/logos')).body.data).toEqual([]);
  });

  it('responds to /v1/dev/ping with any valid access token', async () => {
    const service = await sandbox();
    expect(await (await service.as({ scopes: [] })).get('/v1/dev/ping')).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
    expect((await service.send('GET', '/v1/dev/ping')).status).toBe(401);
  });
});
