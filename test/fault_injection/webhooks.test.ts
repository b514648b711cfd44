/** Every webhook delivery starts the Zap with a correct record or is skipped with a reason in the log. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as zod from 'zod';
import app from '../../src/index.ts';
import { exampleInputs } from '../support/example_inputs.ts';
import { runs, timeout } from '../support/thoroughness.ts';
import { hookTriggersOf } from './support/app_functions.ts';
import { body, code, content, maybe, querystring, unexpectedValue } from './support/deliveries.ts';
import { Harness } from './support/harness.ts';
import type { TestAccount } from './support/test_account.ts';

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

/** Runs a trigger for a delivery, with an empty log. */
async function deliver(key: string, delivery: Delivery, inputData: Record<string, unknown> = {}) {
  account.logs.length = 0;
  const outcome = await harness.run(account, {
    method: `triggers.${key}.operation.perform`,
    inputData,
    // A delivery may have values that the type of a bundle does not allow.
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

const wasSkipped = () => account.logs.some((line) => line.includes('Skipped a delivery: '));

const triggers = hookTriggersOf(app);
const inputFor = (key: string) => ({
  include_own_changes: 'true',
  ...exampleInputs(account)[`triggers.${key}`]?.input,
});

const parseObject = (text: unknown): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(typeof text === 'string' ? text : '');
    return zod.record(zod.string(), zod.unknown()).safeParse(value).data;
  } catch {
    return undefined;
  }
};

describe('A webhook delivery', () => {
  it(
    'starts the Zap with one record or is skipped with a reason',
    async () => {
      let started = 0;
      let skipped = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...triggers),
          querystring,
          content,
          fc.boolean(),
          async (key, query, text, hasObject) => {
            const cleaned = hasObject ? (parseObject(text) ?? {}) : fc.sample(unexpectedValue, 1)[0];
            const found = await deliver(key, { querystring: query, content: text, cleaned }, inputFor(key));
            expect(found.length).toBeLessThanOrEqual(1);
            if (found.length === 0) expect(wasSkipped()).toBe(true);
            const [record] = found;
            if (record) {
              started += 1;
              expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
              if (key === 'address_update' || key === 'mail_returned')
                expect(['returned_mail', 'api_client', 'unspecified']).toContain(record.code);
              if (key === 'mail_returned') expect(record.code).toBe('returned_mail');
              if (key === 'order_complete') expect(record.order_id).toBe(record.id);
            } else skipped += 1;
          },
        ),
        { numRuns: runs(300) },
      );
      expect(Math.min(started, skipped)).toBeGreaterThan(runs(30));
    },
    timeout(60_000),
  );

  it(
    'keeps a known code and reports any other code as unspecified',
    async () => {
      await fc.assert(
        fc.asyncProperty(maybe(code), async (sentCode) => {
          const notice = { code: sentCode, contact_id: 'c-100-0001' };
          const delivery = {
            querystring: 'event=contacts.address_update.v1',
            content: JSON.stringify(notice),
            cleaned: notice,
          };
          const [record] = await deliver('address_update', delivery, { include_own_changes: true });
          expect(record?.code).toBe(
            sentCode === 'returned_mail' || sentCode === 'api_client' ? sentCode : 'unspecified',
          );
          const returned = await deliver('mail_returned', delivery);
          expect(returned).toHaveLength(sentCode === 'returned_mail' ? 1 : 0);
        }),
        { numRuns: runs(80) },
      );
    },
    timeout(30_000),
  );

  it(
    'has the same record id when it is sent again and a different one from other deliveries',
    async () => {
      const ids = new Map<string, string>();
      await fc.assert(
        fc.asyncProperty(body, fc.constantFrom('c-1', 'c-2', 'c-3'), async (notice, contact) => {
          const original = JSON.parse(JSON.stringify({ ...notice, contact_id: contact }));
          const reordered = Object.fromEntries(Object.entries(original).reverse());
          const querystring = `event=contacts.address_update.v1&contact_id=${contact}`;
          const input = { include_own_changes: true };
          const [first] = await deliver(
            'address_update',
            { querystring, content: JSON.stringify(original), cleaned: original },
            input,
          );
          const [again] = await deliver(
            'address_update',
            { querystring, content: JSON.stringify(reordered), cleaned: reordered },
            input,
          );
          expect(again?.id).toBe(first?.id);
          const id = first?.id ?? '';
          const canonical = JSON.stringify(Object.entries(original).sort(([a], [b]) => (a < b ? -1 : 1)));
          expect(canonical).toBe(ids.get(id) ?? canonical);
          ids.set(id, canonical);
        }),
        { numRuns: runs(80) },
      );
    },
    timeout(30_000),
  );

  it(
    'that is outdated is skipped if the Zap skips outdated notices',
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
              if (number !== 2) expect(wasSkipped()).toBe(true);
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
    'that is deeply nested, large or has __proto__ keys does not throw or change Object.prototype',
    async () => {
      const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
      // zapier-platform-core cannot copy a bundle that is nested 3,000 to 5,000 levels deep.
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
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect('polluted' in {}).toBe(false);
    },
    timeout(30_000),
  );

  it('that this connection caused is skipped unless the Zap includes own changes', async () => {
    const notice = { code: 'api_client', contact_id: 'c-1' };
    for (const [query, fields] of [
      ['&loopback_token=', {}],
      ['&loopback_client=1', {}],
      ['', { loopback_token: true }],
      ['', { loopback_client: 'true' }],
    ] as const) {
      const cleaned = { ...notice, ...fields };
      const delivery = {
        querystring: `event=contacts.address_update.v1${query}`,
        content: JSON.stringify(cleaned),
        cleaned,
      };
      expect(await deliver('address_update', delivery)).toEqual([]);
      const [included] = await deliver('address_update', delivery, { include_own_changes: 'true' });
      expect(included?.own_change).toBe(true);
    }
  });
});
