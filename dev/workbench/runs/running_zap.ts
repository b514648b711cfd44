/** A Zap that is on: it listens to its trigger, and does its steps whenever something starts it. */
import { randomUUID } from 'node:crypto';
import type { Connection, Delivery, Zap, ZapRecord } from '@print-and-mail/zapier';
import type { WorkbenchContext } from '../context.ts';
import { HttpError } from '../http/http_error.ts';
import type { Plan, PlannedStep, Problem, StepRun, SwitchLog, Trace, Values, ZapRun } from '../protocol.ts';
import type { Source } from '../zaps/mappings.ts';
import { formRecord, type TriggerStep } from '../zaps/plan.ts';
import type { History } from './run_history.ts';
import { isHalt, runAction, shown } from './run_step.ts';
import { problemOf, traceOf } from './trace.ts';

export interface RunningPlan {
  plan: Plan;
  connection: Connection;
  history: History;
  /** Told when it is turned on or off, before it is tried. */
  lastSwitch: (lastSwitch: SwitchLog) => void;
}

/** What started a Zap. */
interface Start {
  step: PlannedStep;
  record: ZapRecord;
  input: Values;
  traces: Trace[];
  /** The run that is done again. */
  repeats?: string;
}

export class RunningZap {
  readonly #context: WorkbenchContext;
  readonly #plan: Plan;
  readonly #connection: Connection;
  readonly #history: History;
  readonly #lastSwitch: (lastSwitch: SwitchLog) => void;
  /** The platform's part, for a Zap that begins with one of the connector's triggers. */
  readonly #trigger: { zap: Zap; step: TriggerStep; polls: boolean } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOn = false;
  #isLeaving = false;

  constructor(context: WorkbenchContext, { plan, connection, history, lastSwitch }: RunningPlan) {
    this.#context = context;
    this.#plan = plan;
    this.#connection = connection;
    this.#history = history;
    this.#lastSwitch = lastSwitch;
    const [step] = plan.steps;
    if (step?.kind === 'triggers') {
      const { key, values } = step;
      const zap = context.platform.createZap({ trigger: key, inputData: values, connection });
      zap.onDelivery((delivery) => this.#delivered(step, delivery));
      this.#trigger = { zap, step, polls: polls(context, step) };
    }
  }

  /** @throws what the connector throws */
  async turnOn(): Promise<void> {
    if (this.#trigger) {
      const { zap, polls } = this.#trigger;
      await this.#switch('on', () => zap.turnOn());
      if (polls) this.#pollLater();
    }
    this.#isOn = true;
  }

  /** What had already reached it is still done. It is off also when unsubscribing fails. @throws what the connector throws */
  async turnOff(): Promise<void> {
    this.#isOn = false;
    clearTimeout(this.#timer);
    const { zap } = this.#trigger ?? {};
    if (!zap) return;
    try {
      await this.#switch('off', () => zap.turnOff());
    } finally {
      await zap.settled();
    }
  }

  /** Off for good: the step that is being done comes to its end, and nothing after it. @throws what the connector throws */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    try {
      await this.turnOff();
    } finally {
      await this.#history.settled();
    }
  }

  /** @returns how many runs the poll started @throws HttpError when the Zap does not poll, or what the connector throws */
  async poll(): Promise<number> {
    if (!this.#trigger?.polls)
      throw new HttpError(409, `“${this.#plan.name}” does not poll; it starts when it is told.`);
    const { zap, step } = this.#trigger;
    const traces: Trace[] = [];
    const fresh = await this.#context.platform.observe(
      (run) => void traces.push(traceOf(run)),
      () => zap.poll(),
    );
    for (const record of fresh) this.#start({ step, record, input: step.values, traces });
    return fresh.length;
  }

  /** Somebody filled in the form that starts the Zap. @throws HttpError when it has no such fields */
  submit(answers: Record<string, string>): void {
    const [step] = this.#plan.steps;
    if (step?.kind !== 'form') throw new HttpError(409, `“${this.#plan.name}” does not begin with a form.`);
    const keys = step.fields.map(({ key }) => key);
    const stranger = Object.keys(answers).find((key) => !keys.includes(key));
    if (stranger !== undefined)
      throw new HttpError(422, `The form has no question "${stranger}"; it asks for ${keys.join(', ')}.`);
    const record = formRecord(step, answers, this.#context.resolveAddress);
    this.#start({ step, record, input: answers, traces: [] });
  }

  /** All steps once more with what started a run. @throws HttpError when the Zap begins with something else by now */
  again({ id, startedBy, steps: [first] }: ZapRun): void {
    const [step] = this.#plan.steps;
    if (!first?.record || !step)
      throw new HttpError(409, 'Nothing came that could start this run, so there is nothing to do again.');
    if (startOf(step) !== startedBy)
      throw new HttpError(
        409,
        `“${this.#plan.name}” begins with something else by now; what started this run does not fit.`,
      );
    const { record, input, traces } = first;
    this.#start({ step, record, input, traces, repeats: id });
  }

  /** Waits until everything that has reached it so far is done. */
  async settled(): Promise<void> {
    await this.#trigger?.zap.settled();
    await this.#history.settled();
  }

  /** Keeps the calls of turning on or off, also when it fails. */
  async #switch(to: SwitchLog['to'], work: () => Promise<void>): Promise<void> {
    const lastSwitch: SwitchLog = { to, at: new Date().toISOString(), traces: [] };
    this.#lastSwitch(lastSwitch);
    try {
      await this.#context.platform.observe((run) => void lastSwitch.traces.push(traceOf(run)), work);
    } catch (error) {
      lastSwitch.problem = problemOf(error);
      throw error;
    }
  }

  #pollLater(): void {
    this.#timer = setTimeout(async () => {
      try {
        await this.poll();
      } catch (error) {
        // Turned off meanwhile: nobody asks for it any more.
        if (this.#isOn) this.#couldNotPoll(problemOf(error));
      }
      if (this.#isOn) this.#pollLater();
    }, this.#context.pollEvery);
  }

  /** A poll that keeps failing in the same way is one entry of the history. */
  #couldNotPoll(problem: Problem): void {
    const [latest] = this.#history.runs;
    if (!this.#trigger || latest?.steps[0]?.problem?.message === problem.message) return;
    this.#couldNotStart(this.#trigger.step, problem, []);
  }

  #delivered(step: TriggerStep, { run, records }: Delivery): void {
    const traces = [traceOf(run)];
    for (const record of records) this.#start({ step, record, input: step.values, traces });
    if (!run.outcome.ok) this.#couldNotStart(step, problemOf(run.outcome.error), traces);
  }

