/** The fields of the form that starts a Zap. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FormField } from '../../protocol.ts';
import { api } from '../api.ts';
import { FileChoice } from '../fields/file_choice.tsx';
import { Icon } from '../shared/icons.tsx';
import { errorMessage } from '../state.ts';
import { keyFor } from './steps.ts';

export interface FormFieldsProps {
  fields: readonly FormField[];
  onChange(fields: FormField[]): void;
  /** Whether a later step has the answer in it; its key then stays. */
  isUsed(key: string): boolean;
  isReadOnly: boolean;
}

export function FormFields({ fields, onChange, isUsed, isReadOnly }: FormFieldsProps) {
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const due = useRef<'none' | 'last' | 'add'>('none');
  useLayoutEffect(() => {
    const where = due.current;
    due.current = 'none';
    if (where === 'add') add.current?.focus();
    if (where === 'last') list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus();
  });

  const change = (at: number, next: Partial<FormField>) =>
    onChange(fields.map((one, index) => (index === at ? { ...one, ...next } : one)));
  const rename = (at: number, { key }: FormField, label: string) => {
    const others = fields.flatMap((one, index) => (index === at ? [] : [one.key]));
    change(at, isUsed(key) ? { label } : { label, key: keyFor(label || key, others) });
  };

  return (
    <div class="form-builder">
      <p class="hint-text">
        Whoever fills in the form answers these fields; the answers can be put into the later steps.
      </p>
      <ol ref={list}>
        {fields.map((question, index) => (
          <li key={index}>
            <label>
              Question {index + 1}
              <input
                value={question.label}
                readOnly={isReadOnly}
                onInput={({ currentTarget }) => rename(index, question, currentTarget.value)}
              />
            </label>
            <Example
              question={question}
              number={index + 1}
              isReadOnly={isReadOnly}
              onChange={(example) => change(index, { example })}
            />
            <label class="narrow">
              Kind<span class="visually-hidden"> of question {index + 1}</span>
              <select
                value={question.type ?? 'text'}
                disabled={isReadOnly}
                onChange={({ currentTarget }) =>
                  change(index, { type: currentTarget.value === 'file' ? 'file' : 'text' })
                }
              >
                <option value="text">Text</option>
                <option value="file">File</option>
              </select>
            </label>
            {!isReadOnly && fields.length > 1 && (
              <button
                type="button"
                class="plain icon-button remove"
                aria-label={`Remove question ${index + 1}`}
                title="Remove"
                onClick={() => {
                  due.current = 'add';
                  onChange(fields.filter((_, at) => at !== index));
                }}
              >
                <Icon name="remove" />
              </button>
            )}
          </li>
        ))}
      </ol>
      {!isReadOnly && (
        <button
          type="button"
          class="plain"
          ref={add}
          onClick={() => {
            due.current = 'last';
            const label = `Question ${fields.length + 1}`;
            const taken = fields.map(({ key }) => key);
            onChange([...fields, { key: keyFor(label, taken), label, example: '' }]);
          }}
        >
          <Icon name="add" /> Add a question
        </button>
      )}
    </div>
  );
}

interface ExampleProps {
  question: FormField;
  /** Counted from 1. */
  number: number;
  isReadOnly: boolean;
  onChange(example: string): void;
}

/** What is filled in when the form is opened; for a file, its address or one from this computer. */
function Example({ question: { example, type }, number, isReadOnly, onChange }: ExampleProps) {
  const [isUploading, setUploading] = useState(false);
  const [problem, setProblem] = useState('');
  const latest = useRef(onChange);
  latest.current = onChange;
  const upload = async (file: File) => {
    setUploading(true);
    setProblem('');
    try {
      // Other fields may change while the file is on its way.
      const { url } = await api.upload(file);
      latest.current(url);
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setUploading(false);
    }
  };
  return (
    <div class="example">
      <label>
        Example answer<span class="visually-hidden"> to question {number}</span>
        <input
          value={example}
          readOnly={isReadOnly}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </label>
      {type === 'file' && !isReadOnly && (
        <FileChoice
          label={`Example answer to question ${number}`}
          isUploading={isUploading}
          onFile={upload}
        />
      )}
      {problem !== '' && (
        <p class="field-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
