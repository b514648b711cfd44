/**
 * Steps whose writes to Zapier's cache are refused over a budget of bytes a minute. No letter is ordered twice, and what a
 * step reports is true, also when the budget ends between two writes.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as zod from 'zod';
import { exampleInputs } from '../support/example_inputs.ts';
import { isThorough, timeout } from '../support/thoroughness.ts';
import { Harness } from './support/harness.ts';
import { inGroups } from './support/in_groups.ts';
import type { Outcome, TestAccount } from './support/test_account.ts';

const orderingSteps = ['send_letter', 'resend_saved_order', 'create_order', 'repeat_order'];
const distance = isThorough ? 20 : 100;
const budgets = Array.from({ length: 1000 / distance + 1 }, (_, index) => index * distance);

let harness: Harness;

beforeAll(async () => {
  harness = await Harness.open();
});

afterAll(async () => {
  await harness.close();
});

/** @param budget bytes that the cache accepts each minute */
function createAccount(budget: number): TestAccount {
  const account = harness.createAccount();
  account.cache.bytesPerMinute = budget;
  // Both of the answers that Zapier's types allow.
  account.cache.notWritten = (budget / distance) % 2 === 0 ? false : null;
  return account;
}

const run = (account: TestAccount, step: string): Promise<Outcome> =>
  account.run({
    method: `creates.${step}.operation.perform`,
    inputData: exampleInputs(account)[`creates.${step}`]?.input ?? {},
  });

const orderResult = zod.looseObject({ order_id: zod.string(), already_ordered: zod.boolean() });

/** Runs a step that orders and compares its report with the orders at the service. */
async function order(account: TestAccount, step: string): Promise<string> {
  const earlier = account.service.orders.map(({ id }) => id);
  const outcome = await run(account, step);
  const placed = account.service.orders.map(({ id }) => id).filter((id) => !earlier.includes(id));
  if (!outcome.ok) {
    if (placed.length > 0) return `fails although it ordered: ${outcome.error.message}`;
    // Send Letter names the recipient first.
    return `${outcome.error.name}: ${outcome.error.message.replace(/^Letter to [^:]+: /, '')}`;
  }
  const { order_id: id, already_ordered: already } = orderResult.parse(outcome.results);
  const isTrue = already ? placed.length === 0 && earlier.includes(id) : placed.join() === id;
  return isTrue ? (already ? 'already ordered' : 'ordered') : `reports ${id} but ordered ${placed}`;
}

/** Zapier runs the step again, so that a letter is late, not lost. */
const unavailable =
  'ThrottledError: Nothing was ordered by this run: the duplicate check is unavailable right now. Zapier runs the step again in a minute.';
const notConfirmed =
  /^AppError: Nothing was ordered by this run: an earlier attempt to order .* was never confirmed, so that order may exist\./;

const isLogged = (account: TestAccount, message: string) =>
  account.logs.some((line) => line.includes(message));
const logsLoss = (account: TestAccount) => isLogged(account, 'Zapier refused to store an entry');

/** Runs a step three times within a minute, and twice more when the cache accepts everything. */
async function findProblem(step: string, budget: number): Promise<string | undefined> {
  const account = createAccount(budget);
  const reports = [];
  for (let times = 0; times < 3; times += 1) reports.push(await order(account, step));
  const isOrderLost = isLogged(account, 'that this order was never confirmed');
  account.cache.bytesPerMinute = Number.POSITIVE_INFINITY;
  account.clockOffset += 120_000;
  for (let times = 0; times < 2; times += 1) reports.push(await order(account, step));
  harness.removeAccount(account);

  const first = reports.indexOf('ordered');
  const before = reports.slice(0, first);
  const after = reports.slice(first + 1);
  const isFine =
    first >= 0 &&
    before.every((report) => report === unavailable) &&
    after.every(
      (report) =>
        report === 'already ordered' || report === unavailable || (isOrderLost && notConfirmed.test(report)),
    ) &&
    after.at(-1) !== unavailable;
  return isFine ? undefined : `${budget} bytes a minute: ${reports.join(' | ')}`;
}

describe('With a limited cache', () => {
  it.each(orderingSteps)(
    '%s orders once, or nothing while the duplicate check is unavailable',
    async (step) => {
      const problems = await inGroups(budgets, 6, (budget) => findProblem(step, budget));
      expect(problems.filter(Boolean)).toEqual([]);
    },
    timeout(60_000),
  );

  it.each(['create_list', 'upload_file'])(
    '%s succeeds and logs what later steps will not recognize',
    async (step) => {
      const runWith = async (budget: number) => {
        const account = createAccount(budget);
        const { ok } = await run(account, step);
        harness.removeAccount(account);
        return { budget, ok, entryCount: account.cache.entries().length, isLossLogged: logsLoss(account) };
      };
      const unlimited = await runWith(Number.POSITIVE_INFINITY);
      const limited = await inGroups(budgets, 6, runWith);
      expect(limited).toEqual(
        limited.map((result) => ({
          ...result,
          ok: true,
          isLossLogged: result.entryCount < unlimited.entryCount,
        })),
      );
      expect(limited[0]?.isLossLogged).toBe(true);
    },
  );
});
