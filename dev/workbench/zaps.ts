/** The Zaps of the workbench: their plans, what the tests of their steps gave, and whether they are on. */
import { randomUUID } from 'node:crypto';
import type { Connection } from '@print-and-mail/zapier';
import type { Accounts } from './accounts.ts';
import { History } from './history.ts';
import { itemsOf } from './items.ts';
import { replaceMarks } from './marks.ts';
import { checkPlan, outputFieldsOf, sampleOf } from './plan.ts';
import type {
  Plan,
  PlannedStep,
  Problem,
  StepTest,
  Switched,
  Values,
  ZapChange,
  ZapRun,
  ZapState,
} from './protocol.ts';
import { checkReady } from './readiness.ts';
import { Refused } from './refused.ts';
import { RunningZap } from './running.ts';
import type { Surroundings } from './surroundings.ts';
import { given, testStep } from './testing.ts';
import { problemOf } from './trace.ts';

interface Held {
  id: string;
  plan: Plan;
  account: string | undefined;
  /** There while it is on. */
  running: RunningZap | undefined;
  /** While it is being turned on or off. */
  isTurning: boolean;
  switched: Switched | undefined;
  tests: Map<string, StepTest>;
  history: History;
}

export class Zaps {
  readonly #surroundings: Surroundings;
  readonly #accounts: Accounts;
  readonly #zaps = new Map<string, Held>();

  constructor(surroundings: Surroundings, accounts: Accounts) {
    this.#surroundings = surroundings;
    this.#accounts = accounts;
  }

  list(): ZapState[] {
    return [...this.#zaps.values()].map((held) => this.#state(held));
  }

  /** @throws Refused when there is no such Zap */
  state(id: string): ZapState {
    return this.#state(this.#find(id));
  }

  runs(id: string): ZapRun[] {
    return this.#find(id).history.runs;
  }

  /** @throws Refused with a sentence that says what is wrong in the plan */
  add(change: ZapChange): ZapState {
    this.#check(change);
    const id = randomUUID();
    const { tell } = this.#surroundings;
    const held: Held = {
      id,
      plan: change.plan,
      account: change.account,
      running: undefined,
      isTurning: false,
      switched: undefined,
      tests: new Map(),
      history: new History((news) => {
        // How many there are stands with the Zap itself.
        if (news === 'added') tell({ what: 'zaps' });
        tell({ what: 'runs', zap: id });
      }),
    };
    this.#zaps.set(id, held);
    tell({ what: 'zaps' });
    return this.#state(held);
  }

  change(id: string, change: ZapChange): ZapState {
    const held = this.#find(id);
    this.#check(change);
    const { plan, account } = change;
    if (held.running || held.isTurning)
      throw new Refused(409, `“${held.plan.name}” is on; turn it off to change it.`);
    // A sample stays as long as its step is the same operation; what it was made with may change.
    const before = new Map(held.plan.steps.map((step) => [step.id, operationOf(step)]));
    held.tests = new Map(
      plan.steps.flatMap((step): [string, StepTest][] => {
        const test = held.tests.get(step.id);
        return test && before.get(step.id) === operationOf(step) ? [[step.id, test]] : [];
      }),
    );
    held.plan = plan;
    held.account = account;
    this.#surroundings.tell({ what: 'zaps' });
    return this.#state(held);
  }

  /** Turns it off first. It is gone also when unsubscribing fails. @throws what the connector throws */
  async remove(id: string): Promise<void> {
    const held = this.#resting(id);
    this.#zaps.delete(id);
    this.#surroundings.tell({ what: 'zaps' });
    await held.running?.leave();
  }

  /** What the editor's Test button does. What goes wrong in the step is part of the answer. */
  async test(id: string, stepId: string): Promise<StepTest> {
    const held = this.#find(id);
    const { plan, tests } = held;
    const index = plan.steps.findIndex((step) => step.id === stepId);
    const step = plan.steps[index];
    if (!step) throw new Refused(404, `“${plan.name}” has no step "${stepId}".`);
    const run = await testStep(this.#surroundings, {
      step,
      steps: plan.steps,
      tests,
      connection: () => this.#connection(held),
    });
    const test = { ...run, at: new Date().toISOString() };
    held.tests.set(step.id, test);
    this.#surroundings.tell({ what: 'zaps' });
    return test;
  }

