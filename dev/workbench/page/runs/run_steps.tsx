/** The steps of one run with their results. */
import type { Definition } from '@print-and-mail/zapier/definition';
import type { StepRun, ZapRun, ZapState } from '../../protocol.ts';
import { stepTitle } from '../../zaps/step_title.ts';
import { KindIcon } from '../shared/icons.tsx';
import { StepOutcome } from '../shared/outcome.tsx';
import { StepResult } from './step_result.tsx';

interface RunStepsProps {
  definition: Definition;
  zap: ZapState;
  run: ZapRun;
}

export function RunSteps({ definition, zap, run }: RunStepsProps) {
  return (
    <ol class="run-steps">
      {run.steps.map((step) => (
        <RunStep key={step.step} definition={definition} zap={zap} run={step} />
      ))}
      {run.outcome === 'running' && (
        <li class="loading" aria-busy="true">
          Running the next step…
        </li>
      )}
    </ol>
  );
}

function RunStep({ definition, zap, run }: { definition: Definition; zap: ZapState; run: StepRun }) {
  const index = zap.plan.steps.findIndex(({ id }) => id === run.step);
  const step = zap.plan.steps[index];
  return (
    <li>
      <h3>
        {step && <KindIcon kind={step.kind} isSmall />}
        {step ? `${index + 1}. ${stepTitle(definition, step)}` : 'A step that was removed from the Zap'}
        <StepOutcome run={run} />
      </h3>
      <StepResult run={run} zap={zap.id} />
    </li>
  );
}
