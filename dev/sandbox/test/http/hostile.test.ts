import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyText } from '../../../../test/support/any_text.ts';
import { runs, timeout } from '../../../../test/support/thoroughness.ts';
import { endpointsFor } from '../../app.ts';
import { closeLater, sandbox } from '../service_client.ts';

const control = [
  'reset',
  'tokens',
  'tokens/x',
  'clock',
  'events/address-update',
  'events/mail-returned',
  'events/order-complete',
  'events/shipped',
  'events/raw',
  'orders',
  'orders/m-001-0001/advance',
  'orders/m-001-0001/cancel',
  'deliveries',
  'deliveries/d-001-0001',
  'deliveries/d-001-0001/resend',
  'requests',
  'faults',
  'seed',
  'nothing',
].map((path) => `/sandbox/${path}`);

const routes = [
  ...endpointsFor(new Set()).map(({ path }) => path),
  '/',
  '/about',
  '/openapi.json',
  '/oauth/token',
  '/my/oauth/authorize',
  '/my/oauth/login',
  '/my/oauth/consent',
  '/my/oauth/logout',
  '/nothing',
  '/v1',
  ...control,
];

/** Bytes that are valid in a request line, so that the HTTP parser accepts the request. */
const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 30,
});
const known = fc.constantFrom(
  'c-001-0001',
  'f-001-0001',
  'l-001-0001',
  'l-001-1001',
  'h-860-3354',
  'm-860-3354',
  'saved',
  'saved.pdf',
  '.pdf',
  '..',
  '%2e%2e%2f',
  '%00',
  '%ff',
  '%',
  '%F0%9F%98%80',
  'a%2Fb',
  '__proto__',
  'constructor',
  '*',
  "';DROP%20TABLE%20record;--",
);
const segment = fc.oneof(
  known,
  visible.map((text) => text.replaceAll(/[?#/]/g, '_') || 'x'),
);

const parameter = fc.oneof(
  fc.constantFrom<[string, string]>(
    ['filename', 'a.pdf'],
    ['event', 'contacts.address_update.v1'],
    ['target', 'http%3A%2F%2F127.0.0.1%3A1%2F'],
  ),
  fc.tuple(
    fc.oneof(
      fc.constantFrom(
        'event',
        'target',
        'filename',
        'access_token',
        'client_id',
        'scope',
        'response_type',
        'state',
        'code',
        'grant_type',
        'after',
      ),
      visible,
    ),
    fc.oneof(
      visible,
      fc.constantFrom(
        'contacts.address_update.v1',
        'http%3A%2F%2F127.0.0.1%3A1%2F',
        'javascript:1',
        'a.pdf',
        'sandbox-client',
        'code',
        '%ff',
        '%00',
        '',
        'contacts.read',
      ),
    ),
  ),
);

const text = fc.oneof(
  fc.string(),
  anyText(),
  fc.constantFrom('', ' ', 'c-001-0001', 'l-001-0001', 'l-001-1001', 'f-001-0001', '\0', '\ud800', '3d'),
);
const scalar = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const contact = fc.record(
  {
    name: scalar,
    external_id: scalar,
    company: scalar,
    greeting: scalar,
    file_as: scalar,
    address: fc.oneof(
      scalar,
      fc.dictionary(
        fc.constantFrom('street', 'city', 'state', 'postal_code', 'country', '__proto__'),
        scalar,
      ),
    ),
  },
  { requiredKeys: [] },
);
const merge = fc.record(
  {
    text: scalar,
    font: scalar,
    size: scalar,
    color: scalar,
    align: scalar,
    page: scalar,
    x: scalar,
    y: scalar,
  },
  { requiredKeys: [] },
);
const item = fc.oneof(
  scalar,
  fc.record(
    {
      type: fc.oneof(fc.constantFrom('sheet', 'envelope'), scalar),
      file: fc.oneof(fc.constant('f-001-0001'), scalar),
      paper_type: scalar,
      width: scalar,
      height: scalar,
      rows: scalar,
      cols: scalar,
      color: scalar,
      duplex: scalar,
      merge: fc.oneof(fc.array(merge, { maxLength: 2 }), scalar),
      envelope_type: scalar,
      outer: scalar,
      logo: scalar,
    },
    { requiredKeys: [] },
  ),
);
const json = fc.oneof(
  contact,
  fc.record({ contact }),
  fc.record({ contacts: fc.oneof(fc.array(contact, { maxLength: 3 }), scalar) }),
  fc.record(
    {
      type: fc.oneof(fc.constant('order'), scalar),
      contents: fc.oneof(fc.array(item, { maxLength: 3 }), scalar),
      list: fc.oneof(fc.constant('l-001-0001'), scalar),
      rush: scalar,
    },
    { requiredKeys: [] },
  ),
  fc.record({ saved_order_id: scalar, list_id: scalar }, { requiredKeys: [] }),
  fc.dictionary(
    fc.constantFrom(
      'freeze',
      'run',
      'contact_id',
      'order_id',
      'event',
      'query',
      'body',
      'user',
      'client',
      'scopes',
      'match',
      'code',
      'by',
      'new_address',
    ),
    fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }), fc.dictionary(text, scalar, { maxKeys: 2 })),
    { maxKeys: 3 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
const body = fc.oneof(
  { weight: 6, arbitrary: json.map((value) => Buffer.from(JSON.stringify(value))) },
  { weight: 1, arbitrary: json.map((value) => Buffer.from(JSON.stringify(value)).subarray(0, -1)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        '',
        '[',
        'null',
        '{"a":1e999}',
        '['.repeat(5000),
        `${'['.repeat(5000)}${']'.repeat(5000)}`,
        '{"name":"\\ud800"}',
      )
      .map((raw) => Buffer.from(raw)),
  },
);

/** A route with a supported method, or with any method. */
const routeAndMethod = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...endpointsFor(new Set()).map(({ method, path }) => ({ method: String(method), path })),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constantFrom(
        'GET',
        'POST',
        'PUT',
        'DELETE',
        'PATCH',
        'HEAD',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
      ),
      path: fc.constantFrom(...routes),
    }),
  },
);

