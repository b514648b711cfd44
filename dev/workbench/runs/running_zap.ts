/** A Zap that is on: receives its trigger's events and starts runs. */
import type { Connection, Delivery, Zap } from '@print-and-mail/zapier';
import type { WorkbenchContext } from '../context.ts';
import { HttpError } from '../http/http_error.ts';
import type { Plan, Problem, ReplayRequest, Trace, ZapRun } from '../protocol.ts';
import { formRecord, type TriggerStep } from '../zaps/plan.ts';
import { periodOf, type ScheduleStep, scheduleRecord } from '../zaps/schedule.ts';
import { RunExecutor } from './run_executor.ts';
import type { RunHistory } from './run_history.ts';
import { problemOf, traceOf } from './trace.ts';

export interface RunningZapOptions {
  plan: Plan;
  connection: Connection;
  history: RunHistory;
}

export class RunningZap {
  readonly #context: WorkbenchContext;
  readonly #options: RunningZapOptions;
  readonly #executor: RunExecutor;
  /** Undefined for a Zap that starts with a form. */
  readonly #trigger: { zap: Zap; step: TriggerStep; isPolling: boolean } | undefined;
  /** Of the next poll, or the next look at the clock of a schedule. */
  #pollTimer: NodeJS.Timeout | undefined;
  #isOn = false;

  constructor(context: WorkbenchContext, options: RunningZapOptions) {
    this.#context = context;
    this.#options = options;
    this.#executor = new RunExecutor(context, options);
    const { plan, connection } = options;
    const [step] = plan.steps;
    if (step?.kind === 'triggers') {
      const { key, values } = step;
      const zap = context.platform.createZap({ trigger: key, inputData: values, connection });
      zap.onDelivery((delivery) => this.#handleDelivery(zap, step, delivery));
      const isPolling = context.definition.triggers[key]?.operation.type !== 'hook';
      this.#trigger = { zap, step, isPolling };
    }
  }

  /** @throws the connector's error */
  async turnOn(): Promise<void> {
    if (this.#trigger) {
      const { zap, isPolling } = this.#trigger;
      await zap.turnOn();
      if (isPolling) this.#schedulePoll();
    }
    const [step] = this.#options.plan.steps;
    if (step?.kind === 'schedule') this.#watchClock(step);
    this.#isOn = true;
  }

  /** Runs that have started continue. The Zap is off even if unsubscribing fails. @throws the connector's error */
  async turnOff(): Promise<void> {
    this.#isOn = false;
    clearTimeout(this.#pollTimer);
    this.#executor.stop({ afterThisStep: false });
    await this.#unsubscribe();
  }

  /** Turns the Zap off for good: the current step is finished, the steps after it are skipped. @throws the connector's error */
  async shutDown(): Promise<void> {
    this.#isOn = false;
    clearTimeout(this.#pollTimer);
    this.#executor.stop({ afterThisStep: true });
    try {
      await this.#unsubscribe();
    } finally {
      await this.#options.history.settled();
    }
  }

  /** A schedule starts a run. @returns the number of runs started @throws HttpError if the trigger does not poll, or the connector's error */
  async poll(): Promise<number> {
    const [first] = this.#options.plan.steps;
    if (first?.kind === 'schedule') return this.#startScheduled(first);
    if (!this.#trigger?.isPolling)
      throw new HttpError(409, `“${this.#options.plan.name}” does not poll; its trigger is instant.`);
    const { zap, step } = this.#trigger;
    const traces: Trace[] = [];
    const held = zap.held.length;
    const records = await this.#context.platform.observe(
      (run) => void traces.push(traceOf(run)),
      () => zap.poll(),
    );
    for (const record of records) this.#executor.start({ step, record, input: step.values, traces });
    if (zap.held.length !== held) this.#context.publish({ what: 'zaps' });
    return records.length;
  }

  /** The number of new records that Zapier holds, because one poll returned more than 100 of them. */
  get heldRecords(): number {
    return this.#trigger?.zap.held.length ?? 0;
  }

  /** Starts a run for each held record. */
  releaseHeld(): void {
    if (!this.#trigger) return;
    const { zap, step } = this.#trigger;
    for (const record of zap.releaseHeld())
      this.#executor.start({ step, record, input: step.values, traces: [] });
  }

  /** Starts a run with the form's answers. @throws HttpError if the Zap has no form with these fields */
  submit(answers: Record<string, string>): void {
    const { name, steps } = this.#options.plan;
    const [step] = steps;
    if (step?.kind !== 'form') throw new HttpError(409, `“${name}” does not start with a form.`);
    const keys = step.fields.map(({ key }) => key);
    const unknown = Object.keys(answers).find((key) => !keys.includes(key));
    if (unknown !== undefined)
      throw new HttpError(422, `The form has no field "${unknown}". Its fields are ${keys.join(', ')}.`);
    const record = formRecord(step, answers, this.#context.resolveUrl);
    this.#executor.start({ step, record, input: answers, traces: [] });
  }

  /** @throws HttpError if the Zap has changed too much since the run */
  replay(run: ZapRun, { from, changes }: ReplayRequest): void {
    if (from === 'start') this.#executor.replayFromStart(run, changes);
    else this.#executor.replayFromFailedStep(run);
  }

  /** Waits until every event received so far is handled. */
  async settled(): Promise<void> {
    await this.#trigger?.zap.settled();
    await this.#options.history.settled();
  }

  async #unsubscribe(): Promise<void> {
    if (!this.#trigger) return;
    const { zap } = this.#trigger;
    try {
      await zap.turnOff();
    } finally {
      await zap.settled();
    }
  }

  #startScheduled(step: ScheduleStep): number {
    const record = scheduleRecord(this.#context.platform.now());
    this.#executor.start({ step, record, input: step.values, traces: [] });
    return 1;
  }

  #watchClock(step: ScheduleStep): void {
    const { platform, holdCheckInterval } = this.#context;
    const period = periodOf(step, platform.now());
    this.#pollTimer = setTimeout(() => {
      if (periodOf(step, platform.now()) !== period) this.#startScheduled(step);
      this.#watchClock(step);
    }, holdCheckInterval);
  }

  #schedulePoll(): void {
    this.#pollTimer = setTimeout(async () => {
      try {
        await this.poll();
      } catch (error) {
        if (this.#isOn) this.#recordPollFailure(problemOf(error));
      }
      if (this.#isOn) this.#schedulePoll();
    }, this.#context.pollInterval);
  }

  /** Adds one entry to the history for polls that keep failing with the same message. */
  #recordPollFailure(problem: Problem): void {
    const [latest] = this.#options.history.runs;
    if (!this.#trigger || latest?.steps[0]?.problem?.message === problem.message) return;
    const { step } = this.#trigger;
    this.#executor.recordFailure(step, step.values, problem, []);
  }

  #handleDelivery(zap: Zap, step: TriggerStep, delivery: Delivery): void {
    const { run, records, retryAt } = delivery;
    const traces = [traceOf(run)];
    const { values: input } = step;
    for (const record of records) this.#executor.start({ step, record, input, traces });
    if (run.outcome.ok) return;
    const problem = problemOf(run.outcome.error);
    if (retryAt) {
      const retry = () => zap.retry(delivery);
      this.#executor.holdTrigger({ step, input, traces, problem, retryAt, retry });
    } else {
      this.#executor.recordFailure(step, input, problem, traces);
    }
  }
}
