import { describe, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../../server.ts';
import { sandbox } from '../service_client.ts';

const noon = '2026-03-13T12:00:00Z';
const address = { street: '1 Elm Street', city: 'Akron', state: 'OH', postal_code: '44303' };
const maria = { type: 'contact', name: 'Maria Miller', address, metadata: { amount: '$50' } };

async function start(options: SandboxOptions = {}) {
  const service = await sandbox({ clock: noon, ...options });
  const api = await service.as();
  const create = async (name = 'Gala guests'): Promise<string> =>
    (await api.post('/v1/lists', { name })).body.list_id;
  const add = (list: string, ...data: unknown[]) =>
    api.post(`/v1/lists/${list}/contacts`, { type: 'contacts', data });
  const recipientsIn = async (list: string) => (await service.control('GET', `/lists/${list}`)).recipients;
  return { service, api, create, add, recipientsIn };
}

describe('POST /v1/lists', () => {
  it('creates a list that expires after 14 days', async () => {
    const { api } = await start();
    const { status, body } = await api.post('/v1/lists', { name: 'Gala guests', metadata: { year: '2026' } });
    expect(status).toBe(201);
    expect(body).toEqual({
      list_id: expect.stringMatching(/^l-\d{3}-\d{4}$/),
      expires: '2026-03-27T12:00:00',
    });
  });

  it('accepts a name again only after the list of that name has expired', async () => {
    const { service, api, create } = await start();
    await create();
    const taken = { status: 400, body: { error: 'lists.duplicate_name' } };
    expect(await api.post('/v1/lists', { name: 'Gala guests' })).toMatchObject(taken);
    expect(await api.post('/v1/lists', { name: 'All supporters' })).toMatchObject(taken);
    await service.advance('14d');
    expect(await api.post('/v1/lists', { name: 'Gala guests' })).toMatchObject({ status: 201 });
  });

  it.each([
    ['no name', {}, 'lists.missing_name'],
    ['a blank name', { name: ' ' }, 'lists.missing_name'],
    ['a name that is a number', { name: 7 }, 'lists.invalid_field_value'],
    ['a name of 1,001 characters', { name: 'x'.repeat(1001) }, 'lists.invalid_field_length'],
    ['an unknown field', { name: 'a', colour: 'red' }, 'lists.invalid_field'],
    ['metadata that is an array', { name: 'a', metadata: [] }, 'lists.invalid_metadata'],
    ['metadata that is null', { name: 'a', metadata: { b: null } }, 'lists.undefined_metadata_value'],
    ['metadata that is a number', { name: 'a', metadata: { b: 1 } }, 'lists.invalid_metadata'],
    ['a body that is an array', [], 'lists.invalid_type'],
  ])('rejects %s', async (_, body, error) => {
    const { api } = await start();
    expect(await api.post('/v1/lists', body)).toMatchObject({ status: 400, body: { error } });
  });
});

describe('POST /v1/lists/{list_id}', () => {
  it('changes the name and the metadata, and null removes a metadata field', async () => {
    const { api } = await start();
    const metadata = { a: '1', b: '2' };
    const { list_id } = (await api.post('/v1/lists', { name: 'Gala guests', metadata })).body;
    expect(
      await api.post(`/v1/lists/${list_id}`, { name: 'Gala', metadata: { a: null, c: '3' } }),
    ).toMatchObject({
      status: 200,
      body: {
        list_id,
        name: 'Gala',
        created: '2026-03-13T12:00:00',
        expires: '2026-03-27T12:00:00',
        metadata: { b: '2', c: '3' },
      },
    });
  });

  it('rejects the name of another list, but accepts its current name', async () => {
    const { api, create } = await start();
    await create('One');
    const other = await create('Other');
    expect((await api.post(`/v1/lists/${other}`, { name: 'One' })).body.error).toBe('lists.duplicate_name');
    expect(await api.post(`/v1/lists/${other}`, { name: 'Other' })).toMatchObject({ status: 200 });
  });
});

describe('POST /v1/lists/{list_id}/contacts', () => {
  it('adds recipients and lists every one in the response', async () => {
    const { create, add, recipientsIn } = await start();
    const list = await create();
    const company = {
      type: 'contact',
      company: 'Grace Church',
      external_id: 'org-1',
      address: { city: 'Akron' },
    };
    const { status, body } = await add(list, maria, company);
    expect(status).toBe(200);
    expect(body.contacts).toEqual([
      { id: expect.stringMatching(/^a-\d{3}-\d{4}$/), external_id: null },
      { id: expect.stringMatching(/^a-\d{3}-\d{4}$/), external_id: 'org-1' },
    ]);
    expect(await recipientsIn(list)).toMatchObject([
      {
        ...maria,
        id: body.contacts[0].id,
        company: null,
        external_id: null,
        greeting: 'Maria',
        file_as: 'Miller, Maria',
        address: { ...address, country: '' },
      },
      { name: null, company: 'Grace Church', greeting: 'Grace Church', metadata: {} },
    ]);
  });

  it('adds none of the recipients if one is wrong, and names the wrong one', async () => {
    const { create, add, recipientsIn } = await start();
    const list = await create();
    expect(await add(list, maria, { ...maria, name: '' })).toMatchObject({
      status: 400,
      body: { error: 'lists.missing_name', attribute: 'data[1].name' },
    });
    expect(await recipientsIn(list)).toEqual([]);
  });

  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 'x']));
  it.each([
    ['neither name nor company', { name: null }, 'lists.missing_name'],
    ['no address', { address: undefined }, 'lists.missing_address'],
    ['an address that is text', { address: 'Akron' }, 'lists.invalid_address'],
    ['an address without street and city', { address: { state: 'OH' } }, 'lists.insufficient_address'],
    ['another type', { type: 'person' }, 'lists.invalid_type'],
    ['no type', { type: undefined }, 'lists.invalid_type'],
    ['an unknown field', { no_such_field: '1' }, 'lists.invalid_field'],
    ['an unknown address field', { address: { ...address, county: 'Summit' } }, 'lists.invalid_field'],
    ['a number as name', { name: 5 }, 'lists.invalid_field_value'],
    ['a number in the address', { address: { ...address, postal_code: 44303 } }, 'lists.invalid_field_value'],
    ['a name of 1,001 characters', { name: 'x'.repeat(1001) }, 'lists.invalid_field_length'],
    ['metadata that is text', { metadata: 'a' }, 'lists.invalid_metadata'],
    ['a metadata field with braces', { metadata: { '{a}': 'b' } }, 'lists.invalid_metadata_field'],
    [
      'a metadata value of 1,001 characters',
      { metadata: { a: 'x'.repeat(1001) } },
      'lists.invalid_metadata_length',
    ],
    ['a metadata value that is null', { metadata: { a: null } }, 'lists.undefined_metadata_value'],
    ['101 metadata fields', { metadata: fields(101) }, 'lists.too_much_metadata'],
  ])('rejects %s', async (_, change, error) => {
    const { create, add, recipientsIn } = await start();
    const list = await create();
    const response = await add(list, { ...maria, ...change });
    expect(response).toMatchObject({ status: 400, body: { error } });
    expect(await recipientsIn(list)).toEqual([]);
  });

  it('accepts 100 metadata fields of 1,000 characters, and names the limits in errors', async () => {
    const { create, add } = await start();
    const list = await create();
    const full = Object.fromEntries(Object.keys(fields(100)).map((name) => [name, 'x'.repeat(1000)]));
    expect(await add(list, { ...maria, metadata: full })).toMatchObject({ status: 200 });
    expect((await add(list, { ...maria, metadata: fields(101) })).body.message).toContain('100');
    expect((await add(list, { ...maria, metadata: { a: 'x'.repeat(1001) } })).body.message).toContain('1000');
  });

  it('accepts a body of 1,000,000 bytes and no larger one', async () => {
    const { api, create } = await start();
    const list = await create();
    const body = JSON.stringify({ type: 'contacts', data: [maria] });
    const path = `/v1/lists/${list}/contacts`;
    expect(await api.post(path, body.padEnd(1_000_000))).toMatchObject({ status: 200 });
    const response = await api.post(path, body.padEnd(1_000_001));
    expect(response).toMatchObject({ status: 400, body: { error: 'lists.too_much_data' } });
    expect(response.body.message).toContain('1000000');
  });

  it.each([
    ['another type', { type: 'people', data: [] }, 'lists.invalid_type'],
    ['data that is an object', { type: 'contacts', data: {} }, 'lists.invalid_data_array'],
    ['no data', { type: 'contacts' }, 'lists.invalid_data_array'],
    ['a recipient that is text', { type: 'contacts', data: ['Maria'] }, 'lists.invalid_type'],
  ])('rejects a body with %s', async (_, body, error) => {
    const { api, create } = await start();
    const list = await create();
    expect(await api.post(`/v1/lists/${list}/contacts`, body)).toMatchObject({
      status: 400,
      body: { error },
    });
  });
});

