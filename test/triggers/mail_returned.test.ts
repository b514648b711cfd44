import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const event = 'contacts.address_update.v1';
const target = 'https://hooks.zapier.test/1';
const address = { street: '1 Main St', city: 'Akron', state: 'OH', postal_code: '44301', country: '' };
const notice = {
  code: 'returned_mail',
  contact_id: 'c-1',
  new_address: { ...address, is_deliverable: false },
  old_address: { ...address, is_deliverable: true },
};

// Silences the log.
beforeEach(() => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

const deliver = (body: object, inputData = {}) =>
  new UnitConnector().deliver('mail_returned', { query: `event=${event}`, body, inputData });
const samples = (inputData = {}) => {
  const contacts = [1, 2, 3, 4].map((number) => ({ contact_id: `c-${number}`, name: `N${number}`, address }));
  api().get('/v1/contacts').reply(200, { contacts });
  return new UnitConnector().trigger('mail_returned', 'performList', { inputData });
};

describe('Mail Returned', () => {
  it('reuses the existing subscription of the Zap', async () => {
    const subscriptions = [
      { id: 'h-8', event, target: `${target}2`, href: 'x' },
      { id: 'h-9', event, target, href: '/v1/hooks/h-9', last_triggered: null },
    ];
    api()
      .get('/v1/hooks')
      .reply(200, { events: { [event]: {} }, subscriptions });
    expect(
      await new UnitConnector().trigger('mail_returned', 'performSubscribe', { targetUrl: target }),
    ).toMatchObject({ id: 'h-9' });
  });

  it('names the available events if it cannot subscribe', async () => {
    api()
      .get('/v1/hooks')
      .reply(200, { events: { 'orders.order_complete.v1': {} }, subscriptions: [] });
    await expect(
      new UnitConnector().trigger('mail_returned', 'performSubscribe', { targetUrl: target }),
    ).rejects.toThrow(
      /can't receive address updates; the events available to it are "orders\.order_complete\.v1"\./,
    );
  });

  it('starts the Zap only if mail was returned', async () => {
    expect(await deliver(notice)).toMatchObject([{ contact_id: 'c-1', became_undeliverable: true }]);
    expect(await deliver({ ...notice, code: 'api_client' })).toEqual([]);
  });

  it('ignores the filters of Contact Address Updated', async () => {
    const filters = { reason: 'api_client', deliverability: 'deliverable' };
    expect(await deliver(notice, filters)).toHaveLength(1);
    expect(await samples(filters)).toMatchObject([{ code: 'returned_mail' }, {}, {}]);
  });

  it('has a forwarding address only in the first editor sample', async () => {
    const returned = { address_changed: false, became_undeliverable: true, has_new_address: false };
    expect(await samples()).toMatchObject([
      { address_changed: true, old_address: { street: '1 Former Street' }, has_new_address: true },
      returned,
      returned,
    ]);
  });
});
