import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const address = { street: '1 Main St', city: 'Akron', state: 'OH', postal_code: '44301', country: '' };
const notice = {
  code: 'api_client',
  contact_id: 'c-1',
  new_address: { ...address, is_deliverable: true },
  old_address: { ...address, city: 'Canton', is_deliverable: true },
};
const undeliverable = { ...notice, new_address: { ...address, is_deliverable: false } };

// Silences the log.
beforeEach(() => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** Delivers a notice. Returns the records and the logged reason for skipping it. */
const deliver = async (inputData: object, body: object = notice, query = '') => {
  const connector = new UnitConnector();
  const records = await connector.deliver('address_update', {
    query: `event=contacts.address_update.v1&${query}`,
    body,
    inputData: { ...inputData },
  });
  const logged = connector.logs.map(({ message }) => message).join();
  return { records, reason: /Skipped a delivery: (.*)/.exec(logged)?.[1] };
};

describe('An address notice starts the Zap', () => {
  it.each([
    ['without filters', {}, notice],
    ['with its reason selected', { reason: 'api_client' }, notice],
    ['with the label of its reason selected', { reason: 'Changed by an app' }, notice],
    ['with a deliverable address, if selected', { deliverability: 'deliverable' }, notice],
    [
      'with an address that became undeliverable, if selected',
      { deliverability: 'became_undeliverable' },
      undeliverable,
    ],
    ['with an undeliverable address, if nothing is selected', { deliverability: '' }, undeliverable],
  ])('%s', async (_when, inputData, body) => {
    expect(await deliver(inputData, body)).toMatchObject({
      records: [{ contact_id: 'c-1' }],
      reason: undefined,
    });
  });
});

describe('An address notice is skipped', () => {
  const isDeliverable = (is_deliverable: unknown) => ({ new_address: { ...address, is_deliverable } });
  it.each([
    ['if it names no contact', {}, { code: 'api_client' }, 'it does not name a contact'],
    [
      'if another reason is selected',
      { reason: 'unspecified' },
      notice,
      'its reason is api_client, not unspecified',
    ],
    [
      'if it did not become undeliverable, which is selected',
      { deliverability: 'became_undeliverable' },
      notice,
      'it does not match "Mail can no longer be delivered"',
    ],
    [
      'if the address is undeliverable and deliverable is selected',
      { deliverability: 'deliverable' },
      undeliverable,
      'it does not match "Mail can be delivered"',
    ],
    [
      'if deliverability is unknown and deliverable is selected',
      { deliverability: 'deliverable' },
      { ...notice, ...isDeliverable(null) },
      'it does not match "Mail can be delivered"',
    ],
  ])('%s, and the reason is logged', async (_when, inputData, body, reason) => {
    expect(await deliver(inputData, body)).toEqual({ records: [], reason });
  });

  it('if this connection caused it, unless own changes are included', async () => {
    const mark = 'loopback_token=true';
    expect(await deliver({}, notice, mark)).toEqual({
      records: [],
      reason: 'this connection caused it',
    });
    const included = await deliver({ include_own_changes: 'yes' }, notice, mark);
    expect(included.records).toMatchObject([{ own_change: true }]);
  });
});

describe('An address notice, with outdated notices skipped,', () => {
  const skip = { skip_outdated: 'yes' };
  const hasAddress = (current: object | null) =>
    api().get('/v1/contacts/c-1').reply(200, { contact_id: 'c-1', name: 'M', address: current });

  it('starts the Zap if its address is the current one', async () => {
    hasAddress({ ...address, country: null });
    expect((await deliver(skip)).records).toMatchObject([{ is_current: true }]);
  });

  it('is skipped if the address was changed again or the contact was deleted', async () => {
    hasAddress({ ...address, city: 'Dover' });
    expect(await deliver(skip)).toEqual({ records: [], reason: 'the address has since been changed again' });
    api().get('/v1/contacts/c-1').reply(410, '');
    expect(await deliver(skip)).toEqual({ records: [], reason: 'the contact has since been deleted' });
  });

  it('starts the Zap if it has no address to compare', async () => {
    hasAddress(address);
    expect((await deliver(skip, { contact_id: 'c-1' })).records).toMatchObject([{ is_current: null }]);
  });

  it('starts the Zap if it leaves out a part that the contact has, and the others are current', async () => {
    hasAddress(address);
    const { state: _, ...withoutState } = address;
    const body = { contact_id: 'c-1', new_address: withoutState };
    expect((await deliver(skip, body)).records).toMatchObject([{ is_current: null }]);
  });

  it('starts the Zap if only the ZIP+4 of its address differs', async () => {
    hasAddress({ ...address, postal_code: `${address.postal_code}-1234` });
    expect((await deliver(skip)).records).toMatchObject([{ is_current: true }]);
  });

  it('is skipped if a part of its address differs', async () => {
    hasAddress(address);
    expect((await deliver(skip, { contact_id: 'c-1', new_address: { city: 'Dover' } })).records).toEqual([]);
  });

  it('is skipped if its contact ID is blank, as without that option', async () => {
    const id = '  ';
    const reason = 'it does not name a contact';
    const inQuery = `contact_id=${encodeURIComponent(id)}`;
    for (const inputData of [skip, {}]) {
      expect(await deliver(inputData, { ...notice, contact_id: id })).toEqual({ records: [], reason });
      expect(await deliver(inputData, {}, inQuery)).toEqual({ records: [], reason });
    }
  });

  it('uses the contact ID in the query if the one in the body is blank', async () => {
    hasAddress(address);
    const { records } = await deliver(skip, { contact_id: ' ' }, 'contact_id=c-1');
    expect(records).toMatchObject([{ contact_id: 'c-1' }]);
  });

  it('is not compared with the contact if the option is off', async () => {
    const [record] = (await deliver({ skip_outdated: 'no' })).records;
    expect(record).toMatchObject({ contact_id: 'c-1' });
    expect(record).not.toHaveProperty('is_current');
  });
});

describe('An editor sample', () => {
  const contacts = [1, 2, 3, 4].map((number) => ({ contact_id: `c-${number}`, name: `N${number}`, address }));
  const samples = (inputData = {}) => {
    api().get('/v1/contacts').reply(200, { contacts });
    return new UnitConnector().trigger('address_update', 'performList', { inputData });
  };

  it.each([
    ['without filters', {}, 'unspecified', true],
    ['with a reason selected', { reason: 'api_client' }, 'api_client', true],
    ['with returned mail selected', { reason: 'returned_mail' }, 'returned_mail', true],
    [
      'with undeliverable addresses selected',
      { deliverability: 'became_undeliverable' },
      'unspecified',
      false,
    ],
  ])('%s matches the filters', async (_filter, inputData, code, deliverable) => {
    const records = await samples(inputData);
    expect(records).toMatchObject([{ contact_id: 'c-1' }, { contact_id: 'c-2' }, { contact_id: 'c-3' }]);
    const [first] = [records].flat();
    expect(first).toMatchObject({
      code,
      new_address: { is_deliverable: deliverable },
      became_undeliverable: !deliverable,
    });
    expect(first).not.toHaveProperty('is_current');
  });

  it.each([
    ['became_undeliverable', true],
    ['deliverable', false],
  ])('of returned mail matches the selected deliverability, too: %s', async (deliverability, isLost) => {
    const record = { code: 'returned_mail', became_undeliverable: isLost, has_new_address: !isLost };
    expect(await samples({ reason: 'returned_mail', deliverability })).toMatchObject([
      record,
      record,
      record,
    ]);
  });

  it('is current if outdated notices are skipped', async () => {
    expect(await samples({ skip_outdated: true })).toMatchObject([{ is_current: true }, {}, {}]);
  });

  it('has fewer records if the mailing list has fewer contacts', async () => {
    api()
      .get('/v1/contacts')
      .reply(200, { contacts: contacts.slice(3) });
    expect(await new UnitConnector().trigger('address_update', 'performList')).toMatchObject([
      { contact_id: 'c-4' },
    ]);
  });
});
