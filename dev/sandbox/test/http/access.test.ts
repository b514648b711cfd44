import { request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { allScopes, sandbox } from '../service_client.ts';

const basic = (user: string, password = ''): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

describe('authentication', () => {
  it('accepts an access token as a bearer token, as a query parameter or as the Basic user name', async () => {
    const service = await sandbox();
    const token = await service.token();
    const path = '/v1/contacts/c-001-0001';
    const ways = [
      service.send('GET', path, { token }),
      service.send('GET', path, { headers: { Authorization: `bearer ${token}` } }),
      service.send('GET', `${path}?access_token=${token}`),
      service.send('GET', path, { headers: { Authorization: basic(token) } }),
      service.send('GET', path, { headers: { Authorization: basic(token, 'ignored') } }),
    ];
    for (const way of await Promise.all(ways)) expect(way.status).toBe(200);
  });

  it('returns 401 for a missing (invalid_request), unknown or revoked (invalid_token) access token', async () => {
    const service = await sandbox();
    const token = await service.token();
    const none = await service.send('GET', '/v1/contacts');
    expect(none).toMatchObject({ status: 401, body: { status: 401, error: 'invalid_request' } });
    expect(none.headers.get('www-authenticate')).toMatch(/^Bearer/);
    const unknown = await service.send('GET', '/v1/contacts', { token: 'nothing' });
    expect(unknown).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
    expect(unknown.headers.get('www-authenticate')).toContain('error="invalid_token"');
    await service.control('DELETE', `/tokens/${token}`);
    expect((await service.send('GET', '/v1/contacts', { token })).body.error).toBe('invalid_token');
    expect((await service.send('DELETE', `/sandbox/tokens/${token}`)).status).toBe(404);
  });

  it('rejects an access token that is sent twice', async () => {
    const service = await sandbox();
    const token = await service.token();
    expect((await service.send('GET', `/v1/contacts?access_token=${token}`, { token })).status).toBe(400);
    expect(
      (await service.send('GET', `/v1/contacts?access_token=${token}&access_token=${token}`)).status,
    ).toBe(400);
  });
});

describe('scopes', () => {
  it.each([
    ['GET', '/v1/contacts', 'contacts.read'],
    ['GET', '/v1/contacts/c-001-0001', 'contacts.read'],
    ['PUT', '/v1/contacts', 'contacts.write'],
    ['DELETE', '/v1/contacts', 'contacts.write'],
    ['DELETE', '/v1/contacts/c-001-0001', 'contacts.write'],
    ['POST', '/v2/contacts', 'contacts.write'],
    ['POST', '/v2/contacts/c-001-0001', 'contacts.write'],
    ['POST', '/v3/contacts', 'contacts.write'],
    ['POST', '/v3/contacts/c-001-0001', 'contacts.write'],
    ['POST', '/v1/files?filename=a.pdf', 'pls.files.write'],
    ['DELETE', '/v1/files/f-001-0001', 'pls.files.write'],
    ['GET', '/v1/files/f-001-0001', 'pls.files.read'],
    ['GET', '/v1/files/f-001-0001/download', 'pls.files.read'],
    ['POST', '/v1/orders', 'orders.write'],
    ['GET', '/v1/orders/m-001-0001', 'orders.read'],
    ['GET', '/v1/orders/m-001-0001.pdf', 'orders.read'],
    ['GET', '/v1/orders/saved', 'orders.read'],
  ])('%s %s requires %s', async (method, path, scope) => {
    const service = await sandbox();
    const without = await service.token({ scopes: allScopes.filter((other) => other !== scope) });
    const refused = await service.send(method, path, { token: without });
    expect(refused).toMatchObject({ status: 403, body: { status: 403, scope } });
    expect(refused.body.message).toContain(scope);
    const only = await service.token({ scopes: [scope] });
    expect((await service.send(method, path, { token: only })).status).not.toBe(403);
  });

  it('accepts only files.* in the variant strict-files', async () => {
    const service = await sandbox({ variants: 'strict-files' });
    const path = '/v1/files/f-001-0001';
    const pls = await service.token({ scopes: ['pls.files.read'] });
    expect(await service.send('GET', path, { token: pls })).toMatchObject({
      status: 403,
      body: { scope: 'files.read' },
    });
    const plain = await service.token({ scopes: ['files.read'] });
    expect((await service.send('GET', path, { token: plain })).status).toBe(200);
  });
});

describe('HTTP', () => {
  it('returns 404 for an unknown path, and 405 with Allow for an unsupported method', async () => {
    const service = await sandbox();
    const token = await service.token();
    for (const path of [
      '/v1',
      '/v1/nothing',
      '/v1/contacts/',
      '//v1/contacts',
      '/v4/contacts',
      '/v1/contacts/a/b',
      '/v1/orders/a/b.pdf',
    ])
      expect(await service.send('GET', path, { token })).toMatchObject({
        status: 404,
        body: { status: 404, error: 'not_found' },
      });
    const wrong = [
      ['PATCH', '/v1/contacts', 'GET, PUT, DELETE'],
      ['POST', '/v1/contacts', 'GET, PUT, DELETE'],
      ['HEAD', '/v1/hooks/h-001-0001/ping', 'GET'],
      ['OPTIONS', '/v3/contacts', 'POST'],
      ['GET', '/v3/contacts', 'POST'],
      ['DELETE', '/v1/orders/m-001-0001', 'GET'],
      ['GET', '/oauth/token', 'POST'],
      ['PUT', '/sandbox/clock', 'GET, POST'],
    ] as const;
    for (const [method, path, allow] of wrong) {
      const answer = await service.send(method, path, { token });
      expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([method, path, 405, allow]);
      if (method !== 'HEAD') expect(answer.body).toMatchObject({ error: 'method_not_allowed' });
    }
  });

  it.each([
    ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['broken JSON', '{"name": '],
    ['a NUL', '{"name": "a\\u0000b"}'],
    ['half a surrogate pair', '{"name": "\\ud83d"}'],
    ['endless nesting', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['nested attributes without end', `{"name": "x", "address": ${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`],
    ['nothing', ''],
    ['a number', '5'],
  ])('returns 400 for a body with %s', async (_, body) => {
    const service = await sandbox();
    const token = await service.token();
    const answer = await service.send('POST', '/v3/contacts', { token, body });
    expect(answer).toMatchObject({
      status: 400,
      body: { status: 400, error: expect.stringMatching(/^contacts\./) },
    });
  });

  it('returns 400 for a query that is not percent-encoded UTF-8 and for a repeated parameter', async () => {
    const service = await sandbox();
    const token = await service.token();
    for (const path of [
      '/v1/contacts?a=%ff',
      '/v1/contacts?a=%',
      '/v1/contacts?access_token=1&access_token=2',
      '/v1/contacts/%ff',
      '/v1/contacts/%e0%a4%a',
    ])
      expect((await service.send('GET', path, { token })).status).toBe(400);
    expect((await service.send('GET', '/v1/contacts?unknown=1&unknown=2', { token })).status).toBe(200);
  });

  it('returns 413 for a JSON body above the limit and changes nothing', async () => {
    const service = await sandbox();
    const api = await service.as();
    const status = await new Promise((resolve, reject) => {
      const asking = request(`${service.url}/v1/contacts`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${api.token}`, 'Content-Length': 65 * 1024 * 1024 },
      });
      asking.once('response', (response) => {
        resolve(response.statusCode);
        asking.destroy();
      });
      asking.once('error', reject);
      asking.write('{"contacts": [');
    });
    expect(status).toBe(413);
    expect((await api.get('/v1/contacts')).body.contacts).toHaveLength(25);
  });

  it('responds only to loopback host names and rejects changes from pages of other hosts', async () => {
    const service = await sandbox();
    const { port } = service.running;
    const statusFor = (headers: Record<string, string>, method = 'GET', path = '/sandbox/clock') =>
      new Promise((resolve, reject) => {
        request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .once('error', reject)
          .end();
      });
    expect(await statusFor({ Host: 'evil.example' })).toBe(421);
    expect(await statusFor({ Host: `evil.example:${port}` }, 'POST', '/sandbox/reset')).toBe(421);
    expect(await statusFor({ Host: `localhost.evil.example:${port}` })).toBe(421);
    expect(await statusFor({ Host: '127.0.0.1@evil.example' })).toBe(400);
    for (const host of ['localhost', `localhost:${port}`, '127.0.0.1', `[::1]:${port}`])
      expect(await statusFor({ Host: host })).toBe(200);
    expect(await statusFor({ Origin: 'https://evil.example' }, 'POST', '/sandbox/reset')).toBe(403);
    expect(await statusFor({ Origin: 'null' }, 'POST', '/sandbox/reset')).toBe(403);
    expect(await statusFor({ Origin: service.url }, 'POST', '/sandbox/reset')).toBe(200);
    expect(await statusFor({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  });

  it.each([
    ['cross-site', 'GET', '/', 200],
    ['cross-site', 'GET', '/openapi.json', 200],
    ['cross-site', 'GET', '/my/oauth/authorize?client_id=nobody', 400],
    ['cross-site', 'GET', '/v1/contacts', 403],
    ['cross-site', 'GET', '/console/overview', 403],
    ['same-site', 'GET', '/v1/contacts', 403],
    ['same-site', 'GET', '/sandbox/deliveries', 403],
    ['same-site', 'POST', '/my/oauth/login', 403],
    ['same-origin', 'GET', '/sandbox/deliveries', 200],
    ['none', 'GET', '/sandbox/deliveries', 200],
  ])('responds to a page with Sec-Fetch-Site %s, %s %s, with %d', async (site, method, path, status) => {
    const service = await sandbox();
    const answer = await service.send(method, path, { headers: { 'Sec-Fetch-Site': site } });
    expect(answer.status).toBe(status);
  });

  it.each(['/v1/contacts', '/sandbox/orders', '/my/oauth/login'])(
    'rejects changes of %s from a page on another port of this machine',
    async (path) => {
      const service = await sandbox();
      const headers = { Origin: 'http://localhost:9000' };
      const answer = await service.send('POST', path, { headers, body: {} });
      expect(answer).toMatchObject({ status: 403, body: { error: 'wrong_origin' } });
    },
  );

  it.each(['/v1/contacts', '/v2/contacts', '/my/oauth/authorize', '/sandbox/requests', '/nothing'])(
    'rejects a path and query of more than 16,384 characters: %s',
    async (path) => {
      const service = await sandbox();
      const fitting = `${path}?${'a&'.repeat(8192)}`.slice(0, 16_384);
      expect((await service.send('GET', fitting)).status).not.toBe(414);
      const answer = await service.send('GET', `${fitting}a`);
      expect(answer).toMatchObject({ status: 414, body: { error: 'url_too_long' } });
    },
  );

  it('listens on the loopback interface only', async () => {
    const { networkInterfaces } = await import('node:os');
    const service = await sandbox();
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((found) => found && !found.internal && found.family === 'IPv4');
    const address = outside?.address ?? '127.0.0.2';
    await expect(fetch(`http://${address}:${service.running.port}/`)).rejects.toThrow();
  });
});
