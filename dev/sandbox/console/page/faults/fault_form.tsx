/** The form for a custom fault. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { messageOf } from '../../../../ui/browser/requests.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { addFault } from '../actions/sandbox.ts';
import { emptyForm, type FaultFormValues, readForm } from './fault_form_values.ts';
import { effectText, matchText } from './fault_text.ts';

export function FaultForm() {
  const form = useSignal(emptyForm);
  const error = useSignal<string | undefined>(undefined);
  const submit = async () => {
    error.value = undefined;
    try {
      const rule = readForm(form.value);
      await addFault(rule, `${matchText(rule.match ?? {})} ${effectText(rule.then)}.`);
    } catch (failure) {
      error.value = messageOf(failure);
    }
  };
  const set = (name: keyof FaultFormValues) => (event: { currentTarget: { value: string } }) => {
    form.value = { ...form.value, [name]: event.currentTarget.value };
  };
  const input = (name: keyof FaultFormValues, label: string, hint?: string) => (
    <Field label={label} hint={hint}>
      {(ids) => <input {...ids} value={form.value[name]} onInput={set(name)} />}
    </Field>
  );
  const select = (name: keyof FaultFormValues, label: string, options: ComponentChildren) => (
    <Field label={label}>
      {(ids) => (
        <select {...ids} value={form.value[name]} onChange={set(name)}>
          {options}
        </select>
      )}
    </Field>
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div class="fields">
        {select(
          'method',
          'Method',
          <>
            <option value="">Any</option>
            {['GET', 'POST', 'PUT', 'DELETE'].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </>,
        )}
        {input('path', 'Path', 'An exact path, or use * as a wildcard.')}
        {select(
          'frequency',
          'Matching requests',
          <>
            <option value="all">All</option>
            <option value="nth">One</option>
            <option value="random">A random share</option>
          </>,
        )}
        {form.value.frequency === 'nth' && input('nth', 'Which request', '1 is the next one.')}
        {form.value.frequency === 'random' && input('probability', 'Failure rate (%)')}
        {input(
          'status',
          'Status',
          'Returned instead of the service’s response. Leave blank to let the service respond.',
        )}
        {input('delay', 'Delay (seconds)')}
        {select(
          'reset',
          'Close the connection',
          <>
            <option value="">No</option>
            <option value="before">Before the service acts</option>
            <option value="after">After the service acted</option>
          </>,
        )}
        {input('truncate', 'Cut off after (bytes)')}
        <Field label="Response body" hint="JSON or text. Leave blank for an empty body." wide>
          {(ids) => <textarea {...ids} rows={3} value={form.value.body} onInput={set('body')} />}
        </Field>
      </div>
      <div role="alert">{error.value !== undefined && <p class="error-message">{error.value}</p>}</div>
      <div class="form-end">
        <button type="submit">Add fault</button>
      </div>
    </form>
  );
}
