/** The Zaps of the workbench: their plans, test results and whether they are on. */
import { randomUUID } from 'node:crypto';
import type { Connection } from '@print-and-mail/zapier';
import type { Accounts } from '../accounts/accounts.ts';
import type { WorkbenchContext } from '../context.ts';
import { HttpError } from '../http/http_error.ts';
import type {
  Item,
  Plan,
  PlannedStep,
  Problem,
  StepTest,
  SwitchLog,
  Values,
  ZapChange,
  ZapRun,
  ZapState,
} from '../protocol.ts';
import { RunHistory } from '../runs/run_history.ts';
import { RunningZap } from '../runs/running_zap.ts';
import { sampleRecord, testStep } from '../runs/test_step.ts';
import { problemOf } from '../runs/trace.ts';
import { itemsOf } from './items.ts';
import { resolveMappings } from './mappings.ts';
import { checkPlan, outputFieldsOf, sampleOf } from './plan.ts';
import { checkReady } from './readiness.ts';

interface StoredTest {
  test: StepTest;
  /** The step and the account as they were tested. */
  tested: string;
}

interface StoredZap {
  id: string;
  plan: Plan;
  account: string | undefined;
  /** Undefined while the Zap is off. */
  running: RunningZap | undefined;
  isSwitching: boolean;
  lastSwitch: SwitchLog | undefined;
  /** By step id. */
  tests: Map<string, StoredTest>;
  history: RunHistory;
}

export class Zaps {
  readonly #context: WorkbenchContext;
  readonly #accounts: Accounts;
  readonly #zaps = new Map<string, StoredZap>();

  constructor(context: WorkbenchContext, accounts: Accounts) {
    this.#context = context;
    this.#accounts = accounts;
  }

  list(): ZapState[] {
    return [...this.#zaps.values()].map((zap) => this.#stateOf(zap));
  }

  /** @throws HttpError if there is no such Zap */
  state(id: string): ZapState {
    return this.#stateOf(this.#find(id));
  }

  runs(id: string): ZapRun[] {
    return this.#find(id).history.runs;
  }

  /** @throws HttpError if the plan is invalid */
  add(change: ZapChange): ZapState {
    this.#check(change);
    const id = randomUUID();
    const { publish } = this.#context;
    const zap: StoredZap = {
      id,
      plan: change.plan,
      account: change.account,
      running: undefined,
      isSwitching: false,
      lastSwitch: undefined,
      tests: new Map(),
      history: new RunHistory(() => {
        // The counts of runs are part of the Zap's state.
        publish({ what: 'zaps' });
        publish({ what: 'runs', zap: id });
      }),
    };
    this.#zaps.set(id, zap);
    publish({ what: 'zaps' });
    return this.#stateOf(zap);
  }

  /** Adds a copy that is off, with the same steps, account and test data. */
  duplicate(id: string): ZapState {
    const { plan, account, tests } = this.#find(id);
    const name = `Copy of ${plan.name}`.slice(0, 200);
    const copy = this.#find(this.add({ plan: { ...plan, name }, account }).id);
    copy.tests = new Map(tests);
    return this.#stateOf(copy);
  }

  /** @throws HttpError if the Zap is on or the plan is invalid */
  change(id: string, change: ZapChange): ZapState {
    const zap = this.#find(id);
    this.#check(change);
    const { plan, account } = change;
    if (zap.running || zap.isSwitching)
      throw new HttpError(409, `“${zap.plan.name}” is on. Turn it off to edit it.`);
    // Test data stays available for mapping as long as the step runs the same operation.
    const operations = new Map(zap.plan.steps.map((step) => [step.id, operationOf(step)]));
    zap.tests = new Map(
      plan.steps.flatMap((step): [string, StoredTest][] => {
        const stored = zap.tests.get(step.id);
        return stored && operations.get(step.id) === operationOf(step) ? [[step.id, stored]] : [];
      }),
    );
    zap.plan = plan;
    zap.account = account;
    this.#context.publish({ what: 'zaps' });
    return this.#stateOf(zap);
  }

  /** Turns the Zap off first. It is deleted even if unsubscribing fails. @throws the connector's error */
  async remove(id: string): Promise<void> {
    const zap = this.#findSettled(id);
    this.#zaps.delete(id);
    this.#context.publish({ what: 'zaps' });
    await zap.running?.shutDown();
  }

  /** Runs the editor's test of a step. Errors of the step become part of the result. */
  async test(id: string, stepId: string): Promise<StepTest> {
    const zap = this.#find(id);
    const { plan, account, tests } = zap;
    const step = plan.steps.find((one) => one.id === stepId);
    if (!step) throw new HttpError(404, `“${plan.name}” has no step "${stepId}".`);
    const run = await testStep(this.#context, {
      step,
      steps: plan.steps,
      testOf: (earlier) => tests.get(earlier)?.test,
      getConnection: () => this.#connectionOf(zap),
    });
    const test = { ...run, at: new Date().toISOString() };
    zap.tests.set(step.id, { test, tested: describeTested(step, account) });
    this.#context.publish({ what: 'zaps' });
    return test;
  }

