/** Values of earlier steps that a step cannot have: found before it is tested or turned on, and told by their fields. */
import {
  type Definition,
  findOperation,
  type InputField,
  staticInputFields,
} from '@print-and-mail/zapier/definition';
import { labelFrom } from './items.ts';
import { gives, isRow, type Mark, marksIn, type Sources } from './marks.ts';
import type { Action } from './plan.ts';
import type { MissingField, PlannedStep } from './protocol.ts';
import { Refused } from './refused.ts';
import { formsOf } from './steps.ts';
import { titleOf } from './titles.ts';

/** @throws Refused with a sentence for each field, and the fields */
export function checkMarks(
  definition: Definition,
  step: Action,
  steps: readonly PlannedStep[],
  sources?: Sources,
): void {
  const lost = lostValues(definition, step, steps, sources);
  if (lost.length === 0) return;
  const sentences = lost.map((field) => sentenceOf(definition, steps, field));
  throw new Refused(422, sentences.join(' '), lost);
}

/** `Step 2, Update Contact: Contact uses …`, with the number and the name that the step has on the page. */
export function sentenceOf(
  definition: Definition,
  steps: readonly PlannedStep[],
  { step: id, label, lost }: MissingField,
): string {
  const step = steps.find((one) => one.id === id);
  return `${step ? capital(nameOf(definition, steps, step)) : id}: ${label} ${lost}`;
}

/**
 * The fields with values that are of no earlier step.
 * @param sources what the earlier steps have to give; when left out, only whether there are such steps is looked at
 */
export function lostValues(
  definition: Definition,
  step: Action,
  steps: readonly PlannedStep[],
  sources?: Sources,
): MissingField[] {
  const at = steps.indexOf(step);
  const reason = ({ step: id, path }: Mark): string | undefined => {
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
  const lost = formsOf(definition, step).flatMap(([kind, key, values]) => {
    const fields = staticInputFields(findOperation(definition, kind, key));
    return placedIn(values, fields).flatMap(({ field, mark }): MissingField[] => {
      const why = reason(mark);
      return why === undefined ? [] : [{ step: step.id, ...field, lost: why }];
    });
  });
  return [...new Map(lost.map((one) => [`${one.key} ${one.lost}`, one])).values()];
}

interface Placed {
  field: { key: string; label: string };
  mark: Mark;
}

/** Every mark with the field that it stands in; in line items, that of the row. */
function placedIn(values: Record<string, unknown>, fields: readonly InputField[]): Placed[] {
  return Object.entries(values).flatMap(([key, value]): Placed[] => {
    const field = fields.find((one) => one.key === key);
    if (field?.children && Array.isArray(value)) {
      const { children } = field;
      return value.filter(isRow).flatMap((row) => placedIn(row, children));
    }
    const label = field?.label ?? labelFrom(key);
    return marksIn(value).map((mark) => ({ field: { key, label }, mark }));
  });
}

const nameOf = (definition: Definition, steps: readonly PlannedStep[], step: PlannedStep): string =>
  `step ${steps.indexOf(step) + 1}, ${titleOf(definition, step)}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
