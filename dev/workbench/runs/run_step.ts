/** Runs one step of a Zap through the platform: resolves its mappings, calls the connector, returns the record. */
import {
  type Connection,
  type HandlerRun,
  isDehydrated,
  type LocalZapier,
  runCreate,
  runSearch,
  runSearchOrCreate,
  type ZapRecord,
} from '@print-and-mail/zapier';
import { findOperation, staticInputFields } from '@print-and-mail/zapier/definition';
import type { WorkbenchContext } from '../context.ts';
import type { PlannedStep, Problem, StepRun, Trace, Values } from '../protocol.ts';
import { itemsOf, unfetchedFile } from '../zaps/items.ts';
import { asText, isRecord, resolveMappings, type Sources } from '../zaps/mappings.ts';
import { type Action, operationFor, outputFieldsOf } from '../zaps/plan.ts';
import { foundStatus, resultNotes } from './result_notes.ts';
import { stepProblemOf, traceOf } from './trace.ts';

/** Does the work and collects the connector calls that belong to it. */
export async function collectTraces<Result>(
  platform: LocalZapier,
  { id }: PlannedStep,
  work: () => Promise<Result>,
): Promise<{ result?: Result; problem?: Problem; traces: Trace[] }> {
  const traces: Trace[] = [];
  const collect = (run: HandlerRun) => {
    if (run.command === 'execute') traces.push(traceOf(run));
  };
  try {
    return { result: await platform.observe(collect, work), traces };
  } catch (error) {
    return { problem: stepProblemOf(error, id), traces };
  }
}

interface ActionOptions {
  sources: Sources;
  connection: Connection;
  /** Whether this is the editor's Test button. */
  test: boolean;
}

/** Runs an action or a search. Errors become part of the result. */
export async function runAction(
  context: WorkbenchContext,
  step: Action,
  { sources, connection, test }: ActionOptions,
): Promise<StepRun> {
  const { platform } = context;
  let input: Values = step.values;
  let createInput: Values | undefined;
  const { result, problem, traces } = await collectTraces(platform, step, async () => {
    input = resolveInput(context, step, step.values, sources);
    if (step.kind === 'searchOrCreates') {
      createInput = resolveInput(context, step, step.createValues, sources, 'create');
    }
    return callOperation(platform, step, { input, createInput, connection, test });
  });
  const base = {
    step: step.id,
    input: replaceFiles(input),
    ...(createInput ? { createInput: replaceFiles(createInput) } : {}),
    traces,
  };
  if (problem) return { ...base, outcome: 'failed', items: [], problem: hydrationProblem(traces) ?? problem };
  if (!result) return { ...base, outcome: 'nothing', items: [] };
  const notes = resultNotes(context.definition, step, result);
  return {
    ...base,
    outcome: 'done',
    ...(await describeRecord(platform, step, result, connection)),
    ...(notes.length > 0 ? { notes } : {}),
  };
}

/** Why an earlier step's file could not be downloaded: the real reason why this step failed. */
const hydrationProblem = (traces: readonly Trace[]): Problem | undefined =>
  traces.find(({ method, problem }) => problem && method.startsWith('hydrators.'))?.problem;

/** Replaces dehydrated files, which are long signed strings, with readable text. */
const replaceFiles = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, isDehydrated(value) ? unfetchedFile : value]),
  );

/** A record and its labeled items. */
export async function describeRecord(
  platform: LocalZapier,
  step: PlannedStep,
  record: ZapRecord,
  connection?: Connection,
): Promise<Pick<StepRun, 'record' | 'items'>> {
  const outputs = [...outputFieldsOf(await platform.definition(), step), foundStatus];
  return { record, items: itemsOf(record, outputs, (value) => fileUrlOf(platform, value, connection)) };
}

/** A file's URL under the workbench's own origin, so that the page contacts no other server. */
export function fileUrlOf(
  platform: LocalZapier,
  value: unknown,
  connection?: Connection,
): string | undefined {
  const url = platform.isDehydratedFile(value) ? platform.createLazyFile(value, connection) : value;
  const origin = `${platform.origin}/`;
  if (typeof url !== 'string' || !url.startsWith(origin)) return undefined;
  return `/api/files/${url.slice(origin.length)}`;
}

interface OperationInput {
  input: Values;
  createInput: Values | undefined;
  connection: Connection;
  test: boolean;
}

async function callOperation(
  platform: LocalZapier,
  { kind, key, values, ...more }: Action,
  { input: inputData, createInput: createData = {}, connection, test }: OperationInput,
): Promise<ZapRecord | undefined> {
  const step = { key, inputData, inputDataRaw: values, connection, test };
  switch (kind) {
    case 'creates':
      return runCreate(platform, step);
    case 'searches':
      return (await runSearch(platform, step))[0];
    case 'searchOrCreates': {
      const createDataRaw = 'createValues' in more ? more.createValues : {};
      const { found, record } = await runSearchOrCreate(platform, { ...step, createData, createDataRaw });
      return { ...record, [foundStatus.key]: found };
    }
    case 'triggers':
      throw new Error(`The trigger "${key}" cannot run as an action.`);
  }
}

/** Resolves the mappings and the URLs of example files. A list mapped into a text field is joined with commas, as Zapier does. */
function resolveInput(
  { definition, resolveUrl }: WorkbenchContext,
  step: Action,
  values: Values,
  sources: Sources,
  part: 'search' | 'create' = 'search',
): Values {
  const [kind, key] = operationFor(definition, step, part);
  const textFields = new Set(
    staticInputFields(findOperation(definition, kind, key))
      .filter(({ list, dict, children }) => !list && !dict && !children)
      .map((field) => field.key),
  );
  return Object.fromEntries(
    Object.entries(resolveMappings(values, sources)).map(([name, value]) => [
      name,
      textFields.has(name) && Array.isArray(value) && !value.some(isRecord)
        ? value.map(asText).join(',')
        : typeof value === 'string' && value.startsWith('/examples/')
          ? resolveUrl(value)
          : value,
    ]),
  );
}
