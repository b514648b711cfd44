/** A field of a form: its label, and what helps to fill it. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** What ties an input to its field. */
export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  hint?: string | undefined;
  /** As wide as the form. */
  wide?: boolean;
  children: (ids: FieldIds) => ComponentChildren;
}

export function Field({ label, hint, wide = false, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div class={wide ? 'field wide' : 'field'}>
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': hint === undefined ? undefined : hintId })}
      {hint !== undefined && (
        <small class="hint" id={hintId}>
          {hint}
        </small>
      )}
    </div>
  );
}

/** A line of text that has to be filled in, as wide as the form. */
export function TextField({ label, hint, text }: { label: string; hint?: string; text: Signal<string> }) {
  return (
    <Field label={label} hint={hint} wide>
      {(ids) => (
        <input
          {...ids}
          required
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
      )}
    </Field>
  );
}
