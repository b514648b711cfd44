/** Runs the built connector with every variant of the sandbox for the open questions in docs/api.md#open-questions. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { ProcessPool, serveLoopback } from '@print-and-mail/zapier';
import { startWorld, type World, type WorldOptions } from '../support/world.ts';

// One process serves every variant, as on Zapier one process serves several accounts.
const processes = new ProcessPool({ size: 1 });
afterAll(() => processes.stop());

let world: World;
const startVariant = async (options: WorldOptions | string = {}): Promise<World> => {
  const worldOptions = typeof options === 'string' ? { world: options } : options;
  world = await startWorld({ ...worldOptions, platform: { processes } });
  return world;
};
afterEach(() => world.close());

const maria = 'c-001-0001';

describe('With the event keys', () => {
  it.each(['default', 'bare', 'short'])(
    'of the variant "%s", both hook triggers subscribe and start',
    async (name) => {
      const { zap, control } = await startVariant(name);
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

describe('With the error bodies', () => {
  it.each(['default', 'nested', 'list', 'code', 'text'])(
    'of the variant "%s", a rejected order names the sheet',
    async (name) => {
      const { create } = await startVariant(name);
      const order = { list_id: 'l-001-0001', sheets: [{ file: 'f-999-9999' }] };
      await expect(create('create_order', order)).rejects.toThrow(
        name === 'text' ? /f-999-9999/ : /f-999-9999.* Check Sheet 1 /,
      );
    },
  );

  it.each(['default', 'nested', 'list', 'code', 'text'])(
    'of the variant "%s", the error names a missing permission',
    async (name) => {
      const { create } = await startVariant({ world: name, scopes: ['contacts.read'] });
      await expect(create('create_contact', { name: 'Maria' })).rejects.toThrow(
        /including "contacts\.write"/,
      );
    },
  );
});

describe('With the file scopes', () => {
  it('of the variant "strict-files", the error names both spellings of the permission', async () => {
    const { search } = await startVariant({ world: 'strict-files' });
    await expect(search('find_file', { file_id: 'f-001-0001' })).rejects.toThrow(
      /"pls\.files\.read" or "files\.read"/,
    );
  });

  it('of the variant "strict-files", the other spelling works too', async () => {
    const { search } = await startVariant({ world: 'strict-files', scopes: ['files.read'] });
    expect(await search('find_file', { file_id: 'f-001-0001' })).toMatchObject([{ file_id: 'f-001-0001' }]);
  });
});

describe('With the ping', () => {
  it.each(['default', 'empty', 'envelope'])('of the variant "%s", no Zap starts', async (name) => {
    const { zap, control } = await startVariant(name);
    const zaps = [
      zap('address_update'),
      zap('order_complete'),
      zap('service_event', { event: 'orders.order_shipped.v1' }),
    ];
    for (const started of zaps) await started.turnOn();
    await control.advance('1m');
    for (const started of zaps) await started.settled();
    expect(
      (await control.deliveries()).filter(({ event }) => event === 'ping').map(({ state }) => state),
    ).toEqual(['delivered', 'delivered', 'delivered']);
    expect(zaps.flatMap(({ records }) => records)).toEqual([]);
  });
});

describe('With partial addresses', () => {
  it.each(['default', 'replace-address'])(
    'of the variant "%s", Update Contact keeps the other address fields',
    async (name) => {
      const { create, search } = await startVariant(name);
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

describe('With uploads', () => {
  it.each(['default', 'length-required'])(
    'of the variant "%s", a file from an earlier step is uploaded',
    async (name) => {
      const { create, search, platform, connection } = await startVariant(name);
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

describe('If the service requires Content-Length (411), a file without it', () => {
  const letter = '%PDF-1.7 in two chunks';
  it.each([
    ['sent in chunks', {}, [letter.slice(0, 9), letter.slice(9)]],
    ['compressed with gzip', { 'Content-Encoding': 'gzip' }, [gzipSync(letter)]],
    ['compressed with br', { 'Content-Encoding': 'br' }, [brotliCompressSync(letter)]],
  ])('and %s is uploaded', async (_, headers, chunks) => {
    const { create, control, url } = await startVariant('length-required');
    const source = await serveLoopback(async (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/pdf', ...headers });
      for (const chunk of chunks) response.write(chunk);
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
    const stored = await fetch(`${url}/v1/files/${uploaded.id}/download`, {
      headers: { Authorization: `Bearer ${await control.token('demo@example.com', 'sandbox-client')}` },
    });
    expect(await stored.text()).toBe(letter);
  });
});

describe('A saved order that the list leaves out', () => {
  it('is found by its ID and can be sent', async () => {
    const { create, search } = await startVariant();
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

describe('After too many requests (429)', () => {
  it.each([
    ['in seconds', { 'Retry-After': '17' }, 17],
    ['absent', {}, undefined],
  ])('with Retry-After %s, Zapier retries the step later', async (_form, headers, delay) => {
    const { control, create } = await startVariant();
    await control.fault({
      match: { path: '/v3/contacts' },
      then: { status: 429, headers, body: { error: 'too_many_requests' } },
    });
    await expect(create('create_contact', { name: 'Maria' })).rejects.toMatchObject({
      name: 'HeldError',
      cause: { name: 'ThrottledError', delay },
    });
  });

  it('with Retry-After as a date, Zapier retries the step then', async () => {
    const { control, create } = await startVariant();
    const headers = { 'Retry-After': new Date(Date.now() + 120_000).toUTCString() };
    await control.fault({ match: { path: '/v3/contacts' }, then: { status: 429, headers, body: {} } });
    const error: unknown = await create('create_contact', { name: 'Maria' }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: 'HeldError', cause: { name: 'ThrottledError' } });
    expect(Math.abs(Number(Object(error).cause.delay) - 120)).toBeLessThan(30);
  });

  it('by the sandbox’s own limit, Zapier retries the step later', async () => {
    const { search } = await startVariant('throttled');
    const searches = Array.from({ length: 51 }, () => search('find_logo', { name: 'mission' }));
    const rejected = (await Promise.allSettled(searches)).filter(({ status }) => status === 'rejected');
    expect(rejected.length).toBeGreaterThan(0);
    expect(rejected[0]).toMatchObject({ reason: { name: 'HeldError' } });
  });
});

describe('Unknown fields', () => {
  it('of a webhook reach the Zap unchanged', async () => {
    const { zap, control } = await startVariant();
    const shipped = zap('service_event', { event: 'orders.order_shipped.v1' });
    await shipped.turnOn();
    const body = { customer: { id: 's-1', name: 'Ann' }, later: [1, { deep: true }] };
    await control.event('raw', { event: 'orders.order_shipped.v1', query: { order_id: 'm-1' }, body });
    await control.advance('1m');
    await shipped.settled();
    expect(shipped.records).toMatchObject([{ ...body, order_id: 'm-1', event: 'orders.order_shipped.v1' }]);
  });
});
