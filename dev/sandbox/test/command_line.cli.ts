import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { run, serve, serveWithLittleSpace } from './process.ts';
import { addressUpdate, closeLater, following, ServiceClient, Target } from './service_client.ts';

const client = (url: string): ServiceClient =>
  new ServiceClient({ url, port: Number(new URL(url).port), now: Date.now, close: async () => undefined });

describe('the command line', () => {
  it('starts the sandbox, prints its URL in one line, and stops on SIGTERM', async () => {
    const { url, line, kill } = await serve(
      '--clock',
      '2026-03-13T12:00:00Z',
      '--variants',
      'short',
      '--variants',
      'nested',
    );
    expect(line).toMatch(/^sandbox ready: http:\/\/127\.0\.0\.1:\d+$/);
    expect(await client(url).control('GET', '/clock')).toEqual({
      now: '2026-03-13T12:00:00.000Z',
      frozen: true,
    });
    expect(await kill('SIGTERM')).toBe(0);
  });

  it('has a command for every call of the control API', async () => {
    const { url } = await serve('--clock', '2026-03-13T12:00:00Z');
    const say = async (...words: string[]) => {
      const { code, stdout, stderr } = await run(...words, '--url', url);
      expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
      return stdout ? JSON.parse(stdout) : undefined;
    };
    const { access_token: token } = await say(
      'token',
      '--scopes',
      'contacts.read contacts.write orders.read orders.write',
    );
    const target = await Target.open();
    await client(url).send('POST', following(addressUpdate, target.url), { token });
    await client(url).settled();
    const { deliveries } = await say('trigger', 'mail-returned', '--contact', 'c-001-0002');
    expect(deliveries).toHaveLength(1);
    expect(await say('advance', '3d')).toEqual({ now: '2026-03-16T12:00:00.000Z', frozen: true });
    expect(target.events.map(({ url: to }) => to.searchParams.get('contact_id'))).toEqual(['c-001-0002']);
    expect(await say('deliveries')).toMatchObject([
      { event: 'ping' },
      { id: deliveries[0], state: 'delivered' },
    ]);
    expect(
      await say(
        'fault',
        '--method',
        'GET',
        '--path',
        '/v1/logos',
        '--status',
        '503',
        '--nth',
        '1',
        '--header',
        'Retry-After: 3',
      ),
    ).toMatchObject({
      match: { method: 'GET', path: '/v1/logos' },
      nth: 1,
      then: { status: 503, headers: { 'Retry-After': '3' } },
    });
    expect((await client(url).send('GET', '/v1/logos', { token })).status).toBe(503);
    expect(await say('fault')).toHaveLength(1);
    const { id } = await say('fault', '--path', '/v1/nothing', '--status', '500');
    expect(await say('fault', 'remove', id)).toBeUndefined();
    expect(await say('fault')).toHaveLength(1);
    expect(await say('fault', 'clear')).toBeUndefined();
    expect(await say('requests')).toMatchObject([{ path: '/v1/hooks' }, { path: '/v1/logos', status: 503 }]);
    const resend = { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' };
    const { order_id } = (await client(url).send('POST', '/v1/orders', { token, body: resend })).body;
    expect(await say('order', order_id)).toMatchObject({ state: 'production' });
    expect(await say('cancel', order_id)).toMatchObject({ state: 'canceled' });
    expect(await say('reset')).toMatchObject({ frozen: true });
    expect(await say('deliveries')).toEqual([]);
  });

  it.each([
    ['an unknown word', ['dance'], /"dance"/],
    ['an unknown option', ['--dance'], /--dance/],
    ['an unknown variant', ['--port', '0', '--variants', 'paradise'], /paradise.*throttled/],
    ['an unknown event', ['trigger', 'party'], /"party".*mail-returned/],
    ['no duration', ['advance'], /"advance" needs/],
    ['no fault to remove', ['fault', 'remove'], /"fault remove" needs/],
    ['a port that is none', ['--port', 'x'], /--port must be .*not "x"/],
    [
      'no sandbox there',
      ['clock', '--url', 'http://127.0.0.1:1'],
      /No sandbox is running at http:\/\/127\.0\.0\.1:1/,
    ],
  ])('%s exits with code 1 and a message', async (_, args, sentence) => {
    const { code, stderr, stdout } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('exits with code 1 and prints the error of a rejected command', async () => {
    const { url } = await serve();
    const { code, stdout } = await run('trigger', 'mail-returned', '--contact', 'c-999-9999', '--url', url);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ status: 404 });
  });
});

describe('--data FILE', () => {
  it('keeps all data after kill -9 between two calls', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-data-'));
    closeLater(async () => rmSync(folder, { recursive: true, force: true }));
    const data = join(folder, 'sandbox.db');
    const target = await Target.open(204, 500, 500, 204);

    const first = await serve('--data', data, '--clock', '2026-03-13T12:00:00Z');
    const before = client(first.url);
    const api = await before.as();
    const { contact_id: contact } = (await api.post('/v3/contacts', { name: 'Ann Lee' })).body;
    const { id: file } = (await api.post('/v1/files?filename=a.pdf', 'content')).body;
    const { body: hook } = await api.post(following(addressUpdate, target.url));
    await before.settled();
    const { order_id: order } = (
      await api.post('/v1/orders', { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' })
    ).body;
    const { deliveries } = await before.control('POST', '/events/mail-returned', { contact_id: contact });
    await before.settled();
    await before.control('POST', '/faults', { match: { path: '/v1/logos' }, nth: 5, then: { status: 500 } });
    await api.delete('/v1/contacts/c-001-0001');
    await first.kill('SIGKILL');

    const second = await serve('--data', data);
    const after = client(second.url);
    const send = (method: string, path: string) => after.send(method, path, { token: api.token });
    expect(await after.control('GET', '/clock')).toEqual({ now: '2026-03-13T12:00:00.000Z', frozen: true });
    expect((await send('GET', `/v1/contacts/${contact}`)).body.name).toBe('Ann Lee');
    expect((await send('GET', '/v1/contacts/c-001-0001')).status).toBe(404);
    expect((await send('DELETE', '/v1/contacts/c-001-0001')).status).toBe(204);
    expect((await send('GET', `/v1/files/${file}/download`)).body).toBe('content');
    expect((await send('GET', hook.href)).body.last_triggered).toBe('2026-03-13T12:00:00.000Z');
    expect(await after.control('GET', '/faults')).toHaveLength(1);
    expect(await after.control('GET', `/deliveries/${deliveries[0]}`)).toMatchObject({
      state: 'pending',
      next: '2026-03-13T12:01:00.000Z',
    });
    expect((await after.control('GET', '/requests')).length).toBeGreaterThan(4);
    await after.advance('3d');
    expect(target.events).toHaveLength(3);
    expect(await after.control('GET', `/deliveries/${deliveries[0]}`)).toMatchObject({ state: 'delivered' });
    expect((await send('GET', `/v1/orders/${order}`)).body.timeline.mailed).toBe('2026-03-15T12:00:00');
    const { contact_id: next } = (
      await after.send('POST', '/v3/contacts', { token: api.token, body: { name: 'Bo' } })
    ).body;
    expect(next).not.toBe(contact);
  });

  it('returns 500 with the reason if the disk is full, logs it once, and keeps the earlier data', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-full-'));
    closeLater(async () => rmSync(folder, { recursive: true, force: true }));
    const { url, errors } = await serveWithLittleSpace('--data', join(folder, 'sandbox.db'));
    const { get, post } = await client(url).as();
    const upload = () => post('/v1/files?filename=a.bin', new Uint8Array(4_000_000));
    for (const count of [1, 2])
      expect({ count, ...(await upload()) }).toMatchObject({
        count,
        status: 500,
        body: { error: 'storage_error', message: expect.stringMatching(/disk of the sandbox is full/) },
      });
    expect((await get('/v1/contacts')).body.contacts).toHaveLength(25);
    expect(errors().match(/disk of the sandbox is full/g)).toHaveLength(1);
  });
});
