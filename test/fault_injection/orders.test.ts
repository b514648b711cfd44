/**
 * Letters, model-based: Zaps that run, are repeated by the platform, run at the same moment, are tried in the editor, meet
 * faults, and time that goes by, in any order. However they fall, nobody gets a letter twice within the time that was
 * chosen, and nobody pays for an order that no step spoke of.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as zod from 'zod';
import type { Fault } from './support/fault.ts';
import { faults } from './support/faults.ts';
import { Harness } from './support/harness.ts';
import type { Outcome, TestAccount } from './support/test_account.ts';
import { runs, timeout } from './support/thoroughness.ts';

const hour = 3_600_000;
const windows = { off: 0, hour, day: 24 * hour, week: 7 * 24 * hour } as const;

/** A step of some Zap. Two with the same letters differ in nothing that is printed. */
interface Zap {
  letters: string;
  key: 'resend_saved_order' | 'create_order';
  window: keyof typeof windows;
  inputData: Record<string, unknown>;
  /** What the token of another account ends with. */
  tokenSuffix?: string;
}

const resend = (letters: string, list: string, window: Zap['window']): Zap => ({
  letters: `${letters} to ${list}`,
  key: 'resend_saved_order',
  window,
  inputData: { saved_order_id: letters, list_id: list, duplicate_window: window, editor_test: 'preview' },
});

const zaps: readonly Zap[] = [
  resend('l-018-2203', 'l-1', 'hour'),
  resend('l-018-2203', 'l-1', 'day'),
  resend('l-018-2203', 'l-1', 'week'),
  resend('l-018-2203', 'l-1', 'off'),
  resend('l-018-2203', 'l-2', 'day'),
  resend('l-018-2204', 'l-1', 'day'),
  {
    ...resend('l-018-2203', 'l-1', 'day'),
    letters: 'l-018-2203 to l-1 of another account',
    tokenSuffix: '-another',
  },
  {
    letters: 'a sheet to l-1',
    key: 'create_order',
    window: 'day',
    inputData: { list_id: 'l-1', sheets: [{ file: 'f-100-0001', width: '8.5' }], duplicate_window: '' },
  },
];

interface Placing {
  id: string;
  letters: string;
  window: Zap['window'];
  at: number;
  /** Nothing was reserved before, and Zapier's cache failed meanwhile: then the order may not be known. */
  hardlyKept: boolean;
}

class OrderHistory {
  readonly account: TestAccount;
  readonly placings: Placing[] = [];
  readonly faults: string[] = [];

  constructor(account: TestAccount) {
    this.account = account;
  }

  /** Runs steps at the same moment and holds every order that came of it against what the steps say. */
  async run(
    steps: readonly Zap[],
    { fault, editor = false }: { fault?: TestAccount['fault']; editor?: boolean } = {},
  ) {
    const { account } = this;
    account.clearFault();
    account.fault = fault;
    const known = new Set(account.service.orders.map(({ id }) => id));
    const outcomes = await Promise.all(
      steps.map(({ key, inputData, tokenSuffix = '' }) =>
        account.run({
          method: `creates.${key}.operation.perform`,
          inputData,
          bundle: {
            authData: { access_token: account.token + tokenSuffix },
            meta: { isLoadingSample: editor },
          },
        }),
      ),
    );
    const fresh = account.service.orders.map(({ id }) => String(id)).filter((id) => !known.has(id));
    if (editor) expect(fresh).toEqual([]);
    for (const id of fresh) this.#attribute(id, steps, outcomes);
    for (const [index, outcome] of outcomes.entries())
      this.#checkReport(steps[index], outcome, known, editor);
  }

  /** Whose order this is: of the step that names it, else of one that says that an order may exist. */
  #attribute(id: string, steps: readonly Zap[], outcomes: readonly Outcome[]): void {
    const taken = new Set(this.placings.map((placing) => placing.id));
    const named = outcomes.findIndex((one) => one.ok && answer.parse(one.results).order_id === id);
    const announced = outcomes.findIndex(
      (one) => !one.ok && /may or may not have been placed/.test(one.error.message),
    );
    const zap = steps[named >= 0 ? named : announced];
    if (!zap || taken.has(id)) throw new Error(`Nobody speaks of the order ${id}.`);
    const at = this.account.now;
    const twice = this.placings.find(
      (placing) =>
        placing.letters === zap.letters &&
        at - placing.at < windows[zap.window] - 60_000 &&
        !placing.hardlyKept,
    );
    if (twice)
      throw new Error(`${zap.letters} was ordered twice within a ${zap.window}: ${twice.id} and ${id}.`);
    const hardlyKept = zap.window === 'off' && (this.account.fault?.call.startsWith('zapier') ?? false);
    this.placings.push({ id, letters: zap.letters, window: zap.window, at, hardlyKept });
  }

  /** A step that answers with an order names one that exists, for its own letters. */
  #checkReport(zap: Zap | undefined, outcome: Outcome, known: ReadonlySet<unknown>, editor: boolean): void {
    if (!outcome.ok || !zap || editor) return;
    const { order_id: id, already_ordered: already } = answer.parse(outcome.results);
    const placing = this.placings.find((one) => one.id === id);
    expect(placing?.letters).toBe(zap.letters);
    if (known.has(id)) expect(already).toBe(true);
  }
}

