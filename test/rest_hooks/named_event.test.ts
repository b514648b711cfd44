import { describe, expect, it } from '@jest/globals';
import { namedEvent } from '../../src/rest_hooks/named_event.ts';

const details = { description: 'd', url: '/e' };
const key = 'contacts.address_update.v1';

describe('namedEvent', () => {
  const event = namedEvent({ name: 'contacts.address_update', noun: 'address updates', scope: 'x.read' });
  const resolve = (keys: readonly string[]) =>
    event.resolve(Object.fromEntries(keys.map((name) => [name, null])), {});

  it.each([
    'address_update',
    'address-update',
    'ADDRESS_UPDATE',
    ' contacts.address_update.v1 ',
    'contacts.address_update.v12',
    'a.b.address_update',
  ])('recognizes %j as address_update', (name) => {
    expect(resolve(['orders.order_complete', name])).toBe(name);
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
    expect(() => resolve([name])).toThrow(/receive address updates/);
  });

  it.each([
    [['contacts.address_update.v2', key, 'contacts.address_update'], key],
    [['contacts.address_update.v10', 'contacts.address_update.v9'], 'contacts.address_update.v9'],
    [['contacts.address_update.v2', 'contacts.address_update'], 'contacts.address_update'],
    [['other.address_update.v1', 'address_update.v3'], 'address_update.v3'],
    [['other.address_update.v1', 'contacts.address_update.v3'], 'contacts.address_update.v3'],
    [['other.address_update.v2', 'another.address_update.v1'], 'another.address_update.v1'],
    [['orders.order_complete.v1', 'other.address_update'], 'other.address_update'],
  ])('resolves %j to %s', (events, resolved) => {
    expect(resolve(events)).toBe(resolved);
    expect(resolve(events.toReversed())).toBe(resolved);
  });
});

it('An event whose name has capital letters or hyphens is recognized', () => {
  const event = namedEvent({ name: 'Contacts.Address-Update', noun: 'address updates', scope: 'x.read' });
  expect(event.resolve({ [key]: null }, {})).toBe(key);
});

describe('namedEvent.resolve, if the event is not available,', () => {
  const { resolve } = namedEvent({ name: 'a.b', noun: 'address updates', scope: 'x.read' });

  it('names the available events and the missing permission', () => {
    expect(() => resolve({ a: details, c: null }, {})).toThrow(
      /This connection can't receive address updates; the events available to it are .*a.*c.* Reconnect the account and approve every permission it asks for, including .*x\.read/,
    );
  });

  it('says that no events are available', () => {
    expect(() => resolve({}, {})).toThrow(/; no events are available to it\. Reconnect/);
  });
});
