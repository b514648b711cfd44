/** The icons of a Zap's steps. */
import type { Plan } from '../../protocol.ts';
import { kindIcons } from '../shared/events.ts';
import { Icon } from '../shared/icons.tsx';

export function StepIcons({ plan }: { plan: Plan }) {
  return (
    <span class="step-icons" aria-hidden="true">
      {plan.steps.map(({ id, kind }) => (
        <span class={`kind small ${kind}`} key={id}>
          <Icon name={kindIcons[kind]} />
        </span>
      ))}
    </span>
  );
}
