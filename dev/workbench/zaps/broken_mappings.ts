/** Values of earlier steps that a step cannot have: found before it is tested or turned on, and told by their fields. */

import type { Definition } from '@print-and-mail/zapier';
import { findOperation, type InputField, staticInputFields } from '@print-and-mail/zapier/definition';
import { HttpError } from '../http/http_error.ts';
import type { FieldProblem, PlannedStep } from '../protocol.ts';
import { inputFormsOf } from '../runs/run_step.ts';
import { labelFrom } from './items.ts';
import { findMappings, gives, isRow, type Mapping, type Sources } from './mappings.ts';
import type { Action } from './plan.ts';
import { stepTitle } from './step_title.ts';

/** @throws HttpError with a sentence for each field, and the fields */
export function checkMappings(
  definition: Definition,
  step: Action,
  steps: readonly PlannedStep[],
  sources?: Sources,
): void {
  const broken = findBrokenMappings(definition, step, steps, sources);
  if (broken.length === 0) return;
  const sentences = broken.map((field) => describeProblem(definition, steps, field));
  throw new HttpError(422, sentences.join(' '), broken);
}

/** `Step 2, Update Contact: Contact uses …`, with the number and the name that the step has on the page. */
export function describeProblem(
  definition: Definition,
  steps: readonly PlannedStep[],
  { step: id, label, reason }: FieldProblem,
): string {
  const step = steps.find((one) => one.id === id);
  return `${step ? capital(nameOf(definition, steps, step)) : id}: ${label} ${reason}`;
}

/**
 * The fields with values that are of no earlier step.
 * @param sources what the earlier steps have to give; when left out, only whether there are such steps is looked at
 */
export function findBrokenMappings(
  definition: Definition,
  step: Action,
  steps: readonly PlannedStep[],
  sources?: Sources,
): FieldProblem[] {
  const at = steps.indexOf(step);
  const reason = ({ step: id, path }: Mapping): string | undefined => {
    if (at === 0) return 'uses a value of another step, but nothing comes before this one. Take it out.';
    const named = steps.find((one) => one.id === id);
    if (!named) return 'uses a value of a step that was removed. Take it out or choose another.';
    const name = nameOf(definition, steps, named);
    if (steps.indexOf(named) >= at)
      return `uses a value of ${name}, which does not come before this one. Take it out or choose another, or move the step.`;
    if (!sources) return undefined;
    const source = sources.get(id);
    if (!source)
      return `uses a value of ${name}, which has nothing to give yet. Test step ${steps.indexOf(named) + 1} first.`;
    if (gives(source, path)) return undefined;
    return `uses “${labelFrom(path)}” of ${name}, which is not in its latest data. Take it out or choose another.`;
  };
  const broken = inputFormsOf(definition, step).flatMap(([kind, key, values]) => {
    const fields = staticInputFields(findOperation(definition, kind, key));
    return placedIn(values, fields).flatMap(({ field, mapping }): FieldProblem[] => {
      const why = reason(mapping);
      return why === undefined ? [] : [{ step: step.id, ...field, reason: why }];
    });
  });
  return [...new Map(broken.map((one) => [`${one.key} ${one.reason}`, one])).values()];
}

interface Placed {
  field: { key: string; label: string };
  mapping: Mapping;
}

/** Every mapping with the field that it stands in; in line items, that of the row. */
function placedIn(values: Record<string, unknown>, fields: readonly InputField[]): Placed[] {
  return Object.entries(values).flatMap(([key, value]): Placed[] => {
    const field = fields.find((one) => one.key === key);
    if (field?.children && Array.isArray(value)) {
      const { children } = field;
      return value.filter(isRow).flatMap((row) => placedIn(row, children));
    }
    const label = field?.label ?? labelFrom(key);
    return findMappings(value).map((mapping) => ({ field: { key, label }, mapping }));
  });
}

const nameOf = (definition: Definition, steps: readonly PlannedStep[], step: PlannedStep): string =>
  `step ${steps.indexOf(step) + 1}, ${stepTitle(definition, step)}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
