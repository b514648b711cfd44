/** One step of a Zap: its header and, while it is open, its form and test. */
import { useState } from 'preact/hooks';
import { ConfirmDialog } from '../../../ui/components/confirm_dialog.tsx';
import type { StepTest } from '../../protocol.ts';
import { isBuiltInTrigger, stepTitle } from '../../zaps/step_title.ts';
import { findEvent, kindNames } from '../shared/events.ts';
import { Icon, KindIcon } from '../shared/icons.tsx';
import { lazy } from '../shared/lazy.tsx';
import { StepOutcome } from '../shared/outcome.tsx';
import type { StepProps } from './step_props.ts';

/** The forms of steps are most of the page's code. */
const StepBody = lazy(async () => (await import('./step_body.tsx')).StepBody);

interface StepCardProps extends StepProps {
  /** The number of steps. */
  count: number;
  isOpen: boolean;
  onToggle(): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

export function StepCard(props: StepCardProps) {
  const { definition, step, number, count, isOpen, isOn, test } = props;
  const [isConfirming, setConfirming] = useState(false);
  const title = stepTitle(definition, step);
  const delivery = findEvent(definition, step)?.delivery;
  const name = `step ${number}, ${title}`;
  return (
    <article class={isOpen ? 'step open' : 'step'} data-step={step.id}>
      <header>
        <h2>
          <button type="button" class="step-head" aria-expanded={isOpen} onClick={props.onToggle}>
            <KindIcon kind={step.kind} />
            <span class="step-name">
              <small>
                {kindNames[step.kind]}
                {delivery && ` · ${delivery}`}
              </small>
              <span>
                {number}. {title}
              </span>
            </span>
            {!isBuiltInTrigger(step) && <TestState test={test} />}
          </button>
        </h2>
        {!isOn && (
          <div class="step-tools">
            {number > 2 && <Tool label={`Move ${name} up`} icon="up" onClick={() => props.onMove(-1)} />}
            {number > 1 && number < count && (
              <Tool label={`Move ${name} down`} icon="down" onClick={() => props.onMove(1)} />
            )}
            <Tool label={`Remove ${name}`} icon="remove" onClick={() => setConfirming(true)} />
          </div>
        )}
      </header>
      {isOpen && <StepBody {...props} />}
      {isConfirming && (
        <ConfirmDialog
          title={`Remove step ${number}?`}
          confirm="Remove step"
          onConfirm={props.onRemove}
          onClose={() => setConfirming(false)}
        >
          {`“${title}” and its settings will be removed. Fields in later steps that use its data will be highlighted, so you can choose other data.`}
        </ConfirmDialog>
      )}
    </article>
  );
}

function Tool({ label, icon, onClick }: { label: string; icon: 'up' | 'down' | 'remove'; onClick(): void }) {
  return (
    <button type="button" class="plain icon-button" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

const testLabels = { done: 'Tested', failed: 'Test failed', skipped: 'Not tested' };

function TestState({ test }: { test: StepTest | undefined }) {
  if (!test || test.isOutdated) return <span class="test-state skipped">Not tested</span>;
  return <StepOutcome run={test} labels={testLabels} />;
}
