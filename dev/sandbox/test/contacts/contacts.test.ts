import { describe, expect, it } from '@jest/globals';
import { addressUpdate, following, sandbox, Target } from '../service_client.ts';

const refusal = (status: number, error: string) => ({
  status,
  body: { status, error, message: expect.any(String), more_info: expect.stringMatching(/^http/) },
});

describe('contacts', () => {
  it('have every field, including the address', async () => {
    const api = await (await sandbox()).as();
    expect((await api.get('/v1/contacts/c-001-0001')).body).toMatchObject({
      contact_id: 'c-001-0001',
      external_id: expect.any(String),
      name: expect.any(String),
      file_as: expect.any(String),
      greeting: expect.any(String),
      company: 'Grace Community Church',
      address: {
        street: '12 Market Street\nApartment 4',
        city: 'Columbus',
        state: 'OH',
        postal_code: '43215',
        country: '',
      },
    });
  });

  it.each([
    ['Ann Lee', 'Lee, Ann', 'Ann'],
    ['First Baptist Church', 'First Baptist Church', 'First Baptist Church'],
    ['Ruth and Samuel Carter', 'Carter, Ruth and Samuel', 'Ruth and Samuel'],
    ['Dr. Martha King', 'King, Dr. Martha', 'Dr. King'],
    ['John Smith Jr.', 'Smith, John Jr.', 'John'],
    ['Cher', 'Cher', 'Cher'],
  ])('get file_as and greeting from the name %s', async (name, fileAs, greeting) => {
    const api = await (await sandbox()).as();
    const { contact_id: id } = (await api.post('/v3/contacts', { name })).body;
    expect((await api.get(`/v1/contacts/${id}`)).body).toMatchObject({
      file_as: fileAs,
      greeting,
      company: null,
    });
  });

  it('keep generated names if only the name changes, and get new ones if they are emptied', async () => {
    const api = await (await sandbox()).as();
    const { contact_id: id } = (await api.post('/v3/contacts', { name: 'Ann Lee', greeting: 'Annie' })).body;
    await api.post(`/v3/contacts/${id}`, { name: 'Ann Moore' });
    expect((await api.get(`/v1/contacts/${id}`)).body).toMatchObject({
      name: 'Ann Moore',
      file_as: 'Lee, Ann',
      greeting: 'Annie',
    });
    await api.post(`/v3/contacts/${id}`, { greeting: '', file_as: '' });
    expect((await api.get(`/v1/contacts/${id}`)).body).toMatchObject({
      file_as: 'Moore, Ann',
      greeting: 'Ann',
    });
  });

  it('keep text in any script', async () => {
    const api = await (await sandbox()).as();
    const contact = {
      name: 'Żółć Ñandú 山田 👩‍🚀',
      company: '“Ünïcode” & Söhne',
      address: { street: 'a\nb\r\nc', city: '東京', country: 'Japan' },
    };
    const { contact_id: id } = (await api.post('/v3/contacts', contact)).body;
    expect((await api.get(`/v1/contacts/${id}`)).body).toMatchObject(contact);
  });
});

