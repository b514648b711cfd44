import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { startSandbox } from '../../server.ts';
import {
  addressUpdate,
  closeLater,
  following,
  orderComplete,
  type ServiceClient,
  sandbox,
  Target,
  unreachableTarget,
} from '../service_client.ts';

const noon = '2026-03-13T12:00:00Z';

function temporaryFile(name: string, content?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
  closeLater(async () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  if (content !== undefined) writeFileSync(file, content);
  return file;
}

describe('the clock', () => {
  it('follows the machine’s clock and can be frozen, advanced and unfrozen', async () => {
    const service = await sandbox();
    const before = Date.now();
    const running = await service.control('GET', '/clock');
    expect(running.frozen).toBe(false);
    expect(Date.parse(running.now)).toBeGreaterThanOrEqual(before);
    expect(await service.control('POST', '/clock', { freeze: noon })).toEqual({
      now: '2026-03-13T12:00:00.000Z',
      frozen: true,
    });
    expect(await service.control('POST', '/clock', { advance: '3d2h1m5s' })).toEqual({
      now: '2026-03-16T14:01:05.000Z',
      frozen: true,
    });
    expect(await service.control('GET', '/clock')).toEqual({ now: '2026-03-16T14:01:05.000Z', frozen: true });
    const free = await service.control('POST', '/clock', { run: true });
    expect(free.frozen).toBe(false);
    expect(free.now).toMatch(/^2026-03-16T14:01:/);
    expect((await service.control('POST', '/clock', { advance: '1d' })).now).toMatch(/^2026-03-17T14:01:/);
    expect((await service.control('GET', '/clock')).frozen).toBe(false);
  });

  it('accepts a time with a zone', async () => {
    const service = await sandbox();
    expect((await service.control('POST', '/clock', { freeze: '2026-03-13T00:58:53-04:00' })).now).toBe(
      '2026-03-13T04:58:53.000Z',
    );
  });

  it.each([
    {},
    { advance: '3' },
    { advance: '3w' },
    { advance: '' },
    { advance: '-1d' },
    { advance: '1.5h' },
    { advance: 'd' },
    { advance: 3 },
    { advance: '99999999d' },
    { freeze: 'noon' },
    { freeze: '2026-02-30T00:00:00Z' },
    { freeze: 5 },
    { freeze: '' },
    { run: false },
    { run: 1 },
    { freeze: noon, advance: '1d' },
    { jump: '1d' },
    [],
  ])('rejects %j', async (body) => {
    const service = await sandbox({ clock: noon });
    expect(await service.send('POST', '/sandbox/clock', { body })).toMatchObject({
      status: 400,
      body: { status: 400 },
    });
    expect(await service.control('GET', '/clock')).toEqual({ now: '2026-03-13T12:00:00.000Z', frozen: true });
  });

  it('processes what is due now even while it is frozen', async () => {
    const service = await sandbox({ clock: noon });
    const { post } = await service.as();
    const arrived = Promise.withResolvers<void>();
    const target = await Target.open((_, response) => {
      response.writeHead(204).end();
      if (target.received.length === 2) arrived.resolve();
    });
    await post(following(addressUpdate, target.url));
    await service.control('POST', '/events/address-update', {});
    await arrived.promise;
    expect(target.received).toHaveLength(2);
  });

  it('processes what falls due while it runs', async () => {
    const service = await sandbox();
    const { post } = await service.as();
    const arrived = Promise.withResolvers<void>();
    const target = await Target.open(204, (_, response) => {
      response.writeHead(204).end();
      arrived.resolve();
    });
    await post(following(orderComplete, target.url));
    await service.settled();
    await post('/v1/orders', { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' });
    await service.advance('23h59m59s');
    await arrived.promise;
    expect(target.events).toHaveLength(1);
  });

  it('processes everything that falls due in an advance, in order and at its time', async () => {
    const service = await sandbox({ clock: noon });
    const { post } = await service.as();
    const target = await Target.open(204, 204, 500, 500, 204);
    await post(following(addressUpdate, target.url));
    await post(following(orderComplete, target.url));
    await service.settled();
    const { body } = await post('/v1/orders', { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' });
    await service.advance('23h59m30s');
    await service.control('POST', '/events/address-update', {});
    await service.settled();
    await service.advance('3d');
    expect(
      target.events.map(({ url, body: sent }) => [
        url.searchParams.get('event'),
        JSON.parse(sent).completed ?? JSON.parse(sent).updated,
      ]),
    ).toEqual([
      [addressUpdate, '2026-03-14T11:59:30.000Z'],
      [orderComplete, '2026-03-14T12:00:00.000Z'],
      [addressUpdate, '2026-03-14T11:59:30.000Z'],
      [orderComplete, '2026-03-14T12:00:00.000Z'],
    ]);
    const deliveries = await service.control('GET', '/deliveries');
    const times = deliveries
      .slice(2)
      .map(({ tries }: { tries: { time: string }[] }) => tries.map(({ time }) => time.slice(0, 19)));
    expect(times).toEqual(
      [
        ['2026-03-14T12:00:00', '2026-03-14T12:01:00'],
        ['2026-03-14T11:59:30', '2026-03-14T12:00:30'],
      ].reverse(),
    );
    expect((await (await service.as()).get(`/v1/orders/${body.order_id}`)).body.timeline.mailed).toBe(
      '2026-03-15T12:00:00',
    );
  });

  it('lets a month pass in one call: orders are mailed, deliveries given up, lists expired', async () => {
    const service = await sandbox({ clock: noon });
    const { post, get } = await service.as();
    await post(following(addressUpdate, await unreachableTarget()));
    const { list_id } = (await post('/v1/lists', { name: 'Guests' })).body;
    const orders = ['l-001-0001', 'l-001-0002'].map((list) => ({
      saved_order_id: 'l-001-1001',
      list_id: list,
    }));
    for (const order of orders) await post('/v1/orders', order);
    await service.control('POST', '/events/mail-returned', {});
    expect(await service.control('POST', '/clock', { advance: '31d' })).toEqual({
      now: '2026-04-13T12:00:00.000Z',
      frozen: true,
    });
    const mailed = { state: 'mailed', timeline: { mailed: '2026-03-15T12:00:00' } };
    expect(await service.control('GET', '/orders')).toMatchObject([mailed, mailed]);
    const deliveries = await service.control('GET', '/deliveries');
    expect(deliveries.map(({ state }: { state: string }) => state)).toEqual(['given_up', 'given_up']);
    expect(await post(`/v1/lists/${list_id}`, { name: 'Others' })).toMatchObject({ status: 404 });
    expect((await get('/v1/contacts')).status).toBe(200);
  });

  it('processes everything until the later time at which it is frozen', async () => {
    const service = await sandbox({ clock: noon });
    const { post, get } = await service.as();
    const { body } = await post('/v1/orders', { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' });
    await service.control('POST', '/clock', { freeze: '2026-03-20T00:00:00Z' });
    expect((await get(`/v1/orders/${body.order_id}`)).body.timeline.mailed).toBe('2026-03-15T12:00:00');
  });
});

describe('the seed', () => {
  it('contains the documented accounts, contacts and clients', async () => {
    const service = await sandbox();
    const seed = await service.control('GET', '/seed');
    expect(seed.contacts).toHaveLength(25);
    expect(seed.contacts.some((contact: { external_id: unknown }) => contact.external_id === null)).toBe(
      true,
    );
    expect(
      seed.contacts.filter((contact: { is_deliverable: boolean }) => !contact.is_deliverable),
    ).toHaveLength(1);
    expect(
      seed.contacts.some(({ address }: { address: { country: string } }) => address.country !== ''),
    ).toBe(true);
    expect(seed.logos).toHaveLength(2);
    expect(seed.files).toHaveLength(1);
    expect(seed.saved_orders).toHaveLength(27);
    expect(seed.lists.map(({ id }: { id: string }) => id)).toEqual(['l-001-0001', 'l-001-0002']);
    expect(seed.users.map(({ email, password }: Record<string, string>) => [email, password])).toEqual([
      ['demo@example.com', 'demo'],
      ['other@example.com', 'other'],
      ['unlinked@example.com', 'unlinked'],
    ]);
    expect(
      seed.clients.map((each: Record<string, string>) => [each.client_id, each.client_secret, each.callback]),
    ).toEqual([
      ['sandbox-client', 'sandbox-secret', 'http://localhost:9000'],
      ['other-client', 'other-secret', 'http://localhost:9001'],
      ['disabled-client', 'disabled-secret', 'http://localhost:9000'],
      ['blocked-client', 'blocked-secret', 'http://localhost:9000'],
      ['throttled-client', 'throttled-secret', 'http://localhost:9000'],
    ]);
    for (const kind of ['fonts', 'paper_types', 'envelope_types']) {
      expect(seed[kind].length).toBeGreaterThan(0);
      for (const { id } of seed[kind]) expect(id).toMatch(/\w/);
    }
  });

  it('can be saved as a seed file, which makes access tokens repeatable', async () => {
    const file = temporaryFile('seed.json', JSON.stringify(await (await sandbox()).control('GET', '/seed')));
    const [one, two] = await Promise.all([sandbox({ seed: file }), sandbox({ seed: file })]);
    const api = await one.as();
    expect((await api.get('/v1/contacts')).body.contacts).toHaveLength(25);
    expect((await api.get('/v1/files/f-001-0001/download')).bytes.length).toBeGreaterThan(1000);
    expect(await two.token()).toBe(api.token);
  });

  it.each([
    ['is not there', undefined, /cannot be read/],
    ['is no JSON', '{', /not valid JSON/],
    ['does not match the schema', '{"users": [{"email": 5}]}', /is not valid/],
    [
      'names a file that is not there',
      '{"files": [{"account": "a", "id": "f-1", "filename": "a.pdf", "path": "none.pdf"}]}',
      /none\.pdf/,
    ],
  ])('is rejected with a message if it %s', async (_, content, sentence) => {
    const seed = temporaryFile('seed.json', content);
    await expect(startSandbox({ port: 0, seed })).rejects.toThrow(sentence);
  });

  it('rejects unknown variants, invalid clocks and invalid data files with a message', async () => {
    await expect(startSandbox({ port: 0, variants: 'default,paradise' })).rejects.toThrow('paradise');
    await expect(startSandbox({ port: 0, clock: 'noon' })).rejects.toThrow('noon');
    await expect(
      startSandbox({
        port: 0,
        data: temporaryFile('data.db', 'this is not a database, but long enough to look like one'),
      }),
    ).rejects.toThrow('data.db');
  });
});

describe('reset', () => {
  it('restores the seed and removes access tokens, subscriptions, deliveries, faults and the log', async () => {
    const service = await sandbox();
    const api = await service.as();
    await api.post(following(addressUpdate, await unreachableTarget()));
    await api.put('/v1/contacts', { contacts: [] });
    await service.control('POST', '/faults', { match: { path: '/v1/logos' }, then: { status: 500 } });
    await service.control('POST', '/clock', { freeze: noon });
    await service.control('POST', '/reset');
    expect((await api.get('/v1/contacts')).status).toBe(401);
    expect((await service.control('GET', '/clock')).frozen).toBe(false);
    expect(await service.control('GET', '/deliveries')).toEqual([]);
    expect(await service.control('GET', '/faults')).toEqual([]);
    expect(await service.control('GET', '/requests')).toHaveLength(1);
    const again = await service.as();
    expect((await again.get('/v1/contacts')).body.contacts).toHaveLength(25);
    expect((await again.get('/v1/hooks')).body.subscriptions).toEqual([]);
  });

  it('returns the clock to the time of --clock', async () => {
    const service = await sandbox({ clock: noon });
    await service.advance('3d');
    await service.control('POST', '/reset');
    expect(await service.control('GET', '/clock')).toEqual({ now: '2026-03-13T12:00:00.000Z', frozen: true });
  });
});

describe('determinism', () => {
  const story = async (service: ServiceClient) => {
    const api = await service.as();
    const answers = [
      await api.post('/v3/contacts', { name: 'Ann Lee' }),
      await api.put('/v1/contacts', { contacts: [{ name: 'Bo', external_id: '1' }] }),
      await api.post('/v1/files?filename=a.pdf', 'x'),
      await api.post(following(addressUpdate, 'http://127.0.0.1:1/hook')),
      await api.post('/v1/orders', { saved_order_id: 'l-001-1001', list_id: 'l-001-0001' }),
    ];
    await service.control('POST', '/events/address-update', {});
    await service.advance('3d');
    answers.push(
      await service.send('GET', '/sandbox/deliveries'),
      await service.send('GET', '/sandbox/orders'),
    );
    return answers.map(({ status, body }) => ({ status, body }));
  };

  it('returns the same IDs and responses for the same seed, clock and calls, also after a reset', async () => {
    const [one, two] = [await sandbox({ clock: noon }), await sandbox({ clock: noon })];
    const told = await story(one);
    expect(await story(two)).toEqual(told);
    await one.control('POST', '/reset');
    expect(await story(one)).toEqual(told);
  });
});

describe('an order', () => {
  it('can be saved with a name, and is then one of the account’s saved orders', async () => {
    const service = await sandbox();
    const user = await service.as();
    const resend = { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' };
    const { order_id: id } = (await user.post('/v1/orders', resend)).body;
    const saved = await service.control('POST', `/orders/${id}/save`, { name: ' Spring letter ' });
    expect(saved).toMatchObject({ name: 'Spring letter' });
    expect((await user.get('/v1/orders/saved')).body.saved_orders[0]).toEqual(saved);
    const status = async (order: string, body: unknown) =>
      (await service.send('POST', `/sandbox/orders/${order}/save`, { body })).status;
    expect(await status(id, { name: ' ' })).toBe(400);
    expect(await status('m-999-9999', { name: 'Any' })).toBe(404);
  });
});

describe('access tokens', () => {
  it('can be created without the OAuth pages, for known users, clients and scopes', async () => {
    const service = await sandbox();
    const ask = (body: unknown) => service.send('POST', '/sandbox/tokens', { body });
    const good = { user: 'demo@example.com', client: 'sandbox-client', scopes: ['contacts.read'] };
    expect(await ask(good)).toMatchObject({ status: 201, body: { access_token: expect.any(String) } });
    expect((await ask({ ...good, user: 'nobody@example.com' })).status).toBe(404);
    expect((await ask({ ...good, client: 'nobody' })).status).toBe(404);
    expect((await ask({ ...good, scopes: ['everything'] })).status).toBe(400);
    expect((await ask({ ...good, scopes: 'contacts.read' })).status).toBe(400);
    expect((await ask({ user: good.user })).status).toBe(400);
  });
});

describe('the request log', () => {
  it('has the time, client, method, path, query, status and bodies of each request', async () => {
    const service = await sandbox({ clock: noon });
    const api = await service.as();
    await api.post('/v3/contacts', { name: 'Ann Lee' });
    await api.post('/v1/files?filename=a.bin', new Uint8Array([0, 255, 1]));
    await service.send('GET', '/v1/nothing?a=1&b=x%20y');
    const log = await service.control('GET', '/requests');
    expect(log).toMatchObject([
      {
        time: '2026-03-13T12:00:00.000Z',
        client: 'sandbox-client',
        method: 'POST',
        path: '/v3/contacts',
        query: {},
        status: 200,
        request_body: { name: 'Ann Lee' },
        response_body: { contact_id: expect.any(String) },
      },
      { path: '/v1/files', query: { filename: 'a.bin' }, status: 201, request_body: '(3 bytes)' },
      {
        client: null,
        method: 'GET',
        path: '/v1/nothing',
        query: { a: '1', b: 'x y' },
        status: 404,
        request_body: null,
      },
    ]);
    expect(await service.control('GET', `/requests?after=${log[1].id}`)).toHaveLength(1);
  });

  it('contains no access token, code, password or client secret', async () => {
    const service = await sandbox();
    const token = await service.token();
    await service.send('GET', `/v1/contacts?access_token=${token}`);
    await service.send(
      'POST',
      '/oauth/token?grant_type=authorization_code&code=canary-code&client_id=sandbox-client&client_secret=sandbox-secret',
    );
    const page = await service.send(
      'GET',
      '/my/oauth/authorize?client_id=sandbox-client&response_type=code&scope=contacts.read',
    );
    const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
    const formToken = /name="form_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    await service.send('POST', '/my/oauth/login', {
      body: String(
        new URLSearchParams({
          email: 'demo@example.com',
          password: 'canary-password',
          form_token: formToken,
          request: '',
        }),
      ),
      headers: { Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    const log = JSON.stringify(await service.control('GET', '/requests'));
    expect(JSON.parse(log)).toHaveLength(4);
    for (const secret of [token, 'canary-code', 'sandbox-secret', 'canary-password', formToken, cookie])
      expect(log).not.toContain(secret);
    expect(log).toContain('demo@example.com');
  });
});
