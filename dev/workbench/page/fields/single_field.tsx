/** A field with one value: label, control, help, and what a mapped value will be. */

import type { InputField } from '@print-and-mail/zapier/definition';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { Icon } from '../shared/icons.tsx';
import { errorMessage } from '../state.ts';
import { type Choice, Dropdown, type Loader } from './dropdown.tsx';
import { asText, isRequiredButBlank, labelOf } from './field_value.ts';
import { FileChoice } from './file_choice.tsx';
import { InsertData } from './insert_data.tsx';
import { type DataSource, hasBrokenMapping, hasMapping, previewMappings } from './mappings.ts';
import { Markdown } from './markdown.tsx';
import { type FieldAttributes, TextEditor, type TextEditorHandle } from './text_editor.tsx';

/** What all fields of a form have in common. */
export interface FormContext {
  dataSources: readonly DataSource[];
  isReadOnly: boolean;
  /** Whether blank required fields are to be complained about. */
  showsErrors: boolean;
  /** The row of line items that the fields are in, such as `row 2 of Sheets`. */
  row?: string;
  /** The page of choices of a dropdown that asks the service. */
  loaderFor(field: string): Loader;
}

export interface FieldProps {
  field: InputField;
  value: unknown;
  onChange(value: unknown): void;
  context: FormContext;
  /** The fields that have to be filled in before this one, by their labels. */
  waitsFor?: readonly string[];
}

