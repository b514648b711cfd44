/** Renders a field as a dropdown or a text editor. */
import type { InputField } from '@print-and-mail/zapier/definition';
import type { Choice } from './choices.ts';
import { Dropdown } from './dropdown.tsx';
import type { ChoicesLoader, FieldAttributes } from './field_types.ts';
import type { DataSource } from './mappings.ts';
import { TextEditor } from './text_editor.tsx';

export interface ControlHandle {
  focus(): void;
  /** Inserts text at the caret. Only text editors have this. */
  insert?(text: string): void;
}

interface FieldControlProps {
  field: InputField;
  /** Undefined if the control is not a dropdown. */
  choices: readonly Choice[] | ChoicesLoader | undefined;
  text: string;
  dataSources: readonly DataSource[];
  isReadOnly: boolean;
  name: string;
  labelId: string;
  attributes: FieldAttributes;
  onChange(value: string): void;
  onReady(handle: ControlHandle): void;
}

export function FieldControl(props: FieldControlProps) {
  const { field, choices, text, dataSources, isReadOnly, name, labelId, attributes, onChange, onReady } =
    props;
  const placeholder = placeholderOf(field, choices, isReadOnly);
  if (choices !== undefined) {
    return (
      <Dropdown
        choices={choices}
        value={text}
        onChange={onChange}
        placeholder={placeholder}
        isReadOnly={isReadOnly}
        name={name}
        labelId={labelId}
        attributes={attributes}
        onReady={(focus) => onReady({ focus })}
      />
    );
  }
  return (
    <TextEditor
      value={text}
      onChange={onChange}
      isMultiline={field.type === 'text'}
      isReadOnly={isReadOnly}
      placeholder={placeholder}
      dataSources={dataSources}
      labelId={labelId}
      attributes={attributes}
      onReady={onReady}
    />
  );
}

function placeholderOf(
  field: InputField,
  choices: readonly Choice[] | ChoicesLoader | undefined,
  isReadOnly: boolean,
): string {
  if (field.default === undefined || field.default === '')
    // Where nothing can be entered, an example looks like a value.
    return isReadOnly ? '' : (field.placeholder ?? (choices === undefined ? '' : 'Choose…'));
  const fixed = typeof choices === 'function' ? [] : (choices ?? []);
  const label = fixed.find(({ value }) => value === field.default)?.label;
  return `${label ?? field.default} (default)`;
}
