import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const resend = (inputData: Record<string, unknown>, bundle = {}) =>
  new UnitConnector().create(
    'resend_saved_order',
    { saved_order_id: 'l-003-0001', list_id: 'l-001-0001', ...inputData },
    bundle,
  );

describe('Send Saved Order to a List', () => {
  it('orders the saved order for the list and returns the new order', async () => {
    api()
      .post('/v1/orders', { saved_order_id: 'l-003-0001', list_id: 'l-001-0001' })
      .reply(201, { order_id: 'm-1', created: '2026-03-12T10:00:00', later: 1 });
    api().get('/v1/orders/m-1').reply(200, { id: 'm-1', invoice_amount: 93.6 });
    expect(await resend({ saved_order_id: ' l-003-0001\n' })).toEqual({
      id: 'm-1',
      order_id: 'm-1',
      saved_order_id: 'l-003-0001',
      created: '2026-03-12T10:00:00',
      later: 1,
      list_id: 'l-001-0001',
      letter_count: null,
      invoice_amount: 93.6,
      preview_pdf: expect.stringContaining('hydrators.orderPreview'),
      warning: null,
      already_ordered: false,
      preview_only: false,
    });
  });

  it('returns no creation time if the service returns none', async () => {
    api().post('/v1/orders').reply(201, { order_id: 'm-1' });
    expect(await resend({})).toMatchObject({ created: null });
  });

  it.each([
    ['a blank saved order', { saved_order_id: ' ' }, /^Saved Order is blank/],
    ['a blank list', { list_id: null }, /^List ID is blank/],
    ['an unknown duplicate window', { duplicate_window: 'month' }, /is "month"/],
  ])('rejects %s', async (_value, fields, message) => {
    await expect(resend(fields)).rejects.toThrow(message);
  });

  it('names the saved order and the list if the service does not find one of them', async () => {
    api().post('/v1/orders').reply(404, {});
    await expect(resend({})).rejects.toThrow(
      /did not find the saved order "l-003-0001" or the list "l-001-0001"\./,
    );
  });

  it('says where to look if the service rejects what the saved order prints', async () => {
    api().post('/v1/orders').reply(422, { message: 'No return address' });
    await expect(resend({})).rejects.toThrow(
      'The letter service rejected the request to send the saved order "l-003-0001" to the list "l-001-0001" (422 Unprocessable Entity). The letter service says: “No return address”. Nothing was ordered by this run. Check the saved order and the list at the letter service.',
    );
  });
});

describe('Send Saved Order to a List in an editor test', () => {
  const test = { meta: { isLoadingSample: true } };
  const saved = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ saved_order_id: `l-${index}`, name: 'n', created: 'x' }));

  it('orders nothing and returns a preview', async () => {
    api()
      .get('/v1/orders/saved')
      .reply(200, { saved_orders: [...saved(3), { saved_order_id: 'l-003-0001' }] });
    expect(await resend({}, test)).toEqual({
      id: 'not-ordered-preview-only',
      order_id: 'not-ordered-preview-only',
      saved_order_id: 'l-003-0001',
      already_ordered: false,
      preview_only: true,
      created: null,
      list_id: 'l-001-0001',
      letter_count: null,
      invoice_amount: null,
      preview_pdf: null,
      warning:
        "This letter's text and placeholders are unknown until its first order. Send one letter alone first, and look at its proof (the PDF of the order) before you send more.",
      checked: ['The saved order "l-003-0001" exists.'],
      not_checked: [
        'Whether the list exists and who is on it: the letter service cannot look up lists.',
        'Whether the same letters were already ordered: the step looks for them when the Zap runs.',
        'Whether the letter service can print and deliver the letters, and what they cost.',
      ],
    });
  });

  it('names a saved order without a name by its ID', async () => {
    api()
      .get('/v1/orders/saved')
      .reply(200, { saved_orders: [{ saved_order_id: 'l-003-0001', name: ' ' }] });
    expect(await resend({}, test)).toMatchObject({ checked: ['The saved order "l-003-0001" exists.'] });
  });

  it('does not call a saved order missing that is not listed, because the list may be a subset', async () => {
    api()
      .get('/v1/orders/saved')
      .reply(200, { saved_orders: saved(3) });
    expect(await resend({}, test)).toMatchObject({
      checked: [],
      not_checked: expect.arrayContaining([
        'Whether the saved order "l-003-0001" exists: it is not among the 3 that the letter service lists.',
      ]),
    });
  });
});

