import { describe, expect, it } from '@jest/globals';
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
    expect(await resend({ saved_order_id: ' l-003-0001\n' })).toEqual({
      id: 'm-1',
      order_id: 'm-1',
      created: '2026-03-12T10:00:00',
      later: 1,
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
      already_ordered: false,
      preview_only: true,
      created: null,
      warning: null,
      checked: ['The saved order "l-003-0001" exists.'],
      not_checked: [
        'Which placeholders the letter has: the letter service shows them only in an order.',
        'Whether the list exists and who is on it: the letter service cannot look up lists.',
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

  it('fails if the saved order is not in the list, unless the list has 25 entries and may be incomplete', async () => {
    api()
      .get('/v1/orders/saved')
      .reply(200, { saved_orders: saved(25) });
    expect(await resend({}, test)).toMatchObject({
      checked: [],
      not_checked: expect.arrayContaining([expect.stringMatching(/^Whether the saved order exists/)]),
    });
    api()
      .get('/v1/orders/saved')
      .reply(200, { saved_orders: saved(24) });
    await expect(resend({}, test)).rejects.toThrow(/is "l-003-0001", which is not among the saved orders/);
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
