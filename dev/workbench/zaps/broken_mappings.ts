/** Finds mapped values that a step cannot get, before it is tested or its Zap is turned on. */
import type { Definition } from '@print-and-mail/zapier';
import { findOperation, type InputField, staticInputFields } from '@print-and-mail/zapier/definition';
import { HttpError } from '../http/http_error.ts';
import type { FieldProblem, PlannedStep, Values } from '../protocol.ts';
import { type FilterStep, filterFields } from './filter.ts';
import { labelFromPath } from './items.ts';
import { findMappings, hasPath, isRecord, type Mapping, type Sources } from './mappings.ts';
import { type Action, inputFormsOf } from './plan.ts';
import { stepTitle } from './step_title.ts';

/** @throws HttpError with one sentence for each broken mapping */
export function checkMappings(
  definition: Definition,
  step: Action | FilterStep,
  steps: readonly PlannedStep[],
  sources?: Sources,
): void {
  const broken = findBrokenMappings(definition, step, steps, sources);
  if (broken.length === 0) return;
  const sentences = broken.map((problem) => describeFieldProblem(definition, steps, problem));
  throw new HttpError(422, sentences.join(' '), broken);
}

/** `Step 2, Update Contact: Contact uses …` */
export function describeFieldProblem(
  definition: Definition,
  steps: readonly PlannedStep[],
  { step: id, label, reason }: FieldProblem,
): string {
  const step = steps.find((one) => one.id === id);
  return `${step ? `S${nameStep(definition, steps, step).slice(1)}` : id}: ${label} ${reason}`;
}

/**
 * Lists the fields whose mapped values come from no earlier step.
 * @param sources - the earlier steps' data; if omitted, only the existence of those steps is checked
 */
export function findBrokenMappings(
  definition: Definition,
  step: Action | FilterStep,
  steps: readonly PlannedStep[],
  sources?: Sources,
): FieldProblem[] {
  const at = steps.indexOf(step);
  const reasonFor = ({ step: id, path }: Mapping): string | undefined => {
    if (at === 0) return 'uses data from another step, but this is the first step. Remove it.';
    const source = steps.find((one) => one.id === id);
    if (!source) return 'uses data from a step that was removed. Remove it or choose other data.';
    const name = nameStep(definition, steps, source);
    if (steps.indexOf(source) >= at)
      return `uses data from ${name}, which runs later. Remove it, choose other data, or move the step.`;
    if (!sources) return undefined;
    const data = sources.get(id);
    if (!data)
      return `uses data from ${name}, which has not been tested. Test step ${steps.indexOf(source) + 1} first.`;
    if (hasPath(data, path)) return undefined;
    return `uses “${labelFromPath(path)}” from ${name}, which is not in its latest test data. Remove it or choose other data.`;
  };
  const broken = formsOf(definition, step).flatMap(({ fields, values }) =>
    locateMappings(values, fields).flatMap(({ field, mapping }): FieldProblem[] => {
      const reason = reasonFor(mapping);
      return reason === undefined ? [] : [{ step: step.id, ...field, reason }];
    }),
  );
  return [...new Map(broken.map((one) => [`${one.key} ${one.reason}`, one])).values()];
}

function formsOf(
  definition: Definition,
  step: Action | FilterStep,
): { fields: InputField[]; values: Values }[] {
  if (step.kind === 'filter') return [{ fields: filterFields, values: step.values }];
  return inputFormsOf(definition, step).map(([kind, key, values]) => ({
    fields: staticInputFields(findOperation(definition, kind, key)),
    values,
  }));
}

interface LocatedMapping {
  field: { key: string; label: string };
  mapping: Mapping;
}

/** Every mapping with its field; in line items, the field of the row. */
function locateMappings(values: Record<string, unknown>, fields: readonly InputField[]): LocatedMapping[] {
  return Object.entries(values).flatMap(([key, value]): LocatedMapping[] => {
    const field = fields.find((one) => one.key === key);
    if (field?.children && Array.isArray(value)) {
      const { children } = field;
      return value.filter(isRecord).flatMap((row) => locateMappings(row, children));
    }
    const label = field?.label ?? labelFromPath(key);
    return findMappings(value).map((mapping) => ({ field: { key, label }, mapping }));
  });
}

const nameStep = (definition: Definition, steps: readonly PlannedStep[], step: PlannedStep): string =>
  `step ${steps.indexOf(step) + 1}, ${stepTitle(definition, step)}`;
