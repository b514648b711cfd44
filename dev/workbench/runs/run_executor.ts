/** Executes the runs of a Zap that is on: step by step, held until Zapier runs them again, replayed on request. */
import { randomUUID } from 'node:crypto';
import type { Connection, ZapRecord } from '@print-and-mail/zapier';
import type { WorkbenchContext } from '../context.ts';
import { HttpError } from '../http/http_error.ts';
import type { Plan, PlannedStep, Problem, StepRun, Trace, Values, ZapRun } from '../protocol.ts';
import { runFilter } from '../zaps/filter.ts';
import { changeValues, type Source } from '../zaps/mappings.ts';
import type { RunHistory } from './run_history.ts';
import { describeRecord, runAction } from './run_step.ts';
import { problemOf } from './trace.ts';

/** What started a run. */
export interface RunStart {
  step: PlannedStep;
  record: ZapRecord;
  input: Values;
  traces: Trace[];
}

/** A trigger that Zapier runs again later, for example because the service was unavailable. */
interface ThrottledTrigger extends Omit<RunStart, 'record'> {
  problem: Problem;
  retryAt: Date;
  retry(): Promise<void>;
}

export interface RunExecutorOptions {
  plan: Plan;
  connection: Connection;
  history: RunHistory;
}

export class RunExecutor {
  readonly #context: WorkbenchContext;
  readonly #plan: Plan;
  readonly #connection: Connection;
  readonly #history: RunHistory;
  readonly #held = new Map<ZapRun, NodeJS.Timeout>();
  #isOff = false;
  #isStopped = false;

  constructor(context: WorkbenchContext, { plan, connection, history }: RunExecutorOptions) {
    this.#context = context;
    this.#plan = plan;
    this.#connection = connection;
    this.#history = history;
  }

  /** Starts a run beside those that are under way. */
  start({ step, record, input, traces }: RunStart, replay: Pick<ZapRun, 'replayOf'> = {}): void {
    const first: StepRun = { step: step.id, outcome: 'done', input, record, items: [], traces };
    const run = this.#addRun({ outcome: 'running', startedBy: triggerOf(step), steps: [first], ...replay });
    this.#history.start(async () => {
      try {
        const { platform } = this.#context;
        Object.assign(first, await describeRecord(platform, step, record, this.#connection));
        await this.#execute(run, 1);
      } catch (error) {
        run.outcome = 'failed';
        first.problem = problemOf(error);
      }
    });
  }

