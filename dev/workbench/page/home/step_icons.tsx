/** The icons of a Zap's steps. */
import type { Plan } from '../../protocol.ts';
import { KindIcon } from '../shared/icons.tsx';

export function StepIcons({ plan }: { plan: Plan }) {
  return (
    <span class="step-icons" aria-hidden="true">
      {plan.steps.map(({ id, kind }) => (
        <KindIcon key={id} kind={kind} isSmall />
      ))}
    </span>
  );
}
