/** ChangeStream of a Zap's steps. */

import type { Definition } from '@print-and-mail/zapier/definition';
import type { FormField, PlannedStep, ZapState } from '../../protocol.ts';
import { stepTitle } from '../../zaps/step_title.ts';
import { type DataSource, findMappings } from '../fields/mappings.ts';
import type { Chosen } from './event_dialog.tsx';

/** An id that no step has, also none that was removed as far as the remaining ones tell. */
export function freshId(steps: readonly PlannedStep[]): string {
  const named = findMappings(JSON.stringify(steps)).map(({ step }) => step);
  const numbers = [...named, ...steps.map(({ id }) => id)].map(Number).filter(Number.isInteger);
  return String(Math.max(0, ...numbers) + 1);
}

const initialFields: readonly FormField[] = [
  { key: 'name', label: 'Name', example: 'Ada Lovelace' },
  { key: 'city', label: 'City', example: 'London' },
];

export function stepFor(chosen: Chosen, id: string): PlannedStep {
  switch (chosen.kind) {
    case 'form':
      return { id, kind: 'form', fields: [...initialFields] };
    case 'searchOrCreates':
      return { id, kind: chosen.kind, key: chosen.key, values: {}, createValues: {} };
    default:
      return { id, kind: chosen.kind, key: chosen.key, values: {} };
  }
}

export const inserted = (steps: readonly PlannedStep[], at: number, step: PlannedStep): PlannedStep[] => [
  ...steps.slice(0, at),
  step,
  ...steps.slice(at),
];

/** With the step at one number exchanged with the one after it. */
export function exchanged(steps: readonly PlannedStep[], at: number): PlannedStep[] {
  const [one, other] = steps.slice(at, at + 2);
  return one && other ? [...steps.slice(0, at), other, one, ...steps.slice(at + 2)] : [...steps];
}

/** What the steps before a number offer to the one at it. */
export function dataSourcesBefore(
  definition: Definition,
  steps: readonly PlannedStep[],
  at: number,
  { outputs, tests }: Pick<ZapState, 'outputs' | 'tests'>,
): DataSource[] {
  return steps.slice(0, at).map((step, index) => ({
    step: step.id,
    number: index + 1,
    title: stepTitle(definition, step),
    isTested: step.kind === 'form' || tests[step.id]?.outcome === 'done',
    items: outputs[step.id] ?? [],
  }));
}

/** A question's key from its label: `First name` gives `first_name`. */
export function keyFor(label: string, taken: readonly string[]): string {
  const words = label
    .normalize('NFKD')
    .replace(/[^\w\s]/g, '')
    .trim()
    .toLocaleLowerCase()
    .replace(/\s+/g, '_');
  const name = /^[a-z]/.test(words) ? words : `question_${words}`.replace(/_$/, '');
  let key = name;
  for (let number = 2; taken.includes(key); number += 1) key = `${name}_${number}`;
  return key;
}
