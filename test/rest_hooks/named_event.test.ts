import { describe, expect, it } from '@jest/globals';
import { namedEvent } from '../../src/rest_hooks/rest_hook.ts';

const key = 'contacts.address_update.v1';

describe('namedEvent', () => {
  const event = namedEvent('contacts.address_update', 'address updates', 'x.read');
  const find = (keys: readonly string[]) => event.find(keys, {});

  it.each([
    'address_update',
    'address-update',
    'ADDRESS_UPDATE',
    ' contacts.address_update.v1 ',
    'contacts.address_update.v12',
    'a.b.address_update',
  ])('recognizes %j as address_update', (name) => {
    expect(find(['orders.order_complete', name])).toBe(name);
  });

  it.each([
    '',
    'address',
    'address_updates',
    'old_address_update',
    'address_update.contacts',
    'address_update.v',
    'address_update.vx',
    'address_update.v1.more',
    'address_update.v1\nmore',
  ])('does not recognize %j as address_update', (name) => {
    expect(find([name])).toBeUndefined();
  });

  it.each([
    [['contacts.address_update.v2', key, 'contacts.address_update'], key],
    [['contacts.address_update.v10', 'contacts.address_update.v9'], 'contacts.address_update.v9'],
    [['contacts.address_update.v2', 'contacts.address_update'], 'contacts.address_update'],
    [['other.address_update.v1', 'address_update.v3'], 'address_update.v3'],
    [['other.address_update.v1', 'contacts.address_update.v3'], 'contacts.address_update.v3'],
    [['other.address_update.v2', 'another.address_update.v1'], 'another.address_update.v1'],
    [['orders.order_complete.v1', 'other.address_update'], 'other.address_update'],
  ])('finds in %j %s', (keys, found) => {
    expect(find(keys)).toBe(found);
    expect(find(keys.toReversed())).toBe(found);
  });

  it('takes only a name in lower case, with a group', () => {
    // @ts-expect-error: no key would match it
    namedEvent('Contacts.Address_Update', 'address updates', 'x.read');
    // @ts-expect-error: an event of any group would match it
    namedEvent('address_update', 'address updates', 'x.read');
  });
});
