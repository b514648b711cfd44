/** The switch that turns a Zap on and off. */
import { useState } from 'preact/hooks';
import { ConfirmDialog } from '../../../ui/components/confirm_dialog.tsx';
import { notify } from '../../../ui/components/notices.tsx';
import type { Problem, ZapState } from '../../protocol.ts';
import { isBuiltInTrigger, stepTitle } from '../../zaps/step_title.ts';
import { api } from '../api.ts';
import { definition, problemIn, upsertZap, zaps } from '../state.ts';
import { formatCount } from './count.ts';
import { showFieldErrors } from './field_problems.tsx';

export interface ZapSwitch {
  isSwitching: boolean;
  problem: Problem | undefined;
  clearProblem(): void;
  /** Asks first if a step of the Zap has not been tested. */
  toggle(): Promise<void>;
  /** The steps about which the user is asked. */
  untested: readonly string[];
  turnOn(): Promise<void>;
  stopAsking(): void;
}

/** The titles of the steps whose latest settings were not tested, or failed. */
function listUntested({ plan, tests }: ZapState): string[] {
  return plan.steps.flatMap((step, index) => {
    const test = tests[step.id];
    const isTested = isBuiltInTrigger(step) || (test && !test.isOutdated && test.outcome !== 'failed');
    return isTested ? [] : [`${index + 1}. ${stepTitle(definition, step)}`];
  });
}

/** @param save saves the Zap before it is turned on */
export function useZapSwitch(zap: ZapState, save = async () => {}): ZapSwitch {
  const [isSwitching, setSwitching] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const [untested, setUntested] = useState<readonly string[]>([]);
  const change = async (mayAsk: boolean) => {
    if (isSwitching) return;
    setSwitching(true);
    setProblem(undefined);
    try {
      if (!zap.isOn) await save();
      const saved = zaps.value.find(({ id }) => id === zap.id) ?? zap;
      const asked = mayAsk && !zap.isOn ? listUntested(saved) : [];
      setUntested(asked);
      if (asked.length > 0) return;
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
  return {
    isSwitching,
    problem,
    clearProblem: () => setProblem(undefined),
    toggle: () => change(true),
    untested,
    turnOn: () => change(false),
    stopAsking: () => setUntested([]),
  };
}

const describeRemainingRuns = ({ activeRuns }: ZapState, heldRuns: number): string =>
  [
    activeRuns > 0 ? `What has started goes on: ${formatCount(activeRuns, 'run')}.` : '',
    heldRuns > 0 ? `What was held is stopped: ${formatCount(heldRuns, 'run')}.` : '',
  ].join(' ');

/** Stays enabled while it works, because a disabled input loses the focus. */
export const SwitchControl = ({ zap, control }: { zap: ZapState; control: ZapSwitch }) => (
  <>
    <label class={control.isSwitching ? 'switch busy' : 'switch'}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has its state without aria-checked
        role="switch"
        checked={zap.isOn}
        aria-busy={control.isSwitching}
        onChange={(event) => {
          // Stays as it is until the Zap has changed.
          event.currentTarget.checked = zap.isOn;
          void control.toggle();
        }}
      />
      <span class="visually-hidden">{zap.plan.name || 'Untitled'}: </span>
      {control.isSwitching ? (zap.isOn ? 'Turning off…' : 'Turning on…') : zap.isOn ? 'On' : 'Off'}
    </label>
    {control.untested.length > 0 && (
      <ConfirmDialog
        title="Turn on without a test?"
        confirm="Turn on"
        isDestructive={false}
        onConfirm={control.turnOn}
        onClose={control.stopAsking}
      >
        {`Not tested successfully: ${control.untested.join(', ')}. A test shows mistakes before the Zap runs.`}
      </ConfirmDialog>
    )}
  </>
);
