/** Random histories of what outlives a run: subscriptions and the mailing list. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as zod from 'zod';
import app from '../../src/index.ts';
import { exampleInputs } from '../support/example_inputs.ts';
import { runs, timeout } from '../support/thoroughness.ts';
import { hookTriggersOf } from './support/app_functions.ts';
import { faults } from './support/faults.ts';
import { Harness } from './support/harness.ts';
import type { TestAccount } from './support/test_account.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await Harness.open();
});

afterAll(async () => {
  await harness.close();
});

const fastFaults = faults.filter(({ slow, hangsClient }) => !slow && !hangsClient);
const faultAt = (...calls: string[]) =>
  fc.option(fc.record({ call: fc.constantFrom(...calls), fault: fc.constantFrom(...fastFaults) }), {
    nil: undefined,
  });

const subscribed = zod.looseObject({ id: zod.string(), event: zod.string() });

describe('Subscriptions', () => {
  const step = fc.record({
    zap: fc.nat(3),
    key: fc.constantFrom(...hookTriggersOf(app)),
    turn: fc.constantFrom('on', 'on', 'off', 'off without a subscription id'),
    fault: faultAt('service GET /v1/hooks #1', 'service POST /v1/hooks #1', 'service DELETE #1'),
  });

  it(
    'exist once for each Zap and event, and never after the Zap was turned off',
    async () => {
      const succeeded = { on: 0, off: 0 };
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14, size: 'max' }), async (steps) => {
          const account = harness.createAccount();
          const othersBefore = JSON.stringify(account.service.subscriptions);
          const savedData = new Map<string, unknown>();
          for (const { zap, key, turn, fault } of steps) {
            const targetUrl = `https://hooks.zapier.test/zap/${zap}-${key}?a=1&event=mine`;
            account.clearFault();
            const own = account.service.subscriptions.find(({ target }) => target === targetUrl);
            const call = fault?.call.replace('DELETE', `DELETE /v1/hooks/${own?.id}`);
            if (fault && call) account.fault = { call, fault: fault.fault };
            const name = turn === 'on' ? 'performSubscribe' : 'performUnsubscribe';
            const subscribeData = turn === 'off' ? savedData.get(targetUrl) : undefined;
            const outcome = await account.run({
              method: `triggers.${key}.operation.${name}`,
              inputData: exampleInputs(account)[`triggers.${key}`]?.input ?? {},
              bundle: { targetUrl, ...(subscribeData ? { subscribeData } : {}) },
            });
            const mine = account.service.subscriptions.filter(({ target }) => target === targetUrl);
            expect(mine.length).toBeLessThanOrEqual(1);
            if (outcome.ok) succeeded[turn === 'on' ? 'on' : 'off'] += 1;
            // Without a fault, nothing may fail.
            else if (!fault) throw outcome.error;
            if (outcome.ok && turn === 'on') {
              expect(mine[0]?.id).toBe(subscribed.parse(outcome.results).id);
              savedData.set(targetUrl, outcome.results);
            }
            const isGone = fault?.fault.status === 404 || fault?.fault.status === 410;
            // Zapier turns off only what was turned on, with what it saved then.
            const isKnown = subscribeData !== undefined && subscribed.parse(subscribeData).id === own?.id;
            if (outcome.ok && turn !== 'on' && !isGone && isKnown) expect(mine).toEqual([]);
          }
          const others = account.service.subscriptions.filter(({ target }) => target.endsWith('another-zap'));
          expect(JSON.stringify(others)).toBe(othersBefore);
          harness.removeAccount(account);
        }),
        { numRuns: runs(20) },
      );
      expect(succeeded.on).toBeGreaterThan(10);
      expect(succeeded.off).toBeGreaterThan(10);
    },
    timeout(60_000),
  );
});

const withoutId = ({ contact_id: _id, ...contact }: Record<string, unknown>) => contact;
const replaced = zod.looseObject({ previous_list: zod.string(), previous_count: zod.number() });

async function replace(account: TestAccount, inputData: Record<string, unknown>) {
  return account.run({
    method: 'creates.replace_mailing_list.operation.perform',
    inputData: { minimum_contacts: '1', ...inputData },
  });
}

describe('The mailing list', () => {
  it(
    'can be restored from the file that Replace Mailing List stored',
    async () => {
      const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => `Ann ${text}`);
      const contact = fc.record(
        {
          name,
          city: name,
          company: name,
          external_id: fc.uuid(),
          country: fc.constantFrom('', 'Germany', 'USA'),
        },
        { requiredKeys: ['name', 'city'] },
      );
      const lists = fc.array(fc.array(contact, { minLength: 1, maxLength: 5 }), {
        minLength: 1,
        maxLength: 3,
      });
      await fc.assert(
        fc.asyncProperty(lists, async (chosen) => {
          const account = harness.createAccount();
          for (const some of chosen) {
            // A list without any reference is refused.
            const contacts = [{ name: 'Ann', city: 'Ulm', external_id: 'a' }, ...some];
            const before = account.service.contacts;
            const outcome = await replace(account, { contacts });
            if (!outcome.ok) throw outcome.error;
            expect(replaced.parse(outcome.results).previous_count).toBe(before.length);
            expect(account.service.contacts).toHaveLength(contacts.length);
            const backup = account.storedFiles.at(-1)?.content ?? '';
            const restored = await replace(account, {
              file: account.serveFile('backup.json', { content: backup, chunked: true }),
            });
            if (!restored.ok) throw restored.error;
            expect(account.service.contacts.map(withoutId)).toMatchObject(before.map(withoutNulls));
          }
          harness.removeAccount(account);
        }),
        { numRuns: runs(12) },
      );
    },
    timeout(60_000),
  );

  it(
    'is at the service or in a stored file after any failed replacements',
    async () => {
      const calls = [
        'service GET /v1/contacts #1',
        'zapier get_presigned_upload_post_data #1',
        'zapier upload #1',
        'service PUT /v1/contacts #1',
      ];
      let replacements = 0;
      let failures = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(faultAt(...calls), { minLength: 2, maxLength: 6, size: 'max' }),
          async (history) => {
            const account = harness.createAccount();
            for (const [index, fault] of history.entries()) {
              account.clearFault();
              if (fault && !(fault.fault.connectionRefused && fault.call.startsWith('zapier ')))
                account.fault = fault;
              const old = JSON.stringify(account.service.contacts);
              const storedCount = account.storedFiles.length;
              const outcome = await replace(account, {
                contacts: [{ name: `Of list ${index}`, city: 'Ulm', external_id: 'a' }],
              });
              const output = JSON.stringify(outcome.ok ? outcome.results : outcome.error.message);
              if (outcome.ok) replacements += 1;
              else if (fault) failures += 1;
              else throw outcome.error;
              if (JSON.stringify(account.service.contacts) !== old) {
                const file = account.storedFiles
                  .slice(storedCount)
                  .find(({ content }) => content.includes(old));
                expect(file).toBeDefined();
                expect(output).toContain(`${harness.origin}/stash/${account.id}-`);
              }
            }
            harness.removeAccount(account);
          },
        ),
        // A fixed seed, because the number of failures depends on it.
        { numRuns: runs(20), seed: 7 },
      );
      expect(replacements).toBeGreaterThan(5);
      expect(failures).toBeGreaterThan(5);
    },
    timeout(60_000),
  );
});

/** A restored list leaves out values that were null, which means the same to the service. */
const withoutNulls = (contact: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(withoutId(contact)).filter(([, value]) => value !== null && typeof value !== 'number'),
  );
