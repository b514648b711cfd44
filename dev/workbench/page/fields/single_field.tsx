/** A field with one value: label, control, messages and help text. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { asText } from '../../zaps/mappings.ts';
import { Icon } from '../shared/icons.tsx';
import { choicesOf } from './choices.ts';
import { type ControlHandle, FieldControl } from './field_control.tsx';
import { findFieldError, typeHints } from './field_messages.ts';
import type { FieldAttributes, FieldProps } from './field_types.ts';
import { labelOf } from './field_value.ts';
import { ChosenFile, FileInput } from './file_input.tsx';
import { InsertData } from './insert_data.tsx';
import { hasMapping, previewMappings } from './mappings.ts';
import { Markdown } from './markdown.tsx';
import { useUpload } from './use_upload.ts';

interface SingleFieldProps extends FieldProps {
  /** Replaces the field's label, for one of several values. */
  name?: string;
  /** Hides the name from sight. Screen readers still need it: only the first of several values is below the label. */
  hidesName?: boolean;
  /** Next to the control, such as a button that removes it. */
  children?: ComponentChildren;
}

export function SingleField(props: SingleFieldProps) {
  const { field, value, onChange, context, name, hidesName, children } = props;
  const id = useId();
  const { search } = field;
  const { dataSources, showsErrors, isReadOnly, addSearch } = context;
  const text = asText(value);
  const label = name ?? labelOf(field);
  // Distinguishes the buttons of fields with the same label.
  const fullName = context.within === undefined ? label : `${label}, ${context.within}`;
  const [isPickerOpen, setPickerOpen] = useState(false);
  const control = useRef<ControlHandle>(undefined);
  const isFocusRequested = useRef(false);
  const upload = useUpload(text, onChange);

  const choices = choicesOf(field, context);
  const isDropdown = choices !== undefined && !hasMapping(text);
  const preview = previewMappings(text, dataSources);
  const error = findFieldError({
    field,
    label: hidesName ? labelOf(field) : label,
    value,
    text,
    dataSources,
    showsErrors,
  });
  const typeHint = typeHints[field.type ?? ''];

  useLayoutEffect(() => {
    if (!isFocusRequested.current) return;
    isFocusRequested.current = false;
    control.current?.focus();
  }, [isPickerOpen, text]);

  const setAndFocus = (next: string) => {
    isFocusRequested.current = true;
    onChange(next);
  };
  const insert = (mapping: string) => {
    setPickerOpen(false);
    if (!isDropdown && control.current?.insert) control.current.insert(mapping);
    else setAndFocus(mapping);
  };

  const ids = {
    label: `${id}-label`,
    help: field.helpText && name === undefined ? `${id}-help` : '',
    preview: preview ? `${id}-preview` : '',
    error: error ? `${id}-error` : '',
  };
  const describedBy = [ids.error, ids.preview, ids.help].filter(Boolean).join(' ');
  const attributes: FieldAttributes = {
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(field.required ? { 'aria-required': 'true' } : {}),
    ...(error ? { 'aria-invalid': 'true' } : {}),
  };

  return (
    <div class={error ? 'field invalid' : 'field'} data-field={field.key}>
      <div class="field-head">
        {/* The text editor cannot have a <label>, so the label refers to the control by its id. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the control itself can be reached by keyboard */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the control itself can be reached by keyboard */}
        <span class="label" id={ids.label} onClick={() => control.current?.focus()}>
          <span class={hidesName ? 'visually-hidden' : undefined}>{label}</span>
          {context.within && <span class="visually-hidden"> ({context.within})</span>}
          {field.required && <RequiredMark />}
          {typeHint && <small class="value-kind"> {typeHint}</small>}
        </span>
        {dataSources.length > 0 && !isReadOnly && (
          <button
            type="button"
            class="insert"
            aria-label={`Insert data into ${fullName}`}
            title="Insert data"
            aria-expanded={isPickerOpen}
            onClick={() => setPickerOpen(!isPickerOpen)}
          >
            <Icon name="add" /> <span class="words">Insert data</span>
          </button>
        )}
      </div>
      <div class="field-control">
        {upload.fileName === undefined ? (
          <FieldControl
            field={field}
            choices={isDropdown ? choices : undefined}
            text={text}
            dataSources={dataSources}
            isReadOnly={isReadOnly}
            name={fullName}
            labelId={ids.label}
            attributes={attributes}
            onChange={onChange}
            onReady={(handle) => {
              control.current = handle;
            }}
          />
        ) : (
          <ChosenFile label={fullName} upload={upload} isDisabled={isReadOnly} />
        )}
        {children}
        {isPickerOpen && (
          <InsertData
            dataSources={dataSources}
            fieldName={fullName}
            onPick={insert}
            onClose={() => {
              setPickerOpen(false);
              control.current?.focus();
            }}
          />
        )}
      </div>
      {field.type === 'file' && !isReadOnly && <FileInput label={fullName} upload={upload} />}
      {/* As in Zapier, for a record that is not known before the Zap runs. */}
      {search !== undefined && addSearch && text === '' && !isReadOnly && (
        <button type="button" class="plain from-list" onClick={() => onChange(addSearch(search))}>
          Add a search step<span class="visually-hidden"> for {fullName}</span>
        </button>
      )}
      {choices !== undefined && !isDropdown && !isReadOnly && (
        <button type="button" class="plain from-list" onClick={() => setAndFocus('')}>
          Choose from the list instead
        </button>
      )}
      {error && (
        <p class="field-problem" id={ids.error}>
          {error}
        </p>
      )}
      {preview && (
        <p class="field-note" id={ids.preview}>
          {preview}
        </p>
      )}
      {ids.help && (
        <div class="help" id={ids.help}>
          <Markdown text={field.helpText ?? ''} />
        </div>
      )}
    </div>
  );
}

/** Visible only; the control has `aria-required`. */
export const RequiredMark = () => (
  <span class="required" aria-hidden="true" title="Required">
    *
  </span>
);