  /** Replaces mappings by the test data of earlier steps; a mapping without data becomes blank. */
  resolveWithSamples(id: string, stepId: string | undefined, values: Values): Values {
    const { plan, tests } = this.#find(id);
    const index = plan.steps.findIndex((step) => step.id === stepId);
    const earlier = index < 0 ? plan.steps : plan.steps.slice(0, index);
    const sources = new Map(
      earlier.map((step) => {
        const record = sampleRecord(this.#context, step, tests.get(step.id)?.test) ?? {};
        return [step.id, { record, optionalPaths: [] }];
      }),
    );
    return resolveMappings(values, sources);
  }

  /** @throws HttpError if the Zap is not ready, or the connector's error */
  async turnOn(id: string): Promise<ZapState> {
    const zap = this.#findSettled(id);
    if (zap.running) return this.#stateOf(zap);
    await this.#switch(zap, async () => {
      const { plan, history } = zap;
      await checkReady(this.#context.platform, plan, () => this.#connectionOf(zap));
      const running = new RunningZap(this.#context, {
        plan,
        connection: this.#connectionOf(zap),
        history,
        onSwitch: (log) => {
          zap.lastSwitch = log;
        },
      });
      await running.turnOn();
      zap.running = running;
    });
    return this.#stateOf(zap);
  }

  /** The Zap is off even if unsubscribing fails. @throws the connector's error */
  async turnOff(id: string): Promise<ZapState> {
    const zap = this.#findSettled(id);
    const { running } = zap;
    zap.running = undefined;
    if (running) await this.#switch(zap, () => running.turnOff());
    return this.#stateOf(zap);
  }

  /** @returns the number of runs started @throws HttpError if the Zap is off or does not poll */
  poll(id: string): Promise<number> {
    return this.#runningZap(id).poll();
  }

  /** Starts a run with the form's answers. @throws HttpError if the Zap is off or has no such fields */
  submit(id: string, answers: Record<string, string>): void {
    this.#runningZap(id).submit(answers);
  }

  /** @throws HttpError if the Zap is off or has changed too much since the run */
  replay(id: string, runId: string, from: 'start' | 'failed step'): void {
    const run = this.#find(id).history.runs.find((one) => one.id === runId);
    if (!run) throw new HttpError(404, 'This run no longer exists; only the latest 100 are kept.');
    this.#runningZap(id).replay(run, from);
  }

  /** A Zap that is on and uses the account. */
  findActiveWithAccount(account: string): ZapState | undefined {
    const found = [...this.#zaps.values()].find(
      (zap) => zap.account === account && (zap.running || zap.isSwitching),
    );
    return found && this.#stateOf(found);
  }

  /** Clears a removed account from Zaps that are off. */
  removeAccount(account: string): void {
    for (const zap of this.#zaps.values()) if (zap.account === account) zap.account = undefined;
  }

  /** Waits until every event received so far is handled. */
  async settled(): Promise<void> {
    for (const { running, history } of this.#zaps.values()) {
      await running?.settled();
      await history.settled();
    }
  }

  /** Turns every Zap off. @returns the errors of those that could not unsubscribe; they are off as well */
  async close(): Promise<Problem[]> {
    const zaps = [...this.#zaps.values()];
    const results = await Promise.allSettled(zaps.map(({ running }) => running?.shutDown()));
    await Promise.all(zaps.map(({ history }) => history.settled()));
    return results.flatMap((result) => (result.status === 'rejected' ? [problemOf(result.reason)] : []));
  }

  #check({ plan, account }: ZapChange): void {
    checkPlan(this.#context.definition, plan);
    if (account !== undefined) this.#accounts.find(account);
  }

  async #switch(zap: StoredZap, work: () => Promise<void>): Promise<void> {
    zap.isSwitching = true;
    try {
      await work();
    } finally {
      zap.isSwitching = false;
      this.#context.publish({ what: 'zaps' });
    }
  }

  #stateOf({ id, plan, account, running, tests, history, lastSwitch }: StoredZap): ZapState {
    const { definition } = this.#context;
    const outputs = plan.steps.map((step): [string, Item[]] => {
      const test = tests.get(step.id)?.test;
      if (test?.record) return [step.id, test.items];
      return [step.id, itemsOf(sampleOf(definition, step) ?? {}, outputFieldsOf(definition, step))];
    });
    const latestTests = plan.steps.flatMap((step): [string, StepTest][] => {
      const stored = tests.get(step.id);
      if (!stored) return [];
      const isOutdated = stored.tested !== describeTested(step, account);
      return [[step.id, isOutdated ? { ...stored.test, isOutdated } : stored.test]];
    });
    const count = (wanted: ZapRun['outcome']) =>
      history.runs.filter(({ outcome }) => outcome === wanted).length;
    return {
      id,
      plan,
      isOn: running !== undefined,
      account,
      tests: Object.fromEntries(latestTests),
      outputs: Object.fromEntries(outputs),
      runs: history.runs.length,
      failedRuns: count('failed'),
      heldRuns: count('held'),
      lastSwitch,
    };
  }

  #find(id: string): StoredZap {
    const zap = this.#zaps.get(id);
    if (!zap) throw new HttpError(404, 'This Zap does not exist. It may have been deleted.');
    return zap;
  }

  /** @throws HttpError while the Zap is being turned on or off */
  #findSettled(id: string): StoredZap {
    const zap = this.#find(id);
    if (zap.isSwitching)
      throw new HttpError(409, `“${zap.plan.name}” is being turned on or off. Try again in a moment.`);
    return zap;
  }

  #runningZap(id: string): RunningZap {
    const { running, plan } = this.#find(id);
    if (!running) throw new HttpError(409, `“${plan.name}” is off. Turn it on first.`);
    return running;
  }

  #connectionOf({ account, plan }: StoredZap): Connection {
    if (account === undefined || !this.#accounts.has(account))
      throw new HttpError(422, `“${plan.name}” has no account. Connect one and select it.`);
    return this.#accounts.find(account);
  }
}

const operationOf = (step: PlannedStep): string =>
  step.kind === 'form' ? JSON.stringify(step.fields) : `${step.kind} ${step.key}`;

/** Identifies what a test covered; a later change outdates it. */
const describeTested = (step: PlannedStep, account: string | undefined): string =>
  JSON.stringify([step, account]);