const addressed = fc
  .tuple(
    routeAndMethod,
    segment,
    fc.oneof({ weight: 9, arbitrary: fc.constant('') }, { weight: 1, arbitrary: segment }),
  )
  .map(([{ method, path }, id, more]) => ({ method, path: path.replace(/\{\w+\}/, () => id) + more }));

const hostile = fc.record({
  addressed,
  query: fc.oneof(
    {
      weight: 19,
      arbitrary: fc.array(parameter, { maxLength: 3 }).map((pairs) =>
        pairs
          .map((pair) => pair.join('='))
          .join('&')
          .replaceAll('#', ''),
      ),
    },
    // One name again and again, or many different ones.
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom('a', 'event=x', 'access_token=x', '%ff'),
          fc.integer({ min: 2, max: 9000 }),
          fc.boolean(),
        )
        .map(([pair, times, isNumbered]) =>
          Array.from({ length: times }, (_, index) => (isNumbered ? `${index}${pair}` : pair)).join('&'),
        ),
    },
  ),
  way: fc.constantFrom('bearer', 'bearer', 'bearer', 'other', 'none', 'broken', 'basic'),
  headers: fc.constantFrom(
    {},
    {},
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    { Origin: 'https://evil.example' },
    { Cookie: 'sandbox_session=x' },
    { Expect: 'nothing' },
  ),
  body,
});

