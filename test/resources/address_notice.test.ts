import { describe, expect, it } from '@jest/globals';
import { exampleNotice, readAddressNotice, reasonCodes } from '../../src/resources/address_notice.ts';

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

describe('a notice of an address', () => {
  it('is passed on with all that the service says, and what follows from it', () => {
    expect(read({ later: { kept: true }, loopback_token: true }, {}, true)).toEqual({
      ...body,
      id: 'n-1',
      later: { kept: true },
      address_changed: false,
      became_undeliverable: true,
      own_change: true,
    });
  });

  it.each([
    ['the body', {}, { contact_id: 'c-2', external_id: 'x-2' }, { contact_id: 'c-1', external_id: 'x-1' }],
    [
      'the query where the body does not say it',
      { contact_id: null, external_id: undefined },
      { contact_id: 'c-2', external_id: 'x-2' },
      { contact_id: 'c-2', external_id: 'x-2' },
    ],
    ['nowhere', { external_id: null }, {}, { external_id: null }],
  ])('is about whom %s says', (_where, changes, query, expected) => {
    expect(read(changes, query)).toMatchObject(expected);
  });

  it.each([null, '', {}, [], '\t ', '.', '..'])('is none when it is about %j', (contact_id) => {
    expect(read({ contact_id })).toBeUndefined();
    expect(read({ contact_id }, { contact_id: '' })).toBeUndefined();
  });

  it('is none when it is about something longer than any number', () => {
    expect(read({ contact_id: 'c'.repeat(200) })).toMatchObject({ contact_id: 'c'.repeat(200) });
    expect(read({ contact_id: 'c'.repeat(201) })).toBeUndefined();
  });

  it.each(reasonCodes)('has the reason %s', (code) => {
    expect(read({ code })).toMatchObject({ code });
  });

  it.each(['RETURNED_MAIL', ' returned_mail', null, undefined, 7, {}])(
    'has no reason that %j could mean',
    (code) => {
      expect(read({ code })).toMatchObject({ code: 'unspecified' });
    },
  );

  it.each([[], {}])(
    'that says hardly anything or something else (%j) has every field all the same',
    (odd) => {
      const fields = ['code', 'external_id', 'message', 'name', 'new_address', 'old_address', 'updated'];
      const { contact_id } = body;
      expect(read({ ...Object.fromEntries(fields.map((field) => [field, odd])), contact_id })).toEqual({
        id: 'n-1',
        contact_id: 'c-1',
        code: 'unspecified',
        external_id: null,
        message: null,
        name: null,
        new_address: noAddress,
        old_address: noAddress,
        updated: null,
        address_changed: false,
        became_undeliverable: false,
        own_change: false,
      });
    },
  );

  it('does not know whether mail arrives where it is told neither yes nor no', () => {
    expect(read({ new_address: { ...address, is_deliverable: 'no' } })).toMatchObject({
      new_address: { ...address, is_deliverable: null },
      became_undeliverable: false,
    });
  });

  it('has no address where a part of it is of a kind that nobody could print', () => {
    expect(read({ new_address: { ...address, city: ['x'] } })).toMatchObject({ new_address: noAddress });
  });

  it.each([
    [{ street: '2 Elm St' }, true],
    [{ country: null }, false],
    [{ city: ' Akron ' }, false],
  ])('whose new address differs in %j tells whether it changed: %s', (change, changed) => {
    expect(read({ new_address: { ...body.new_address, ...change } })).toMatchObject({
      address_changed: changed,
    });
  });

  it.each(['new_address', 'old_address'])('without %s knows of no change', (key) => {
    expect(read({ [key]: null })).toMatchObject({ address_changed: false });
  });

  it.each([
    [true, false, true],
    [null, false, true],
    [undefined, false, true],
    [false, false, false],
    [true, true, false],
    [true, null, false],
  ])('from deliverable %s to %s tells whether it became undeliverable: %s', (before, after, became) => {
    const changes = {
      old_address: { ...address, is_deliverable: before },
      new_address: { ...address, is_deliverable: after },
    };
    expect(read(changes)).toMatchObject({ became_undeliverable: became });
  });

  it('without any addresses has not become undeliverable', () => {
    expect(read({ old_address: null, new_address: null })).toMatchObject({ became_undeliverable: false });
    expect(read({ old_address: null })).toMatchObject({ became_undeliverable: true });
  });
});

describe('an example of a notice', () => {
  const contact = { contact_id: 'c-1', external_id: 'x-1', name: 'Maria', address };

  it.each([
    [true, 'Example: the contact moved to a new address.', { street: '1 Former Street' }],
    [false, 'Example: a letter to this address came back.', {}],
  ])('has an old address that differs if mail can be delivered (%s)', (deliverable, message, old) => {
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
      address_changed: deliverable,
      became_undeliverable: !deliverable,
      own_change: false,
    });
  });

  it('of a contact of whom little is known has every field', () => {
    expect(exampleNotice({ contact_id: 'c-1' }, 'unspecified', true)).toMatchObject({
      external_id: null,
      name: '',
      new_address: { street: '', is_deliverable: true },
    });
  });
});
