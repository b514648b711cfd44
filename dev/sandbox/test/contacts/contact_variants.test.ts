import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { addressUpdate, closeLater, following, sandbox, Target } from '../service_client.ts';

const contact = {
  name: 'Ann Lee',
  greeting: 'Annie',
  file_as: 'Lee',
  company: 'Acme',
  external_id: 'donor-1',
  address: { street: '1 A St', city: 'Akron', state: 'OH', postal_code: '44301', country: '' },
};

/** Returns the contact after an update. */
async function updated(variants: string, changes: object) {
  const { post, get } = await (await sandbox({ variants })).as();
  const { contact_id: id } = (await post('/v3/contacts', contact)).body;
  expect((await post(`/v3/contacts/${id}`, changes)).status).toBe(204);
  return (await get(`/v1/contacts/${id}`)).body;
}

describe('a blank value in an update', () => {
  it.each(['', ' ', null])('is stored as the greeting and File As with blank-greeting: %j', async (blank) => {
    const changes = { greeting: blank, file_as: blank, company: blank };
    expect(await updated('blank-greeting', changes)).toMatchObject({
      name: 'Ann Lee',
      greeting: '',
      file_as: '',
      company: null,
    });
    expect(await updated('blank-greeting', { name: 'Bob Lee', greeting: blank })).toMatchObject({
      greeting: '',
      file_as: 'Lee',
    });
  });

  it.each(['', ' ', null])('changes nothing with kept-blanks: %j', async (blank) => {
    const blanks = (fields: object) =>
      Object.fromEntries(Object.keys(fields).map((field) => [field, blank] as const));
    const { address, ...fields } = contact;
    const changes = { ...blanks(fields), address: blanks(address) };
    expect(await updated('kept-blanks', changes)).toMatchObject(contact);
    expect(
      await updated('kept-blanks', { greeting: 'A.', company: blank, address: { city: 'Dayton' } }),
    ).toMatchObject({ ...contact, greeting: 'A.', address: { ...address, city: 'Dayton' } });
  });
});

describe('with corrected-addresses', () => {
  const start = async () => {
    const service = await sandbox({ variants: 'corrected-addresses', clock: '2026-03-13T12:00:00Z' });
    const user = await service.as();
    const target = await Target.open();
    await user.post(following(addressUpdate, target.url));
    const create = async (address: object): Promise<string> =>
      (await user.post('/v3/contacts', { name: 'Ann Lee', address })).body.contact_id;
    const codeOf = async (id: string) => (await user.get(`/v1/contacts/${id}`)).body.address.postal_code;
    return { service, ...user, target, create, codeOf };
  };

  it('a new or changed address gets ZIP+4 two seconds later, with a notification', async () => {
    const { service, post, target, create, codeOf } = await start();
    const id = await create(contact.address);
    await service.advance('1s');
    expect([await codeOf(id), target.events.length]).toEqual(['44301', 0]);
    await service.advance('1s');
    expect([await codeOf(id), target.events.length]).toEqual(['44301-0001', 1]);
    expect(JSON.parse(target.events[0]?.body ?? '')).toMatchObject({
      contact_id: id,
      code: 'unspecified',
      old_address: { postal_code: '44301' },
      new_address: { postal_code: '44301-0001', is_deliverable: true },
      updated: '2026-03-13T12:00:02.000Z',
    });
    expect(target.events[0]?.url.searchParams.has('loopback_client')).toBe(false);
    await post(`/v3/contacts/${id}`, { address: { postal_code: '45402' } });
    await service.advance('2s');
    expect(await codeOf(id)).toBe('45402-0001');
    expect(target.events.map(({ body }) => JSON.parse(body).code)).toEqual([
      'unspecified',
      'api_client',
      'unspecified',
    ]);
  });

  it('an address abroad, a complete ZIP code and another change of the contact stay as sent', async () => {
    const { service, post, target, create, codeOf } = await start();
    const abroad = await create({ city: 'Köln', postal_code: '50667', country: 'Germany' });
    const complete = await create({ city: 'Akron', postal_code: '44301-1234', country: 'USA' });
    await post('/v3/contacts/c-001-0001', { company: 'Acme' });
    await service.advance('1d');
    expect(await Promise.all([abroad, complete, 'c-001-0001'].map(codeOf))).toEqual([
      '50667',
      '44301-1234',
      '43215',
    ]);
    expect(target.events).toEqual([]);
  });

  it('a deleted contact is not corrected', async () => {
    const { service, delete: remove, target, create } = await start();
    await remove(`/v1/contacts/${await create(contact.address)}`);
    await service.advance('1d');
    expect(target.events).toEqual([]);
  });

  it('an address is corrected even if the sandbox was restarted in the meantime', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-corrections-'));
    closeLater(async () => rmSync(folder, { recursive: true, force: true }));
    const options = { variants: 'corrected-addresses', data: join(folder, 'sandbox.db') };
    const first = await sandbox(options);
    const { token, post } = await first.as();
    const { contact_id: id } = (await post('/v3/contacts', contact)).body;
    await first.running.close();
    const second = await sandbox(options);
    const codeOf = async () =>
      (await second.send('GET', `/v1/contacts/${id}`, { token })).body.address.postal_code;
    while ((await codeOf()) === '44301') await setTimeout(50);
    expect(await codeOf()).toBe('44301-0001');
  });
});

it('a deleted contact is returned with deleted: true with soft-deletes, but not in the list', async () => {
  const service = await sandbox({ variants: 'soft-deletes' });
  const { get, post, delete: remove } = await service.as();
  expect((await get('/v1/contacts/c-001-0001')).body).not.toHaveProperty('deleted');
  await remove('/v1/contacts/c-001-0001');
  expect(await get('/v1/contacts/c-001-0001')).toMatchObject({
    status: 200,
    body: { contact_id: 'c-001-0001', name: 'Maria Miller', deleted: true },
  });
  expect((await get('/v1/contacts')).body.contacts).toHaveLength(24);
  expect((await post('/v3/contacts/c-001-0001', { name: 'Ann' })).status).toBe(404);
  const other = await service.as({ user: 'other@example.com' });
  expect((await other.get('/v1/contacts/c-001-0001')).status).toBe(404);
});

it('PUT /v1/contacts leaves out the last contact with dropped-contacts', async () => {
  const { put, get } = await (await sandbox({ variants: 'dropped-contacts' })).as();
  const contacts = ['1', '2', '3'].map((external_id) => ({ name: 'Ann', external_id }));
  const { status, body } = await put('/v1/contacts', { contacts });
  const kept = [{ external_id: '1' }, { external_id: '2' }];
  expect([status, body.contacts]).toMatchObject([200, kept]);
  expect((await get('/v1/contacts')).body.contacts).toMatchObject(kept);
});
