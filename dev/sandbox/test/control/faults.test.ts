import { createConnection } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import * as zod from 'zod';
import { type ServiceClient, sandbox } from '../service_client.ts';

const add = (service: ServiceClient, rule: object) => service.control('POST', '/faults', rule);

/** What `fetch` throws if there is no response. */
const failedFetch = zod.object({ cause: zod.object({ code: zod.string() }) });

/** Returns the status of a response, or the reason why there was none. */
async function outcomeOf(sending: Promise<{ status: number }>): Promise<number | string> {
  return sending.then(({ status }) => status).catch((error: unknown) => failedFetch.parse(error).cause.code);
}

describe('faults', () => {
  it('replace the response, and the service never sees the request', async () => {
    const service = await sandbox();
    const api = await service.as();
    expect(
      await add(service, {
        match: { method: 'POST', path: '/v3/contacts' },
        then: { status: 503, headers: { 'Retry-After': '7' }, body: { error: 'down' } },
      }),
    ).toMatchObject({
      match: { method: 'POST', path: '/v3/contacts' },
      then: { status: 503 },
    });
    const answer = await api.post('/v3/contacts', { name: 'X' });
    expect(answer).toMatchObject({ status: 503, body: { error: 'down' } });
    expect(answer.headers.get('retry-after')).toBe('7');
    expect((await api.get('/v1/contacts')).body.contacts).toHaveLength(25);
    await service.control('DELETE', '/faults');
    expect((await api.post('/v3/contacts', { name: 'X' })).status).toBe(200);
  });

  it('can be removed one by one', async () => {
    const service = await sandbox();
    const { id: first } = await add(service, { match: { path: '/v1/logos' }, then: { status: 503 } });
    const { id: second } = await add(service, { then: { status: 500 } });
    expect((await service.send('DELETE', `/sandbox/faults/${first}`)).status).toBe(204);
    expect(await service.control('GET', '/faults')).toMatchObject([{ id: second }]);
    expect((await service.send('DELETE', `/sandbox/faults/${first}`)).status).toBe(404);
  });

  it('respond with HTML, with an empty body, and with a custom Content-Type', async () => {
    const service = await sandbox();
    const api = await service.as();
    await add(service, {
      match: { path: '/v1/logos' },
      nth: 1,
      then: { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>Hi</h1>' },
    });
    await add(service, { match: { path: '/v1/logos' }, nth: 2, then: { status: 200 } });
    const html = await api.get('/v1/logos');
    expect([html.status, html.headers.get('content-type'), html.body]).toEqual([
      200,
      'text/html',
      '<h1>Hi</h1>',
    ]);
    expect(await api.get('/v1/logos')).toMatchObject({ status: 200, body: '' });
    expect((await api.get('/v1/logos')).body.type).toBe('list');
  });

  it('match any parts of a path at each of several *', async () => {
    const service = await sandbox();
    const api = await service.as();
    await add(service, { match: { path: '*/con*s/*-*1' }, then: { status: 500 } });
    expect((await api.get('/v1/contacts/c-001-0001')).status).toBe(500);
    expect((await api.get('/v1/contacts/c-001-0002')).status).toBe(200);
    expect((await api.get('/v1/contacts')).status).toBe(200);
  });

  it('match a long path against many * without delay', async () => {
    const service = await sandbox();
    const api = await service.as();
    await add(service, { match: { path: `/${'*a'.repeat(60)}!` }, then: { status: 500 } });
    expect((await api.get(`/v1/${'a'.repeat(5000)}`)).status).toBe(404);
  });

  it('match a path exactly or with *, a method in any case, and everything without a match', async () => {
    const service = await sandbox();
    const api = await service.as();
    await add(service, { match: { path: '/v1/contacts/*' }, then: { status: 500 } });
    expect((await api.get('/v1/contacts')).status).toBe(200);
    expect((await api.get('/v1/contacts/c-001-0001')).status).toBe(500);
    await add(service, { match: { method: 'delete' }, then: { status: 501 } });
    expect((await api.delete('/v1/contacts')).status).toBe(501);
    await add(service, { then: { status: 502 } });
    expect((await api.get('/v1/logos')).status).toBe(502);
    expect((await service.send('GET', '/sandbox/clock')).status).toBe(200);
  });

  it('fire once, at the nth matching request', async () => {
    const service = await sandbox();
    const api = await service.as();
    await add(service, { match: { path: '/v1/logos' }, nth: 3, then: { status: 500 } });
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await api.get('/v1/logos')).status);
    expect(statuses).toEqual([200, 200, 500, 200, 200, 200]);
    expect(await service.control('GET', '/faults')).toMatchObject([{ nth: 3, seen: 6, fired: 1 }]);
  });

  it('fire at the next request if another rule fired first', async () => {
    const service = await sandbox();
    const api = await service.as();
    for (const status of [500, 503])
      await add(service, { match: { path: '/v1/logos' }, nth: 1, then: { status } });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await api.get('/v1/logos')).status);
    expect(statuses).toEqual([500, 503, 200, 200]);
  });

  it.each([
    [{ match: { path: 'v1/logos' } }],
    [{ match: { path: '/sandbox/clock' } }],
    [{ match: { method: 'GET /' } }],
    [{ then: { status: 500, headers: { 'a b': 'c' } } }],
    [{ then: { status: 500, headers: { a: 'b\r\nc' } } }],
  ])('are rejected if they could never fire or be sent: %j', async (rule) => {
    const service = await sandbox();
    const body = { then: { status: 500 }, ...rule };
    const answer = await service.send('POST', '/sandbox/faults', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.message).not.toMatch(/pattern|record/);
  });

  it('send a response whole if it is shorter than truncate', async () => {
    const service = await sandbox();
    const api = await service.as();
    await add(service, { match: { path: '/v1/logos' }, then: { truncate: 100_000 } });
    expect((await api.get('/v1/logos')).body.type).toBe('list');
  });

  it.each([[7], [undefined]])('repeat the same sequence with a probability and the seed %s', async (seed) => {
    const run = async () => {
      const service = await sandbox();
      const api = await service.as();
      await add(service, {
        match: { path: '/v1/logos' },
        probability: 0.5,
        ...(seed ? { seed } : {}),
        then: { status: 500 },
      });
      const statuses = [];
      for (let count = 0; count < 40; count += 1) statuses.push((await api.get('/v1/logos')).status);
      return statuses;
    };
    const statuses = await run();
    expect(await run()).toEqual(statuses);
    expect(new Set(statuses)).toEqual(new Set([200, 500]));
  });

  it.each([
    ['before', 25],
    ['after', 26],
  ])('close the connection %s the service acts', async (reset, contacts) => {
    const service = await sandbox();
    const api = await service.as();
    await add(service, { match: { path: '/v3/contacts' }, then: { reset } });
    expect(await outcomeOf(api.post('/v3/contacts', { name: 'X' }))).toBe('ECONNRESET');
    expect((await api.get('/v1/contacts')).body.contacts).toHaveLength(contacts);
    expect(await service.control('GET', '/requests')).toMatchObject([
      { path: '/v3/contacts', status: 0 },
      {},
    ]);
  });

  it('close the connection after the number of bytes in truncate', async () => {
    const service = await sandbox();
    const token = await service.token();
    const whole = (await service.send('GET', '/v1/contacts', { token })).bytes;
    await add(service, { match: { path: '/v1/contacts' }, then: { truncate: 100 } });
    await expect(service.send('GET', '/v1/contacts', { token })).rejects.toThrow();
    const raw = await new Promise<string>((resolve) => {
      let text = '';
      const socket = createConnection(service.running.port, '127.0.0.1');
      socket.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      socket.on('close', () => resolve(text));
      socket.write(`GET /v1/contacts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    });
    expect(raw).toContain(`content-length: ${whole.length}`);
    expect(raw.split('\r\n\r\n')[1]).toBe(Buffer.from(whole.subarray(0, 100)).toString('utf8'));
  });

  it('add headers to the service’s response and delay it', async () => {
    const service = await sandbox();
    const api = await service.as();
    await add(service, { match: { path: '/v1/logos' }, then: { headers: { 'X-Odd': 'yes' }, delay_ms: 30 } });
    const start = performance.now();
    const answer = await api.get('/v1/logos');
    expect(performance.now() - start).toBeGreaterThanOrEqual(29);
    expect([answer.status, answer.headers.get('x-odd'), answer.body.type]).toEqual([200, 'yes', 'list']);
  });

  it('affect the token endpoint and the OAuth pages too', async () => {
    const service = await sandbox();
    await add(service, { match: { path: '/oauth/*' }, then: { status: 500, body: 'oops' } });
    await add(service, { match: { path: '/my/*' }, then: { status: 503 } });
    expect((await service.send('POST', '/oauth/token')).body).toBe('oops');
    expect((await service.send('GET', '/my/oauth/authorize')).status).toBe(503);
  });

  it.each([
    {},
    { then: {} },
    { then: { status: 99 } },
    { then: { status: '500' } },
    { then: { reset: 'during' } },
    { then: { truncate: -1 } },
    { nth: 0, then: { status: 500 } },
    { probability: 2, then: { status: 500 } },
    { match: { url: '/' }, then: { status: 500 } },
    { then: { status: 500, headers: { 'X y': 'z' } } },
    { then: { status: 500, headers: { 'X-Y': 'a\r\nb' } } },
    [],
  ])('reject the rule %j', async (rule) => {
    const service = await sandbox();
    expect(await service.send('POST', '/sandbox/faults', { body: rule })).toMatchObject({ status: 400 });
    expect(await service.control('GET', '/faults')).toEqual([]);
  });
});
