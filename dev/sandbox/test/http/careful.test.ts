import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { advancedTimeout } from '../../webhooks/deliveries.ts';
import { attemptTimeout } from '../../webhooks/webhook_sender.ts';
import { closeLater, following, orderComplete, sandbox, Target } from '../service_client.ts';

const pdf = Buffer.from('%PDF-1.4 a small file');

describe('a request with Content-Encoding', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is decoded: %s', async (encoding, encode) => {
    const service = await sandbox();
    const { token, get } = await service.as();
    const headers = { 'Content-Encoding': encoding };
    const uploaded = await service.send('POST', '/v1/files?filename=a.pdf', {
      token,
      headers,
      body: encode(pdf),
    });
    expect(uploaded.status).toBe(201);
    expect(Buffer.from((await get(`/v1/files/${uploaded.body.id}/download`)).bytes)).toEqual(pdf);
  });

  it('is rejected with 415 if the encoding is unknown, and with 400 if the body does not match it', async () => {
    const service = await sandbox();
    const { token } = await service.as();
    const send = (encoding: string) =>
      service.send('POST', '/v1/files?filename=a.pdf', {
        token,
        headers: { 'Content-Encoding': encoding },
        body: pdf,
      });
    expect(await send('compress')).toMatchObject({ status: 415, body: { error: 'unsupported_encoding' } });
    expect(await send('gzip')).toMatchObject({ status: 400, body: { error: 'invalid_encoding' } });
  });

  it('is limited by the size of its decoded body', async () => {
    const service = await sandbox();
    const { token, post } = await service.as();
    const { list_id } = (await post('/v1/lists', { name: 'Guests' })).body;
    const body = gzipSync(JSON.stringify({ type: 'contacts', data: [] }).padEnd(1_000_001));
    const headers = { 'Content-Encoding': 'gzip' };
    const answer = await service.send('POST', `/v1/lists/${list_id}/contacts`, { token, headers, body });
    expect(answer.body.error).toBe('lists.too_much_data');
  });
});

describe('every response', () => {
  it('tells browsers not to guess its type', async () => {
    const service = await sandbox();
    const { token } = await service.as();
    for (const path of [
      '/v1/contacts',
      '/v1/nothing',
      '/my/oauth/authorize',
      '/sandbox/clock',
      '/',
      '/openapi.json',
    ])
      expect([
        path,
        (await service.send('GET', path, { token })).headers.get('x-content-type-options'),
      ]).toEqual([path, 'nosniff']);
  });

  it('to HEAD has the headers of GET and no body', async () => {
    const service = await sandbox();
    const { token } = await service.as();
    const head = await service.send('HEAD', '/v1/files/f-001-0001/download', { token });
    const get = await service.send('GET', '/v1/files/f-001-0001/download', { token });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['content-type', 'content-length', 'content-disposition'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  it('names the missing scope in WWW-Authenticate', async () => {
    const { get } = await (await sandbox()).as({ scopes: ['orders.read'] });
    const answer = await get('/v1/contacts');
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer realm="sandbox", error="insufficient_scope", scope="contacts.read"',
    );
  });
});

describe('returned mail', () => {
  it('with a forwarding address abroad replaces the entire address', async () => {
    const service = await sandbox();
    const { get } = await service.as();
    await service.control('POST', '/events/mail-returned', {
      contact_id: 'c-001-0003',
      forwarding_address: { city: 'Bern', country: 'Switzerland' },
    });
    expect((await get('/v1/contacts/c-001-0003')).body.address).toEqual({
      street: '',
      city: 'Bern',
      state: '',
      postal_code: '',
      country: 'Switzerland',
    });
  });
});

describe('a target that never answers', () => {
  const { setTimeout: start } = globalThis;
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Makes the wait for a target shorter. @returns how often the sandbox has waited for the whole time */
  function shortenTimeout(): () => number {
    let count = 0;
    jest.spyOn(globalThis, 'setTimeout').mockImplementation((run, delay) => {
      if (delay === advancedTimeout) return start(run, 5);
      if (delay !== attemptTimeout) return start(run, delay);
      count += 1;
      return start(run, 100);
    });
    return () => count;
  }

  it('is waited for only once while the clock advances, however many notifications it gets', async () => {
    const timeouts = shortenTimeout();
    const service = await sandbox({ clock: '2026-03-13T12:00:00Z' });
    const { post } = await service.as();
    const target = await Target.open((_request, response) => closeLater(async () => void response.destroy()));
    await post(following(orderComplete, target.url));
    for (let count = 0; count < 3; count += 1) {
      await post('/v1/orders', { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' });
      await service.advance('1m');
    }
    await service.advance('31d');
    const deliveries = await service.control('GET', '/deliveries');
    expect(deliveries.map(({ tries }: { tries: object[] }) => tries.length)).toEqual([1, 10, 10, 10]);
    expect(timeouts()).toBe(1);
  });

  it('is given up while the clock advances through the week of attempts', async () => {
    shortenTimeout();
    const service = await sandbox({ clock: '2026-03-13T12:00:00Z' });
    const { post } = await service.as();
    const target = await Target.open((_request, response) => closeLater(async () => void response.destroy()));
    await post(following('contacts.address_update.v1', target.url));
    await service.control('POST', '/events/mail-returned', {});
    await service.advance('8d');
    const deliveries = await service.control('GET', '/deliveries');
    const [delivery] = deliveries.filter(({ event }: { event: string }) => event !== 'ping');
    expect(delivery).toMatchObject({ state: 'given_up', next: null });
    expect(delivery.tries).toHaveLength(10);
    expect(new Set(delivery.tries.map(({ error }: { error: string }) => error))).toEqual(
      new Set(['no response within 10 seconds']),
    );
  });
});
