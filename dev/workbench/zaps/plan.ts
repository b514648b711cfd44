/** A Zap's plan, from the page or a file, and what the connector's definition says of its steps. */
import type { Definition, OperationKind } from '@print-and-mail/zapier';
import * as zod from 'zod';
import type { Plan, PlannedStep, Values } from '../protocol.ts';
import type { FilterStep } from './filter.ts';
import type { OutputField } from './items.ts';
import { type ScheduleStep, scheduleOutputs } from './schedule.ts';

/** The form that starts a Zap. */
export type FormStep = Extract<PlannedStep, { kind: 'form' }>;

/** A step that runs one of the connector's operations. */
export type Action = Exclude<PlannedStep, FormStep | ScheduleStep | FilterStep>;

/** A step with a single operation; the type cannot say that it is a trigger. */
export type TriggerStep = Exclude<Action, { kind: 'searchOrCreates' }>;

const values = zod.record(zod.string(), zod.unknown());
const id = zod
  .string()
  .regex(
    /^[\w-]{1,40}$/,
    'must be 1 to 40 letters, digits, - or _, because mappings refer to the step by it',
  );

/** The key of an operation. A key that every object inherits, such as `__proto__`, would be found in the definition. */
const operationKey = zod.string().refine((key) => !(key in {}), 'must be the key of an operation');

const formField = zod.strictObject({
  key: zod.string().regex(/^[A-Za-z]\w*$/, 'must be a name such as first_name'),
  label: zod.string(),
  example: zod.string(),
  type: zod.enum(['text', 'file']).optional(),
});

const step = zod.discriminatedUnion('kind', [
  zod.strictObject({ id, kind: zod.literal('form'), fields: zod.array(formField) }),
  zod.strictObject({ id, kind: zod.literal('schedule'), values }),
  zod.strictObject({ id, kind: zod.literal('filter'), values }),
  zod.strictObject({
    id,
    kind: zod.enum(['triggers', 'searches', 'creates']),
    key: operationKey,
    values,
  }),
  zod.strictObject({
    id,
    kind: zod.literal('searchOrCreates'),
    key: operationKey,
    values,
    createValues: values,
  }),
]);

export const planSchema: zod.ZodType<Plan> = zod.strictObject({
  name: zod.string().max(200),
  description: zod.string().max(2000).optional(),
  steps: zod.array(step).max(50),
});

/** The operation whose fields are filled in; a search-or-create has two. */
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

/** The step's operations with their values: two for a search-or-create. */
export function inputFormsOf(definition: Definition, one: Action): [OperationKind, string, Values][] {
  const search: [OperationKind, string, Values] = [...operationFor(definition, one, 'search'), one.values];
  if (one.kind !== 'searchOrCreates') return [search];
  return [search, [...operationFor(definition, one, 'create'), one.createValues]];
}

/** The output fields that the definition (or the form) declares. */
export function outputFieldsOf(definition: Definition, one: PlannedStep): OutputField[] {
  if (one.kind === 'form') return one.fields.map(({ key, label }) => ({ key, label }));
  if (one.kind === 'schedule') return scheduleOutputs;
  if (one.kind === 'filter') return [];
  if (one.kind !== 'searchOrCreates') return declaredOutputs(definition, one.kind, one.key);
  const pair = definition.searchOrCreates[one.key];
  if (!pair) return [];
  const found = declaredOutputs(definition, 'searches', pair.search);
  const seen = new Set(found.map(({ key }) => key));
  const created = [pair.create, ...(pair.update ? [pair.update] : [])].flatMap((key) =>
    declaredOutputs(definition, 'creates', key),
  );
  return [...found, ...created.filter(({ key }) => !seen.has(key) && seen.add(key))];
}

const declaredOutputs = (definition: Definition, kind: OperationKind, key: string): OutputField[] =>
  (definition[kind][key]?.operation.outputFields ?? []).flatMap((field) =>
    typeof field === 'string' ? [] : [field],
  );

/** The sample in the definition (or the form's examples), for a step that has not been tested. */
export function sampleOf(definition: Definition, one: PlannedStep): Record<string, unknown> | undefined {
  if (one.kind === 'form') return Object.fromEntries(one.fields.map(({ key, example }) => [key, example]));
  if (one.kind === 'filter' || one.kind === 'schedule') return undefined;
  if (one.kind !== 'searchOrCreates') return definition[one.kind][one.key]?.operation.sample;
  const { search = '' } = definition.searchOrCreates[one.key] ?? {};
  return definition.searches[search]?.operation.sample;
}

/** The form's answers as a record. @param resolveUrl - for files within the workbench */
export const formRecord = (
  { fields }: FormStep,
  answers: Record<string, string>,
  resolveUrl: (url: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    fields.map(({ key, type }) => {
      const answer = answers[key] ?? '';
      return [key, type === 'file' ? resolveUrl(answer) : answer];
    }),
  );
