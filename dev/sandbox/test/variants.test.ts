import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { variantDescriptions } from '../variants.ts';
import { addressUpdate, following, sandbox, Target } from './service_client.ts';

const missing = { method: 'GET', path: '/v1/contacts/c-999-9999' } as const;

describe('variants', () => {
  it.each([
    [
      'default',
      {
        status: 404,
        error: 'contacts.missing_contact',
        message: expect.any(String),
        more_info: expect.any(String),
      },
    ],
    ['nested', { error: { code: 'contacts.missing_contact', message: expect.any(String) } }],
    ['list', { errors: [{ code: 'contacts.missing_contact', message: expect.any(String) }] }],
    ['code', { code: 'contacts.missing_contact', message: expect.any(String) }],
  ])('have the error body of %s', async (variants, body) => {
    const service = await sandbox({ variants });
    const token = await service.token();
    const answer = await service.send(missing.method, missing.path, { token });
    expect(answer).toMatchObject({ status: 404 });
    expect(answer.body).toEqual(body);
  });

  it('have errors in plain text with text', async () => {
    const service = await sandbox({ variants: 'text' });
    const answer = await service.send(missing.method, missing.path, { token: await service.token() });
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.body).toMatch(/^contacts\.missing_contact: \w/);
  });

  it('have expected_type next to the code in every error body', async () => {
    const told = { expected_type: 'array' };
    const shapes = { default: told, nested: { error: told }, list: { errors: [told] }, code: told };
    for (const [variants, shape] of Object.entries(shapes)) {
      const { post } = await (await sandbox({ variants })).as();
      const { body } = await post('/v1/orders', { type: 'order', contents: {}, list: 'l-001-0001' });
      expect(body).toMatchObject(shape);
    }
  });

  it('do not change the errors of the token endpoint', async () => {
    for (const variants of ['nested', 'text']) {
      const service = await sandbox({ variants });
      expect((await service.send('POST', '/oauth/token')).body).toEqual({
        error: 'invalid_client',
        error_description: expect.any(String),
      });
    }
  });

  it.each([
    ['default', ['contacts.address_update.v1', 'orders.order_complete.v1', 'orders.order_shipped.v1']],
    ['bare', ['contacts.address_update', 'orders.order_complete', 'orders.order_shipped']],
    ['short', ['address_update', 'order_complete', 'order_shipped']],
  ])('have the event keys of %s, also in deliveries', async (variants, keys) => {
    const service = await sandbox({ variants });
    const api = await service.as();
    expect(Object.keys((await api.get('/v1/hooks')).body.events)).toEqual(expect.arrayContaining(keys));
    const target = await Target.open();
    await api.post(following(keys[0] ?? '', target.url));
    await service.control('POST', '/events/mail-returned', {});
    await service.settled();
    expect(target.events.map(({ url }) => url.searchParams.get('event'))).toEqual([keys[0]]);
    if (variants !== 'default')
      expect((await api.post(following(addressUpdate, target.url))).status).toBe(400);
  });

  it.each([
    ['default', '{}', 'application/json'],
    ['empty', '', undefined],
    ['envelope', '{"event":"ping","created":"2026-03-13T12:00:00.000Z"}', 'application/json'],
  ])('have the ping body of %s', async (variants, body, contentType) => {
    const service = await sandbox({ variants, clock: '2026-03-13T12:00:00Z' });
    const { post, get } = await service.as();
    const target = await Target.open();
    const { body: hook } = await post(following(addressUpdate, target.url));
    await service.settled();
    await get(`${hook.href}/ping`);
    expect(target.received.map((received) => [received.body, received.contentType])).toEqual([
      [body, contentType],
      [body, contentType],
    ]);
  });

  it('return 429 with Retry-After after 50 requests in a rolling minute with throttled', async () => {
    const service = await sandbox({ variants: 'throttled', clock: '2026-03-13T12:00:00Z' });
    const { get, post } = await service.as();
    await get('/v1/logos');
    await service.advance('20s');
    for (let count = 1; count < 50; count += 1) expect((await get('/v1/logos')).status).toBe(200);
    const refused = await get('/v1/logos');
    expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
    expect(refused.headers.get('retry-after')).toBe('40');
    expect((await post('/v3/contacts', { name: 'Too Late' })).status).toBe(429);
    await service.advance('40s');
    expect((await get('/v1/logos')).status).toBe(200);
    expect((await get('/v1/logos')).headers.get('retry-after')).toBe('20');
    await service.advance('19s');
    expect((await get('/v1/logos')).body.message).toMatch(/Wait 1 second\.$/);
    await service.advance('1s');
    expect((await get('/v1/contacts')).body.contacts).toHaveLength(25);
  });

  it('can be combined', async () => {
    const service = await sandbox({ variants: 'short, nested ,empty' });
    const api = await service.as();
    expect((await api.get('/v1/contacts/x')).body.error.code).toBe('contacts.missing_contact');
    expect(Object.keys((await api.get('/v1/hooks')).body.events)).toContain('order_complete');
  });

  it('refuse incomplete addresses with strict-addresses', async () => {
    const { post, put, get } = await (await sandbox({ variants: 'strict-addresses' })).as();
    const { list_id } = (await post('/v1/lists', { name: 'Guests' })).body;
    const outcomesOf = async (address: object) => {
      const recipient = { type: 'contact', name: 'A', address };
      const answers = [
        await post('/v3/contacts', { name: 'A', address }),
        await post('/v2/contacts', { contact: { name: 'A', address } }),
        await post(`/v1/lists/${list_id}/contacts`, { type: 'contacts', data: [recipient] }),
      ];
      return answers.map(({ status, body }) => (status === 400 ? body.error : status));
    };
    const refused = [
      'contacts.insufficient_address',
      'contacts.insufficient_address',
      'lists.insufficient_address',
    ];
    expect(await outcomesOf({ street: '1 A St' })).toEqual(refused);
    expect(await outcomesOf({ street: '1 A St', state: 'OH' })).toEqual(refused);
    for (const postal_code of ['ABC', '2134', '123456', 'SW1A 1AA'])
      expect(await outcomesOf({ city: 'Boston', postal_code, country: 'USA' })).toEqual(refused);
    for (const address of [
      { city: 'Boston' },
      { street: '1 A St', postal_code: '02134' },
      { street: '1 A St', postal_code: '02134-1234' },
      { city: 'London', postal_code: 'SW1A 1AA', country: 'United Kingdom' },
    ])
      expect(await outcomesOf(address)).toEqual([200, 200, 200]);

    const upload = await put('/v1/contacts', { contacts: [{ name: 'A' }] });
    expect(upload).toMatchObject({ status: 400, body: { error: 'contacts.upload_insufficient_address' } });
    const { contact_id } = (await get('/v1/contacts')).body.contacts[0];
    const change = { address: { city: '', postal_code: '' } };
    expect(await post(`/v3/contacts/${contact_id}`, change)).toMatchObject({ status: 400 });
    expect((await post(`/v3/contacts/${contact_id}`, { name: 'B' })).status).toBe(204);
  });

  it('return orders without their list with order-without-list', async () => {
    const { post, get } = await (await sandbox({ variants: 'order-without-list' })).as();
    const contents = [{ type: 'sheet', file: 'f-001-0001' }];
    const placed = (await post('/v1/orders', { type: 'order', list: 'l-001-0001', contents })).body;
    expect(placed.list).toBe('l-001-0001');
    const { list: _, ...withoutList } = placed;
    expect((await get(`/v1/orders/${placed.id}`)).body).toEqual(withoutList);
  });

  it('list new and changed contacts two seconds later with lagging-list', async () => {
    const service = await sandbox({ variants: 'lagging-list', clock: '2026-03-13T12:00:00Z' });
    const { post, get } = await service.as();
    const names = async (id: string) => [
      (await get('/v1/contacts')).body.contacts.find(
        (contact: { contact_id: string }) => contact.contact_id === id,
      )?.name,
      (await get(`/v1/contacts/${id}`)).body.name,
    ];
    const { contact_id } = (await post('/v3/contacts', { name: 'One' })).body;
    expect(await names(contact_id)).toEqual([undefined, 'One']);
    await service.advance('1s');
    await post(`/v3/contacts/${contact_id}`, { name: 'Two' });
    expect(await names(contact_id)).toEqual([undefined, 'Two']);
    await service.advance('1s');
    expect(await names(contact_id)).toEqual(['One', 'Two']);
    await service.advance('1s');
    expect(await names(contact_id)).toEqual(['Two', 'Two']);
  });

  it('sort the list by File As with sorted-list', async () => {
    const { post, get } = await (await sandbox({ variants: 'sorted-list' })).as();
    await post('/v3/contacts', { name: 'Zoe Aachen' });
    const { contacts } = (await get('/v1/contacts')).body;
    expect(contacts[0].file_as).toBe('Aachen, Zoe');
    const names = contacts.map(({ file_as }: { file_as: string }) => file_as);
    expect(names).toEqual(names.toSorted((one: string, other: string) => one.localeCompare(other)));
  });

  it('are all described in README.md', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const [, table = ''] = readme.split('## Variants');
    for (const [name] of variantDescriptions) if (name !== 'default') expect(table).toContain(`\`${name}\``);
  });

  it('are described in /openapi.json', async () => {
    const { body } = await (await sandbox({ variants: 'sorted-list,text' })).send('GET', '/openapi.json');
    expect(body.info.description).toMatch(/`text`: .*\n- `sorted-list`: /);
  });

  it.each([
    'nested,list',
    'bare,short',
    'empty,envelope',
    'blank-greeting,kept-blanks',
    'replace-address,kept-blanks',
  ])('%s cannot be combined', async (variants) => {
    await expect(sandbox({ variants })).rejects.toThrow(/cannot be combined\. Choose one/);
  });
});
