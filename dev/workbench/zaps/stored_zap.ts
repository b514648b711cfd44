/** One Zap of the workbench: its plan, test results and runs, and whether it is on. */
import { randomUUID } from 'node:crypto';
import type { Connection } from '@print-and-mail/zapier';
import type { Accounts } from '../accounts/accounts.ts';
import type { WorkbenchContext } from '../context.ts';
import { HttpError } from '../http/http_error.ts';
import type {
  Item,
  Plan,
  PlannedStep,
  ReplayRequest,
  StepRun,
  StepTest,
  Values,
  ZapChange,
  ZapRun,
  ZapState,
} from '../protocol.ts';
import { needsAttention } from '../runs/replays.ts';
import { RunHistory } from '../runs/run_history.ts';
import { fileUrlOf } from '../runs/run_step.ts';
import { RunningZap } from '../runs/running_zap.ts';
import { sampleRecord, testStep } from '../runs/test_step.ts';
import { addLaterItems, itemsOf } from './items.ts';
import { resolveMappings } from './mappings.ts';
import { outputFieldsOf, sampleOf } from './plan.ts';
import { checkReady } from './readiness.ts';
import { StepTests } from './step_tests.ts';

/** The field of an action that says what a test of it does. */
const testFieldKey = 'editor_test';

export class StoredZap {
  readonly id: string;
  readonly history: RunHistory;
  readonly #context: WorkbenchContext;
  readonly #accounts: Accounts;
  readonly #tests = new StepTests();
  #plan: Plan;
  #account: string | undefined;
  /** Undefined while the Zap is off. */
  #running: RunningZap | undefined;
  #isSwitching = false;

  constructor(
    context: WorkbenchContext,
    accounts: Accounts,
    { plan, account }: ZapChange,
    id: string = randomUUID(),
  ) {
    this.id = id;
    this.#context = context;
    this.#accounts = accounts;
    this.#plan = plan;
    this.#account = account;
    this.history = new RunHistory(() => {
      // The counts of runs are part of the Zap's state.
      context.publish({ what: 'zaps' });
      context.publish({ what: 'runs', zap: this.id });
    });
  }

  get plan(): Plan {
    return this.#plan;
  }

  /** Whether the Zap is on, or being turned on or off. */
  get isActive(): boolean {
    return this.#running !== undefined || this.#isSwitching;
  }

  usesAccount(account: string): boolean {
    return this.#account === account;
  }

  /** Uses the account if the Zap has none. */
  adoptAccount(account: string): void {
    this.#account ??= account;
  }

  /** Removes the account from the Zap, because it no longer exists. */
  clearAccount(): void {
    this.#account = undefined;
  }

  state(): ZapState {
    const { definition, platform } = this.#context;
    const { steps } = this.#plan;
    const outputs = steps.map((step): [string, Item[]] => {
      const test = this.#tests.of(step.id);
      const outputFields = outputFieldsOf(definition, step);
      if (test?.record) {
        const isPreview = test.record.preview_only === true;
        return [step.id, isPreview ? addLaterItems(test.items, outputFields) : test.items];
      }
      const sample = sampleOf(definition, step) ?? sampleRecord(this.#context, step, test) ?? {};
      return [step.id, itemsOf(sample, outputFields, (value) => fileUrlOf(platform, value))];
    });
    const { runs } = this.history;
    const count = (outcome: ZapRun['outcome']) => runs.filter((run) => run.outcome === outcome).length;
    return {
      id: this.id,
      plan: this.#plan,
      isOn: this.#running !== undefined,
      account: this.#account,
      tests: this.#tests.list(steps, this.#account),
      outputs: Object.fromEntries(outputs),
      runs: runs.length,
      activeRuns: count('running'),
      failedRuns: runs.filter((run) => needsAttention(run, runs)).length,
      heldRuns: count('held'),
      heldRecords: this.#running?.heldRecords ?? 0,
    };
  }

  /** @throws HttpError if the Zap is on */
  change({ plan, account }: ZapChange): void {
    if (this.isActive) throw new HttpError(409, `“${this.#plan.name}” is on. Turn it off to edit it.`);
    this.#tests.keepMatching(this.#plan.steps, plan.steps);
    this.#plan = plan;
    this.#account = account;
    this.#context.publish({ what: 'zaps' });
  }

  /** Runs the editor's test of a step. Errors of the step become part of the result. */
  async test(stepId: string): Promise<StepTest> {
    const account = this.#account;
    const step = this.#findStep(stepId);
    const run = await this.#runTest(step);
    const test = { ...run, at: new Date(this.#context.platform.now()).toISOString() };
    this.#tests.store(step, account, test);
    this.#context.publish({ what: 'zaps' });
    return test;
  }

  /** Runs the preview of a step that a test would run for real. The step's latest test stays. */
  preview(stepId: string): Promise<StepRun> {
    const step = this.#findStep(stepId);
    if (!('values' in step)) throw new HttpError(422, 'This step has no preview.');
    return this.#runTest({ ...step, values: { ...step.values, [testFieldKey]: 'preview' } });
  }

  #findStep(id: string): PlannedStep {
    const step = this.#plan.steps.find((one) => one.id === id);
    if (!step) throw new HttpError(404, `“${this.#plan.name}” has no step "${id}".`);
    return step;
  }

  #runTest(step: PlannedStep) {
    return testStep(this.#context, {
      step,
      steps: this.#plan.steps.map((one) => (one.id === step.id ? step : one)),
      testOf: (earlier) => this.#tests.of(earlier),
      getConnection: () => this.#connection(),
    });
  }