  #couldNotStart(step: TriggerStep, problem: Problem, traces: Trace[]): void {
    const first: StepRun = {
      step: step.id,
      outcome: 'failed',
      input: step.values,
      items: [],
      problem,
      traces,
    };
    this.#history.add({
      id: randomUUID(),
      at: new Date().toISOString(),
      outcome: 'failed',
      startedBy: startOf(step),
      steps: [first, ...this.#plan.steps.slice(1).map(skipped)],
    });
  }

  /** Its steps are done after those of the runs before. */
  #start({ step, record, input, traces, repeats }: Start): void {
    const first: StepRun = { step: step.id, outcome: 'done', input, record, items: [], traces };
    const run: ZapRun = {
      id: randomUUID(),
      at: new Date().toISOString(),
      outcome: 'running',
      startedBy: startOf(step),
      ...(repeats === undefined ? {} : { repeats }),
      steps: [first],
    };
    this.#history.add(run);
    this.#history.queue(async () => {
      try {
        Object.assign(first, await shown(this.#context.platform, step, record, this.#connection));
        run.outcome = await this.#doSteps(run, this.#plan.steps.slice(1));
      } catch (error) {
        run.outcome = 'failed';
        first.problem = problemOf(error);
      }
    });
  }

  async #doSteps(run: ZapRun, steps: readonly PlannedStep[]): Promise<ZapRun['outcome']> {
    const sources = new Map<string, Source>();
    for (const done of run.steps) sources.set(done.step, { record: done.record ?? {}, mayGive: [] });
    for (const [index, step] of steps.entries()) {
      if (step.kind === 'form') continue;
      if (this.#isLeaving) {
        run.steps.push(...steps.slice(index).map(skipped));
        return 'stopped';
      }
      const connection = this.#connection;
      const done = await runAction(this.#context.platform, step, { sources, connection, test: false });
      run.steps.push(done);
      this.#history.further();
      if (done.outcome !== 'done') {
        run.steps.push(...steps.slice(index + 1).map(skipped));
        return done.outcome === 'nothing' || isHalt(done.problem) ? 'stopped' : 'failed';
      }
      sources.set(step.id, { record: done.record ?? {}, mayGive: [] });
    }
    return 'done';
  }
}

const startOf = (step: PlannedStep): string => (step.kind === 'form' ? step.kind : step.key);

const polls = ({ definition }: WorkbenchContext, { key }: TriggerStep): boolean =>
  definition.triggers[key]?.operation.type !== 'hook';

const skipped = ({ id }: PlannedStep): StepRun => ({
  step: id,
  outcome: 'skipped',
  input: {},
  items: [],
  traces: [],
});
