/** The editor's Test button: one step, with what the tests of the steps before it gave. */
import { type Connection, checkRequiredFields } from '@print-and-mail/zapier';
import type { WorkbenchContext } from '../context.ts';
import type { PlannedStep, StepRun, StepTest } from '../protocol.ts';
import { checkMappings } from '../zaps/broken_mappings.ts';
import type { Source } from '../zaps/mappings.ts';
import { type FormStep, formRecord, outputFieldsOf, sampleOf, type TriggerStep } from '../zaps/plan.ts';
import { collectTraces, runAction, shown } from './run_step.ts';
import { problemOf } from './trace.ts';

export interface Tested {
  step: PlannedStep;
  /** Of the whole Zap; only those before this one give it values. */
  steps: readonly PlannedStep[];
  tests: ReadonlyMap<string, StepTest>;
  /** Asked for only by a step that needs one. @throws when there is none */
  connection: () => Connection;
}

/** What goes wrong in the step is part of the answer. */
export async function testStep(context: WorkbenchContext, tested: Tested): Promise<StepRun> {
  const { step, steps, tests, connection } = tested;
  const { platform, definition } = context;
  if (step.kind === 'form') return testForm(context, step);
  if (step.kind === 'triggers') return testTrigger(context, step, steps, connection());
  const sources = new Map<string, Source>();
  for (const one of steps.slice(0, steps.indexOf(step))) {
    const record = given(context, one, tests);
    const mayGive = outputFieldsOf(definition, one).map(({ key }) => key);
    if (record) sources.set(one.id, { record, mayGive });
  }
  try {
    checkMappings(definition, step, steps, sources);
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
  return runAction(platform, step, { sources, connection: connection(), test: true });
}

/** What the step's test gave. A form needs none: its examples, as they are now, are its sample. */
export function given(
  { resolveAddress }: WorkbenchContext,
  step: PlannedStep,
  tests: ReadonlyMap<string, StepTest>,
): Record<string, unknown> | undefined {
  if (step.kind !== 'form') return tests.get(step.id)?.record;
  const examples = Object.fromEntries(step.fields.map(({ key, example }) => [key, example]));
  return formRecord(step, examples, resolveAddress);
}

async function testForm(context: WorkbenchContext, step: FormStep): Promise<StepRun> {
  const { platform } = context;
  const record = given(context, step, new Map()) ?? {};
  return { step: step.id, outcome: 'done', input: {}, traces: [], ...(await shown(platform, step, record)) };
}

/** What the trigger's list gives, or, as in the editor, the definition's own sample when there is nothing to list. */
async function testTrigger(
  { platform, definition }: WorkbenchContext,
  step: TriggerStep,
  steps: readonly PlannedStep[],
  connection: Connection,
): Promise<StepRun> {
  const { key, values } = step;
  const { result, problem, traces } = await collectTraces(platform, step, async () => {
    checkMappings(definition, step, steps);
    await checkRequiredFields(platform, 'triggers', { key, inputData: values, connection });
    return platform.createZap({ trigger: key, inputData: values, connection }).samples();
  });
  const base = { step: step.id, input: values, traces };
  if (problem) return { ...base, outcome: 'failed', items: [], problem };
  const [first] = result ?? [];
  if (first) return { ...base, outcome: 'done', ...(await shown(platform, step, first, connection)) };
  const sample = sampleOf(definition, step);
  return {
    ...base,
    outcome: 'nothing',
    ...(sample ? await shown(platform, step, sample, connection) : { items: [] }),
  };
}