describe('hostile requests', () => {
  it(
    'to every route: no 5xx, only well-formed errors, and no change by a rejected request',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sandbox-hostile-'));
      closeLater(async () => rmSync(folder, { recursive: true, force: true }));
      const data = join(folder, 'sandbox.db');
      const service = await sandbox({ clock: '2026-03-13T12:00:00Z', data });
      const { port } = service.running;
      let tokens = { bearer: '', other: '' };
      const begin = async (): Promise<void> => {
        await service.control('POST', '/reset');
        const other = { user: 'unlinked@example.com', scopes: ['contacts.read'] };
        tokens = { bearer: await service.token(), other: await service.token(other) };
      };
      await begin();
      let allowed = 0;
      const authorization = {
        bearer: () => `Bearer ${tokens.bearer}`,
        basic: () => `Basic ${Buffer.from(tokens.bearer).toString('base64')}:`,
        other: () => `Bearer ${tokens.other}`,
        none: () => undefined,
        broken: () => 'Bearer \t,;=',
      };

      const send = ({
        method,
        path,
        query,
        way,
        headers,
        body: content,
      }: {
        method: string;
        path: string;
        query: string;
        way: keyof typeof authorization;
        headers: object;
        body: Buffer;
      }) =>
        new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
          const token = authorization[way]();
          const asking = request(
            {
              host: '127.0.0.1',
              port,
              method,
              path: query ? `${path}?${query}` : path,
              headers: {
                ...headers,
                ...(token ? { Authorization: token } : {}),
                'Content-Length': content.length,
              },
            },
            (response) => {
              let received = '';
              response.setEncoding('utf8').on('data', (piece) => {
                received += piece;
              });
              response.on('end', () =>
                resolve({
                  status: response.statusCode ?? 0,
                  type: response.headers['content-type'] ?? '',
                  text: received,
                }),
              );
              response.on('error', reject);
            },
          );
          asking.once('error', reject);
          asking.end(content);
        });

      /** Returns all stored data, including counters, without the request log. */
      const looking = new DatabaseSync(data, { readOnly: true });
      closeLater(async () => looking.close());
      const rows = [
        "SELECT kind, id, document FROM record WHERE kind <> 'request'",
        "SELECT * FROM counter WHERE name <> 'request'",
        'SELECT * FROM due',
        'SELECT id, length(content) FROM blob',
      ].map((sql) => looking.prepare(sql));
      const state = (): string => JSON.stringify(rows.map((statement) => statement.all()));

      const statuses = new Map<number, number>();
      let before = state();
      await fc.assert(
        fc.asyncProperty(hostile, async ({ addressed: { method, path }, ...rest }) => {
          const asked = { method, path, ...rest };
          const { status, type, text: received } = await send(asked);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          expect(status).toBeLessThan(500);
          expect(status).toBeGreaterThanOrEqual(200);
          if (status >= 400) {
            if (
              asked.method !== 'HEAD' &&
              type.startsWith('application/json') &&
              asked.path !== '/oauth/token'
            )
              expect(JSON.parse(received)).toMatchObject({
                status,
                error: expect.stringMatching(/^[\w.-]+$/),
                message: expect.stringMatching(/\w/),
              });
            expect(state() === before).toBe(true);
            return;
          }
          // A successful request can change anything. The next rejected request is compared with the new state.
          if (asked.path.startsWith('/sandbox/') || ++allowed % 50 === 0) await begin();
          await service.settled();
          before = state();
        }),
        { numRuns: runs(300), endOnFailure: true },
      );
      expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]));
    },
    timeout(120_000),
  );

  it(
    'returns a preview, or 409 without one, for unusual orders that are valid',
    async () => {
      const service = await sandbox({ clock: '2026-03-13T12:00:00Z' });
      const { post, get } = await service.as();
      const files = ['f-001-0001'];
      for (const [name, content] of [
        ['broken.pdf', '%PDF-1.7 and nothing more'],
        ['letter.docx', 'PK'],
        ['picture.png', 'no picture'],
      ] as const)
        files.push((await post(`/v1/files?filename=${name}`, content)).body.id);
      const oddText = fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constantFrom(
          '',
          '{',
          '}{',
          '{greeting}',
          '{nothing}',
          '{__proto__}',
          'a\nb\r\nc\t',
          '\u202e\u0007\u200d',
          'Żółć Ñandú 山田 👩‍🚀',
          'x'.repeat(3000),
        ),
      );
      const oddMerge = fc.record({
        text: oddText,
        font: fc.constantFrom('f-001-0101', 'f-001-0102', 'f-001-0103'),
        size: fc.constantFrom(0.001, 1, 12, 1000),
        color: fc.constantFrom('#000', 'ffffff', '#1D2b36'),
        align: fc.constantFrom('left', 'center', 'right'),
        page: fc.constantFrom(1, 2, 3, 9999),
        x: fc.constantFrom(-1000, 0, 4.25, 1000),
        y: fc.constantFrom(-1000, 0, 5.5, 1000),
      });
      const oddItem = fc.oneof(
        fc.record(
          {
            type: fc.constant('sheet'),
            file: fc.constantFrom(...files),
            width: fc.constantFrom(0.01, 3, 8.5, 200),
            height: fc.constantFrom(0.01, 3, 11, 200),
            landscape: fc.boolean(),
            rows: fc.constantFrom(1, 2, 7),
            cols: fc.constantFrom(1, 2, 7),
            merge: fc.array(oddMerge, { maxLength: 3 }),
          },
          { requiredKeys: ['type', 'file'] },
        ),
        fc.record(
          {
            type: fc.constant('envelope'),
            envelope_type: fc.constant('e-001-0001'),
            width: fc.constantFrom(0.01, 9.5, 200),
            height: fc.constantFrom(0.01, 4.125, 200),
            outer: fc.boolean(),
            logo: fc.constant('l-001-0101'),
          },
          { requiredKeys: ['type', 'envelope_type'] },
        ),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(oddItem, { minLength: 1, maxLength: 3 }), async (contents) => {
          await post('/v3/contacts/c-001-0001', {
            name: 'Żółć',
            company: 'x'.repeat(500),
            address: { street: 'a\nb\nc\nd\ne' },
          });
          const placed = await post('/v1/orders', { type: 'order', list: 'l-001-0002', contents });
          expect(placed.status).toBe(200);
          const preview = await get(`/v1/orders/${placed.body.id}.pdf`);
          expect([200, 409]).toContain(preview.status);
          if (preview.status === 200)
            expect(Buffer.from(preview.bytes.subarray(0, 5)).toString()).toBe('%PDF-');
        }),
        { numRuns: runs(8), endOnFailure: true },
      );
    },
    timeout(120_000),
  );
});
