/** A Zap in the list on the start page. */

import type { Definition } from '@print-and-mail/zapier/definition';
import { useState } from 'preact/hooks';
import type { Problem, ZapState } from '../../protocol.ts';
import { stepTitle } from '../../zaps/step_title.ts';
import { api } from '../api.ts';
import { ProblemView } from '../shared/problem.tsx';
import { formatRunCount, linkTo, problemIn, upsertZap } from '../state.ts';
import { StepIcons } from './step_icons.tsx';

export function ZapRow({ definition, zap }: { definition: Definition; zap: ZapState }) {
  const [isSwitching, setSwitching] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const toggle = async () => {
    setSwitching(true);
    setProblem(undefined);
    try {
      upsertZap(await api.turn(zap.id, zap.isOn ? 'off' : 'on'));
    } catch (error) {
      setProblem(problemIn(error));
    } finally {
      setSwitching(false);
    }
  };
  const { steps } = zap.plan;
  const name = zap.plan.name || 'Untitled';
  return (
    <li class={zap.isOn ? 'zap on' : 'zap'}>
      <StepIcons plan={zap.plan} />
      <div class="zap-about">
        <a href={linkTo.zap(zap.id)}>{name}</a>
        <small>{steps.map((step) => stepTitle(definition, step)).join(' → ') || 'No steps yet'}</small>
      </div>
      <a class="runs-link" href={linkTo.runs(zap.id)}>
        {formatRunCount(zap.runs)}
        {zap.failedRuns > 0 && <span class="failed-count">{zap.failedRuns} failed</span>}
        {zap.heldRuns > 0 && <span class="held-count">{zap.heldRuns} held</span>}
        <span class="visually-hidden"> of {name}</span>
      </a>
      <label class="switch">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has its state without aria-checked
          role="switch"
          checked={zap.isOn}
          disabled={isSwitching}
          aria-label={`Turn on ${name}`}
          onChange={toggle}
        />
        <span aria-hidden="true">{zap.isOn ? 'On' : 'Off'}</span>
      </label>
      {problem && (
        <div class="zap-problem" role="alert">
          <ProblemView problem={problem} zap={zap.id} />
        </div>
      )}
    </li>
  );
}
