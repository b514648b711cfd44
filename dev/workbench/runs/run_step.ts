/** One step of a Zap, done through the platform: from the values with their mappings to the record and the calls behind it. */

import {
  type Connection,
  type Definition,
  type HandlerRun,
  isDehydrated,
  type LocalZapier,
  type OperationKind,
  runCreate,
  runSearch,
  runSearchOrCreate,
  type ZapRecord,
} from '@print-and-mail/zapier';
import { findOperation, staticInputFields } from '@print-and-mail/zapier/definition';
import type { PlannedStep, Problem, StepRun, Trace, Values } from '../protocol.ts';
import { itemsOf, unfetchedFile } from '../zaps/items.ts';
import { asText, isRow, resolveMappings, type Sources } from '../zaps/mappings.ts';
import { type Action, outputFieldsOf } from '../zaps/plan.ts';
import { foundStatus, notesOn } from './result_notes.ts';
import { problemOfStep, traceOf } from './trace.ts';

/** Does the work and collects the calls of the connector that belong to it. */
export async function collectTraces<Result>(
  platform: LocalZapier,
  { id }: PlannedStep,
  work: () => Promise<Result>,
): Promise<{ result?: Result; problem?: Problem; traces: Trace[] }> {
  const traces: Trace[] = [];
  const keep = (run: HandlerRun) => {
    if (run.command === 'execute') traces.push(traceOf(run));
  };
  try {
    return { result: await platform.observe(keep, work), traces };
  } catch (error) {
    return { problem: problemOfStep(error, id), traces };
  }
}

/** Runs an action or a search. What goes wrong is part of the answer. */
export async function runAction(
  platform: LocalZapier,
  step: Action,
  { sources, connection, test }: { sources: Sources; connection: Connection; test: boolean },
): Promise<StepRun> {
  let input: Values = step.values;
  let createInput: Values | undefined;
  const { result, problem, traces } = await collectTraces(platform, step, async () => {
    input = await mapped(platform, step, step.values, sources);
    if (step.kind === 'searchOrCreates') {
      createInput = await mapped(platform, step, step.createValues, sources, 'create');
    }
    return perform(platform, step, { input, createInput, connection, test });
  });
  const base = {
    step: step.id,
    input: hideDehydratedFiles(input),
    ...(createInput ? { createInput: hideDehydratedFiles(createInput) } : {}),
    traces,
  };
  if (problem) return { ...base, outcome: 'failed', items: [], problem: unfetched(traces) ?? problem };
  if (!result) return { ...base, outcome: 'nothing', items: [] };
  const notes = notesOn(await platform.definition(), step, result);
  return {
    ...base,
    outcome: 'done',
    ...(await shown(platform, step, result, connection)),
    ...(notes.length > 0 ? { notes } : {}),
  };
}

/** Why a file of an earlier step could not be fetched; that is what stopped this one, whatever it says itself. */
const unfetched = (traces: readonly Trace[]): Problem | undefined =>
  traces.find(({ method, problem }) => problem && method.startsWith('hydrators.'))?.problem;

/** Values to look at: a file that nobody has fetched is no more than a long signed word. */
const hideDehydratedFiles = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, isDehydrated(value) ? unfetchedFile : value]),
  );

/** A record with its items, as part of a step's run. */
export async function shown(
  platform: LocalZapier,
  step: PlannedStep,
  record: ZapRecord,
  connection?: Connection,
): Promise<Pick<StepRun, 'record' | 'items'>> {
  const outputs = [...outputFieldsOf(await platform.definition(), step), foundStatus];
  return { record, items: itemsOf(record, outputs, (value) => fileAddress(platform, value, connection)) };
}

/** Under the workbench's own address, so that the page asks nobody else. */
function fileAddress(platform: LocalZapier, value: unknown, connection: Connection | undefined) {
  const address = platform.isDehydratedFile(value) ? platform.createLazyFile(value, connection) : value;
  const own = `${platform.origin}/`;
  if (typeof address !== 'string' || !address.startsWith(own)) return undefined;
  return `/api/files/${address.slice(own.length)}`;
}

async function perform(
  platform: LocalZapier,
  { kind, key }: Action,
  given: { input: Values; createInput: Values | undefined; connection: Connection; test: boolean },
): Promise<ZapRecord | undefined> {
  const { input: inputData, createInput: createData = {}, connection, test } = given;
  const step = { key, inputData, connection, test };
  switch (kind) {
    case 'creates':
      return runCreate(platform, step);
    case 'searches':
      return (await runSearch(platform, step))[0];
    case 'searchOrCreates': {
      const { found, record } = await runSearchOrCreate(platform, { ...step, createData });
      return { ...record, [foundStatus.key]: found };
    }
    case 'triggers':
      throw new Error(`The trigger "${key}" stands among the actions of a Zap.`);
  }
}

/** The values with mappings replaced; a list in a field that takes one text is joined with commas, as Zapier does. */
async function mapped(
  platform: LocalZapier,
  step: Action,
  values: Values,
  sources: Sources,
  part: 'search' | 'create' = 'search',
): Promise<Values> {
  const [kind, key] = operationFor(await platform.definition(), step, part);
  const single = new Set(
    staticInputFields(findOperation(await platform.definition(), kind, key))
      .filter(({ list, dict, children }) => !list && !dict && !children)
      .map((field) => field.key),
  );
  return Object.fromEntries(
    Object.entries(resolveMappings(values, sources)).map(([name, value]) => [
      name,
      single.has(name) && Array.isArray(value) && !value.some(isRow) ? value.map(asText).join(',') : value,
    ]),
  );
}

/** Which operation's fields are filled in: a search-or-create has those of two. */
export function operationFor(
  { searchOrCreates }: Definition,
  { kind, key }: Action,
  part: 'search' | 'create',
): [OperationKind, string] {
  if (kind !== 'searchOrCreates') return [kind, key];
  const pair = searchOrCreates[key];
  if (!pair) throw new Error(`The connector has no search-or-create "${key}".`);
  return part === 'search' ? ['searches', pair.search] : ['creates', pair.create];
}

/** The operations whose fields the step has, with what is filled in: two for a search-or-create. */
export function inputFormsOf(definition: Definition, step: Action): [OperationKind, string, Values][] {
  const search: [OperationKind, string, Values] = [...operationFor(definition, step, 'search'), step.values];
  if (step.kind !== 'searchOrCreates') return [search];
  return [search, [...operationFor(definition, step, 'create'), step.createValues]];
}

/** Whether a Zap ends here without anything having gone wrong. */
export const isHalt = (problem: Problem | undefined): boolean => problem?.kind === 'HaltedError';
