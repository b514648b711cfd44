/** One field of a form, drawn from its definition: label, control, help, and what a mapped value will be. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { InputField } from '../../platform/definition.ts';
import type { Values } from '../protocol.ts';
import { api } from './api.ts';
import { type Choice, Dropdown, type Loader } from './dropdown.tsx';
import { Icon } from './icons.tsx';
import { InsertData } from './insert_data.tsx';
import { Markdown } from './markdown.tsx';
import { hasMark, inWords, type Offer } from './marks.ts';
import { sentenceOf } from './state.ts';
import { type FieldAttributes, TextEditor, type TextEditorHandle } from './text_editor.tsx';

/** What all fields of a form have in common. */
export interface FormContext {
  offers: readonly Offer[];
  isReadOnly: boolean;
  /** Whether blank required fields are to be complained about. */
  isAttempted: boolean;
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

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether the field is required and has nothing in it. */
const isLacking = (field: InputField, value: unknown): boolean =>
  field.required === true && !field.default && isBlank(value);

export const labelOf = ({ label, key }: InputField): string => label ?? key;

const asText = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

export const isRow = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A row with one value set; what is blank is left out, so that it counts as not filled in. */
export function withValue(values: Values, key: string, value: unknown): Values {
  const { [key]: _, ...others } = values;
  return value === undefined || value === '' ? others : { ...others, [key]: value };
}

export function Field(props: FieldProps) {
  const { field } = props;
  if (field.type === 'copy') {
    return (
      <div class="copy">
        <Markdown text={field.helpText ?? ''} />
      </div>
    );
  }
  if (field.children) return <LineItems {...props} children={field.children} />;
  if (field.dict) return <Pairs {...props} />;
  if (field.list) return <Several {...props} />;
  return <Single {...props} />;
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

interface SingleProps extends FieldProps {
  /** In place of the field's own label, for one of several. */
  name?: string;
  /** Beside the control, such as a button that removes it. */
  children?: ComponentChildren;
}

function Single({ field, value, onChange, context, waitsFor = [], name, children }: SingleProps) {
  const id = useId();
  const { offers, isAttempted } = context;
  const isReadOnly = context.isReadOnly || waitsFor.length > 0;
  const text = asText(value);
  const label = name ?? labelOf(field);
  const [isPicking, setPicking] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const [uploaded, setUploaded] = useState<{ name: string; url: string } | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const control = useRef<{ focus(): void; insert?(text: string): void }>(undefined);
  const isFocusDue = useRef(false);

  const choices = choicesOf(field, context);
  const isDropdown = choices !== undefined && !hasMark(text);
  const words =
    uploaded && uploaded.url === text ? `${uploaded.name} from this computer` : inWords(text, offers);
  const isMissing = isAttempted && isLacking(field, value);
  const complaint = problem ?? (isMissing ? `${label} has to be filled in.` : undefined);
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

  const pick = (mark: string) => {
    setPicking(false);
    if (!isDropdown && control.current?.insert) control.current.insert(mark);
    else {
      isFocusDue.current = true;
      onChange(mark);
    }
  };

  const upload = async (file: File | undefined) => {
    if (!file) return;
    setUploading(true);
    setProblem(undefined);
    try {
      const { url } = await api.upload(file);
      setUploaded({ name: file.name, url });
      onChange(url);
    } catch (error) {
      setProblem(sentenceOf(error));
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
        {offers.length > 0 && !isReadOnly && field.type !== 'password' && (
          <button
            type="button"
            class="insert"
            aria-label={`Insert data into ${label}`}
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
            offers={offers}
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
            offers={offers}
            into={label}
            onPick={pick}
            onClose={() => {
              setPicking(false);
              control.current?.focus();
            }}
          />
        )}
      </div>
      {field.type === 'file' && !isReadOnly && (
        <label class="upload">
          <Icon name="file" />
          {isUploading ? 'Uploading…' : 'Choose a file from this computer'}
          <input
            type="file"
            aria-label={`Choose a file for ${label}`}
            onChange={({ currentTarget }) => {
              upload(currentTarget.files?.[0]);
              currentTarget.value = '';
            }}
          />
        </label>
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
        <p class="field-words" id={ids.words}>
          {words}
        </p>
      )}
      {waitsFor.length > 0 && (
        <p class="field-words" id={ids.waits}>
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

/** Moves the focus into the entry that was just added, and onto the button that adds when one was removed. */
function useEntryFocus() {
  const list = useRef<HTMLDivElement>(null);
  const due = useRef<'none' | 'last' | 'add'>('none');
  useLayoutEffect(() => {
    const where = due.current;
    due.current = 'none';
    if (where === 'none') return;
    const entries = list.current?.querySelectorAll<HTMLElement>(':scope > .entry') ?? [];
    const entry = entries[entries.length - 1];
    const target =
      where === 'last'
        ? entry?.querySelector<HTMLElement>('input:not([type=file]), [role=textbox]')
        : list.current?.querySelector<HTMLElement>(':scope > .add');
    target?.focus();
  });
  return { list, due };
}

interface FrameProps {
  field: InputField;
  /** Whether something has to be filled in and nothing is. */
  isMissing?: boolean;
  children: ComponentChildren;
}

function Frame({ field, isMissing = false, children }: FrameProps) {
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

function RemoveButton({ what, onClick }: { what: string; onClick(): void }) {
  return (
    <button
      type="button"
      class="plain icon-button remove"
      aria-label={`Remove ${what}`}
      title="Remove"
      onClick={onClick}
    >
      <Icon name="remove" />
    </button>
  );
}

/** A field that takes any number of values: a control for each. */
function Several({ field, value, onChange, context, waitsFor }: FieldProps) {
  const [entries, setEntries] = useState<readonly unknown[]>(() =>
    isBlank(value) ? [''] : Array.isArray(value) ? value : [value],
  );
  const { list, due } = useEntryFocus();
  const { list: _, helpText: __, ...one } = field;
  const set = (next: readonly unknown[]) => {
    setEntries(next);
    const filled = next.filter((entry) => !isBlank(entry));
    onChange(filled.length === 0 ? undefined : filled);
  };
  return (
    <Frame field={field}>
      <div ref={list}>
        {entries.map((entry, index) => (
          <div class="entry" key={index}>
            <Single
              field={{ ...one, required: field.required === true && index === 0 }}
              name={`${labelOf(field)} ${index + 1}`}
              value={entry}
              context={context}
              {...(waitsFor ? { waitsFor } : {})}
              onChange={(next) => set(entries.map((before, at) => (at === index ? next : before)))}
            >
              {!context.isReadOnly && entries.length > 1 && (
                <RemoveButton
                  what={`${labelOf(field)} ${index + 1}`}
                  onClick={() => {
                    due.current = 'add';
                    set(entries.filter((__, at) => at !== index));
                  }}
                />
              )}
            </Single>
          </div>
        ))}
        {!context.isReadOnly && (
          <button
            type="button"
            class="plain add"
            aria-label={`Add another to ${labelOf(field)}`}
            onClick={() => {
              due.current = 'last';
              set([...entries, '']);
            }}
          >
            <Icon name="add" /> Add another
          </button>
        )}
      </div>
    </Frame>
  );
}

/** A field of names and values. */
function Pairs({ field, value, onChange, context }: FieldProps) {
  const [pairs, setPairs] = useState<readonly [string, string][]>(() =>
    isRow(value) && Object.keys(value).length > 0
      ? Object.entries(value).map(([key, one]) => [key, asText(one)])
      : [['', '']],
  );
  const { list, due } = useEntryFocus();
  const set = (next: readonly [string, string][]) => {
    setPairs(next);
    const filled = next.filter(([key]) => key !== '');
    onChange(filled.length === 0 ? undefined : Object.fromEntries(filled));
  };
  const text = { type: 'string', required: false };
  return (
    <Frame field={field} isMissing={context.isAttempted && isLacking(field, value)}>
      <div ref={list}>
        {pairs.map(([key, one], index) => (
          <div class="entry pair" key={index}>
            <Single
              field={{ key: `${field.key}-name-${index}`, ...text }}
              name={`Name ${index + 1}`}
              value={key}
              context={{ ...context, offers: [] }}
              onChange={(next) =>
                set(pairs.map((pair, at) => (at === index ? [asText(next), pair[1]] : pair)))
              }
            />
            <Single
              field={{ key: `${field.key}-value-${index}`, ...text }}
              name={`Value ${index + 1}`}
              value={one}
              context={context}
              onChange={(next) =>
                set(pairs.map((pair, at) => (at === index ? [pair[0], asText(next)] : pair)))
              }
            >
              {!context.isReadOnly && (
                <RemoveButton
                  what={`pair ${index + 1} of ${labelOf(field)}`}
                  onClick={() => {
                    due.current = 'add';
                    set(pairs.filter((_, at) => at !== index));
                  }}
                />
              )}
            </Single>
          </div>
        ))}
        {!context.isReadOnly && (
          <button
            type="button"
            class="plain add"
            aria-label={`Add a pair to ${labelOf(field)}`}
            onClick={() => {
              due.current = 'last';
              set([...pairs, ['', '']]);
            }}
          >
            <Icon name="add" /> Add a pair
          </button>
        )}
      </div>
    </Frame>
  );
}

/** Rows of the same fields. One empty row is shown until there are others, as Zapier does. */
function LineItems({ field, children, value, onChange, context }: FieldProps & { children: InputField[] }) {
  const rows: readonly Values[] = Array.isArray(value) ? value.filter(isRow) : [{}];
  const { list, due } = useEntryFocus();
  const label = labelOf(field);
  // Rows have no name of their own; they keep their identity by a number so that removing one moves no texts about.
  const numbers = useRef<number[]>([]);
  const next = useRef(0);
  while (numbers.current.length < rows.length) numbers.current.push(next.current++);
  numbers.current.length = rows.length;
  return (
    <Frame field={field} isMissing={context.isAttempted && isLacking(field, value)}>
      <div ref={list}>
        {rows.map((row, index) => (
          <fieldset class="entry item-row" key={numbers.current[index]}>
            <legend>
              {label}, row {index + 1}
            </legend>
            {!context.isReadOnly && (
              <RemoveButton
                what={`row ${index + 1} of ${label}`}
                onClick={() => {
                  due.current = 'add';
                  numbers.current.splice(index, 1);
                  onChange(rows.filter((_, at) => at !== index));
                }}
              />
            )}
            <div class="row-fields">
              {children.map((child) => (
                <Field
                  key={child.key}
                  field={child}
                  value={row[child.key]}
                  // The row that is only shown to begin with asks for nothing.
                  context={{ ...context, isAttempted: context.isAttempted && Array.isArray(value) }}
                  onChange={(one) =>
                    onChange(
                      rows.map((before, at) => (at === index ? withValue(before, child.key, one) : before)),
                    )
                  }
                />
              ))}
            </div>
          </fieldset>
        ))}
        {!context.isReadOnly && (
          <button
            type="button"
            class="plain add"
            aria-label={`Add a row to ${label}`}
            onClick={() => {
              due.current = 'last';
              onChange([...rows, {}]);
            }}
          >
            <Icon name="add" /> Add a row
          </button>
        )}
      </div>
    </Frame>
  );
}