  /** Records a run whose trigger failed. */
  recordFailure(step: PlannedStep, input: Values, problem: Problem, traces: Trace[]): void {
    const first: StepRun = { step: step.id, outcome: 'failed', input, items: [], problem, traces };
    const steps = [first, ...this.#plan.steps.slice(1).map(skippedRun)];
    this.#addRun({ outcome: 'failed', startedBy: triggerOf(step), steps });
  }

  /** Holds a run whose trigger was throttled. `retry` then runs the trigger again, which can add more runs. */
  holdTrigger({ step, input, traces, problem, retryAt, retry }: ThrottledTrigger): void {
    const first: StepRun = { step: step.id, outcome: 'held', input, items: [], problem, traces };
    const run = this.#addRun({ outcome: 'held', startedBy: triggerOf(step), steps: [first] });
    this.#history.start(async () =>
      this.#hold(run, retryAt, async () => {
        this.#history.remove(run);
        await retry();
      }),
    );
  }

  /** Runs all steps again with the same trigger data, or changed values of it. @throws HttpError if the trigger has changed */
  replayFromStart({ id, startedBy, steps: [first] }: ZapRun, changes: Record<string, string> = {}): void {
    const [step] = this.#plan.steps;
    if (!first?.record || !step)
      throw new HttpError(409, 'This run’s trigger returned no data, so there is nothing to replay.');
    this.#checkTrigger(step, startedBy);
    const { input, traces } = first;
    const record = changeValues(first.record, changes);
    this.start({ step, record, input, traces }, { replayOf: id });
  }

  /** Runs the failed step and those after it, with the data of the steps that succeeded. @throws HttpError if the Zap has changed */
  replayFromFailedStep({ id, startedBy, steps }: ZapRun): void {
    const [trigger] = this.#plan.steps;
    const failedAt = steps.findIndex(({ outcome }) => outcome === 'failed');
    const failed = steps[failedAt];
    if (!trigger || !failed || failedAt === 0)
      throw new HttpError(409, 'No step of this run failed after its trigger. Replay it from the start.');
    this.#checkTrigger(trigger, startedBy);
    const done = steps.slice(0, failedAt);
    const isUnchanged = [...done, failed].every(({ step }, index) => this.#plan.steps[index]?.id === step);
    if (!isUnchanged)
      throw new HttpError(409, 'The Zap’s steps have changed since this run. Replay it from the start.');
    const reused = done.map((step): StepRun => ({ ...step, traces: [], isReused: true }));
    const run = this.#addRun({ outcome: 'running', startedBy, steps: reused, replayOf: id });
    this.#history.start(() => this.#execute(run, failedAt));
  }

  /** Ends held runs; with `afterThisStep`, also runs that are under way. */
  stop({ afterThisStep }: { afterThisStep: boolean }): void {
    this.#isOff = true;
    this.#isStopped = afterThisStep;
    for (const [run, timer] of this.#held) {
      clearTimeout(timer);
      this.#endHeld(run);
    }
    this.#held.clear();
  }

  #endHeld(run: ZapRun): void {
    run.outcome = 'stopped';
    run.stopReason = 'The Zap was turned off before this run was retried.';
    delete run.heldUntil;
    this.#history.notifyProgress();
  }

  #addRun(run: Omit<ZapRun, 'id' | 'at'>): ZapRun {
    const added = { id: randomUUID(), at: new Date(this.#context.platform.now()).toISOString(), ...run };
    this.#history.add(added);
    return added;
  }

  #checkTrigger(step: PlannedStep, startedBy: string): void {
    if (triggerOf(step) !== startedBy)
      throw new HttpError(
        409,
        `“${this.#plan.name}” has a different trigger now, so this run’s data does not fit.`,
      );
  }

  /** Runs the steps from an index on. Errors become part of the run. */
  async #execute(run: ZapRun, from: number): Promise<void> {
    run.outcome = 'running';
    const sources = new Map<string, Source>();
    for (const { step, record = {} } of run.steps) sources.set(step, { record, optionalPaths: [] });
    for (const [index, step] of this.#plan.steps.entries()) {
      if (index < from || step.kind === 'form' || step.kind === 'schedule') continue;
      if (this.#isStopped) {
        run.stopReason = 'The Zap was deleted or the workbench was closed.';
        return this.#finish(run, 'stopped', index);
      }
      const result =
        step.kind === 'filter'
          ? runFilter(step, sources)
          : await runAction(this.#context, step, {
              sources,
              connection: this.#connection,
              test: false,
            });
      if (result.problem?.retryAt !== undefined) {
        run.steps.push({ ...result, outcome: 'held' });
        return this.#hold(run, new Date(result.problem.retryAt), () => {
          run.steps.pop();
          return this.#execute(run, index);
        });
      }
      run.steps.push(result);
      this.#history.notifyProgress();
      if (result.outcome !== 'done') return this.#finish(run, endOf(result), index + 1);
      sources.set(step.id, { record: result.record ?? {}, optionalPaths: [] });
    }
    run.outcome = 'done';
  }

  #finish(run: ZapRun, outcome: ZapRun['outcome'], nextStep: number): void {
    run.steps.push(...this.#plan.steps.slice(nextStep).map(skippedRun));
    run.outcome = outcome;
  }

  /** Holds the run, as Zapier does when a step is throttled, and retries it at the given time. */
  #hold(run: ZapRun, retryAt: Date, retry: () => Promise<void>): void {
    if (this.#isOff) {
      this.#endHeld(run);
      return;
    }
    const { platform, holdCheckInterval } = this.#context;
    run.outcome = 'held';
    run.heldUntil = retryAt.toISOString();
    const check = () => {
      if (platform.now() < retryAt.getTime()) {
        wait();
        return;
      }
      this.#held.delete(run);
      this.#history.start(() => {
        delete run.heldUntil;
        return retry();
      });
    };
    const wait = () => void this.#held.set(run, setTimeout(check, holdCheckInterval));
    wait();
  }
}

/** How a run ends after a step that did not succeed: a halt is not an error. */
const endOf = ({ outcome, problem }: StepRun): ZapRun['outcome'] =>
  outcome === 'nothing' || outcome === 'filtered' || problem?.kind === 'HaltedError' ? 'stopped' : 'failed';

const triggerOf = (step: PlannedStep): string => ('key' in step ? step.key : step.kind);

const skippedRun = ({ id }: PlannedStep): StepRun => ({
  step: id,
  outcome: 'skipped',
  input: {},
  items: [],
  traces: [],
});
