import { describe, expect, it } from '@jest/globals';
import { addressUpdate, following, sandbox, Target } from '../service_client.ts';

const church = { name: null, company: 'Grace Church', address: { city: 'Akron' } };

describe('a contact without a name', () => {
  it.each(['/v2/contacts', '/v3/contacts'])('can be created at %s with a company', async (path) => {
    const api = await (await sandbox()).as();
    const added = await api.post(path, path === '/v2/contacts' ? { contact: church } : church);
    expect(added.status).toBe(200);
    expect((await api.get(`/v1/contacts/${added.body.contact_id}`)).body).toMatchObject({
      name: null,
      company: 'Grace Church',
      file_as: 'Grace Church',
      greeting: 'Grace Church',
    });
  });

  it('can be part of a replaced mailing list', async () => {
    const api = await (await sandbox()).as();
    expect(await api.put('/v1/contacts', { contacts: [church, { company: 'Other' }] })).toMatchObject({
      status: 200,
    });
    expect((await api.get('/v1/contacts')).body.contacts).toMatchObject([
      church,
      { name: null, company: 'Other' },
    ]);
  });

  it.each([
    ['neither', {}],
    ['only blanks', { name: ' ', company: '' }],
  ])('is rejected with %s', async (_, contact) => {
    const api = await (await sandbox()).as();
    const missing = { status: 400, body: { error: 'contacts.missing_name' } };
    expect(await api.post('/v3/contacts', contact)).toMatchObject(missing);
    expect(await api.post('/v2/contacts', { contact })).toMatchObject(missing);
    expect(await api.put('/v1/contacts', { contacts: [church, contact] })).toMatchObject({
      status: 400,
      body: { error: 'contacts.upload_missing_name', attribute: 'contacts[1].name' },
    });
    expect((await api.get('/v1/contacts')).body.contacts).toHaveLength(25);
  });

  it('can lose its name only if it has a company', async () => {
    const api = await (await sandbox()).as();
    const [, john] = (await api.get('/v1/contacts')).body.contacts;
    const path = `/v3/contacts/${john.contact_id}`;
    expect((await api.post(path, { name: '' })).body.error).toBe('contacts.missing_name');
    expect(await api.post(path, { name: null, company: 'Baker Inc' })).toMatchObject({ status: 204 });
    expect((await api.post(path, { company: '' })).body.error).toBe('contacts.missing_name');
    const { body } = await api.get(`/v1/contacts/${john.contact_id}`);
    expect(body).toMatchObject({ name: null, company: 'Baker Inc', greeting: 'John' });
  });

  it('has an empty name in a webhook, and its company in the message', async () => {
    const service = await sandbox();
    const api = await service.as();
    const target = await Target.open();
    await api.post(following(addressUpdate, target.url));
    const { contact_id } = (await api.post('/v3/contacts', church)).body;
    await service.control('POST', '/events/mail-returned', { contact_id });
    await service.settled();
    expect(JSON.parse(target.events[0]?.body ?? '')).toMatchObject({
      name: '',
      message: expect.stringContaining('Grace Church'),
    });
  });

  it('is rejected in the variant name-required, also on a temporary list', async () => {
    const api = await (await sandbox({ variants: 'name-required' })).as();
    expect((await api.post('/v3/contacts', church)).body.error).toBe('contacts.missing_name');
    const { list_id } = (await api.post('/v1/lists', { name: 'Guests' })).body;
    const data = [{ type: 'contact', company: 'Grace Church', address: { city: 'Akron' } }];
    const added = await api.post(`/v1/lists/${list_id}/contacts`, { type: 'contacts', data });
    expect(added.body.error).toBe('lists.missing_name');
  });
});

describe('external_id', () => {
  it('can be a number, which is stored as text', async () => {
    const api = await (await sandbox()).as();
    const { contact_id } = (await api.post('/v3/contacts', { ...church, external_id: 42 })).body;
    expect((await api.get(`/v1/contacts/${contact_id}`)).body.external_id).toBe('42');
    await api.post(`/v3/contacts/${contact_id}`, { external_id: 43 });
    expect((await api.get(`/v1/contacts/${contact_id}`)).body.external_id).toBe('43');
    const { contacts } = (await api.put('/v1/contacts', { contacts: [{ ...church, external_id: 44 }] })).body;
    expect(contacts[0].external_id).toBe('44');
  });
});
