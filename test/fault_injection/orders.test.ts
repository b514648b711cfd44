/**
 * Random histories of steps that order letters: repeated, concurrent, tested in the editor, with faults, with time passing.
 * No letter is ordered twice within the chosen window, and some step reports every order or that it may exist.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as zod from 'zod';
import { runs, timeout } from '../support/thoroughness.ts';
import type { Fault } from './support/fault.ts';
import { faults } from './support/faults.ts';
import { Harness } from './support/harness.ts';
import type { Outcome, TestAccount } from './support/test_account.ts';

const hour = 3_600_000;
const windows = { off: 0, hour, day: 24 * hour, week: 7 * 24 * hour } as const;

/** A step of a Zap. Steps with the same `letters` order the same letters. */
interface Step {
  letters: string;
  key: 'resend_saved_order' | 'create_order';
  window: keyof typeof windows;
  inputData: Record<string, unknown>;
  /** Makes the access token that of another connection. */
  tokenSuffix?: string;
}

const resend = (letters: string, list: string, window: Step['window']): Step => ({
  letters: `${letters} to ${list}`,
  key: 'resend_saved_order',
  window,
  inputData: { saved_order_id: letters, list_id: list, duplicate_window: window, editor_test: 'preview' },
});

const allSteps: readonly Step[] = [
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

interface PlacedOrder {
  id: string;
  letters: string;
  window: Step['window'];
  at: number;
  /** Zapier's cache failed for a step without a duplicate check, so later steps may not know of this order. */
  mayBeUnrecorded: boolean;
}

class OrderHistory {
  readonly account: TestAccount;
  readonly placedOrders: PlacedOrder[] = [];
  readonly faults: string[] = [];

  constructor(account: TestAccount) {
    this.account = account;
  }

  /** Runs steps concurrently and compares the placed orders with what the steps report. */
  async run(
    steps: readonly Step[],
    { fault, editor = false }: { fault?: TestAccount['fault']; editor?: boolean } = {},
  ) {
    const { account } = this;
    account.clearFault();
    account.fault = fault;
    const earlierIds = new Set(account.service.orders.map(({ id }) => id));
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
    const newIds = account.service.orders.map(({ id }) => String(id)).filter((id) => !earlierIds.has(id));
    if (editor) expect(newIds).toEqual([]);
    for (const id of newIds) this.#attribute(id, steps, outcomes);
    for (const [index, outcome] of outcomes.entries())
      this.#checkReport(steps[index], outcome, earlierIds, editor);
  }

  /** Attributes an order to the step that returns it, or to one that reports that an order may exist. */
  #attribute(id: string, steps: readonly Step[], outcomes: readonly Outcome[]): void {
    const attributed = new Set(this.placedOrders.map((order) => order.id));
    const returnedBy = outcomes.findIndex(
      (outcome) => outcome.ok && orderResult.parse(outcome.results).order_id === id,
    );
    const announcedBy = outcomes.findIndex(
      (outcome) => !outcome.ok && /may or may not have been placed/.test(outcome.error.message),
    );
    const step = steps[returnedBy >= 0 ? returnedBy : announcedBy];
    if (!step || attributed.has(id)) throw new Error(`No step reports the order ${id}.`);
    const at = this.account.now;
    const duplicate = this.placedOrders.find(
      (order) =>
        order.letters === step.letters &&
        at - order.at < windows[step.window] - 60_000 &&
        !order.mayBeUnrecorded,
    );
    if (duplicate)
      throw new Error(
        `${step.letters} was ordered twice within a ${step.window}: ${duplicate.id} and ${id}.`,
      );
    const mayBeUnrecorded = step.window === 'off' && (this.account.fault?.call.startsWith('zapier') ?? false);
    this.placedOrders.push({ id, letters: step.letters, window: step.window, at, mayBeUnrecorded });
  }

  /** A step that returns an order returns an existing one with its own letters. */
  #checkReport(
    step: Step | undefined,
    outcome: Outcome,
    earlierIds: ReadonlySet<unknown>,
    editor: boolean,
  ): void {
    if (!outcome.ok || !step || editor) return;
    const { order_id: id, already_ordered: already } = orderResult.parse(outcome.results);
    const order = this.placedOrders.find((candidate) => candidate.id === id);
    expect(order?.letters).toBe(step.letters);
    if (earlierIds.has(id)) expect(already).toBe(true);
  }
}

const orderResult = zod.looseObject({ order_id: zod.string(), already_ordered: zod.boolean() });

type EmptyModel = Record<string, never>;

class RunSteps implements fc.AsyncCommand<EmptyModel, OrderHistory> {
  readonly steps: readonly Step[];
  readonly fault: TestAccount['fault'];
  readonly editor: boolean;

  constructor(steps: readonly Step[], fault: TestAccount['fault'], editor: boolean) {
    this.steps = steps;
    this.fault = fault;
    this.editor = editor;
  }

  check = () => true;

  async run(_model: EmptyModel, history: OrderHistory): Promise<void> {
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

class LetTimePass implements fc.AsyncCommand<EmptyModel, OrderHistory> {
  readonly hours: number;

  constructor(hours: number) {
    this.hours = hours;
  }

  check = () => true;

  async run(_model: EmptyModel, history: OrderHistory): Promise<void> {
    history.account.clockOffset += this.hours * hour;
  }

  toString(): string {
    return `${this.hours} h pass`;
  }
}

const fastFaults = faults.filter(({ slow }) => !slow);
const zapierFaults = fastFaults.filter(({ name }) => /^(reset|503)/.test(name));
const fault: fc.Arbitrary<{ call: string; fault: Fault; once?: boolean }> = fc.oneof(
  fc.record({
    call: fc.constantFrom('service POST /v1/orders #1', 'service POST /v1/orders #2'),
    fault: fc.constantFrom(...fastFaults),
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
    fault: fc.constantFrom(...zapierFaults),
    once: fc.constantFrom(true, true, false),
  }),
);
const step = fc.constantFrom(...allSteps);
const steps = fc.oneof(
  { weight: 4, arbitrary: step.map((single) => [single]) },
  // Zapier runs a step again, or two Zaps order the same letters concurrently.
  { weight: 2, arbitrary: step.map((repeated) => [repeated, repeated]) },
  { weight: 2, arbitrary: fc.constant(allSteps.slice(0, 3)) },
  { weight: 1, arbitrary: fc.constant(allSteps.filter(({ key }) => key === 'resend_saved_order').slice(-3)) },
);
const commands = fc.commands(
  [
    fc
      .tuple(steps, fc.option(fault, { nil: undefined }))
      .map(([chosen, injected]) => new RunSteps(chosen, injected, false)),
    step.map((single) => new RunSteps([single], undefined, true)),
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

describe('Orders', () => {
  it(
    'are placed once within the chosen window, and every one is reported',
    async () => {
      let placed = 0;
      let historyCount = 0;
      const histories = fc.asyncProperty(commands, async (chosen) => {
        const history = new OrderHistory(harness.createAccount());
        await fc.asyncModelRun(() => ({ model: {}, real: history }), chosen);
        placed += history.placedOrders.length;
        historyCount += 1;
        harness.removeAccount(history.account);
      });
      // A step waits while another step's order is pending. The histories run concurrently, so the waits overlap.
      await Promise.all(Array.from({ length: 40 }, () => fc.assert(histories, { numRuns: runs(1) })));
      process.stdout.write(`Orders: ${historyCount} histories with ${placed} orders.\n`);
      // Fewer orders would mean that the random histories test too little.
      expect(placed).toBeGreaterThan(historyCount / 4);
    },
    timeout(60_000),
  );
});
