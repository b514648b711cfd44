/** The Zaps of the workbench: their plans, the samples of their steps, and what they do when they are on. */
import { randomUUID } from 'node:crypto';
import {
  type Connection,
  checkRequired,
  type Definition,
  type Delivery,
  type Platform,
  type Zap,
  type ZapRecord,
} from '../platform/index.ts';
import type { Accounts } from './accounts.ts';
import { itemsOf } from './items.ts';
import { type Mapping, marksIn, replaceMarks, type Source } from './marks.ts';
import { checkPlan, outputFieldsOf, sampleOf } from './plan.ts';
import type {
  Change,
  Plan,
  PlannedStep,
  Problem,
  StepRun,
  StepTest,
  Switched,
  Trace,
  Values,
  ZapChange,
  ZapRun,
  ZapState,
} from './protocol.ts';
import { Refused } from './refused.ts';
import { type Action, isHalt, operationFor, runAction, shown, traced } from './steps.ts';
import { problemOf, traceOf } from './trace.ts';

/** How many runs of a Zap are kept. */
const historyLength = 100;

interface Held {
  id: string;
  plan: Plan;
  account: string | undefined;
  isOn: boolean;
  /** While it is being turned on or off. */
  isTurning: boolean;
  tests: Map<string, StepTest>;
  switched: Switched | undefined;
  /** Newest first. */
  runs: ZapRun[];
  /** What listens while it is on. */
  trigger: { zap: Zap; stop(): void } | undefined;
  /** Runs, one after the other. */
  work: Promise<void>;
  /** Nothing more is begun for it. */
  isLeaving: boolean;
}

/** What started a Zap. */
interface Start {
  step: PlannedStep;
  record: ZapRecord;
  input: Values;
  traces: Trace[];
  connection: Connection;
}

/** The step of one of the connector's triggers. */
type TriggerStep = Exclude<PlannedStep, { kind: 'form' } | { kind: 'searchOrCreates' }>;

export class Zaps {
  readonly #platform: Platform;
  readonly #definition: Definition;
  readonly #accounts: Accounts;
  readonly #changed: (change: Change) => void;
  readonly #pollEvery: number;
  readonly #resolveAddress: (address: string) => string;
  readonly #zaps = new Map<string, Held>();

  /**
   * @param how.pollEvery milliseconds between two polls of a Zap that is on
   * @param how.resolveAddress makes an address within the workbench (`/…`) one that others can use
   */
  constructor(
    platform: Platform,
    definition: Definition,
    accounts: Accounts,
    how: {
      changed: (change: Change) => void;
      pollEvery: number;
      resolveAddress: (address: string) => string;
    },
  ) {
    this.#platform = platform;
    this.#definition = definition;
    this.#accounts = accounts;
    this.#changed = how.changed;
    this.#pollEvery = how.pollEvery;
    this.#resolveAddress = how.resolveAddress;
  }