describe('POST /v1/lists/{list_id}/contacts/{contact_id}', () => {
  it('changes only the given fields of a recipient, and null removes a metadata field', async () => {
    const { api, create, add } = await start();
    const list = await create();
    const [{ id }] = (await add(list, { ...maria, metadata: { amount: '$50', fund: 'Roof' } })).body.contacts;
    const change = { type: 'contact', id, greeting: 'Mrs. Miller', address: { city: 'Dover' } };
    const response = await api.post(`/v1/lists/${list}/contacts/${id}`, {
      ...change,
      metadata: { amount: '$70', fund: null },
    });
    expect(response.status).toBe(200);
    const { metadata, ...kept } = maria;
    expect(response.body).toMatchObject({
      ...kept,
      id,
      company: null,
      external_id: null,
      greeting: 'Mrs. Miller',
      file_as: 'Miller, Maria',
      address: { ...address, city: 'Dover', country: '' },
    });
    expect(response.body.metadata).toEqual({ amount: '$70' });
  });

  it.each([
    ['another id', { id: 'a-999-9999' }, 'lists.id_mismatch'],
    ['no id', { id: undefined }, 'lists.id_mismatch'],
    ['no type', { type: undefined }, 'lists.invalid_type'],
    ['neither name nor company', { name: '' }, 'lists.missing_name'],
    ['neither street nor city', { address: { street: '', city: '' } }, 'lists.insufficient_address'],
  ])('rejects %s', async (_, change, error) => {
    const { api, create, add, recipientsIn } = await start();
    const list = await create();
    const [{ id }] = (await add(list, maria)).body.contacts;
    const before = await recipientsIn(list);
    const response = await api.post(`/v1/lists/${list}/contacts/${id}`, { type: 'contact', id, ...change });
    expect(response).toMatchObject({ status: 400, body: { error } });
    expect(await recipientsIn(list)).toEqual(before);
  });
});

