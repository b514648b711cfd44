/** The form of a Zap that starts with one, filled in as a visitor would. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FormField, ZapState } from '../../protocol.ts';
import { api } from '../api.ts';
import { ChosenFile, FileInput } from '../fields/file_input.tsx';
import { useUpload } from '../fields/use_upload.ts';
import { errorMessage, isFormRequested } from '../state.ts';

export function SubmitForm({ zap, fields }: { zap: ZapState; fields: readonly FormField[] }) {
  const [answers, setAnswers] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map(({ key, example }) => [key, example])),
  );
  const [status, setStatus] = useState<{ isError: boolean; text: string } | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (isFormRequested.peek()) form.current?.querySelector('input')?.focus();
    isFormRequested.value = false;
  }, []);
  const submit = async () => {
    setStatus(undefined);
    try {
      await api.submit(zap.id, answers);
      setStatus({ isError: false, text: 'Submitted. The run appears below.' });
    } catch (error) {
      setStatus({ isError: true, text: errorMessage(error) });
    }
  };
  return (
    <form
      class="card submit-form"
      ref={form}
      aria-label="The Zap’s form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h2>Form</h2>
      <p class="hint-text">
        {zap.isOn ? 'Fill it in as a visitor to your website would.' : 'Turn the Zap on to submit the form.'}
      </p>
      <div class="form-fields">
        {fields.map((field) => (
          <AnswerInput
            key={field.key}
            field={field}
            value={answers[field.key] ?? ''}
            isDisabled={!zap.isOn}
            onChange={(value) => setAnswers((before) => ({ ...before, [field.key]: value }))}
          />
        ))}
      </div>
      <button type="submit" disabled={!zap.isOn}>
        Submit form
      </button>
      <p role="status" class={status?.isError ? 'error-message' : 'field-note'}>
        {status?.text}
      </p>
    </form>
  );
}

interface AnswerInputProps {
  field: FormField;
  value: string;
  isDisabled: boolean;
  onChange(value: string): void;
}

function AnswerInput({ field: { label, type }, value, isDisabled, onChange }: AnswerInputProps) {
  const upload = useUpload(value, onChange);
  return (
    <div>
      {upload.fileName === undefined ? (
        <label>
          {label}
          <input
            value={value}
            disabled={isDisabled}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        </label>
      ) : (
        <>
          <span class="label">{label}</span>
          <ChosenFile label={label} upload={upload} isDisabled={isDisabled} />
        </>
      )}
      {type === 'file' && <FileInput label={label} upload={upload} isDisabled={isDisabled} />}
    </div>
  );
}