  list(): ZapState[] {
    return [...this.#zaps.values()].map((held) => this.#state(held));
  }

  /** @throws Refused when there is no such Zap */
  state(id: string): ZapState {
    return this.#state(this.#find(id));
  }

  runs(id: string): ZapRun[] {
    return this.#find(id).runs;
  }

  /** @throws Refused with a sentence that says what is wrong in the plan */
  async add({ plan, account }: ZapChange): Promise<ZapState> {
    checkPlan(this.#definition, plan);
    if (account !== undefined) this.#accounts.find(account);
    const held: Held = {
      id: randomUUID(),
      plan,
      account,
      isOn: false,
      isTurning: false,
      tests: new Map(),
      switched: undefined,
      runs: [],
      trigger: undefined,
      work: Promise.resolve(),
      isLeaving: false,
    };
    this.#zaps.set(held.id, held);
    this.#changed({ what: 'zaps' });
    return this.#state(held);
  }

  async change(id: string, { plan, account }: ZapChange): Promise<ZapState> {
    const held = this.#find(id);
    checkPlan(this.#definition, plan);
    if (account !== undefined) this.#accounts.find(account);
    if (held.isOn || held.isTurning)
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
    this.#changed({ what: 'zaps' });
    return this.#state(held);
  }

  async remove(id: string): Promise<void> {
    const held = this.#find(id);
    if (held.isTurning)
      throw new Refused(409, `“${held.plan.name}” is just being turned on or off; try again.`);
    this.#zaps.delete(id);
    this.#changed({ what: 'zaps' });
    await this.#leave(held);
  }

  /** What the editor's Test button does. What goes wrong in the step is part of the answer. */
  async test(id: string, stepId: string): Promise<StepTest> {
    const held = this.#find(id);
    const { plan } = held;
    const index = plan.steps.findIndex((step) => step.id === stepId);
    const step = plan.steps[index];
    if (!step) throw new Refused(404, `“${plan.name}” has no step "${stepId}".`);
    const run = await this.#testRun(held, step, plan.steps.slice(0, index));
    const test = { ...run, at: new Date().toISOString() };
    held.tests.set(step.id, test);
    this.#changed({ what: 'zaps' });
    return test;
  }

  /** Values with marks replaced by the samples of the steps before this one; a mark without a sample is left blank. */
  filledIn(id: string, stepId: string | undefined, values: Values): Values {
    const { plan, tests } = this.#find(id);
    const index = plan.steps.findIndex((step) => step.id === stepId);
    const earlier = index < 0 ? plan.steps : plan.steps.slice(0, index);
    const sources = new Map(
      earlier.map((step) => [step.id, { record: tests.get(step.id)?.record ?? {}, mayGive: [] }]),
    );
    return replaceMarks(values, { sources, isStrict: false });
  }

  /** @throws Refused with what is missing, or what the connector throws */
  async turnOn(id: string): Promise<ZapState> {
    const held = this.#find(id);
    if (held.isTurning)
      throw new Refused(409, `“${held.plan.name}” is just being turned on or off; try again.`);
    if (held.isOn) return this.#state(held);
    held.isTurning = true;
    try {
      await this.#checkReady(held);
      const [first] = held.plan.steps;
      if (first?.kind === 'triggers') held.trigger = await this.#startTrigger(held, first);
      held.isOn = true;
    } finally {
      held.isTurning = false;
      this.#changed({ what: 'zaps' });
    }
    return this.#state(held);
  }

  /** The Zap is off afterwards, also when unsubscribing fails. @throws what the connector throws */
  async turnOff(id: string): Promise<ZapState> {
    const held = this.#find(id);
    if (held.isTurning)
      throw new Refused(409, `“${held.plan.name}” is just being turned on or off; try again.`);
    try {
      await this.#turnOff(held);
    } finally {
      this.#changed({ what: 'zaps' });
    }
    return this.#state(held);
  }

  /** @returns how many runs the poll started @throws Refused when the Zap is off or does not poll */
  async poll(id: string): Promise<number> {
    const held = this.#find(id);
    const [first] = held.plan.steps;
    if (first?.kind !== 'triggers' || !this.#polls(first))
      throw new Refused(409, `“${held.plan.name}” does not poll; it starts when it is told.`);
    if (!held.trigger) throw new Refused(409, `“${held.plan.name}” is off; turn it on before it polls.`);
    const { started, error } = await this.#pollNow(held, first, held.trigger.zap, this.#connection(held));
    if (error !== undefined) throw error;
    return started;
  }

  /** Somebody filled in the form that starts the Zap. @throws Refused when it is off or has no such questions */
  submit(id: string, answers: Record<string, string>): void {
    const held = this.#find(id);
    const [first] = held.plan.steps;
    if (first?.kind !== 'form') throw new Refused(409, `“${held.plan.name}” does not begin with a form.`);
    if (!held.isOn) throw new Refused(409, `“${held.plan.name}” is off; turn it on before the form is sent.`);
    const stranger = Object.keys(answers).find(
      (key) => !first.questions.some((question) => question.key === key),
    );
    if (stranger !== undefined)
      throw new Refused(
        422,
        `The form has no question "${stranger}"; it asks for ${first.questions.map(({ key }) => key).join(', ')}.`,
      );
    this.#start(held, {
      step: first,
      record: this.#answered(first, (key) => answers[key] ?? ''),
      input: answers,
      traces: [],
      connection: this.#connection(held),
    });
  }

  /** Whether a Zap that is on uses the account. */
  isUsing(account: string): ZapState | undefined {
    const held = [...this.#zaps.values()].find(
      (one) => one.account === account && (one.isOn || one.isTurning),
    );
    return held && this.#state(held);
  }

  /** Zaps that are off lose an account that is gone. */
  forget(account: string): void {
    for (const held of this.#zaps.values()) if (held.account === account) held.account = undefined;
  }

  /** Waits until every run that has begun is over. */
  async settled(): Promise<void> {
    for (const { trigger } of this.#zaps.values()) await trigger?.zap.settled();
    await Promise.all([...this.#zaps.values()].map(({ work }) => work));
  }

  /** Turns every Zap off. @returns what the connector threw when it unsubscribed; the Zaps are off all the same */
  async close(): Promise<Problem[]> {
    const ends = await Promise.allSettled([...this.#zaps.values()].map((held) => this.#leave(held)));
    return ends.flatMap((end) => (end.status === 'rejected' ? [problemOf(end.reason)] : []));
  }

  /** Off for good: the step that is being done comes to its end, and nothing after it. */
  async #leave(held: Held): Promise<void> {
    held.isLeaving = true;
    try {
      await this.#turnOff(held);
    } finally {
      await held.work;
    }
  }

  #state({ id, plan, isOn, account, tests, runs, switched }: Held): ZapState {
    const offers = plan.steps.map((step) => {
      const test = tests.get(step.id);
      if (test?.record) return [step.id, test.items];
      const sample = sampleOf(this.#definition, step) ?? {};
      return [step.id, itemsOf(sample, outputFieldsOf(this.#definition, step))];
    });
    return {
      id,
      plan,
      isOn,
      account,
      tests: Object.fromEntries(tests),
      offers: Object.fromEntries(offers),
      runs: runs.length,
      switched,
    };
  }

  #find(id: string): Held {
    const held = this.#zaps.get(id);
    if (!held) throw new Refused(404, 'There is no such Zap; it may have been deleted.');
    return held;
  }

  #connection({ account, plan }: Held): Connection {
    if (account === undefined || !this.#accounts.has(account))
      throw new Refused(422, `“${plan.name}” has no account yet; connect one and choose it.`);
    return this.#accounts.find(account);
  }

  async #testRun(held: Held, step: PlannedStep, earlier: readonly PlannedStep[]): Promise<StepRun> {
    if (step.kind === 'form') {
      const record = this.#answered(
        step,
        (key) => step.questions.find((one) => one.key === key)?.example ?? '',
      );
      return {
        step: step.id,
        outcome: 'done',
        input: {},
        traces: [],
        ...(await shown(this.#platform, step, record)),
      };
    }
    const connection = this.#connection(held);
    if (step.kind === 'triggers') return this.#testTrigger(step, connection);
    const sources = new Map<string, Source>();
    for (const one of earlier) {
      const record = held.tests.get(one.id)?.record;
      const mayGive = outputFieldsOf(this.#definition, one).map(({ key }) => key);
      if (record) sources.set(one.id, { record, mayGive });
    }
    return runAction(this.#platform, step, {
      mapping: { sources, isStrict: true },
      connection,
      test: true,
    });
  }

  /** What the trigger's list gives, or, as in the editor, the definition's own sample when there is nothing to list. */
  async #testTrigger(step: TriggerStep, connection: Connection): Promise<StepRun> {
    const { key, values } = step;
    const { result, problem, traces } = await traced(this.#platform, async () => {
      refuseMarks(values);
      await checkRequired(this.#platform, 'triggers', { key, inputData: values, connection });
      return this.#platform.zap({ trigger: key, inputData: values, connection }).samples();
    });
    const base = { step: step.id, input: values, traces };
    if (problem) return { ...base, outcome: 'failed', items: [], problem };
    const [first] = result ?? [];
    if (first) return { ...base, outcome: 'done', ...(await shown(this.#platform, step, first, connection)) };
    const sample = sampleOf(this.#definition, step);
    return {
      ...base,
      outcome: 'nothing',
      ...(sample ? await shown(this.#platform, step, sample, connection) : { items: [] }),
    };
  }

  /** @throws Refused, or the platform's sentence about required fields */
  async #checkReady(held: Held): Promise<void> {
    const { plan } = held;
    const [first, ...actions] = plan.steps;
    if (!first) throw new Refused(422, `“${plan.name}” has no steps yet; choose what starts it.`);
    if (actions.length === 0)
      throw new Refused(422, `“${plan.name}” does nothing yet; add an action after its first step.`);
    const connection = this.#connection(held);
    if (first.kind === 'triggers') {
      refuseMarks(first.values);
      await checkRequired(this.#platform, 'triggers', {
        key: first.key,
        inputData: first.values,
        connection,
      });
    }
    const before = new Set([first.id]);
    for (const step of plan.steps.slice(1)) {
      if (step.kind === 'form' || step.kind === 'triggers') continue;
      const created = step.kind === 'searchOrCreates' ? step.createValues : {};
      for (const { text, step: named } of marksIn([step.values, created])) {
        if (!before.has(named))
          throw new Refused(422, `${text} in the step "${step.id}" names no step that comes before it.`);
      }
      await this.#checkAction(step, connection);
      before.add(step.id);
    }
  }

  async #checkAction(step: Action, connection: Connection): Promise<void> {
    const [kind, key] = operationFor(this.#definition, step, 'search');
    await checkRequired(this.#platform, kind, { key, inputData: step.values, connection });
    if (step.kind !== 'searchOrCreates') return;
    const [createKind, createKey] = operationFor(this.#definition, step, 'create');
    await checkRequired(this.#platform, createKind, {
      key: createKey,
      inputData: step.createValues,
      connection,
    });
  }

  async #startTrigger(held: Held, step: TriggerStep): Promise<NonNullable<Held['trigger']>> {
    const connection = this.#connection(held);
    const zap = this.#platform.zap({ trigger: step.key, inputData: step.values, connection });
    const unheard = zap.onDelivery((delivery) => this.#delivered(held, step, delivery, connection));
    try {
      await this.#switch(held, 'on', () => zap.turnOn());
    } catch (error) {
      unheard();
      throw error;
    }
    if (!this.#polls(step)) return { zap, stop: unheard };
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const pollLater = () => {
      timer = setTimeout(async () => {
        const { error } = await this.#pollNow(held, step, zap, connection);
        if (isOver) return;
        if (error !== undefined) this.#tellOnce(held, step, problemOf(error));
        pollLater();
      }, this.#pollEvery);
    };
    pollLater();
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      unheard();
    };
    return { zap, stop };
  }

  async #turnOff(held: Held): Promise<void> {
    const { trigger } = held;
    held.isOn = false;
    held.trigger = undefined;
    if (!trigger) return;
    held.isTurning = true;
    trigger.stop();
    try {
      await this.#switch(held, 'off', () => trigger.zap.turnOff());
    } finally {
      held.isTurning = false;
    }
  }

  /** Keeps the calls of turning on or off, also when it fails. */
  async #switch<Result>(held: Held, to: Switched['to'], work: () => Promise<Result>): Promise<Result> {
    const switched: Switched = { to, at: new Date().toISOString(), traces: [] };
    held.switched = switched;
    try {
      return await this.#platform.record((run) => void switched.traces.push(traceOf(run)), work);
    } catch (error) {
      switched.problem = problemOf(error);
      throw error;
    }
  }

  #polls({ key }: TriggerStep): boolean {
    return this.#definition.triggers[key]?.operation.type !== 'hook';
  }

  async #pollNow(
    held: Held,
    step: TriggerStep,
    zap: Zap,
    connection: Connection,
  ): Promise<{ started: number; error?: unknown }> {
    const traces: Trace[] = [];
    try {
      const fresh = await this.#platform.record(
        (run) => void traces.push(traceOf(run)),
        () => zap.poll(),
      );
      for (const record of fresh) this.#start(held, { step, record, input: step.values, traces, connection });
      return { started: fresh.length };
    } catch (error) {
      return { started: 0, error };
    }
  }

  #delivered(held: Held, step: TriggerStep, { run, records }: Delivery, connection: Connection): void {
    const traces = [traceOf(run)];
    for (const record of records) this.#start(held, { step, record, input: step.values, traces, connection });
    if (!run.outcome.ok) this.#failedToStart(held, step, problemOf(run.outcome.error), traces);
  }

  /** A poll that keeps failing in the same way is one entry of the history. */
  #tellOnce(held: Held, step: TriggerStep, problem: Problem): void {
    if (held.runs[0]?.steps[0]?.problem?.message === problem.message) return;
    this.#failedToStart(held, step, problem, []);
  }

  #failedToStart(held: Held, step: TriggerStep, problem: Problem, traces: Trace[]): void {
    const first: StepRun = {
      step: step.id,
      outcome: 'failed',
      input: step.values,
      items: [],
      problem,
      traces,
    };
    this.#keep(held, {
      id: randomUUID(),
      at: new Date().toISOString(),
      outcome: 'failed',
      steps: [first, ...held.plan.steps.slice(1).map(skipped)],
    });
  }

  #answered(
    { questions }: Extract<PlannedStep, { kind: 'form' }>,
    answer: (key: string) => string,
  ): Record<string, string> {
    return Object.fromEntries(
      questions.map(({ key, type }) => [
        key,
        type === 'file' ? this.#resolveAddress(answer(key)) : answer(key),
      ]),
    );
  }

  /** Something started the Zap: its steps are done after those of the runs before. */
  #start(held: Held, { step: first, record, input, traces, connection }: Start): void {
    const { plan } = held;
    const run: ZapRun = {
      id: randomUUID(),
      at: new Date().toISOString(),
      outcome: 'running',
      steps: [{ step: first.id, outcome: 'done', input, record, items: [], traces }],
    };
    this.#keep(held, run);
    const before = held.work;
    held.work = (async () => {
      await before;
      try {
        run.steps = [{ ...startOf(run), ...(await shown(this.#platform, first, record, connection)) }];
        run.outcome = await this.#runSteps(held, run, plan.steps.slice(1), connection);
      } catch (error) {
        run.outcome = 'failed';
        run.steps = [{ ...startOf(run), problem: problemOf(error) }];
      }
      this.#changed({ what: 'runs', zap: held.id });
    })();
  }

  async #runSteps(
    held: Held,
    run: ZapRun,
    steps: readonly PlannedStep[],
    connection: Connection,
  ): Promise<ZapRun['outcome']> {
    const sources = new Map<string, Source>();
    const mapping: Mapping = { sources, isStrict: false };
    for (const done of run.steps) sources.set(done.step, { record: done.record ?? {}, mayGive: [] });
    for (const [index, step] of steps.entries()) {
      if (step.kind === 'form' || step.kind === 'triggers') continue;
      if (held.isLeaving) {
        run.steps.push(...steps.slice(index).map(skipped));
        return 'stopped';
      }
      const done = await runAction(this.#platform, step, { mapping, connection, test: false });
      run.steps.push(done);
      this.#changed({ what: 'runs', zap: held.id });
      if (done.outcome !== 'done') {
        run.steps.push(...steps.slice(index + 1).map(skipped));
        return done.outcome === 'nothing' || isHalt(done.problem) ? 'stopped' : 'failed';
      }
      sources.set(step.id, { record: done.record ?? {}, mayGive: [] });
    }
    return 'done';
  }

  #keep(held: Held, run: ZapRun): void {
    held.runs.unshift(run);
    held.runs.length = Math.min(held.runs.length, historyLength);
    this.#changed({ what: 'zaps' });
    this.#changed({ what: 'runs', zap: held.id });
  }
}

const operationOf = (step: PlannedStep): string =>
  step.kind === 'form' ? 'form' : `${step.kind} ${step.key}`;

const skipped = ({ id }: PlannedStep): StepRun => ({
  step: id,
  outcome: 'skipped',
  input: {},
  items: [],
  traces: [],
});

function startOf(run: ZapRun): StepRun {
  const [first] = run.steps;
  if (!first) throw new Error('A run has no first step.');
  return first;
}

/** @throws Refused when the step that starts a Zap wants something of an earlier one */
function refuseMarks(values: Values): void {
  const [mark] = marksIn(values);
  if (mark)
    throw new Refused(422, `${mark.text} stands in the step that starts the Zap; nothing comes before it.`);
}
