/** Operations on a Zap's steps. */
import type { Definition } from '@print-and-mail/zapier/definition';
import type { FormField, PlannedStep, StepTest, ZapState } from '../../protocol.ts';
import { isBuiltInTrigger, stepTitle } from '../../zaps/step_title.ts';
import { type DataSource, findMappings, mappingFor } from '../fields/mappings.ts';
import type { ChosenEvent } from './event_dialog.tsx';

/** An id that neither a step nor a mapping uses, so that a new step does not inherit mappings of a removed one. */
export function freshId(steps: readonly PlannedStep[]): string {
  const mapped = findMappings(JSON.stringify(steps)).map(({ step }) => step);
  const numbers = [...mapped, ...steps.map(({ id }) => id)].map(Number).filter(Number.isInteger);
  return String(Math.max(0, ...numbers) + 1);
}

const initialFields: readonly FormField[] = [
  { key: 'name', label: 'Name', example: 'Maria Miller' },
  { key: 'city', label: 'City', example: 'Columbus' },
];

export function createStep(chosen: ChosenEvent, id: string): PlannedStep {
  switch (chosen.kind) {
    case 'form':
      return { id, kind: 'form', fields: [...initialFields] };
    case 'schedule':
    case 'filter':
      return { id, kind: chosen.kind, values: {} };
    case 'searchOrCreates':
      return { id, kind: chosen.kind, key: chosen.key, values: {}, createValues: {} };
    default:
      return { id, kind: chosen.kind, key: chosen.key, values: {} };
  }
}

/** A search step and the mapping of its output. @param search - such as `find_contact.contact_id` */
export function createSearchStep(search: string, id: string): { step: PlannedStep; mapping: string } {
  const [key = '', output = 'id'] = search.split('.');
  return { step: createStep({ kind: 'searches', key }, id), mapping: mappingFor(id, output) };
}

export const insertStep = (
  steps: readonly PlannedStep[],
  index: number,
  step: PlannedStep,
): PlannedStep[] => [...steps.slice(0, index), step, ...steps.slice(index)];

export function swapWithNext(steps: readonly PlannedStep[], index: number): PlannedStep[] {
  const [one, next] = steps.slice(index, index + 2);
  return one && next ? [...steps.slice(0, index), next, one, ...steps.slice(index + 2)] : [...steps];
}

/** The data of the steps before an index. */
export function dataSourcesBefore(
  definition: Definition,
  steps: readonly PlannedStep[],
  index: number,
  { outputs, tests }: Pick<ZapState, 'outputs' | 'tests'>,
): DataSource[] {
  return steps.slice(0, index).flatMap((step, at): DataSource[] => {
    if (step.kind === 'filter') return [];
    const title = stepTitle(definition, step);
    const note = isBuiltInTrigger(step) ? undefined : describeOrigin(tests[step.id]);
    return [{ step: step.id, number: at + 1, title, note, items: outputs[step.id] ?? [] }];
  });
}

/** Says that a step's data are not those of a real run. */
function describeOrigin(test: StepTest | undefined): string | undefined {
  if (test?.record === undefined) return 'example; test the step to use your own data';
  if (test.origin === 'sample') return 'example, not from your account';
  if (test.origin === 'example') return 'example, with data from your account';
  return test.record.preview_only === true ? 'from a preview' : undefined;
}

/** Finds the data of an event that did not happen which a step uses. */
export const findExample = (step: PlannedStep, dataSources: readonly DataSource[]): DataSource | undefined =>
  dataSources.find(
    ({ step: id, note }) =>
      note?.startsWith('example') &&
      findMappings(JSON.stringify(step)).some((mapping) => mapping.step === id),
  );

/** A form field's key from its label: `first_name` for `First name`. */
export function keyFor(label: string, taken: readonly string[]): string {
  const words = label
    .normalize('NFKD')
    .replace(/[^\w\s]/g, '')
    .trim()
    .toLocaleLowerCase()
    .replace(/\s+/g, '_');
  const name = /^[a-z]/.test(words) ? words : `field_${words}`.replace(/_$/, '');
  let key = name;
  for (let number = 2; taken.includes(key); number += 1) key = `${name}_${number}`;
  return key;
}
