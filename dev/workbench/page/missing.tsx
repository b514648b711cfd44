/** Fields to see to, such as required ones that are blank: named one by one, each leading to where it is filled in. */
import { signal } from '@preact/signals';
import type { MissingField, ZapState } from '../protocol.ts';
import { titleOf } from '../titles.ts';
import { definition, linkTo } from './state.ts';

/** The field that somebody asked to be led to, until its form is there and has it. */
export const sought = signal<(MissingField & { zap: string }) | undefined>(undefined);

const attempted = signal<ReadonlySet<string>>(new Set());

const nameOf = (zap: string, step: string) => `${zap} ${step}`;

/** From now on the steps complain about their blank required fields. */
export function complain(zap: string, steps: readonly string[]): void {
  attempted.value = new Set([...attempted.value, ...steps.map((step) => nameOf(zap, step))]);
}

export const complains = (zap: string, step: string): boolean => attempted.value.has(nameOf(zap, step));

/** Where the field is, and, when it is not blank, what is wrong with it. */
function placeOf({ steps }: ZapState['plan'], { step: id, lost }: MissingField): string {
  const index = steps.findIndex((step) => step.id === id);
  const step = steps[index];
  const place = `in step ${index + 1}`;
  if (lost === undefined || !step || !definition.value) return place;
  return `${place}, ${titleOf(definition.value, step)}, ${lost}`;
}

interface MissingListProps {
  zap: Pick<ZapState, 'id' | 'plan'>;
  missing: readonly MissingField[];
}

export function MissingList({ zap: { id, plan }, missing }: MissingListProps) {
  return (
    <div class="error-message">
      <p>
        {missing.some(({ lost }) => lost !== undefined)
          ? 'This has to be put right first:'
          : missing.length === 1
            ? 'A field has to be filled in:'
            : 'Some fields have to be filled in:'}
      </p>
      <ul class="missing">
        {missing.map((field, index) => (
          <li key={index}>
            <a
              href={linkTo.zap(id)}
              onClick={() => {
                complain(id, [field.step]);
                sought.value = { zap: id, ...field };
              }}
            >
              {field.label}
            </a>{' '}
            {placeOf(plan, field)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const controls = 'input:not([type=file], [type=hidden]), [role=textbox]';

/**
 * Puts the focus into the field that is sought, when it is in this step: rather into one that complains, because a field
 * may stand in several rows, or in both forms of a search-or-create.
 */
export function leadToSought(card: Element | null | undefined): void {
  const field = sought.peek();
  if (!field || !card || card.getAttribute('data-step') !== field.step) return;
  // Another form of the same step is still asked for.
  if (card.querySelector('.step-form .loading')) return;
  sought.value = undefined;
  const one = `[data-field="${CSS.escape(field.key)}"]`;
  const place = card.querySelector(`${one}.invalid`) ?? card.querySelector(one);
  const target = place?.querySelector<HTMLElement>(controls);
  target?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: 'center' });
}
