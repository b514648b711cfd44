/** Many letters at once, as after a mailing or an import. Equal ones are ordered once; different ones do not wait for each other. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as zod from 'zod';
import { exampleInputs } from '../support/example_inputs.ts';
import { isThorough, timeout } from '../support/thoroughness.ts';
import { Harness } from './support/harness.ts';
import { inGroups } from './support/in_groups.ts';

const equalCount = isThorough ? 40 : 10;
const differentCount = isThorough ? 300 : 30;

let harness: Harness;

beforeAll(async () => {
  harness = await Harness.open();
});

afterAll(async () => {
  await harness.close();
});

/** Runs a step with each change of its example input, 40 at the same time. */
async function runAtOnce(step: string, changes: readonly Record<string, unknown>[]) {
  const account = harness.createAccount();
  const earlier = new Set(account.service.orders.map(({ id }) => id));
  const input = exampleInputs(account)[`creates.${step}`]?.input ?? {};
  const outcomes = await inGroups(changes, 40, (change) =>
    account.run({ method: `creates.${step}.operation.perform`, inputData: { ...input, ...change } }),
  );
  harness.removeAccount(account);
  return {
    placed: account.service.orders.map(({ id }) => id).filter((id) => !earlier.has(id)),
    results: outcomes.flatMap((outcome) => (outcome.ok ? [orderResult.parse(outcome.results)] : [])),
    messages: outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error.message])),
  };
}

const orderResult = zod.object({ order_id: zod.string(), already_ordered: zod.boolean() });

describe('Many letters at once', () => {
  it.each(['send_letter', 'resend_saved_order', 'create_order', 'repeat_order'])(
    'that are equal are ordered once by %s',
    async (step) => {
      const { placed, results, messages } = await runAtOnce(step, Array(equalCount).fill({}));
      expect(placed).toHaveLength(1);
      expect(results.map(({ order_id }) => order_id)).toEqual(results.map(() => placed[0]));
      expect(results.filter(({ already_ordered }) => !already_ordered)).toHaveLength(1);
      // A step that has waited for long enough says that another one is ordering.
      for (const message of messages)
        expect(message).toMatch(/Nothing was ordered by this run: another step may be ordering/);
    },
    timeout(60_000),
  );

  it(
    'that differ are all ordered',
    async () => {
      const people = Array.from({ length: differentCount }, (_, index) => ({ name: `Person ${index}` }));
      const { placed, results, messages } = await runAtOnce('send_letter', people);
      expect(messages).toEqual([]);
      expect(placed).toHaveLength(differentCount);
      expect(new Set(results.map(({ order_id }) => order_id))).toEqual(new Set(placed));
    },
    timeout(60_000),
  );
});
