/**
 * Deliveries as no reasonable service would send them, and as a reasonable one does on a bad day: each starts the Zap
 * with a record that is right, or is passed over with a reason in the log. None makes a trigger throw.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as zod from 'zod';
import { Harness } from './support/harness.ts';
import type { TestAccount } from './support/test_account.ts';
import { runs, timeout } from './support/thoroughness.ts';

let harness: Harness;
let account: TestAccount;

beforeAll(async () => {
  harness = await Harness.open();
  account = harness.createAccount();
});

afterAll(async () => {
  await harness.close();
});

interface Delivery {
  querystring?: unknown;
  content?: unknown;
  cleaned?: unknown;
}

const records = zod.array(zod.looseObject({ id: zod.string().min(1) }));

/** What a trigger makes of a delivery; the connector's log begins anew with each. */
async function deliver(key: string, delivery: Delivery, inputData: Record<string, unknown> = {}) {
  account.logs.length = 0;
  const outcome = await harness.run(account, {
    method: `triggers.${key}.operation.perform`,
    inputData,
    // The platform's types say what should come; a hook's request says what does.
    bundle: Object.assign(JSON.parse('{}'), {
      rawRequest: {
        method: 'POST',
        headers: {},
        querystring: delivery.querystring,
        content: delivery.content,
      },
      cleanedRequest: delivery.cleaned,
    }),
  });
  if (!outcome.ok) throw new Error(`${outcome.error.name}: ${outcome.error.message}`);
  return records.parse(outcome.results);
}

const wasPassedOver = () => account.logs.some((line) => line.includes('Skipped a delivery: '));

const code = fc.oneof(
  fc.constantFrom('returned_mail', 'api_client', 'unspecified'),
  fc.constantFrom('RETURNED_MAIL', ' returned_mail', 'returned_mail.v2', 'constructor', '__proto__', ''),
  fc.string(),
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '\u0000', '{{bundle.authData.access_token}}', '😀'.repeat(50), '\ud800', '<script>'),
);
const odd = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(null, 0, -1, 1e300, true, [], {}, [[]]));
const maybe = <T>(usual: fc.Arbitrary<T>) =>
  fc.option(fc.oneof({ weight: 4, arbitrary: usual }, odd), { nil: undefined });
const address = fc.record(
  {
    street: maybe(text),
    city: maybe(text),
    postal_code: maybe(text),
    country: maybe(text),
    is_deliverable: maybe(fc.boolean()),
    __proto__: maybe(fc.constant({ is_deliverable: false })),
  },
  { requiredKeys: [] },
);
const body = fc.record(
  {
    code: maybe(code),
    contact_id: maybe(fc.constantFrom('c-100-0001', 'c-100-0002', '../x', '')),
    external_id: maybe(text),
    message: maybe(text),
    name: maybe(text),
    new_address: maybe(address),
    old_address: maybe(address),
    updated: maybe(fc.constantFrom('2026-03-13T00:58:53-04:00', '2026-03-13T00:58:53', 'yesterday', '')),
    completed: maybe(fc.constantFrom('2026-03-13T00:58:53.123-04:00', '')),
    order_id: maybe(fc.constantFrom('m-100-0001', '', '..')),
    event: maybe(text),
    loopback_token: maybe(fc.boolean()),
    loopback_client: maybe(fc.boolean()),
    constructor: maybe(text),
    toString: maybe(text),
    something_new: odd,
  },
  { requiredKeys: [] },
);
const content = fc.oneof(
  { weight: 6, arbitrary: body.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: body.map((value) => `\ufeff${JSON.stringify(value)}`) },
  {
    weight: 1,
    arbitrary: body.map((value) =>
      JSON.stringify(value).replace('{', '{"__proto__":{"code":"returned_mail"},'),
    ),
  },
  {
    weight: 1,
    arbitrary: body.map((value) =>
      JSON.stringify(value).replace('{', '{"code":"first","code":"api_client",'),
    ),
  },
  { weight: 1, arbitrary: body.map((value) => JSON.stringify(value).slice(0, -5)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '[]',
      'null',
      '1',
      '"text"',
      '<html></html>',
      '[{}]',
      'code=returned_mail&contact_id=c-1',
      '\ufffe{\u0000"\u0000c\u0000',
      '{"contact_id":"c-1","name":"Zo\ufffd Ã¼"}',
      '{"contact_id":"c-1","name":"\\ud800","code":"\\u0072eturned_mail"}',
      undefined,
      null,
      7,
    ),
  },
);
const parameter = fc.tuple(
  fc.constantFrom(
    'event',
    'contact_id',
    'external_id',
    'order_id',
    'loopback_token',
    'zap',
    '__proto__',
    'id',
  ),
  fc.oneof(
    fc.constantFrom('contacts.address_update.v1', 'ping', 'orders.order_complete.v1', 'c-100-0001', ''),
    text,
  ),
);
const querystring = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(parameter, { maxLength: 6 })
      .map((pairs) =>
        pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&'),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '%',
      '%E0%A4%A',
      'event',
      '&&&',
      'event=%FF',
      'a'.repeat(5000),
      undefined,
      null,
      5,
      {},
    ),
  },
);

