/** How a step is named everywhere. */

import type { Definition } from '@print-and-mail/zapier/definition';
import type { PlannedStep } from '../protocol.ts';

export const formTitle = 'Form Submitted';

/** The label of the step's event, or its key if the connector does not have it. */
export const stepTitle = (definition: Definition, step: PlannedStep): string =>
  step.kind === 'form' ? formTitle : (definition[step.kind][step.key]?.display.label ?? step.key);
