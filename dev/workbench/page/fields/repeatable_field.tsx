/** A field of any number of entries, which are added and removed one by one. */

import type { InputField } from '@print-and-mail/zapier/definition';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../shared/icons.tsx';
import { labelOf } from './field_value.ts';
import { Markdown } from './markdown.tsx';

export interface RepeatableFieldProps<Entry> {
  field: InputField;
  /** Whether something has to be filled in and nothing is. */
  isMissing?: boolean;
  isReadOnly: boolean;
  entries: readonly Entry[];
  /** What is added. */
  blank: Entry;
  /** On the button that adds, such as `a row`. */
  one: string;
  /** An entry's name for its button that removes it. */
  nameOf(index: number): string;
  /** How many entries cannot be removed. */
  least?: number;
  /** An entry as it is drawn; its outermost element has the class `entry`. */
  draw(entry: Entry, index: number, remove: ComponentChildren): ComponentChildren;
  /** @param removed the place of the entry that is there no more */
  onChange(entries: readonly Entry[], removed?: number): void;
}

/** The focus goes into the entry that was just added, and onto the button that adds when one was removed. */
export function RepeatableField<Entry>(props: RepeatableFieldProps<Entry>) {
  const {
    field,
    isMissing = false,
    isReadOnly,
    entries,
    blank,
    one,
    nameOf,
    least = 0,
    draw,
    onChange,
  } = props;
  const list = useRef<HTMLDivElement>(null);
  const due = useRef<'none' | 'last' | 'add'>('none');
  useLayoutEffect(() => {
    const where = due.current;
    due.current = 'none';
    if (where === 'none') return;
    const entry = [...(list.current?.querySelectorAll<HTMLElement>(':scope > .entry') ?? [])].at(-1);
    const target =
      where === 'last'
        ? entry?.querySelector<HTMLElement>('input:not([type=file]), [role=textbox]')
        : list.current?.querySelector<HTMLElement>(':scope > .add');
    target?.focus();
  });
  const removeButton = (index: number) =>
    !isReadOnly &&
    entries.length > least && (
      <button
        type="button"
        class="plain icon-button remove"
        aria-label={`Remove ${nameOf(index)}`}
        title="Remove"
        onClick={() => {
          due.current = 'add';
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
    <Frame field={field} isMissing={isMissing}>
      <div ref={list}>
        {entries.map((entry, index) => draw(entry, index, removeButton(index)))}
        {!isReadOnly && (
          <button
            type="button"
            class="plain add"
            aria-label={`Add ${one} to ${labelOf(field)}`}
            onClick={() => {
              due.current = 'last';
              onChange([...entries, blank]);
            }}
          >
            <Icon name="add" /> Add {one}
          </button>
        )}
      </div>
    </Frame>
  );
}

interface FrameProps {
  field: InputField;
  isMissing: boolean;
  children: ComponentChildren;
}

function Frame({ field, isMissing, children }: FrameProps) {
  const id = useId();
  const describedBy = [isMissing ? `${id}-complaint` : '', field.helpText ? `${id}-help` : '']
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
        {field.required && (
          <span class="required" aria-hidden="true" title="Required">
            *
          </span>
        )}
      </legend>
      {field.helpText && (
        <div class="help" id={`${id}-help`}>
          <Markdown text={field.helpText} />
        </div>
      )}
      {children}
      {isMissing && (
        <p class="field-problem" id={`${id}-complaint`}>
          {labelOf(field)} has to be filled in.
        </p>
      )}
    </fieldset>
  );
}
