/** How a step is named everywhere. */

import type { Definition } from '@print-and-mail/zapier/definition';
import * as zod from 'zod';
import type { PlannedStep } from '../protocol.ts';

export const formTitle = 'Form Submitted';

const labeled = zod.looseObject({ display: zod.looseObject({ label: zod.string() }) });

/** The label of the step's event, or its key if the connector does not have it. */
export const stepTitle = (definition: Definition, step: PlannedStep): string =>
  step.kind === 'form'
    ? formTitle
    : (labeled.safeParse(definition[step.kind][step.key]).data?.display.label ?? step.key);
