import { describe, expect, it } from '@jest/globals';
import { exampleNotice, readAddressNotice, reasonLabels } from '../../src/rest_hooks/address_notice.ts';

const address = { street: '1 Main St', city: 'Akron', state: 'OH', postal_code: '44301', country: '' };
const body = {
  code: 'returned_mail',
  contact_id: 'c-1',
  external_id: 'x-1',
  message: 'It came back.',
  name: 'Maria',
  new_address: { ...address, is_deliverable: false },
  old_address: { ...address, is_deliverable: true },
  updated: '2026-03-13T00:58:53-04:00',
};
const read = (changes: Record<string, unknown> = {}, query: Record<string, string> = {}, ownChange = false) =>
  readAddressNotice({
    id: 'n-1',
    contextId: 'n-1',
    event: 'e',
    query,
    body: { ...body, ...changes },
    ownChange,
  });
const noAddress = {
  street: null,
  city: null,
  state: null,
  postal_code: null,
  country: null,
  is_deliverable: null,
};

describe('readAddressNotice', () => {
  it('returns every value of the notice and adds address_changed, became_undeliverable and own_change', () => {
    expect(read({ later: { kept: true }, loopback_token: true }, {}, true)).toEqual({
      ...body,
      id: 'n-1',
      reason: 'A letter came back',
      later: { kept: true },
      new_address: noAddress,
      has_new_address: false,
      address_changed: false,
      became_undeliverable: true,
      own_change: true,
    });
  });

  it.each([
    ['the body', {}, { contact_id: 'c-2', external_id: 'x-2' }, { contact_id: 'c-1', external_id: 'x-1' }],
    [
      'the query if the body has none',
      { contact_id: null, external_id: undefined },
      { contact_id: 'c-2', external_id: 'x-2' },
      { contact_id: 'c-2', external_id: 'x-2' },
    ],
    ['neither', { external_id: null }, {}, { external_id: null }],
  ])('reads the contact ID and reference from %s', (_where, changes, query, expected) => {
    expect(read(changes, query)).toMatchObject(expected);
  });

  it.each([null, '', {}, [], '\t '])('returns nothing for the contact ID %j', (contact_id) => {
    expect(read({ contact_id })).toBeUndefined();
    expect(read({ contact_id }, { contact_id: '' })).toBeUndefined();
  });

  it.each(Object.keys(reasonLabels))('keeps the reason %s', (code) => {
    expect(read({ code })).toMatchObject({ code });
  });

  it.each(['RETURNED_MAIL', ' returned_mail', null, undefined, 7, {}])(
    'reports the reason %j as unspecified',
    (code) => {
      expect(read({ code })).toMatchObject({ code: 'unspecified' });
    },
  );

  it.each([[], {}])('returns every field even if its values are %j', (unexpected) => {
    const fields = ['code', 'external_id', 'message', 'name', 'new_address', 'old_address', 'updated'];
    const { contact_id } = body;
    expect(read({ ...Object.fromEntries(fields.map((field) => [field, unexpected])), contact_id })).toEqual({
      id: 'n-1',
      contact_id: 'c-1',
      code: 'unspecified',
      external_id: null,
      message: null,
      name: null,
      new_address: noAddress,
      old_address: noAddress,
      updated: null,
      reason: 'Any other reason',
      has_new_address: false,
      address_changed: false,
      became_undeliverable: false,
      own_change: false,
    });
  });

  it('returns no deliverability if the value is neither true nor false', () => {
    expect(read({ new_address: { ...address, is_deliverable: 'no' } })).toMatchObject({
      new_address: { ...address, is_deliverable: null },
      became_undeliverable: false,
    });
  });

  it('leaves a part of an address blank that is not text', () => {
    expect(read({ new_address: { ...address, city: ['x'] } })).toMatchObject({
      new_address: { ...address, city: null },
    });
  });

  it.each([
    [{ street: '2 Elm St' }, true],
    [{ country: null }, false],
    [{ city: ' Akron ' }, false],
  ])('for a new address with %j returns address_changed %s', (change, changed) => {
    expect(read({ new_address: { ...body.new_address, ...change } })).toMatchObject({
      address_changed: changed,
    });
  });

  it.each(['new_address', 'old_address'])('returns address_changed false without %s', (key) => {
    expect(read({ [key]: null })).toMatchObject({ address_changed: false });
  });

  it.each([
    [true, false, true],
    [null, false, true],
    [undefined, false, true],
    [false, false, false],
    [true, true, false],
    [true, null, false],
  ])('for deliverability from %s to %s returns became_undeliverable %s', (before, after, became) => {
    const changes = {
      old_address: { ...address, is_deliverable: before },
      new_address: { ...address, is_deliverable: after },
    };
    expect(read(changes)).toMatchObject({ became_undeliverable: became });
  });

  it.each([
    [
      'with a forwarding address',
      { new_address: { ...address, city: 'Bonn', is_deliverable: true } },
      'Bonn',
    ],
    [
      'with an undeliverable one',
      { new_address: { ...address, city: 'Bonn', is_deliverable: false } },
      'Bonn',
    ],
    ['that can be delivered again', { new_address: { ...address, is_deliverable: true } }, 'Akron'],
    ['of unknown deliverability', { new_address: address }, 'Akron'],
    ['with another reason', { code: 'unspecified' }, 'Akron'],
    ['without an old address', { old_address: null }, 'Akron'],
    ['without a forwarding address', {}, null],
    ['with another spelling of no country', { old_address: { ...address, country: null } }, null],
    ['without a new address', { new_address: null }, null],
  ])('for returned mail %s returns the new city %#', (_mail, changes, city) => {
    expect(read(changes)).toMatchObject({ new_address: { city }, has_new_address: city !== null });
  });

  it('returns became_undeliverable false without addresses', () => {
    expect(read({ old_address: null, new_address: null })).toMatchObject({ became_undeliverable: false });
    expect(read({ old_address: null })).toMatchObject({ became_undeliverable: true });
  });
});

describe('exampleNotice', () => {
  const contact = { contact_id: 'c-1', external_id: 'x-1', name: 'Maria', address };

  it.each([
    [true, 'Example: the contact moved and left a forwarding address.', { street: '1 Former Street' }],
    [false, 'Example: a letter to this address came back.', {}],
  ])(
    'returns a different old address only if the new one is deliverable (%s)',
    (deliverable, message, old) => {
      expect(exampleNotice(contact, 'api_client', deliverable)).toEqual({
        id: 'example-c-1',
        contact_id: 'c-1',
        external_id: 'x-1',
        name: 'Maria',
        code: 'api_client',
        message,
        new_address: { ...address, is_deliverable: deliverable },
        old_address: { ...address, ...old, is_deliverable: true },
        updated: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
        reason: 'Changed by an app',
        has_new_address: true,
        address_changed: deliverable,
        became_undeliverable: !deliverable,
        own_change: false,
      });
    },
  );

  it('returns every field even if the contact has only an ID', () => {
    expect(exampleNotice({ contact_id: 'c-1' }, 'unspecified', true)).toMatchObject({
      external_id: null,
      name: '',
      new_address: { street: '', is_deliverable: true },
    });
  });
});