const yesOrNo: readonly Choice[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** A field's choices, or nothing when it is no dropdown. */
function choicesOf(field: InputField, context: FormContext): readonly Choice[] | Loader | undefined {
  const { choices } = field;
  if (field.dynamic) return context.loaderFor(field.key);
  if (choices === undefined) return field.type === 'boolean' ? yesOrNo : undefined;
  if (Array.isArray(choices)) {
    return choices.map((one) => (typeof one === 'string' ? { value: one, label: one } : one));
  }
  if ('perform' in choices) return context.loaderFor(field.key);
  return Object.entries(choices).map(([value, label]) => ({ value, label: asText(label) }));
}

/** Which kinds of value need a word, beside those that explain themselves. */
const hints: Record<string, string> = {
  integer: 'Whole number',
  number: 'Number',
  datetime: 'Date and time',
};

/** A number is read out of a text that has other things in it as well, such as a unit. */
const isNoNumber = ({ type }: InputField, text: string): boolean =>
  (type === 'number' || type === 'integer') && text.trim() !== '' && !hasMapping(text) && !/\d/.test(text);

interface SingleProps extends FieldProps {
  /** In place of the field's own label, for one of several. */
  name?: string;
  /** Beside the control, such as a button that removes it. */
  children?: ComponentChildren;
}

export function Single({ field, value, onChange, context, waitsFor = [], name, children }: SingleProps) {
  const id = useId();
  const { dataSources, showsErrors } = context;
  const isReadOnly = context.isReadOnly || waitsFor.length > 0;
  const text = asText(value);
  const label = name ?? labelOf(field);
  /** Tells the control's buttons from those of the same field in another row. */
  const wholeName = context.row === undefined ? label : `${label}, ${context.row}`;
  const [isPicking, setPicking] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const [uploaded, setUploaded] = useState<{ name: string; url: string } | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const control = useRef<{ focus(): void; insert?(text: string): void }>(undefined);
  const isFocusDue = useRef(false);

  const choices = choicesOf(field, context);
  const isDropdown = choices !== undefined && !hasMapping(text);
  const words =
    uploaded && uploaded.url === text
      ? `${uploaded.name} from this computer`
      : previewMappings(text, dataSources);
  const isMissing = showsErrors && isRequiredButBlank(field, value);
  const complaint =
    problem ??
    (hasBrokenMapping(text, dataSources)
      ? 'A value here is of a step that was removed or comes later now. Take it out or choose another.'
      : isMissing
        ? `${label} has to be filled in.`
        : isNoNumber(field, text)
          ? `“${text.trim()}” holds no number; Zapier would make 0 of it.`
          : undefined);
  const hint = hints[field.type ?? ''];

  useLayoutEffect(() => {
    if (!isFocusDue.current) return;
    isFocusDue.current = false;
    control.current?.focus();
  }, [isPicking, text]);

  const ids = {
    label: `${id}-label`,
    help: field.helpText && name === undefined ? `${id}-help` : '',
    words: words ? `${id}-words` : '',
    complaint: complaint ? `${id}-complaint` : '',
    waits: waitsFor.length > 0 ? `${id}-waits` : '',
  };
  const describedBy = [ids.complaint, ids.words, ids.waits, ids.help].filter(Boolean).join(' ');
  const attributes: FieldAttributes = {
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(field.required ? { 'aria-required': 'true' } : {}),
    ...(complaint ? { 'aria-invalid': 'true' } : {}),
  };

  const pick = (mapping: string) => {
    setPicking(false);
    if (!isDropdown && control.current?.insert) control.current.insert(mapping);
    else {
      isFocusDue.current = true;
      onChange(mapping);
    }
  };

  const upload = async (file: File) => {
    setUploading(true);
    setProblem(undefined);
    try {
      const { url } = await api.upload(file);
      setUploaded({ name: file.name, url });
      onChange(url);
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setUploading(false);
    }
  };

  const defaultLabel = (Array.isArray(choices) ? choices : []).find(
    (one) => one.value === field.default,
  )?.label;
  const placeholder = field.default
    ? `${defaultLabel ?? field.default} (default)`
    : (field.placeholder ?? (isDropdown ? 'Choose…' : ''));

  return (
    <div class={complaint ? 'field invalid' : 'field'} data-field={field.key}>
      <div class="field-head">
        {/* The text editor is no labelable element, so the label is tied to it by its id. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keyboard reaches the field itself */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the field itself */}
        <span class="label" id={ids.label} onClick={() => control.current?.focus()}>
          {label}
          {field.required && (
            <span class="required" aria-hidden="true" title="Required">
              *
            </span>
          )}
          {hint && <small class="value-kind"> {hint}</small>}
        </span>
        {dataSources.length > 0 && !isReadOnly && field.type !== 'password' && (
          <button
            type="button"
            class="insert"
            aria-label={`Insert data into ${wholeName}`}
            title="Insert data"
            aria-expanded={isPicking}
            onClick={() => setPicking(!isPicking)}
          >
            <Icon name="add" /> <span class="words">Insert data</span>
          </button>
        )}
      </div>
      <div class="field-control">
        {isDropdown ? (
          <Dropdown
            choices={choices}
            value={text}
            onChange={onChange}
            takesOthers={field.type !== 'boolean'}
            placeholder={placeholder}
            isReadOnly={isReadOnly}
            labelId={ids.label}
            attributes={attributes}
            onReady={(focus) => {
              control.current = { focus };
            }}
          />
        ) : field.type === 'password' ? (
          <input
            type="password"
            autocomplete="off"
            value={text}
            readOnly={isReadOnly}
            aria-labelledby={ids.label}
            {...attributes}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        ) : (
          <TextEditor
            value={text}
            onChange={onChange}
            isLong={field.type === 'text'}
            isReadOnly={isReadOnly}
            placeholder={placeholder}
            dataSources={dataSources}
            labelId={ids.label}
            attributes={attributes}
            onReady={(handle: TextEditorHandle) => {
              control.current = handle;
            }}
          />
        )}
        {children}
        {isPicking && (
          <InsertData
            dataSources={dataSources}
            into={wholeName}
            onPick={pick}
            onClose={() => {
              setPicking(false);
              control.current?.focus();
            }}
          />
        )}
      </div>
      {field.type === 'file' && !isReadOnly && (
        <FileChoice label={wholeName} isUploading={isUploading} onFile={upload} />
      )}
      {choices !== undefined && !isDropdown && !isReadOnly && (
        <button
          type="button"
          class="plain from-list"
          onClick={() => {
            isFocusDue.current = true;
            onChange('');
          }}
        >
          Choose from the list instead
        </button>
      )}
      {complaint && (
        <p class="field-problem" id={ids.complaint}>
          {complaint}
        </p>
      )}
      {words && (
        <p class="field-note" id={ids.words}>
          {words}
        </p>
      )}
      {waitsFor.length > 0 && (
        <p class="field-note" id={ids.waits}>
          Fill in {waitsFor.join(' and ')} first.
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
