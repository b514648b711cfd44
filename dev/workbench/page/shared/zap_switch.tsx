/** The switch that turns a Zap on and off. */
import { useState } from 'preact/hooks';
import { notify } from '../../../ui/components/notices.tsx';
import type { Problem, ZapState } from '../../protocol.ts';
import { api } from '../api.ts';
import { formatRunCount, problemIn, upsertZap } from '../state.ts';
import { showFieldErrors } from './field_problems.tsx';

export interface ZapSwitch {
  isSwitching: boolean;
  problem: Problem | undefined;
  clearProblem(): void;
  toggle(): Promise<void>;
}

/** @param save saves the Zap before it is turned on */
export function useZapSwitch(zap: ZapState, save = async () => {}): ZapSwitch {
  const [isSwitching, setSwitching] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const toggle = async () => {
    if (isSwitching) return;
    setSwitching(true);
    setProblem(undefined);
    try {
      if (!zap.isOn) await save();
      const next = await api.turn(zap.id, zap.isOn ? 'off' : 'on');
      upsertZap(next);
      const text = next.isOn ? '' : describeRemainingRuns(next, zap.heldRuns);
      if (text) notify({ tone: 'good', text: `“${zap.plan.name}” is off. ${text}` });
    } catch (error) {
      setProblem(problemIn(error));
      showFieldErrors(
        zap.id,
        zap.plan.steps.map(({ id }) => id),
      );
    } finally {
      setSwitching(false);
    }
  };
  return { isSwitching, problem, clearProblem: () => setProblem(undefined), toggle };
}

const describeRemainingRuns = ({ activeRuns }: ZapState, heldRuns: number): string =>
  [
    activeRuns > 0 ? `What has started goes on: ${formatRunCount(activeRuns)}.` : '',
    heldRuns > 0 ? `What was held is stopped: ${formatRunCount(heldRuns)}.` : '',
  ].join(' ');

/** Stays enabled while it works, because a disabled input loses the focus. */
export const SwitchControl = ({ zap, control }: { zap: ZapState; control: ZapSwitch }) => (
  <label class={control.isSwitching ? 'switch busy' : 'switch'}>
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has its state without aria-checked
      role="switch"
      checked={zap.isOn}
      aria-busy={control.isSwitching}
      onChange={control.toggle}
    />
    <span class="visually-hidden">{zap.plan.name || 'Untitled'}: </span>
    {control.isSwitching ? (zap.isOn ? 'Turning off…' : 'Turning on…') : zap.isOn ? 'On' : 'Off'}
  </label>
);