describe('contacts', () => {
  it('are all listed by GET /v1/contacts', async () => {
    const api = await (await sandbox()).as();
    const { status, body, headers } = await api.get('/v1/contacts');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(Object.keys(body)).toEqual(['contacts']);
    expect(body.contacts).toHaveLength(25);
    expect(body.contacts.some((contact: { external_id: unknown }) => contact.external_id === null)).toBe(
      true,
    );
    expect(
      body.contacts.some(({ address }: { address: { country: string } }) => address.country === 'Germany'),
    ).toBe(true);
  });

  it('are all replaced by PUT /v1/contacts', async () => {
    const api = await (await sandbox()).as();
    const put = await api.put('/v1/contacts', {
      contacts: [
        { name: 'One', external_id: 'x-1' },
        { name: 'Two' },
        { name: 'Three', external_id: null },
        { name: 'Four', external_id: 'x-4' },
      ],
    });
    expect(put.status).toBe(200);
    expect(put.body.contacts.map(({ external_id }: { external_id: string }) => external_id)).toEqual([
      'x-1',
      'x-4',
    ]);
    const { contacts } = (await api.get('/v1/contacts')).body;
    expect(contacts.map(({ name }: { name: string }) => name)).toEqual(['One', 'Two', 'Three', 'Four']);
    expect(contacts[3].contact_id).toBe(put.body.contacts[1].contact_id);
    expect((await api.get('/v1/contacts/c-001-0001')).status).toBe(404);
  });

  it('can be written with the response of GET /v1/contacts', async () => {
    const api = await (await sandbox()).as();
    const before = (await api.get('/v1/contacts')).body;
    expect((await api.put('/v1/contacts', before)).status).toBe(200);
    const without = (contacts: { contact_id: string }[]) =>
      contacts.map(({ contact_id, ...contact }) => contact);
    expect(without((await api.get('/v1/contacts')).body.contacts)).toEqual(without(before.contacts));
  });

  it.each([
    ['a contact without a name', { contacts: [{ name: 'One' }, { external_id: 'x' }] }],
    ['a blank name', { contacts: [{ name: 'One' }, { name: ' ' }] }],
    ['a name of the wrong type', { contacts: [{ name: 5 }] }],
    ['contacts that are no list', { contacts: { name: 'One' } }],
    ['no contacts', {}],
    ['a list', [{ name: 'One' }]],
    ['broken JSON', '{"contacts": ['],
    ['no body', undefined],
  ])('stay unchanged after PUT /v1/contacts with %s', async (_, body) => {
    const api = await (await sandbox()).as();
    const before = (await api.get('/v1/contacts')).body;
    const { status, body: answer } = await api.put('/v1/contacts', body);
    expect([status, answer.status]).toEqual([400, 400]);
    expect(answer.error).toMatch(/^contacts\.upload_/);
    expect((await api.get('/v1/contacts')).body).toEqual(before);
  });

  it('are named in the error if one is invalid', async () => {
    const api = await (await sandbox()).as();
    expect(
      (await api.put('/v1/contacts', { contacts: [{ name: 'One' }, { name: 'Two', address: { city: 5 } }] }))
        .body,
    ).toMatchObject({
      attribute: 'contacts[1].address.city',
      expected_type: 'string',
    });
  });

  it('are all removed by PUT /v1/contacts with an empty list', async () => {
    const api = await (await sandbox()).as();
    expect((await api.put('/v1/contacts', { contacts: [] })).body).toEqual({ contacts: [] });
    expect((await api.get('/v1/contacts')).body).toEqual({ contacts: [] });
  });

  it('are all removed by DELETE /v1/contacts', async () => {
    const api = await (await sandbox()).as();
    expect(await api.delete('/v1/contacts')).toMatchObject({ status: 204, body: '' });
    expect((await api.get('/v1/contacts')).body).toEqual({ contacts: [] });
  });

  it('can be deleted twice (204), but not if they never existed (404)', async () => {
    const api = await (await sandbox()).as();
    expect((await api.delete('/v1/contacts/c-001-0002')).status).toBe(204);
    expect((await api.delete('/v1/contacts/c-001-0002')).status).toBe(204);
    expect(await api.get('/v1/contacts/c-001-0002')).toMatchObject(refusal(404, 'contacts.missing_contact'));
    expect(await api.delete('/v1/contacts/c-999-9999')).toMatchObject(
      refusal(404, 'contacts.missing_contact'),
    );
    expect((await api.get('/v1/contacts')).body.contacts).toHaveLength(24);
  });

  it('count as deleted after PUT removed them', async () => {
    const api = await (await sandbox()).as();
    await api.put('/v1/contacts', { contacts: [] });
    expect((await api.delete('/v1/contacts/c-001-0002')).status).toBe(204);
  });

  it('are sent as {contact} to /v2/contacts and directly to /v3/contacts', async () => {
    const api = await (await sandbox()).as();
    const v2 = await api.post('/v2/contacts', { contact: { name: 'Version Two' } });
    const v3 = await api.post('/v3/contacts', { name: 'Version Three', contact_id: 'c-001-0001' });
    expect([v2.status, v3.status]).toEqual([200, 200]);
    expect(v2.body).toEqual({ contact_id: expect.stringMatching(/^c-\d{3}-\d{4}$/) });
    expect(v3.body).toEqual({ contact_id: expect.stringMatching(/^c-\d{3}-\d{4}$/) });
    expect(v3.body.contact_id).not.toBe('c-001-0001');
    expect((await api.get(`/v1/contacts/${v2.body.contact_id}`)).body.name).toBe('Version Two');
    expect((await api.get(`/v1/contacts/${v3.body.contact_id}`)).body.name).toBe('Version Three');
  });

  it.each([
    ['/v3/contacts', {}],
    ['/v3/contacts', { name: '' }],
    ['/v2/contacts', { contact: { name: null } }],
  ])('require a name or a company at %s', async (path, body) => {
    const api = await (await sandbox()).as();
    expect(await api.post(path, body)).toMatchObject(refusal(400, 'contacts.missing_name'));
    expect((await api.get('/v1/contacts')).body.contacts).toHaveLength(25);
  });

  it.each([
    ['/v3/contacts/c-001-0003', (changes: object) => changes],
    ['/v2/contacts/c-001-0003', (changes: object) => ({ contact: changes })],
  ])('keep all other fields after an update at %s', async (path, body) => {
    const api = await (await sandbox()).as();
    const before = (await api.get('/v1/contacts/c-001-0003')).body;
    expect(await api.post(path, body({ company: 'A Company', external_id: null }))).toMatchObject({
      status: 204,
      body: '',
    });
    expect((await api.get('/v1/contacts/c-001-0003')).body).toEqual({
      ...before,
      company: 'A Company',
      external_id: null,
    });
    await api.post(path, body({ company: '' }));
    expect((await api.get('/v1/contacts/c-001-0003')).body).toEqual({ ...before, external_id: null });
    expect((await api.post(path, body({}))).status).toBe(204);
  });

  it('merge part of an address, or replace the address in the variant replace-address', async () => {
    for (const [variants, street] of [
      ['default', '77 Hillside Drive'],
      ['replace-address', ''],
    ] as const) {
      const api = await (await sandbox({ variants })).as();
      await api.post('/v3/contacts/c-001-0003', { address: { city: 'Memphis' } });
      expect((await api.get('/v1/contacts/c-001-0003')).body.address).toMatchObject({
        street,
        city: 'Memphis',
      });
    }
  });

  it('cannot be updated if they do not exist (404)', async () => {
    const api = await (await sandbox()).as();
    expect(await api.post('/v3/contacts/c-999-9999', { name: 'X' })).toMatchObject(
      refusal(404, 'contacts.missing_contact'),
    );
    expect(await api.post('/v2/contacts/c-999-9999', { contact: {} })).toMatchObject(
      refusal(404, 'contacts.missing_contact'),
    );
  });

  it('belong to one account only', async () => {
    const service = await sandbox();
    const other = await service.as({ user: 'other@example.com' });
    expect((await other.get('/v1/contacts')).body).toEqual({ contacts: [] });
    expect((await other.get('/v1/contacts/c-001-0001')).status).toBe(404);
    expect((await other.delete('/v1/contacts/c-001-0001')).status).toBe(404);
    expect((await other.post('/v3/contacts/c-001-0001', { name: 'Mine' })).status).toBe(404);
    await other.put('/v1/contacts', { contacts: [] });
    expect((await (await service.as()).get('/v1/contacts')).body.contacts).toHaveLength(25);
  });
});

