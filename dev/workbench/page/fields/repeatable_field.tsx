/** A field with any number of entries, which can be added and removed. */
import type { InputField } from '@print-and-mail/zapier/definition';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../shared/icons.tsx';
import { labelOf } from './field_value.ts';
import { Markdown } from './markdown.tsx';
import { RequiredMark } from './single_field.tsx';

export interface RepeatableFieldProps<Entry> {
  field: InputField;
  isMissing?: boolean;
  isReadOnly: boolean;
  entries: readonly Entry[];
  /** A new entry. */
  blank: Entry;
  /** Completes the label of the add button, such as `a row`. */
  addLabel: string;
  /** Names an entry on its remove button. */
  nameOf(index: number): string;
  /** Entries that cannot be removed. Default: 0. */
  minCount?: number;
  /** Renders an entry; its root element has the class `entry`. */
  renderEntry(entry: Entry, index: number, removeButton: ComponentChildren): ComponentChildren;
  /** @param removed - the index of a removed entry */
  onChange(entries: readonly Entry[], removed?: number): void;
}

/** Focuses an entry that was just added, and the add button after a removal. */
export function RepeatableField<Entry>(props: RepeatableFieldProps<Entry>) {
  const {
    field,
    isMissing = false,
    isReadOnly,
    entries,
    blank,
    addLabel,
    nameOf,
    minCount = 0,
    renderEntry,
    onChange,
  } = props;
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useRef<'last entry' | 'add button' | undefined>(undefined);
  useLayoutEffect(() => {
    const requested = focusNext.current;
    focusNext.current = undefined;
    if (requested === undefined) return;
    const entry = [...(list.current?.querySelectorAll<HTMLElement>(':scope > .entry') ?? [])].at(-1);
    const target =
      requested === 'last entry'
        ? entry?.querySelector<HTMLElement>('input:not([type=file]), [role=textbox]')
        : list.current?.querySelector<HTMLElement>(':scope > .add');
    target?.focus();
    // Typing replaces the name of a form's new field.
    if (target instanceof HTMLInputElement) target.select();
  });
  const removeButton = (index: number) =>
    !isReadOnly &&
    entries.length > minCount && (
      <button
        type="button"
        class="plain icon-button remove"
        aria-label={`Remove ${nameOf(index)}`}
        title="Remove"
        onClick={() => {
          focusNext.current = 'add button';
          onChange(
            entries.filter((_, at) => at !== index),
            index,
          );
        }}
      >
        <Icon name="remove" />
      </button>
    );
  return (
    <Fieldset field={field} isMissing={isMissing}>
      <div ref={list}>
        {entries.map((entry, index) => renderEntry(entry, index, removeButton(index)))}
        {!isReadOnly && (
          <button
            type="button"
            class="plain add"
            aria-label={`Add ${addLabel} to ${labelOf(field)}`}
            onClick={() => {
              focusNext.current = 'last entry';
              onChange([...entries, blank]);
            }}
          >
            <Icon name="add" /> Add {addLabel}
          </button>
        )}
      </div>
    </Fieldset>
  );
}

interface FieldsetProps {
  field: InputField;
  isMissing: boolean;
  children: ComponentChildren;
}

function Fieldset({ field, isMissing, children }: FieldsetProps) {
  const id = useId();
  const describedBy = [isMissing ? `${id}-error` : '', field.helpText ? `${id}-help` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <fieldset
      class={isMissing ? 'several invalid' : 'several'}
      data-field={field.key}
      aria-describedby={describedBy || undefined}
    >
      <legend>
        {labelOf(field)}
        {field.required && <RequiredMark />}
      </legend>
      {field.helpText && (
        <div class="help" id={`${id}-help`}>
          <Markdown text={field.helpText} />
        </div>
      )}
      {children}
      {isMissing && (
        <p class="field-problem" id={`${id}-error`}>
          {labelOf(field)} is required.
        </p>
      )}
    </fieldset>
  );
}