  /** Values with marks replaced by the samples of the steps before this one; a mark without a sample is left blank. */
  filledIn(id: string, stepId: string | undefined, values: Values): Values {
    const { plan, tests } = this.#find(id);
    const index = plan.steps.findIndex((step) => step.id === stepId);
    const earlier = index < 0 ? plan.steps : plan.steps.slice(0, index);
    const sources = new Map(
      earlier.map((step) => [step.id, { record: given(this.#surroundings, step, tests) ?? {}, mayGive: [] }]),
    );
    return replaceMarks(values, sources);
  }

  /** @throws Refused with what is missing, or what the connector throws */
  async turnOn(id: string): Promise<ZapState> {
    const held = this.#resting(id);
    if (held.running) return this.#state(held);
    await this.#turn(held, async () => {
      const { plan, history } = held;
      await checkReady(this.#surroundings.platform, plan, () => this.#connection(held));
      const connection = this.#connection(held);
      const running = new RunningZap(this.#surroundings, {
        plan,
        connection,
        history,
        switched: (switched) => {
          held.switched = switched;
        },
      });
      await running.turnOn();
      held.running = running;
    });
    return this.#state(held);
  }

  /** The Zap is off afterwards, also when unsubscribing fails. @throws what the connector throws */
  async turnOff(id: string): Promise<ZapState> {
    const held = this.#resting(id);
    const { running } = held;
    held.running = undefined;
    if (running) await this.#turn(held, () => running.turnOff());
    return this.#state(held);
  }

  /** @returns how many runs the poll started @throws Refused when the Zap is off or does not poll */
  poll(id: string): Promise<number> {
    return this.#running(id).poll();
  }

  /** Somebody filled in the form that starts the Zap. @throws Refused when it is off or has no such questions */
  submit(id: string, answers: Record<string, string>): void {
    this.#running(id).submit(answers);
  }

  /** All steps once more, as they are now, with what started a run. @throws Refused when the Zap is off, or begins otherwise by now */
  runAgain(id: string, run: string): void {
    const found = this.#find(id).history.runs.find((one) => one.id === run);
    if (!found) throw new Refused(404, 'There is no such run; only the latest are kept.');
    this.#running(id).again(found);
  }

  /** A Zap that is on and uses the account. */
  usedBy(account: string): ZapState | undefined {
    const held = [...this.#zaps.values()].find(
      (one) => one.account === account && (one.running || one.isTurning),
    );
    return held && this.#state(held);
  }

  /** Zaps that are off lose an account that is gone. */
  forget(account: string): void {
    for (const held of this.#zaps.values()) if (held.account === account) held.account = undefined;
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
    checkPlan(this.#surroundings.definition, plan);
    if (account !== undefined) this.#accounts.find(account);
  }

  async #turn(held: Held, work: () => Promise<void>): Promise<void> {
    held.isTurning = true;
    try {
      await work();
    } finally {
      held.isTurning = false;
      this.#surroundings.tell({ what: 'zaps' });
    }
  }

  #state({ id, plan, account, running, tests, history, switched }: Held): ZapState {
    const { definition } = this.#surroundings;
    const offers = plan.steps.map((step) => {
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
      offers: Object.fromEntries(offers),
      runs: history.runs.length,
      switched,
    };
  }

  #find(id: string): Held {
    const held = this.#zaps.get(id);
    if (!held) throw new Refused(404, 'There is no such Zap; it may have been deleted.');
    return held;
  }

  /** @throws Refused while it is being turned on or off */
  #resting(id: string): Held {
    const held = this.#find(id);
    if (held.isTurning)
      throw new Refused(409, `“${held.plan.name}” is just being turned on or off; try again.`);
    return held;
  }

  #running(id: string): RunningZap {
    const { running, plan } = this.#find(id);
    if (!running) throw new Refused(409, `“${plan.name}” is off; turn it on first.`);
    return running;
  }

  #connection({ account, plan }: Held): Connection {
    if (account === undefined || !this.#accounts.has(account))
      throw new Refused(422, `“${plan.name}” has no account yet; connect one and choose it.`);
    return this.#accounts.find(account);
  }
}

const operationOf = (step: PlannedStep): string =>
  step.kind === 'form' ? JSON.stringify(step.questions) : `${step.kind} ${step.key}`;
