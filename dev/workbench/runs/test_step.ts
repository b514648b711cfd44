/** The editor's Test button: runs one step with the test data of the earlier steps. */
import { type Connection, checkRequiredFields } from '@print-and-mail/zapier';
import type { WorkbenchContext } from '../context.ts';
import type { PlannedStep, StepRun, StepTest } from '../protocol.ts';
import { checkMappings } from '../zaps/broken_mappings.ts';
import { checkConditions, runFilter } from '../zaps/filter.ts';
import type { Source } from '../zaps/mappings.ts';
import { type FormStep, formRecord, outputFieldsOf, sampleOf, type TriggerStep } from '../zaps/plan.ts';
import { type ScheduleStep, scheduleRecord } from '../zaps/schedule.ts';
import { collectTraces, describeRecord, runAction } from './run_step.ts';
import { problemOf } from './trace.ts';

export interface TestOptions {
  step: PlannedStep;
  /** All steps of the Zap; only the earlier ones provide data. */
  steps: readonly PlannedStep[];
  /** The latest test of a step. */
  testOf(stepId: string): StepTest | undefined;
  /** Called only if the step needs a connection. @throws if the step has no account */
  getConnection(): Connection;
}

/** Errors of the step become part of the result. */
export async function testStep(
  context: WorkbenchContext,
  options: TestOptions,
): Promise<Omit<StepTest, 'at'>> {
  const { step, steps, testOf, getConnection } = options;
  const { definition } = context;
  if (step.kind === 'form' || step.kind === 'schedule') return testBuiltInTrigger(context, step);
  if (step.kind === 'triggers') return testTrigger(context, step, steps, getConnection());
  const sources = new Map<string, Source>();
  for (const one of steps.slice(0, steps.indexOf(step))) {
    const record = sampleRecord(context, one, testOf(one.id));
    const optionalPaths = outputFieldsOf(definition, one).map(({ key }) => key);
    if (record) sources.set(one.id, { record, optionalPaths });
  }
  try {
    checkMappings(definition, step, steps, sources);
    if (step.kind === 'filter') checkConditions(step);
  } catch (error) {
    return {
      step: step.id,
      outcome: 'failed',
      input: step.values,
      items: [],
      problem: problemOf(error),
      traces: [],
    };
  }
  if (step.kind === 'filter') return runFilter(step, sources);
  return runAction(context, step, { sources, connection: getConnection(), test: true });
}

/** The data that a step provides in the editor: its latest test, a form's examples, or the day of today. */
export function sampleRecord(
  { resolveUrl, platform }: WorkbenchContext,
  step: PlannedStep,
  test: StepTest | undefined,
): Record<string, unknown> | undefined {
  if (step.kind === 'schedule') return scheduleRecord(platform.now());
  if (step.kind !== 'form') return test?.record;
  const examples = Object.fromEntries(step.fields.map(({ key, example }) => [key, example]));
  return formRecord(step, examples, resolveUrl);
}

async function testBuiltInTrigger(
  context: WorkbenchContext,
  step: FormStep | ScheduleStep,
): Promise<StepRun> {
  const { platform } = context;
  const record = sampleRecord(context, step, undefined) ?? {};
  return {
    step: step.id,
    outcome: 'done',
    input: {},
    traces: [],
    ...(await describeRecord(platform, step, record)),
  };
}

/** Loads the trigger's latest record, or falls back to the definition's sample, as Zapier does. */
async function testTrigger(
  { platform, definition }: WorkbenchContext,
  step: TriggerStep,
  steps: readonly PlannedStep[],
  connection: Connection,
): Promise<Omit<StepTest, 'at'>> {
  const { key, values } = step;
  const { result, problem, traces } = await collectTraces(platform, step, async () => {
    checkMappings(definition, step, steps);
    await checkRequiredFields(platform, 'triggers', { key, inputData: values, connection });
    return platform.createZap({ trigger: key, inputData: values, connection }).samples();
  });
  const base = { step: step.id, input: values, traces };
  if (problem) return { ...base, outcome: 'failed', items: [], problem };
  const sample = sampleOf(definition, step) ?? {};
  const [record = sample] = result ?? [];
  const isHook = definition.triggers[key]?.operation.type === 'hook';
  return {
    ...base,
    outcome: 'done',
    ...(await describeRecord(platform, step, record, connection)),
    origin: record.id === sample.id ? 'sample' : isHook ? 'example' : 'recent',
  };
}
