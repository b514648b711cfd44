/** The questions of the form that starts a Zap. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Question } from '../protocol.ts';
import { api } from './api.ts';
import { FileChoice } from './file_choice.tsx';
import { Icon } from './icons.tsx';
import { sentenceOf } from './state.ts';
import { keyFor } from './steps.ts';

export interface QuestionsProps {
  questions: readonly Question[];
  onChange(questions: Question[]): void;
  /** Whether a later step has the answer in it; its key then stays. */
  isUsed(key: string): boolean;
  isReadOnly: boolean;
}

export function Questions({ questions, onChange, isUsed, isReadOnly }: QuestionsProps) {
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const due = useRef<'none' | 'last' | 'add'>('none');
  useLayoutEffect(() => {
    const where = due.current;
    due.current = 'none';
    if (where === 'add') add.current?.focus();
    if (where === 'last') list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus();
  });

  const change = (at: number, next: Partial<Question>) =>
    onChange(questions.map((one, index) => (index === at ? { ...one, ...next } : one)));
  const rename = (at: number, { key }: Question, label: string) => {
    const others = questions.flatMap((one, index) => (index === at ? [] : [one.key]));
    change(at, isUsed(key) ? { label } : { label, key: keyFor(label || key, others) });
  };

  return (
    <div class="questions">
      <p class="quiet-words">
        Whoever fills in the form answers these questions; the answers can be put into the later steps.
      </p>
      <ol ref={list}>
        {questions.map((question, index) => (
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
              place={index + 1}
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
            {!isReadOnly && questions.length > 1 && (
              <button
                type="button"
                class="plain icon-button remove"
                aria-label={`Remove question ${index + 1}`}
                title="Remove"
                onClick={() => {
                  due.current = 'add';
                  onChange(questions.filter((_, at) => at !== index));
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
            const label = `Question ${questions.length + 1}`;
            const taken = questions.map(({ key }) => key);
            onChange([...questions, { key: keyFor(label, taken), label, example: '' }]);
          }}
        >
          <Icon name="add" /> Add a question
        </button>
      )}
    </div>
  );
}

interface ExampleProps {
  question: Question;
  /** Counted from 1. */
  place: number;
  isReadOnly: boolean;
  onChange(example: string): void;
}

/** What is filled in when the form is opened; for a file, its address or one from this computer. */
function Example({ question: { example, type }, place, isReadOnly, onChange }: ExampleProps) {
  const [isUploading, setUploading] = useState(false);
  const [problem, setProblem] = useState('');
  const latest = useRef(onChange);
  latest.current = onChange;
  const upload = async (file: File) => {
    setUploading(true);
    setProblem('');
    try {
      // Other questions may change while the file is on its way.
      const { url } = await api.upload(file);
      latest.current(url);
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setUploading(false);
    }
  };
  return (
    <div class="example">
      <label>
        Example answer<span class="visually-hidden"> to question {place}</span>
        <input
          value={example}
          readOnly={isReadOnly}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </label>
      {type === 'file' && !isReadOnly && (
        <FileChoice label={`Example answer to question ${place}`} isUploading={isUploading} onFile={upload} />
      )}
      {problem !== '' && (
        <p class="field-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