describe('a list that cannot be found', () => {
  it('is 404 if it is unknown, of another account, or expired', async () => {
    const { service, api, create, add } = await start();
    const list = await create();
    const other = await service.as({ user: 'other@example.com' });
    const missing = { status: 404, body: { error: 'lists.not_found' } };
    expect(await api.post('/v1/lists/l-999-9999', { name: 'a' })).toMatchObject(missing);
    expect(await other.post(`/v1/lists/${list}`, { name: 'a' })).toMatchObject(missing);
    await service.advance('13d23h');
    expect(await add(list, maria)).toMatchObject({ status: 200 });
    await service.advance('1h');
    expect(await add(list, maria)).toMatchObject(missing);
    expect((await service.control('GET', `/lists/${list}`)).recipients).toHaveLength(1);
  });
});

describe('scopes of temporary lists', () => {
  it.each([
    ['by default', 'default', 'pls.lists.write', 'lists.write'],
    ['in the variant strict-lists', 'strict-lists', 'lists.write', 'pls.lists.write'],
  ])('%s a list requires %s', async (_, variants, enough, missing) => {
    const service = await sandbox({ variants });
    const allowed = await service.as({ scopes: [enough] });
    expect(await allowed.post('/v1/lists', { name: 'a' })).toMatchObject({ status: 201 });
    const refused = await service.as({ scopes: [variants === 'default' ? 'pls.lists.read' : missing] });
    expect(await refused.post('/v1/lists', { name: 'b' })).toMatchObject({
      status: 403,
      body: { error: 'lists.permission_error', scope: enough },
    });
  });

  it('return 404 for every call in the variant no-lists, and are not documented', async () => {
    const { service, api } = await start({ variants: 'no-lists' });
    expect(await api.post('/v1/lists', { name: 'a' })).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
    expect(await api.post('/v1/lists/l-1/contacts', {})).toMatchObject({ status: 404 });
    const { body } = await service.send('GET', '/openapi.json');
    expect(Object.keys(body.paths).filter((path) => path.includes('lists'))).toEqual([]);
  });

  it('return 400 for an access token without an account', async () => {
    const service = await sandbox();
    const api = await service.as({ user: 'unlinked@example.com' });
    expect(await api.post('/v1/lists', { name: 'a' })).toMatchObject({
      status: 400,
      body: { error: 'lists.account_required' },
    });
  });
});

it('a list name of more than 50 characters is refused with short-list-names', async () => {
  const { api, create } = await start({ variants: 'short-list-names' });
  const refused = {
    status: 400,
    body: { error: 'lists.invalid_field_length', attribute: 'name', message: expect.stringContaining('50') },
  };
  expect(await api.post('/v1/lists', { name: 'x'.repeat(51) })).toMatchObject(refused);
  const list = await create('x'.repeat(50));
  expect(await api.post(`/v1/lists/${list}`, { name: 'y'.repeat(51) })).toMatchObject(refused);
});
