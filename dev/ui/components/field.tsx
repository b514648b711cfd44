/** A form field: a label, an input and a hint. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** The attributes that connect an input with its label and hint. */
export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  hint?: string | undefined;
  /** Spans all columns of the form. */
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
