/** The questions of the form that starts a Zap. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Question } from '../protocol.ts';
import { Icon } from './icons.tsx';
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
            <label>
              Example answer
              <input
                value={question.example}
                readOnly={isReadOnly}
                onInput={({ currentTarget }) => change(index, { example: currentTarget.value })}
              />
            </label>
            <label class="narrow">
              Kind
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
