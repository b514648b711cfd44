/** The Zaps of the workbench: their plans, what the tests of their steps gave, and whether they are on. */
import { randomUUID } from 'node:crypto';
import type { Connection } from '@print-and-mail/zapier';
import type { Accounts } from '../accounts/accounts.ts';
import type { WorkbenchContext } from '../context.ts';
import { HttpError } from '../http/http_error.ts';
import type {
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
import { History } from '../runs/run_history.ts';
import { RunningZap } from '../runs/running_zap.ts';
import { given, testStep } from '../runs/test_step.ts';
import { problemOf } from '../runs/trace.ts';
import { itemsOf } from './items.ts';
import { resolveMappings } from './mappings.ts';
import { checkPlan, outputFieldsOf, sampleOf } from './plan.ts';
import { checkReady } from './readiness.ts';

interface StoredZap {
  id: string;
  plan: Plan;
  account: string | undefined;
  /** There while it is on. */
  running: RunningZap | undefined;
  /** While it is being turned on or off. */
  isSwitching: boolean;
  lastSwitch: SwitchLog | undefined;
  tests: Map<string, StepTest>;
  history: History;
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
    return [...this.#zaps.values()].map((stored) => this.#state(stored));
  }

  /** @throws HttpError when there is no such Zap */
  state(id: string): ZapState {
    return this.#state(this.#find(id));
  }

  runs(id: string): ZapRun[] {
    return this.#find(id).history.runs;
  }

  /** @throws HttpError with a sentence that says what is wrong in the plan */
  add(change: ZapChange): ZapState {
    this.#check(change);
    const id = randomUUID();
    const { tell } = this.#context;
    const stored: StoredZap = {
      id,
      plan: change.plan,
      account: change.account,
      running: undefined,
      isSwitching: false,
      lastSwitch: undefined,
      tests: new Map(),
      history: new History((news) => {
        // How many there are stands with the Zap itself.
        if (news === 'added') tell({ what: 'zaps' });
        tell({ what: 'runs', zap: id });
      }),
    };
    this.#zaps.set(id, stored);
    tell({ what: 'zaps' });
    return this.#state(stored);
  }

  change(id: string, change: ZapChange): ZapState {
    const stored = this.#find(id);
    this.#check(change);
    const { plan, account } = change;
    if (stored.running || stored.isSwitching)
      throw new HttpError(409, `“${stored.plan.name}” is on; turn it off to change it.`);
    // A sample stays as long as its step is the same operation; what it was made with may change.
    const before = new Map(stored.plan.steps.map((step) => [step.id, operationOf(step)]));
    stored.tests = new Map(
      plan.steps.flatMap((step): [string, StepTest][] => {
        const test = stored.tests.get(step.id);
        return test && before.get(step.id) === operationOf(step) ? [[step.id, test]] : [];
      }),
    );
    stored.plan = plan;
    stored.account = account;
    this.#context.tell({ what: 'zaps' });
    return this.#state(stored);
  }

  /** Turns it off first. It is gone also when unsubscribing fails. @throws what the connector throws */
  async remove(id: string): Promise<void> {
    const stored = this.#resting(id);
    this.#zaps.delete(id);
    this.#context.tell({ what: 'zaps' });
    await stored.running?.leave();
  }

  /** What the editor's Test button does. What goes wrong in the step is part of the answer. */
  async test(id: string, stepId: string): Promise<StepTest> {
    const stored = this.#find(id);
    const { plan, tests } = stored;
    const index = plan.steps.findIndex((step) => step.id === stepId);
    const step = plan.steps[index];
    if (!step) throw new HttpError(404, `“${plan.name}” has no step "${stepId}".`);
    const run = await testStep(this.#context, {
      step,
      steps: plan.steps,
      tests,
      connection: () => this.#connection(stored),
    });
    const test = { ...run, at: new Date().toISOString() };
    stored.tests.set(step.id, test);
    this.#context.tell({ what: 'zaps' });
    return test;
  }

  /** Values with mappings replaced by the samples of the steps before this one; a mapping without a sample is left blank. */
  resolveWithSamples(id: string, stepId: string | undefined, values: Values): Values {
    const { plan, tests } = this.#find(id);
    const index = plan.steps.findIndex((step) => step.id === stepId);
    const earlier = index < 0 ? plan.steps : plan.steps.slice(0, index);
    const sources = new Map(
      earlier.map((step) => [step.id, { record: given(this.#context, step, tests) ?? {}, mayGive: [] }]),
    );
    return resolveMappings(values, sources);
  }

  /** @throws HttpError with what is missing, or what the connector throws */
  async turnOn(id: string): Promise<ZapState> {
    const stored = this.#resting(id);
    if (stored.running) return this.#state(stored);
    await this.#turn(stored, async () => {
      const { plan, history } = stored;
      await checkReady(this.#context.platform, plan, () => this.#connection(stored));
      const connection = this.#connection(stored);
      const running = new RunningZap(this.#context, {
        plan,
        connection,
        history,
        lastSwitch: (lastSwitch) => {
          stored.lastSwitch = lastSwitch;
        },
      });
      await running.turnOn();
      stored.running = running;
    });
    return this.#state(stored);
  }

  /** The Zap is off afterwards, also when unsubscribing fails. @throws what the connector throws */
  async turnOff(id: string): Promise<ZapState> {
    const stored = this.#resting(id);
    const { running } = stored;
    stored.running = undefined;
    if (running) await this.#turn(stored, () => running.turnOff());
    return this.#state(stored);
  }

  /** @returns how many runs the poll started @throws HttpError when the Zap is off or does not poll */
  poll(id: string): Promise<number> {
    return this.#running(id).poll();
  }

  /** Somebody filled in the form that starts the Zap. @throws HttpError when it is off or has no such fields */
  submit(id: string, answers: Record<string, string>): void {
    this.#running(id).submit(answers);
  }

  /** All steps once more, as they are now, with what started a run. @throws HttpError when the Zap is off, or begins otherwise by now */
  runAgain(id: string, run: string): void {
    const found = this.#find(id).history.runs.find((one) => one.id === run);
    if (!found) throw new HttpError(404, 'There is no such run; only the latest are kept.');
    this.#running(id).again(found);
  }

  /** A Zap that is on and uses the account. */
  usedBy(account: string): ZapState | undefined {
    const stored = [...this.#zaps.values()].find(
      (one) => one.account === account && (one.running || one.isSwitching),
    );
    return stored && this.#state(stored);
  }

  /** Zaps that are off lose an account that is gone. */
  forget(account: string): void {
    for (const stored of this.#zaps.values()) if (stored.account === account) stored.account = undefined;
  }

  /** Waits until everything that has reached the Zaps so far is done. */
  async settled(): Promise<void> {
    for (const { running, history } of this.#zaps.values()) {
      await running?.settled();
      await history.settled();
    }
  }

  /** Turns every Zap off. @returns what the connector threw when it unsubscribed; the Zaps are off all the same */
  async close(): Promise<Problem[]> {
    const all = [...this.#zaps.values()];
    const ends = await Promise.allSettled(all.map(({ running }) => running?.leave()));
    await Promise.all(all.map(({ history }) => history.settled()));
    return ends.flatMap((end) => (end.status === 'rejected' ? [problemOf(end.reason)] : []));
  }

  #check({ plan, account }: ZapChange): void {
    checkPlan(this.#context.definition, plan);
    if (account !== undefined) this.#accounts.find(account);
  }

  async #turn(stored: StoredZap, work: () => Promise<void>): Promise<void> {
    stored.isSwitching = true;
    try {
      await work();
    } finally {
      stored.isSwitching = false;
      this.#context.tell({ what: 'zaps' });
    }
  }

  #state({ id, plan, account, running, tests, history, lastSwitch }: StoredZap): ZapState {
    const { definition } = this.#context;
    const outputs = plan.steps.map((step) => {
      const test = tests.get(step.id);
      if (test?.record) return [step.id, test.items];
      return [step.id, itemsOf(sampleOf(definition, step) ?? {}, outputFieldsOf(definition, step))];
    });
    return {
      id,
      plan,
      isOn: running !== undefined,
      account,
      tests: Object.fromEntries(tests),
      outputs: Object.fromEntries(outputs),
      runs: history.runs.length,
      lastSwitch,
    };
  }

  #find(id: string): StoredZap {
    const stored = this.#zaps.get(id);
    if (!stored) throw new HttpError(404, 'There is no such Zap; it may have been deleted.');
    return stored;
  }

  /** @throws HttpError while it is being turned on or off */
  #resting(id: string): StoredZap {
    const stored = this.#find(id);
    if (stored.isSwitching)
      throw new HttpError(409, `“${stored.plan.name}” is just being turned on or off; try again.`);
    return stored;
  }

  #running(id: string): RunningZap {
    const { running, plan } = this.#find(id);
    if (!running) throw new HttpError(409, `“${plan.name}” is off; turn it on first.`);
    return running;
  }

  #connection({ account, plan }: StoredZap): Connection {
    if (account === undefined || !this.#accounts.has(account))
      throw new HttpError(422, `“${plan.name}” has no account yet; connect one and choose it.`);
    return this.#accounts.find(account);
  }
}

const operationOf = (step: PlannedStep): string =>
  step.kind === 'form' ? JSON.stringify(step.fields) : `${step.kind} ${step.key}`;
