/** What the service's description leaves open: each way of it works, through the built connector and the sandbox's worlds. */
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { ProcessPool, serveLoopback } from '@print-and-mail/zapier';
import { startWorld, type World, type WorldOptions } from '../support/world.ts';

// One process goes from world to world, as Zapier's go from account to account.
const processes = new ProcessPool({ size: 1 });
afterAll(() => processes.stop());

let world: World;
const inWorld = async (options: WorldOptions | string = {}): Promise<World> => {
  const how = typeof options === 'string' ? { world: options } : options;
  world = await startWorld({ ...how, platform: { processes } });
  return world;
};
afterEach(() => world.close());

const maria = 'c-001-0001';

describe('event keys (§6.5)', () => {
  it.each(['default', 'bare', 'short'])(
    'in the world "%s" both hook triggers find their event and start',
    async (name) => {
      const { zap, control } = await inWorld(name);
      const [address, order] = [zap('address_update'), zap('order_complete')];
      await address.turnOn();
      await order.turnOn();
      await control.event('mail-returned', { contact_id: maria });
      const created = await world.create('resend_saved_order', {
        saved_order_id: 'l-001-1001',
        list_id: 'l-001-0002',
      });
      await control.event('order-complete', { order_id: created.order_id });
      await control.advance('1m');
      await address.settled();
      await order.settled();
      expect(address.records).toMatchObject([{ contact_id: maria, code: 'returned_mail' }]);
      expect(order.records).toMatchObject([{ id: created.order_id, order_id: created.order_id }]);
    },
  );
});

describe('error bodies (§7.3)', () => {
  it.each(['default', 'nested', 'list', 'code', 'text'])(
    'in the world "%s" a refused order names the sheet',
    async (name) => {
      const { create } = await inWorld(name);
      const order = { list_id: 'l-001-0001', sheets: [{ file: 'f-999-9999' }] };
      await expect(create('create_order', order)).rejects.toThrow(
        name === 'text' ? /f-999-9999/ : /Sheet 1, File.*does not exist at the letter service/,
      );
    },
  );

  it.each(['default', 'nested', 'list', 'code', 'text'])(
    'in the world "%s" a missing permission is named',
    async (name) => {
      const { create } = await inWorld({ world: name, scopes: ['contacts.read'] });
      await expect(create('create_contact', { name: 'Maria' })).rejects.toThrow(
        /including "contacts\.write"/,
      );
    },
  );
});

describe('file scopes (§5.5)', () => {
  it('a refusal on a file names both spellings of the permission', async () => {
    const { search } = await inWorld({ world: 'strict-files' });
    await expect(search('find_file', { file_id: 'f-001-0001' })).rejects.toThrow(
      /"pls\.files\.read" or "files\.read"/,
    );
  });

  it('whichever spelling was granted opens the files', async () => {
    const { search } = await inWorld({ world: 'strict-files', scopes: ['files.read'] });
    expect(await search('find_file', { file_id: 'f-001-0001' })).toMatchObject([{ file_id: 'f-001-0001' }]);
  });
});

describe('ping (§6.1)', () => {
  it.each(['default', 'empty', 'envelope'])('in the world "%s" a ping starts no Zap', async (name) => {
    const { zap, control } = await inWorld(name);
    const zaps = [
      zap('address_update'),
      zap('order_complete'),
      zap('service_event', { event: 'orders.order_shipped.v1' }),
    ];
    for (const one of zaps) await one.turnOn();
    await control.advance('1m');
    for (const one of zaps) await one.settled();
    expect(
      (await control.deliveries()).filter(({ event }) => event === 'ping').map(({ state }) => state),
    ).toEqual(['delivered', 'delivered', 'delivered']);
    expect(zaps.flatMap(({ records }) => records)).toEqual([]);
  });
});

describe('a partial address in an update (§4.1)', () => {
  it.each(['default', 'replace-address'])(
    'in the world "%s" the parts that were not given stay',
    async (name) => {
      const { create, search } = await inWorld(name);
      await create('update_contact', { contact_id: maria, postal_code: '43216' });
      expect(await search('find_contact', { contact_id: maria })).toMatchObject([
        {
          address: {
            street: '12 Market Street\nApartment 4',
            city: 'Columbus',
            state: 'OH',
            postal_code: '43216',
          },
        },
      ]);
    },
  );
});