const answer = zod.looseObject({ order_id: zod.string(), already_ordered: zod.boolean() });

type Nothing = Record<string, never>;

class RunSteps implements fc.AsyncCommand<Nothing, OrderHistory> {
  readonly steps: readonly Zap[];
  readonly fault: TestAccount['fault'];
  readonly editor: boolean;

  constructor(steps: readonly Zap[], fault: TestAccount['fault'], editor: boolean) {
    this.steps = steps;
    this.fault = fault;
    this.editor = editor;
  }

  check = () => true;

  async run(_model: Nothing, history: OrderHistory): Promise<void> {
    await history.run(this.steps, {
      ...(this.fault ? { fault: this.fault } : {}),
      editor: this.editor,
    });
  }

  toString(): string {
    const what = this.steps.map(({ letters, window }) => `${letters} (${window})`).join(' and ');
    const how = this.fault ? ` with ${this.fault.call}: ${this.fault.fault.name}` : '';
    return `${this.editor ? 'test' : 'run'} ${what}${how}`;
  }
}

class LetTimePass implements fc.AsyncCommand<Nothing, OrderHistory> {
  readonly hours: number;

  constructor(hours: number) {
    this.hours = hours;
  }

  check = () => true;

  async run(_model: Nothing, history: OrderHistory): Promise<void> {
    history.account.clockOffset += this.hours * hour;
  }

  toString(): string {
    return `${this.hours} h go by`;
  }
}

const quick = faults.filter(({ slow }) => !slow);
const platformFaults = quick.filter(({ name }) => /^(reset|503)/.test(name));
const fault: fc.Arbitrary<{ call: string; fault: Fault; once?: boolean }> = fc.oneof(
  fc.record({
    call: fc.constantFrom('service POST /v1/orders #1', 'service POST /v1/orders #2'),
    fault: fc.constantFrom(...quick),
  }),
  fc.record({
    call: fc.constantFrom(
      'zapier zcache_get #1',
      'zapier zcache_set #1',
      'zapier zcache_set #2',
      'zapier zcache_set #3',
      'zapier zcache_set #5',
      'zapier zcache_delete #1',
    ),
    fault: fc.constantFrom(...platformFaults),
    once: fc.constantFrom(true, true, false),
  }),
);
const zap = fc.constantFrom(...zaps);
const steps = fc.oneof(
  { weight: 4, arbitrary: zap.map((one) => [one]) },
  // The platform runs a step again, or two Zaps with the same letters start at the same moment.
  { weight: 2, arbitrary: zap.map((one) => [one, one]) },
  { weight: 2, arbitrary: fc.constant(zaps.slice(0, 3)) },
  { weight: 1, arbitrary: fc.constant(zaps.filter(({ key }) => key === 'resend_saved_order').slice(-3)) },
);
const commands = fc.commands(
  [
    fc
      .tuple(steps, fc.option(fault, { nil: undefined }))
      .map(([who, what]) => new RunSteps(who, what, false)),
    zap.map((one) => new RunSteps([one], undefined, true)),
    fc.constantFrom(0.5, 0.9, 1.5, 23, 25, 100, 170).map((hours) => new LetTimePass(hours)),
  ],
  { maxCommands: 14 },
);

let harness: Harness;

beforeAll(async () => {
  harness = await Harness.open();
});

afterAll(async () => {
  await harness.close();
});

describe('orders, whatever happens around them', () => {
  it(
    'are placed once within the chosen time, and every one is reported or announced',
    async () => {
      let placed = 0;
      let ran = 0;
      const histories = fc.asyncProperty(commands, async (chosen) => {
        const history = new OrderHistory(harness.createAccount());
        await fc.asyncModelRun(() => ({ model: {}, real: history }), chosen);
        placed += history.placings.length;
        ran += 1;
        harness.removeAccount(history.account);
      });
      // A step waits while another one's order is on its way. The histories run at once, so the waiting overlaps.
      await Promise.all(Array.from({ length: 40 }, () => fc.assert(histories, { numRuns: runs(1) })));
      process.stdout.write(`Orders: ${ran} histories with ${placed} orders.\n`);
      // Histories are drawn by chance; that hardly any order were placed would mean that nothing was tried.
      expect(placed).toBeGreaterThan(ran / 4);
    },
    timeout(60_000),
  );
});
