/** Edits the fields of the form that starts a Zap. */
import type { FormField } from '../../protocol.ts';
import { ChosenFile, FileInput } from '../fields/file_input.tsx';
import { RepeatableField } from '../fields/repeatable_field.tsx';
import { useUpload } from '../fields/use_upload.ts';
import { keyFor } from './steps.ts';

export interface FormBuilderProps {
  fields: readonly FormField[];
  onChange(fields: readonly FormField[]): void;
  /** Whether a later step maps the field, whose key then stays. */
  isMapped(key: string): boolean;
  isReadOnly: boolean;
}

export function FormBuilder({ fields, onChange, isMapped, isReadOnly }: FormBuilderProps) {
  const change = (at: number, next: Partial<FormField>) =>
    onChange(fields.map((one, index) => (index === at ? { ...one, ...next } : one)));
  const rename = (at: number, { key }: FormField, label: string) => {
    const others = fields.flatMap((one, index) => (index === at ? [] : [one.key]));
    change(at, isMapped(key) ? { label } : { label, key: keyFor(label || key, others) });
  };
  const label = `Field ${fields.length + 1}`;
  const taken = fields.map(({ key }) => key);
  return (
    <RepeatableField
      field={{ key: 'fields', label: 'Fields', helpText: 'Later steps can use the answers to these fields.' }}
      isReadOnly={isReadOnly}
      entries={fields}
      blank={{ key: keyFor(label, taken), label, example: '' }}
      addLabel="a field"
      nameOf={(index) => `field ${index + 1}`}
      minCount={1}
      onChange={onChange}
      renderEntry={(field, index, removeButton) => (
        <div class="entry form-field" key={index}>
          <label>
            Field {index + 1}
            <input
              value={field.label}
              readOnly={isReadOnly}
              onInput={({ currentTarget }) => rename(index, field, currentTarget.value)}
            />
          </label>
          <ExampleInput
            field={field}
            number={index + 1}
            isReadOnly={isReadOnly}
            onChange={(example) => change(index, { example })}
          />
          <label>
            Type<span class="visually-hidden"> of field {index + 1}</span>
            <select
              value={field.type ?? 'text'}
              disabled={isReadOnly}
              // Clears the example, because one type's example does not fit the other.
              onChange={({ currentTarget }) =>
                change(index, { type: currentTarget.value === 'file' ? 'file' : 'text', example: '' })
              }
            >
              <option value="text">Text</option>
              <option value="file">File</option>
            </select>
          </label>
          {removeButton}
        </div>
      )}
    />
  );
}

interface ExampleInputProps {
  field: FormField;
  /** Counted from 1. */
  number: number;
  isReadOnly: boolean;
  onChange(example: string): void;
}

/** The field's example; for a file its URL or an upload. */
function ExampleInput({ field: { example, type }, number, isReadOnly, onChange }: ExampleInputProps) {
  const upload = useUpload(example, onChange);
  const label = `Example of field ${number}`;
  return (
    <div class="example">
      {upload.fileName === undefined ? (
        <label>
          Example<span class="visually-hidden"> of field {number}</span>
          <input
            value={example}
            readOnly={isReadOnly}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        </label>
      ) : (
        <>
          <span class="label">Example</span>
          <ChosenFile label={label} upload={upload} isDisabled={isReadOnly} />
        </>
      )}
      {type === 'file' && !isReadOnly && <FileInput label={label} upload={upload} />}
    </div>
  );
}
