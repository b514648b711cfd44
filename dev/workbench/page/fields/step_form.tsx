/** A step's form: its fields, in their groups. */
import type { InputField, Operation } from '@print-and-mail/zapier/definition';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Values } from '../../protocol.ts';
import { focusRequestedField, requestedField } from '../shared/field_problems.tsx';
import { Field } from './field.tsx';
import type { FormContext } from './field_types.ts';
import { withValue } from './field_value.ts';

export interface StepFormProps extends FormContext {
  fields: readonly InputField[];
  groups?: Operation['operation']['inputFieldGroups'] | undefined;
  values: Values;
  onChange(values: Values): void;
}

export function StepForm({ fields, groups = [], values, onChange, ...context }: StepFormProps) {
  const form = useRef<HTMLDivElement>(null);
  const requested = requestedField.value;
  useLayoutEffect(() => focusRequestedField(form.current?.closest('[data-step]')), [requested]);
  // Several fields can change before the next render.
  const latest = useRef(values);
  latest.current = values;
  const change = (key: string, value: unknown) => {
    latest.current = withValue(latest.current, key, value);
    onChange(latest.current);
  };
  const renderFields = (some: readonly InputField[]) =>
    some.map((field) => (
      <Field
        key={field.key}
        field={field}
        value={values[field.key]}
        onChange={(value) => change(field.key, value)}
        context={context}
      />
    ));
  const known = new Set(groups.map(({ key }) => key));
  return (
    <div class="step-fields" ref={form}>
      {fields.length === 0 && <p class="hint-text">This step has no fields.</p>}
      {renderFields(fields.filter(({ group }) => group === undefined || !known.has(group)))}
      {groups.map(({ key, label, emphasize }) => {
        const grouped = fields.filter(({ group }) => group === key);
        return (
          grouped.length > 0 && (
            <fieldset class={emphasize ? 'group emphasized' : 'group'} key={key}>
              <legend>{label ?? key}</legend>
              {renderFields(grouped)}
            </fieldset>
          )
        );
      })}
    </div>
  );
}
