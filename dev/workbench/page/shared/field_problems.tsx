/** Fields to see to, such as required ones that are blank: named one by one, each leading to where it is filled in. */
import { signal } from '@preact/signals';
import type { FieldProblem, ZapState } from '../../protocol.ts';
import { stepTitle } from '../../zaps/step_title.ts';
import { definition, linkTo } from '../state.ts';

/** The field that somebody asked to be led to, until its form is there and has it. */
export const requestedField = signal<(FieldProblem & { zap: string }) | undefined>(undefined);

const attempted = signal<ReadonlySet<string>>(new Set());

const nameOf = (zap: string, step: string) => `${zap} ${step}`;

/** From now on the steps showFieldErrors about their blank required fields. */
export function showFieldErrors(zap: string, steps: readonly string[]): void {
  attempted.value = new Set([...attempted.value, ...steps.map((step) => nameOf(zap, step))]);
}

export const areFieldErrorsShown = (zap: string, step: string): boolean =>
  attempted.value.has(nameOf(zap, step));

/** Where the field is, and, when it is not blank, what is wrong with it. */
function describeLocation({ steps }: ZapState['plan'], { step: id, reason }: FieldProblem): string {
  const index = steps.findIndex((step) => step.id === id);
  const step = steps[index];
  const place = `in step ${index + 1}`;
  if (reason === undefined || !step || !definition.value) return place;
  return `${place}, ${stepTitle(definition.value, step)}, ${reason}`;
}

interface FieldProblemListProps {
  zap: Pick<ZapState, 'id' | 'plan'>;
  fields: readonly FieldProblem[];
}

export function FieldProblemList({ zap: { id, plan }, fields }: FieldProblemListProps) {
  return (
    <div class="error-message">
      <p>
        {fields.some(({ reason }) => reason !== undefined)
          ? 'This has to be put right first:'
          : fields.length === 1
            ? 'A field has to be filled in:'
            : 'Some fields have to be filled in:'}
      </p>
      <ul class="field-problems">
        {fields.map((field, index) => (
          <li key={index}>
            <a
              href={linkTo.zap(id)}
              onClick={() => {
                showFieldErrors(id, [field.step]);
                requestedField.value = { zap: id, ...field };
              }}
            >
              {field.label}
            </a>{' '}
            {describeLocation(plan, field)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const controls = 'input:not([type=file], [type=hidden]), [role=textbox]';

/**
 * Puts the focus into the field that is requestedField, when it is in this step: rather into one that areFieldErrorsShown, because a field
 * may stand in several rows, or in both forms of a search-or-create.
 */
export function focusRequestedField(card: Element | null | undefined): void {
  const field = requestedField.peek();
  if (!field || !card || card.getAttribute('data-step') !== field.step) return;
  // Another form of the same step is still asked for.
  if (card.querySelector('.step-form .loading')) return;
  requestedField.value = undefined;
  const one = `[data-field="${CSS.escape(field.key)}"]`;
  const place = card.querySelector(`${one}.invalid`) ?? card.querySelector(one);
  const target = place?.querySelector<HTMLElement>(controls);
  target?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: 'center' });
}
