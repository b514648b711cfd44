import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const target = 'https://hooks.zapier.test/1';
const address = { street: '1 Main St', city: 'Akron', state: 'OH', postal_code: '44301', country: '' };
const notice = {
  code: 'api_client',
  contact_id: 'c-1',
  new_address: { ...address, is_deliverable: true },
  old_address: { ...address, city: 'Canton', is_deliverable: true },
};
const undeliverable = { ...notice, new_address: { ...address, is_deliverable: false } };

// What is logged is looked at where it matters, and need not be seen.
beforeEach(() => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** What a notice starts: its records, and the reason that is logged when there is none. */
const deliver = async (inputData: object, body: object = notice, trigger = 'address_update', query = '') => {
  const connector = new UnitConnector();
  const records = await connector.deliver(trigger, {
    query: `event=contacts.address_update.v1&${query}`,
    body,
    inputData: { ...inputData },
  });
  const logged = connector.logs.map(({ message }) => message).join();
  return { records, why: /Skipped a delivery: (.*)/.exec(logged)?.[1] };
};

describe('a notice starts a Zap', () => {
  it.each([
    ['for any reason', {}, notice],
    ['for its reason', { reason: 'api_client' }, notice],
    ['for its reason, by the words of the list', { reason: 'Changed by an app' }, notice],
    ['when mail arrives there, as wanted', { deliverability: 'deliverable' }, notice],
    ['when mail arrives no more, as wanted', { deliverability: 'became_undeliverable' }, undeliverable],
    ['whatever becomes of mail', { deliverability: '' }, undeliverable],
  ])('%s', async (_why, inputData, body) => {
    expect(await deliver(inputData, body)).toMatchObject({
      records: [{ contact_id: 'c-1' }],
      why: undefined,
    });
  });

  it('of returned mail whatever filters are left over from another trigger', async () => {
    const inputData = { reason: 'api_client', deliverability: 'deliverable' };
    const body = { ...undeliverable, code: 'returned_mail' };
    expect((await deliver(inputData, body, 'mail_returned')).records).toHaveLength(1);
  });
});

describe('a notice is passed over', () => {
  const isDeliverable = (is_deliverable: unknown) => ({ new_address: { ...address, is_deliverable } });
  it.each([
    ['about nobody', {}, { code: 'api_client' }, 'it does not name a contact'],
    ['for another reason', { reason: 'unspecified' }, notice, 'its reason is api_client, not unspecified'],
    [
      'where the address did not become undeliverable',
      { deliverability: 'became_undeliverable' },
      notice,
      'the address did not become undeliverable',
    ],
    [
      'where no mail arrives',
      { deliverability: 'deliverable' },
      undeliverable,
      'mail cannot be delivered to the new address',
    ],
    [
      'where nobody says whether mail arrives',
      { deliverability: 'deliverable' },
      { ...notice, ...isDeliverable(null) },
      'mail cannot be delivered to the new address',
    ],
  ])('%s, and the reason is logged', async (_which, inputData, body, why) => {
    expect(await deliver(inputData, body)).toEqual({ records: [], why });
  });

  it('by Mail Returned when it is no returned mail', async () => {
    expect(await deliver({}, notice, 'mail_returned')).toEqual({
      records: [],
      why: 'its reason is api_client, not returned_mail',
    });
  });

  it('that this connection caused, unless such are wanted', async () => {
    const mark = 'loopback_token=true';
    expect(await deliver({}, notice, 'address_update', mark)).toEqual({
      records: [],
      why: 'this connection caused it',
    });
    const wanted = await deliver({ include_own_changes: 'yes' }, notice, 'address_update', mark);
    expect(wanted.records).toMatchObject([{ own_change: true }]);
  });
});

describe('a notice that may be late', () => {
  const skip = { skip_outdated: 'yes' };
  const contact = (now: object | null) =>
    api().get('/v1/contacts/c-1').reply(200, { contact_id: 'c-1', name: 'M', address: now });

  it('starts the Zap while its address is the contact’s', async () => {
    contact({ ...address, country: null });
    expect((await deliver(skip)).records).toMatchObject([{ is_current: true }]);
  });

  it('is passed over once the address is another, or the contact gone', async () => {
    contact({ ...address, city: 'Dover' });
    expect(await deliver(skip)).toEqual({ records: [], why: 'the address has since been changed again' });
    api().get('/v1/contacts/c-1').reply(410, '');
    expect(await deliver(skip)).toEqual({ records: [], why: 'the contact has since been deleted' });
  });

  it('starts the Zap when it says no address, because nobody can tell then', async () => {
    contact(address);
    expect((await deliver(skip, { contact_id: 'c-1' })).records).toMatchObject([{ is_current: null }]);
  });

  it('is held against the contact when it says a part of an address', async () => {
    contact(address);
    expect((await deliver(skip, { contact_id: 'c-1', new_address: { city: 'Dover' } })).records).toEqual([]);
  });

  it.each([
    ['blank', '  '],
    ['one dot', '.'],
    ['two dots', '..'],
    ['longer than any number', 'c'.repeat(201)],
  ])('is passed over when its contact’s number is %s, with or without a look-up', async (_what, id) => {
    const why = 'it does not name a contact';
    const inQuery = `contact_id=${encodeURIComponent(id)}`;
    for (const inputData of [skip, {}]) {
      expect(await deliver(inputData, { ...notice, contact_id: id })).toEqual({ records: [], why });
      expect(await deliver(inputData, {}, 'address_update', inQuery)).toEqual({ records: [], why });
    }
  });

  it('is about the contact in its query when its body has no number that can be one', async () => {
    contact(address);
    const { records } = await deliver(skip, { contact_id: '..' }, 'address_update', 'contact_id=c-1');
    expect(records).toMatchObject([{ contact_id: 'c-1' }]);
  });

  it('is looked up by a number of 200 characters', async () => {
    const id = 'c'.repeat(200);
    api().get(`/v1/contacts/${id}`).reply(404, {});
    expect(await deliver(skip, { contact_id: id })).toMatchObject({
      why: 'the contact has since been deleted',
    });
  });

  it('is not looked up unless that is wanted', async () => {
    const [record] = (await deliver({ skip_outdated: 'no' })).records;
    expect(record).toMatchObject({ contact_id: 'c-1' });
    expect(record).not.toHaveProperty('is_current');
  });
});

describe('an account without the event', () => {
  it('is told what it may follow, and which permission is missing', async () => {
    api()
      .get('/v1/hooks')
      .reply(200, { events: { 'orders.order_complete.v1': {} }, subscriptions: [] });
    await expect(
      new UnitConnector().trigger('mail_returned', 'performSubscribe', { targetUrl: target }),
    ).rejects.toThrow(
      /can't receive address updates; the events available to it are "orders\.order_complete\.v1"\./,
    );
  });
});

describe('in the editor', () => {
  const contacts = [1, 2, 3, 4].map((number) => ({ contact_id: `c-${number}`, name: `N${number}`, address }));
  const samples = (inputData = {}, trigger = 'address_update') => {
    api().get('/v1/contacts').reply(200, { contacts });
    return new UnitConnector().trigger(trigger, 'performList', { inputData });
  };

  it.each([
    ['any notice', {}, 'address_update', 'unspecified', true],
    ['the reason that is wanted', { reason: 'api_client' }, 'address_update', 'api_client', true],
    ['returned mail', { reason: 'returned_mail' }, 'address_update', 'returned_mail', true],
    ['returned mail by its own trigger', { reason: 'api_client' }, 'mail_returned', 'returned_mail', true],
    [
      'addresses that became undeliverable',
      { deliverability: 'became_undeliverable' },
      'address_update',
      'unspecified',
      false,
    ],
  ])('%s is shown with what it would say', async (_what, inputData, trigger, code, deliverable) => {
    const shown = await samples(inputData, trigger);
    expect(shown).toMatchObject([{ contact_id: 'c-1' }, { contact_id: 'c-2' }, { contact_id: 'c-3' }]);
    const [first] = [shown].flat();
    expect(first).toMatchObject({
      code,
      new_address: { is_deliverable: deliverable },
      became_undeliverable: !deliverable,
    });
    expect(first).not.toHaveProperty('is_current');
  });

  it('returned mail is shown with a forwarding address first and without one afterwards', async () => {
    const former = { street: '1 Former Street' };
    expect(await samples({}, 'mail_returned')).toMatchObject([
      { address_changed: true, old_address: former, message: expect.stringContaining('forwarding address') },
      { address_changed: false, became_undeliverable: true },
      { address_changed: false, became_undeliverable: true },
    ]);
  });

  it('notices that are looked up are shown as current', async () => {
    expect(await samples({ skip_outdated: true })).toMatchObject([{ is_current: true }, {}, {}]);
  });

  it('a list of fewer contacts shows those', async () => {
    api()
      .get('/v1/contacts')
      .reply(200, { contacts: contacts.slice(3) });
    expect(await new UnitConnector().trigger('address_update', 'performList')).toMatchObject([
      { contact_id: 'c-4' },
    ]);
  });
});