describe('The duplicate check of Send Saved Order to a List', () => {
  it.each([
    ['finds the same order', {}, {}, true],
    ['does not find another saved order', { saved_order_id: 'l-003-0002' }, {}, false],
    ['does not find another list', { list_id: 'l-001-0002' }, {}, false],
    ['does not find another connection', {}, { authData: { access_token: 'of-another-account' } }, false],
  ])('%s', async (_behavior, change, bundle, already) => {
    const connector = new UnitConnector();
    const order = { saved_order_id: 'l-003-0001', list_id: 'l-001-0001' };
    api().post('/v1/orders').reply(201, { order_id: 'm-1' });
    await connector.create('resend_saved_order', order);
    if ('authData' in bundle) connector.connection = 'of another account';
    if (!already) api().post('/v1/orders').reply(201, { order_id: 'm-2' });
    expect(await connector.create('resend_saved_order', { ...order, ...change }, bundle)).toMatchObject({
      already_ordered: already,
      order_id: already ? 'm-1' : 'm-2',
    });
  });
});

describe('An order that a repeated step returns', () => {
  const order = { saved_order_id: 'l-003-0001', list_id: 'l-001-0001' };
  const start = Date.parse('2026-03-12T12:00:00Z');

  /** Orders, and repeats the step some minutes later, when the order looks like this. */
  async function repeat(minutes: number, status: number, answer: object) {
    const connector = new UnitConnector();
    jest.spyOn(Date, 'now').mockImplementation(() => connector.now);
    connector.now = start;
    api().post('/v1/orders').reply(201, { id: 'm-1', invoice_amount: 2.34 });
    await connector.create('resend_saved_order', order);
    connector.now += minutes * 60_000;
    api().get('/v1/orders/m-1').reply(status, answer);
    return connector.create('resend_saved_order', order);
  }

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([
    ['is marked as canceled', 200, { id: 'm-1', canceled: true }],
    ['has a time of its cancelation', 200, { id: 'm-1', timeline: { canceled: '2026-03-12T12:05:00' } }],
    ['has the status canceled', 200, { id: 'm-1', status: 'cancelled' }],
  ])('has a warning with the way to order again if it %s', async (_how, status, answer) => {
    const result = await repeat(20, status, answer);
    expect(result).toMatchObject({
      order_id: 'm-1',
      already_ordered: true,
      preview_pdf: null,
      warning: expect.stringMatching(
        /^Not sent again: ordered on .* \(m-1\)\. Order m-1 was canceled at the letter service\. To order again, /,
      ),
    });
  });

  it.each([1, 20])(
    'is only called missing if the letter service does not have it after %d minutes',
    async (minutes) => {
      const { warning } = await repeat(minutes, 404, {});
      expect(warning).toMatch(/\(m-1\)\. The letter service does not show order m-1\.$/);
    },
  );

  it.each([
    ['is not found a moment after it was placed', 1, 404, {}],
    ['is only not canceled', 20, 200, { id: 'm-1', canceled: false, status: 'printed' }],
  ])('is not called canceled if it %s', async (_how, minutes, status, answer) => {
    const result = await repeat(minutes, status, answer);
    expect(result.warning).not.toMatch(/canceled/);
    expect(result.preview_pdf).toEqual(expect.stringContaining('orderPreview'));
  });

  it('is returned without its price and texts if it cannot be read', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const result = await repeat(20, 500, {});
    expect(result).toMatchObject({ order_id: 'm-1', already_ordered: true, invoice_amount: null });
    expect(result.warning).not.toMatch(/canceled/);
  });
});