  /** Replaces mappings by the test data of the steps before `stepId`; a mapping without data becomes blank. */
  resolveWithSamples(stepId: string | undefined, values: Values): Values {
    const { steps } = this.#plan;
    const index = steps.findIndex((step) => step.id === stepId);
    const earlier = index < 0 ? steps : steps.slice(0, index);
    const sources = new Map(
      earlier.map((step) => {
        const record = sampleRecord(this.#context, step, this.#tests.of(step.id)) ?? {};
        return [step.id, { record, optionalPaths: [] }];
      }),
    );
    return resolveMappings(values, sources);
  }

  /** @throws HttpError if the Zap is not ready or is being turned on or off, or the connector's error */
  async turnOn(): Promise<void> {
    this.ensureSettled();
    if (this.#running) return;
    await this.#switch(async () => {
      await checkReady(this.#context.platform, this.#plan, () => this.#connection());
      const running = new RunningZap(this.#context, {
        plan: this.#plan,
        connection: this.#connection(),
        history: this.history,
      });
      await running.turnOn();
      this.#running = running;
    });
  }

  /** The Zap is off even if unsubscribing fails. @throws the connector's error */
  async turnOff(): Promise<void> {
    this.ensureSettled();
    const running = this.#running;
    this.#running = undefined;
    if (running) await this.#switch(() => running.turnOff());
  }

  /** @throws HttpError if the Zap is off */
  requireRunning(): RunningZap {
    if (!this.#running) throw new HttpError(409, `“${this.#plan.name}” is off. Turn it on first.`);
    return this.#running;
  }

  /** @throws HttpError if the Zap is off, or has changed too much since the run */
  replay(runId: string, request: ReplayRequest): void {
    this.requireRunning().replay(this.#findRun(runId), request);
  }

  /** Settles a failed run without a replay. */
  giveUp(runId: string): void {
    this.#findRun(runId).isGivenUp = true;
    this.history.notifyProgress();
  }

  #findRun(id: string): ZapRun {
    const run = this.history.runs.find((one) => one.id === id);
    if (!run) throw new HttpError(404, 'This run no longer exists; only the latest 100 are kept.');
    return run;
  }

  /** @throws HttpError while the Zap is being turned on or off */
  ensureSettled(): void {
    if (this.#isSwitching)
      throw new HttpError(409, `“${this.#plan.name}” is being turned on or off. Try again in a moment.`);
  }

  /** Waits until every event received so far is handled. */
  async settled(): Promise<void> {
    await this.#running?.settled();
    await this.history.settled();
  }

  /** Turns the Zap off for good. @throws the connector's error if unsubscribing fails */
  async shutDown(): Promise<void> {
    await this.#running?.shutDown();
  }

  async #switch(work: () => Promise<void>): Promise<void> {
    this.#isSwitching = true;
    try {
      await work();
    } finally {
      this.#isSwitching = false;
      this.#context.publish({ what: 'zaps' });
    }
  }

  #connection(): Connection {
    if (this.#account === undefined || !this.#accounts.has(this.#account))
      throw new HttpError(422, `“${this.#plan.name}” has no account. Connect one and select it.`);
    return this.#accounts.find(this.#account);
  }
}
