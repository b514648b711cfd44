/** The titles of steps, in the editor, in runs and in messages. */
import type { Definition } from '@print-and-mail/zapier/definition';
import type { PlannedStep } from '../protocol.ts';

export const formTitle = 'Form Submitted';
export const scheduleTitle = 'Schedule';
export const filterTitle = 'Filter';

/** Whether the step starts a Zap without the connector, so that there is nothing to test. */
export const isBuiltInTrigger = ({ kind }: Pick<PlannedStep, 'kind'>): boolean =>
  kind === 'form' || kind === 'schedule';

/** The label of the step's event, or its key if the connector does not have it. */
export function stepTitle(definition: Definition, step: PlannedStep): string {
  if (step.kind === 'form') return formTitle;
  if (step.kind === 'schedule') return scheduleTitle;
  if (step.kind === 'filter') return filterTitle;
  return definition[step.kind][step.key]?.display.label ?? step.key;
}
