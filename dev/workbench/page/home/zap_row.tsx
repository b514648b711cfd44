/** A Zap in the list on the start page. */
import type { Definition } from '@print-and-mail/zapier/definition';
import type { ZapState } from '../../protocol.ts';
import { stepTitle } from '../../zaps/step_title.ts';
import { formatCount } from '../shared/count.ts';
import { ProblemView } from '../shared/problem.tsx';
import { SwitchControl, useZapSwitch } from '../shared/zap_switch.tsx';
import { linkTo } from '../state.ts';
import { StepIcons } from './step_icons.tsx';

export function ZapRow({ definition, zap }: { definition: Definition; zap: ZapState }) {
  const control = useZapSwitch(zap);
  const { problem } = control;
  const { steps } = zap.plan;
  const name = zap.plan.name || 'Untitled';
  return (
    <li class="card zap">
      <StepIcons plan={zap.plan} />
      <div class="zap-about">
        <a href={linkTo.zap(zap.id)}>{name}</a>
        <small>{steps.map((step) => stepTitle(definition, step)).join(' → ') || 'No steps yet'}</small>
      </div>
      <a class="runs-link" href={linkTo.runs(zap.id)}>
        {formatCount(zap.runs, 'run')}
        {zap.failedRuns > 0 && <span class="failed-count">{zap.failedRuns} failed</span>}
        {zap.heldRuns > 0 && <span class="held-count">{zap.heldRuns} held</span>}
        <span class="visually-hidden"> of {name}</span>
      </a>
      <SwitchControl zap={zap} control={control} />
      {problem && (
        <div class="zap-problem" role="alert">
          <ProblemView problem={problem} zap={zap.id} />
        </div>
      )}
    </li>
  );
}
