/** Fields that the user must correct, each with a link that opens and focuses it. */
import { signal } from '@preact/signals';
import type { FieldProblem, ZapState } from '../../protocol.ts';
import { stepTitle } from '../../zaps/step_title.ts';
import { definition, linkTo } from '../state.ts';

/** The field to focus as soon as its form is visible. */
export const requestedField = signal<(FieldProblem & { zap: string }) | undefined>(undefined);

const stepsWithErrors = signal<ReadonlySet<string>>(new Set());

const stepKey = (zap: string, step: string) => `${zap} ${step}`;

/** Marks blank required fields of these steps from now on. */
export function showFieldErrors(zap: string, steps: readonly string[]): void {
  stepsWithErrors.value = new Set([...stepsWithErrors.value, ...steps.map((step) => stepKey(zap, step))]);
}

export const areFieldErrorsShown = (zap: string, step: string): boolean =>
  stepsWithErrors.value.has(stepKey(zap, step));

interface FieldLinkProps {
  /** The Zap's id. */
  zap: string;
  /** Its label is the text of the link. */
  field: FieldProblem;
  onClick?(): void;
}

/** Opens and focuses a field. */
export const FieldLink = ({ zap, field, onClick }: FieldLinkProps) => (
  <a
    href={linkTo.zap(zap)}
    onClick={() => {
      onClick?.();
      requestedField.value = { zap, ...field };
    }}
  >
    {field.label}
  </a>
);

interface FieldProblemListProps {
  zap: Pick<ZapState, 'id' | 'plan'>;
  fields: readonly FieldProblem[];
}

export function FieldProblemList({ zap: { id, plan }, fields }: FieldProblemListProps) {
  return (
    <div class="error-message">
      <p>
        {fields.some(({ reason }) => reason !== undefined)
          ? 'Please correct:'
          : fields.length === 1
            ? 'Please fill in this field:'
            : 'Please fill in these fields:'}
      </p>
      <ul class="field-problems">
        {fields.map((field, index) => (
          <li key={index}>
            <FieldLink zap={id} field={field} onClick={() => showFieldErrors(id, [field.step])} />{' '}
            {describeLocation(plan, field)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** `in step 2` or `in step 2, Update Contact, uses data from …`. */
function describeLocation({ steps }: ZapState['plan'], { step: id, reason }: FieldProblem): string {
  const index = steps.findIndex((step) => step.id === id);
  const step = steps[index];
  const location = `in step ${index + 1}`;
  if (reason === undefined || !step) return location;
  return `${location}, ${stepTitle(definition, step)}, ${reason}`;
}

const controls = 'input:not([type=file], [type=hidden]), [role=textbox]';

/** Focuses the requested field if it is in this step; an invalid one first, because several rows or forms can have the key. */
export function focusRequestedField(card: Element | null | undefined): void {
  const field = requestedField.peek();
  if (!field || !card || card.getAttribute('data-step') !== field.step) return;
  requestedField.value = undefined;
  const selector = `[data-field="${CSS.escape(field.key)}"]`;
  const element = card.querySelector(`${selector}.invalid`) ?? card.querySelector(selector);
  element?.closest('details')?.setAttribute('open', '');
  element?.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center' });
}