describe('events that API calls cause', () => {
  it('report a changed address with the code api_client and both loop marks', async () => {
    const service = await sandbox();
    const api = await service.as();
    const target = await Target.open();
    await api.post(following(addressUpdate, target.url));
    await api.post('/v3/contacts/c-001-0003', { address: { city: 'Memphis' } });
    await service.settled();
    expect(target.events).toHaveLength(1);
    const [{ url, body } = { url: new URL('http://nothing'), body: '' }] = target.events;
    expect(Object.fromEntries(url.searchParams)).toEqual({
      event: addressUpdate,
      contact_id: 'c-001-0003',
      external_id: 'donor-1003',
      loopback_token: 'true',
      loopback_client: 'true',
    });
    expect(JSON.parse(body)).toMatchObject({
      code: 'api_client',
      loopback_token: true,
      loopback_client: true,
    });
  });

  it('have only the client’s loop mark for another access token, and none for another client', async () => {
    const service = await sandbox();
    const api = await service.as();
    const target = await Target.open();
    await api.post(following(addressUpdate, target.url));
    await (await service.as()).post('/v3/contacts/c-001-0003', { address: { city: 'Memphis' } });
    await (await service.as({ client: 'other-client' })).post('/v3/contacts/c-001-0003', {
      address: { city: 'Franklin' },
    });
    await service.settled();
    const marks = target.events.map(({ url, body }) => [
      [...url.searchParams.keys()].filter((name) => name.startsWith('loopback')),
      Object.keys(JSON.parse(body)).filter((name) => name.startsWith('loopback')),
    ]);
    expect(marks).toEqual([
      [['loopback_client'], ['loopback_client']],
      [[], []],
    ]);
  });

  it('do not include creating, deleting and replacing contacts, or writing the same address', async () => {
    const service = await sandbox();
    const api = await service.as();
    const target = await Target.open();
    await api.post(following(addressUpdate, target.url));
    await api.post('/v3/contacts', { name: 'New', address: { city: 'Rome' } });
    await api.post('/v3/contacts/c-001-0003', { address: { city: 'Nashville' }, company: 'New' });
    await api.delete('/v1/contacts/c-001-0004');
    await api.put('/v1/contacts', { contacts: [{ name: 'Only' }] });
    await service.settled();
    expect(target.events).toEqual([]);
  });
});