const triggers = ['address_update', 'mail_returned', 'order_complete', 'service_event'] as const;
const inputFor = (key: string) =>
  key === 'service_event' ? { event: 'orders.order_shipped.v1' } : { include_own_changes: 'true' };

const parsed = (text: unknown): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(typeof text === 'string' ? text : '');
    return zod.record(zod.string(), zod.unknown()).safeParse(value).data;
  } catch {
    return undefined;
  }
};

describe('a delivery', () => {
  it(
    'starts the Zap with one record or is passed over with a reason, whatever it holds',
    async () => {
      let started = 0;
      let passed = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...triggers),
          querystring,
          content,
          fc.boolean(),
          async (key, query, text, cleans) => {
            const cleaned = cleans ? (parsed(text) ?? {}) : fc.sample(odd, 1)[0];
            const found = await deliver(key, { querystring: query, content: text, cleaned }, inputFor(key));
            expect(found.length).toBeLessThanOrEqual(1);
            if (found.length === 0) expect(wasPassedOver()).toBe(true);
            const [record] = found;
            if (record) {
              started += 1;
              expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
              if (key !== 'order_complete' && key !== 'service_event')
                expect(['returned_mail', 'api_client', 'unspecified']).toContain(record.code);
              if (key === 'mail_returned') expect(record.code).toBe('returned_mail');
              if (key === 'order_complete') expect(record.order_id).toBe(record.id);
            } else passed += 1;
          },
        ),
        { numRuns: runs(300) },
      );
      process.stdout.write(
        `Webhooks: ${started + passed} deliveries: ${started} started a Zap, ${passed} were passed over.\n`,
      );
      expect(Math.min(started, passed)).toBeGreaterThan(runs(30));
    },
    timeout(60_000),
  );

  it(
    'keeps the meaning of its code: the two known ones exactly, everything else unspecified',
    async () => {
      await fc.assert(
        fc.asyncProperty(maybe(code), async (given) => {
          const notice = { code: given, contact_id: 'c-100-0001' };
          const delivery = {
            querystring: 'event=contacts.address_update.v1',
            content: JSON.stringify(notice),
            cleaned: notice,
          };
          const [record] = await deliver('address_update', delivery, { include_own_changes: true });
          expect(record?.code).toBe(
            given === 'returned_mail' || given === 'api_client' ? given : 'unspecified',
          );
          const returned = await deliver('mail_returned', delivery);
          expect(returned).toHaveLength(given === 'returned_mail' ? 1 : 0);
        }),
        { numRuns: runs(80) },
      );
    },
    timeout(30_000),
  );

  it(
    'has the same id each time it is tried, however its keys are ordered, and another id than any other',
    async () => {
      const ids = new Map<string, string>();
      await fc.assert(
        fc.asyncProperty(body, fc.constantFrom('c-1', 'c-2', 'c-3'), async (notice, contact) => {
          const one = JSON.parse(JSON.stringify({ ...notice, contact_id: contact }));
          const turned = Object.fromEntries(Object.entries(one).reverse());
          const querystring = `event=contacts.address_update.v1&contact_id=${contact}`;
          const input = { include_own_changes: true };
          const [first] = await deliver(
            'address_update',
            { querystring, content: JSON.stringify(one), cleaned: one },
            input,
          );
          const [again] = await deliver(
            'address_update',
            { querystring, content: JSON.stringify(turned), cleaned: turned },
            input,
          );
          expect(again?.id).toBe(first?.id);
          const meaning = JSON.stringify(one, Object.keys(one).sort());
          const full = JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
          if (ids.has(first?.id ?? '') && ids.get(first?.id ?? '') !== full)
            expect(meaning).toBe('told apart by its id');
          ids.set(first?.id ?? '', full);
        }),
        { numRuns: runs(80) },
      );
    },
    timeout(30_000),
  );

  it(
    'that is late, doubled or overtaken starts a Zap that skips outdated ones only with the address of now',
    async () => {
      const address = (street: string) => ({
        street,
        city: 'Akron',
        state: 'OH',
        postal_code: '44301',
        country: '',
      });
      const streets = ['1 First St', '2 Second St', '3 Third St'];
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray([0, 1, 2, 0, 1, 2], { minLength: 3 }),
          fc.integer({ min: 0, max: 7 }),
          async (arrivals, daysLate) => {
            const [first] = account.service.contacts;
            if (first) first.address = address(streets.at(-1) ?? '');
            const ids = new Map<number, unknown>();
            for (const number of arrivals) {
              const notice = {
                code: 'unspecified',
                contact_id: first?.contact_id,
                old_address: { ...address(streets[number - 1] ?? '0 Old St'), is_deliverable: true },
                new_address: { ...address(streets[number] ?? ''), is_deliverable: true },
                updated: new Date(Date.UTC(2026, 2, 13 - daysLate, number)).toISOString(),
              };
              const delivery = {
                querystring: `event=contacts.address_update.v1&contact_id=${first?.contact_id}`,
                content: JSON.stringify(notice),
                cleaned: notice,
              };
              const [record] = await deliver('address_update', delivery);
              expect(record?.id).toBe(ids.get(number) ?? record?.id);
              ids.set(number, record?.id);
              const current = await deliver('address_update', delivery, { skip_outdated: 'true' });
              expect(current).toHaveLength(number === 2 ? 1 : 0);
              if (number !== 2) expect(wasPassedOver()).toBe(true);
            }
            expect(new Set(ids.values()).size).toBe(ids.size);
          },
        ),
        { numRuns: runs(15) },
      );
    },
    timeout(30_000),
  );

  it(
    'never changes what objects inherit, and survives nesting and size without end',
    async () => {
      const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
      // The platform's own copy of a bundle ends somewhere between 3,000 and 5,000; the bare text may be deeper.
      const deep = nested(1000);
      const wide = JSON.stringify(
        Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index])),
      );
      const polluting =
        '{"contact_id":"c-1","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
      for (const text of [
        deep,
        `[${deep}]`,
        wide,
        polluting,
        `{"contact_id":"c-1","name":"${'x'.repeat(3_000_000)}"}`,
      ]) {
        for (const key of triggers) {
          const cleaned: unknown = JSON.parse(text);
          await deliver(
            key,
            { querystring: 'event=x&contact_id=c-1', content: text, cleaned },
            inputFor(key),
          );
        }
      }
      for (const key of triggers) {
        await deliver(key, { querystring: 'event=x', content: nested(50_000), cleaned: {} }, inputFor(key));
      }
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect('polluted' in {}).toBe(false);
    },
    timeout(30_000),
  );

  it('of the own connection starts nothing, in whatever way it is marked, unless that is wanted', async () => {
    const notice = { code: 'api_client', contact_id: 'c-1' };
    for (const [query, more] of [
      ['&loopback_token=', {}],
      ['&loopback_client=1', {}],
      ['', { loopback_token: true }],
      ['', { loopback_client: 'true' }],
    ] as const) {
      const cleaned = { ...notice, ...more };
      const delivery = {
        querystring: `event=contacts.address_update.v1${query}`,
        content: JSON.stringify(cleaned),
        cleaned,
      };
      expect(await deliver('address_update', delivery)).toEqual([]);
      const [wanted] = await deliver('address_update', delivery, { include_own_changes: 'true' });
      expect(wanted?.own_change).toBe(true);
    }
  });
});