describe('an upload (§4.2)', () => {
  it.each(['default', 'length-required'])(
    'in the world "%s" a file goes from one step to the next',
    async (name) => {
      const { create, search, platform, connection } = await inWorld(name);
      const [found] = await search('find_file', { file_id: 'f-001-0001' });
      const address = await platform.hydrate(found?.content, connection);
      const uploaded = await create('upload_file', { file: address });
      expect(uploaded).toMatchObject({ filename: 'newsletter.pdf' });
      const [again] = await search('find_file', { file_id: uploaded.file_id });
      const bytes = async (url: unknown) => Buffer.from(await (await fetch(String(url))).arrayBuffer());
      expect(await bytes(await platform.hydrate(again?.content, connection))).toEqual(await bytes(address));
    },
  );
});

describe('a source that does not tell the length of the file', () => {
  const letter = '%PDF-1.7 in two pieces';
  it.each([
    ['because it does not know it', {}, [letter.slice(0, 9), letter.slice(9)]],
    ['because it compresses the file', { 'Content-Encoding': 'gzip' }, [gzipSync(letter)]],
    ['because it compresses the file otherwise', { 'Content-Encoding': 'deflate' }, [deflateSync(letter)]],
  ])('%s is sent on with one, as a service behind a proxy may demand (411)', async (_, headers, pieces) => {
    const { create, control, url } = await inWorld('length-required');
    const source = await serveLoopback(async (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/pdf', ...headers });
      for (const piece of pieces) response.write(piece);
      response.end();
    });
    const uploaded = await create('upload_file', { file: `${source.origin}/letter` }).finally(() =>
      source.close(),
    );
    expect(uploaded).toMatchObject({ filename: 'letter.pdf' });
    expect((await control.requests()).map(({ path, status }) => [path, status])).toContainEqual([
      '/v1/files',
      201,
    ]);
    const kept = await fetch(`${url}/v1/files/${uploaded.id}/download`, {
      headers: { Authorization: `Bearer ${await control.token('demo@example.com', 'sandbox-client')}` },
    });
    expect(await kept.text()).toBe(letter);
  });
});

describe('saved orders (§8)', () => {
  it('one that the listing leaves out is found by its id and can be sent', async () => {
    const { create, search } = await inWorld();
    const listed = await search('find_saved_order', { name: 'letter' });
    expect(listed.map(({ id }) => id)).not.toContain('l-001-1027');
    expect(await search('find_saved_order', { saved_order_id: 'l-001-1027' })).toMatchObject([
      { saved_order_id: 'l-001-1027' },
    ]);
    const preview = await create(
      'resend_saved_order',
      { saved_order_id: 'l-001-1027', list_id: 'l-001-0002' },
      { test: true },
    );
    expect(preview).toMatchObject({ preview_only: true });
    const sent = await create('resend_saved_order', { saved_order_id: 'l-001-1027', list_id: 'l-001-0002' });
    expect(sent).toMatchObject({ already_ordered: false, preview_only: false });
  });
});

describe('too many requests (429)', () => {
  it.each([
    ['in seconds', { 'Retry-After': '17' }, 17],
    ['absent', {}, undefined],
  ])('with Retry-After %s the step is tried again later', async (_form, headers, delay) => {
    const { control, create } = await inWorld();
    await control.fault({
      match: { path: '/v3/contacts' },
      then: { status: 429, headers, body: { error: 'too_many_requests' } },
    });
    await expect(create('create_contact', { name: 'Maria' })).rejects.toMatchObject({
      name: 'HeldError',
      cause: { name: 'ThrottledError', delay },
    });
  });

  it('with Retry-After as a date the step waits until then', async () => {
    const { control, create } = await inWorld();
    const headers = { 'Retry-After': new Date(Date.now() + 120_000).toUTCString() };
    await control.fault({ match: { path: '/v3/contacts' }, then: { status: 429, headers, body: {} } });
    const error: unknown = await create('create_contact', { name: 'Maria' }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: 'HeldError', cause: { name: 'ThrottledError' } });
    expect(Math.abs(Number(Object(error).cause.delay) - 120)).toBeLessThan(30);
  });

  it('of the service itself is told as such', async () => {
    const { search } = await inWorld('throttled');
    const asked = Array.from({ length: 51 }, () => search('find_logo', { name: 'mission' }));
    const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ reason: { name: 'HeldError' } });
  });
});

describe('unknown fields', () => {
  it('of a webhook nobody knows today reach the Zap as they came', async () => {
    const { zap, control } = await inWorld();
    const shipped = zap('service_event', { event: 'orders.order_shipped.v1' });
    await shipped.turnOn();
    const body = { customer: { id: 's-1', name: 'Ann' }, later: [1, { deep: true }] };
    await control.event('raw', { event: 'orders.order_shipped.v1', query: { order_id: 'm-1' }, body });
    await control.advance('1m');
    await shipped.settled();
    expect(shipped.records).toMatchObject([{ ...body, order_id: 'm-1', event: 'orders.order_shipped.v1' }]);
  });
});
