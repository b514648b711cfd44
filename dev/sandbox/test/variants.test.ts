import { describe, expect, it } from '@jest/globals';
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
  ])('have the error body of %s', async (world, body) => {
    const service = await sandbox({ world });
    const token = await service.token();
    const answer = await service.send(missing.method, missing.path, { token });
    expect(answer).toMatchObject({ status: 404 });
    expect(answer.body).toEqual(body);
  });

  it('have errors in plain text with text', async () => {
    const service = await sandbox({ world: 'text' });
    const answer = await service.send(missing.method, missing.path, { token: await service.token() });
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.body).toMatch(/^contacts\.missing_contact: \w/);
  });

  it('have expected_type next to the code in every error body', async () => {
    const told = { expected_type: 'array' };
    const shapes = { default: told, nested: { error: told }, list: { errors: [told] }, code: told };
    for (const [world, shape] of Object.entries(shapes)) {
      const { post } = await (await sandbox({ world })).as();
      const { body } = await post('/v1/orders', { type: 'order', contents: {}, list: 'l-001-0001' });
      expect(body).toMatchObject(shape);
    }
  });

  it('do not change the errors of the token endpoint', async () => {
    for (const world of ['nested', 'text']) {
      const service = await sandbox({ world });
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
  ])('have the event keys of %s, also in deliveries', async (world, keys) => {
    const service = await sandbox({ world });
    const api = await service.as();
    expect(Object.keys((await api.get('/v1/hooks')).body.events)).toEqual(keys);
    const target = await Target.open();
    await api.post(following(keys[0] ?? '', target.url));
    await service.control('POST', '/events/mail-returned', {});
    await service.settled();
    expect(target.events.map(({ url }) => url.searchParams.get('event'))).toEqual([keys[0]]);
    if (world !== 'default') expect((await api.post(following(addressUpdate, target.url))).status).toBe(400);
  });

  it.each([
    ['default', '{}', 'application/json'],
    ['empty', '', undefined],
    ['envelope', '{"event":"ping","created":"2026-03-13T12:00:00.000Z"}', 'application/json'],
  ])('have the ping body of %s', async (world, body, contentType) => {
    const service = await sandbox({ world, clock: '2026-03-13T12:00:00Z' });
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
    const service = await sandbox({ world: 'throttled', clock: '2026-03-13T12:00:00Z' });
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
    await service.advance('20s');
    expect((await get('/v1/contacts')).body.contacts).toHaveLength(25);
  });

  it('can be combined', async () => {
    const service = await sandbox({ world: 'short, nested ,empty' });
    const api = await service.as();
    expect((await api.get('/v1/contacts/x')).body.error.code).toBe('contacts.missing_contact');
    expect(Object.keys((await api.get('/v1/hooks')).body.events)).toContain('order_complete');
  });

  it.each(['nested,list', 'bare,short', 'empty,envelope'])('%s cannot be combined', async (world) => {
    await expect(sandbox({ world })).rejects.toThrow(/cannot be combined\. Choose one/);
  });
});
