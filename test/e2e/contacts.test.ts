/** Whole Zaps that keep the mailing list, with the built connector, zapier-platform-core and the sandbox. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as zod from 'zod';
import { startWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ platform: { processes: 3 } });
});
afterAll(() => world.close());

const upsert = (external_id: string, fields: Record<string, unknown> = {}) =>
  world.create('upsert_contact', { external_id, ...fields });
const withReference = (external_id: string) => world.search('find_contacts', { external_id });

describe('Create or Update Contact', () => {
  it('adds one contact if several runs start at once', async () => {
    // Slow reads make the runs overlap, in processes that have already started.
    await world.control.fault({ match: { method: 'GET', path: '/v1/contacts' }, then: { delay_ms: 500 } });
    await Promise.all(['Zoe', 'Tom', 'Eve'].map((name) => world.search('find_contact', { name })));
    const runs = Array.from({ length: 5 }, () => upsert('crm-1', { name: 'Ann Lee', city: 'Akron' }));
    const results = await Promise.all(runs);
    await world.control.clearFaults();
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(results.map(({ contact_id: id }) => id)).size).toBe(1);
    expect(await withReference('crm-1')).toMatchObject([{ match_count: 1 }]);
  });

  it('gives a renamed contact a new greeting, and keeps one that somebody chose', async () => {
    await upsert('crm-2', { name: 'Ann Lee', city: 'Akron' });
    expect(await upsert('crm-2', { name: 'Robert Kay' })).toMatchObject({
      greeting: 'Robert',
      file_as: 'Kay, Robert',
      created: false,
      changed: true,
    });
    await upsert('crm-2', { greeting: 'Bobby' });
    expect(await upsert('crm-2', { name: 'Robert Kay Jr.' })).toMatchObject({ greeting: 'Bobby' });
  });

  it('warns if it moves a contact to another street of the same city', async () => {
    await upsert('crm-3', { name: 'Ann', street: '1 Main St', city: 'Akron', postal_code: '44301' });
    expect(await upsert('crm-3', { street: '9 Elm St' })).toMatchObject({
      address: { street: '9 Elm St', city: 'Akron', postal_code: '44301' },
      warning: expect.stringContaining('keeps City "Akron" and Postal Code "44301"'),
    });
  });
});

describe('A Zap that starts with New Contact', () => {
  const listSchema = zod.object({ contacts: zod.array(zod.looseObject({ contact_id: zod.string() })) });
  const readList = async () => {
    const headers = { authorization: `Bearer ${world.connection.authData.access_token}` };
    const response = await fetch(`${world.url}/v1/contacts`, { headers });
    return listSchema.parse(await response.json()).contacts;
  };

  it('starts for new people only, whatever else happens to the list', async () => {
    const zap = world.zap('new_contact');
    await zap.turnOn();
    const before = await readList();
    const [first, second] = before;
    await world.create('delete_contact', { contact_id: first?.contact_id });
    await world.create('update_contact', {
      contact_id: second?.contact_id,
      clear_fields: ['external_id'],
      city: 'Bonn',
    });
    expect(await zap.poll()).toEqual([]);

    const contacts = before.map(({ address, ...contact }) => ({ ...contact, ...Object(address) }));
    await world.create('replace_mailing_list', { minimum_contacts: '1', contacts });
    expect((await readList())[1]?.contact_id).not.toBe(second?.contact_id);
    expect(await zap.poll()).toEqual([]);

    await upsert('crm-9', { name: 'Zoe Newcomer' });
    expect(await zap.poll()).toMatchObject([{ name: 'Zoe Newcomer', id: expect.any(String) }]);
    expect(await zap.poll()).toEqual([]);
  });
});
