/** What a step is called wherever it is named. */

import type { Definition } from '@print-and-mail/zapier/definition';
import * as zod from 'zod';
import type { PlannedStep } from '../protocol.ts';

const labelled = zod.looseObject({ display: zod.looseObject({ label: zod.string() }) });

/** As its event is called, or its key when the definition does not have it. */
export const stepTitle = (definition: Definition, step: PlannedStep): string =>
  step.kind === 'form'
    ? 'A Form Is Filled'
    : (labelled.safeParse(definition[step.kind][step.key]).data?.display.label ?? step.key);
