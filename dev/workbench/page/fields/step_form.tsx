/** A step's form: its fields, in their groups. What few letters need is folded. */
import type { InputField, Operation } from '@print-and-mail/zapier/definition';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Values } from '../../protocol.ts';
import { focusRequestedField, requestedField } from '../shared/field_problems.tsx';
import { findNamedFields } from '../shared/named_fields.ts';
import { choicesOf } from './choices.ts';
import { Field } from './field.tsx';
import type { FormContext } from './field_types.ts';
import { isBlank, labelOf, withValue } from './field_value.ts';

export interface StepFormProps extends FormContext {
  fields: readonly InputField[];
  groups?: Operation['operation']['inputFieldGroups'] | undefined;
  /** Groups to fold. By default, what a letter can do without. */
  foldedGroups?: readonly string[];
  values: Values;
  /** What a test of the step said. A field that it names is not folded. */
  message?: string | undefined;
  onChange(values: Values): void;
}

export function StepForm({
  fields,
  groups = [],
  foldedGroups = ['options', 'safety'],
  values,
  message = '',
  onChange,
  ...context
}: StepFormProps) {
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
  // Those that are blank when the form opens; a filled one does not move away while it is edited.
  const [folded] = useState(() => alternatives(fields).filter(({ key }) => isBlank(values[key])));
  const named = findNamedFields(message, fields);
  const renderField = (field: InputField) => (
    <Field
      key={field.key}
      field={field}
      value={values[field.key]}
      onChange={(value) => change(field.key, value)}
      context={context}
    />
  );
  const renderFields = (some: readonly InputField[]) =>
    some.map((field) =>
      folded.includes(field) ? (
        <Fold
          key={field.key}
          isSingle
          isOpen={named.includes(field)}
          title={labelOf(field)}
          note={describeFilled([field], values, context)}
        >
          {renderField(field)}
        </Fold>
      ) : (
        renderField(field)
      ),
    );
  const known = new Set(groups.map(({ key }) => key));
  return (
    <div class="step-fields" ref={form}>
      {fields.length === 0 && <p class="hint-text">This step has no fields.</p>}
      {renderFields(fields.filter(({ group }) => group === undefined || !known.has(group)))}
      {groups.map(({ key, label, emphasize }) => {
        const grouped = fields.filter(({ group }) => group === key);
        if (grouped.length === 0) return undefined;
        if (foldedGroups.includes(key) && !grouped.some(({ required }) => required)) {
          return (
            <Fold
              key={key}
              isOpen={grouped.some((field) => named.includes(field))}
              title={label ?? key}
              note={describeFilled(grouped, values, context)}
            >
              {grouped.map(renderField)}
            </Fold>
          );
        }
        return (
          <fieldset class={emphasize ? 'group emphasized' : 'group'} key={key}>
            <legend>{label ?? key}</legend>
            {renderFields(grouped)}
          </fieldset>
        );
      })}
    </div>
  );
}

/** Fields with several values that share a group, such as the ways to say who gets a letter, and line items beside a file: most people use one. */
function alternatives(fields: readonly InputField[]): InputField[] {
  const several = fields.filter(({ list, dict, children }) => list || dict || children);
  return several.filter(
    (field) =>
      several.some((one) => one !== field && one.group !== undefined && one.group === field.group) ||
      (field.children && fields.some(({ type, group }) => type === 'file' && group === field.group)),
  );
}

/** Names the fields that are filled in, with the choice of a dropdown. */
function describeFilled(fields: readonly InputField[], values: Values, context: FormContext): string {
  return fields
    .filter(({ key }) => !isBlank(values[key]))
    .map((field) => {
      const choices = choicesOf(field, context);
      const chosen = Array.isArray(choices)
        ? choices.find(({ value }) => value === String(values[field.key]))
        : undefined;
      return chosen ? `${labelOf(field)}: ${chosen.label}` : labelOf(field);
    })
    .join(' · ');
}

interface FoldProps {
  title: string;
  /** What of it is filled in. */
  note: string;
  /** Whether it has one field, with the same title. */
  isSingle?: boolean;
  isOpen: boolean;
  children: ComponentChildren;
}

function Fold({ title, note, isSingle = false, isOpen, children }: FoldProps) {
  return (
    <details class={isSingle ? 'fold single' : 'fold'} open={isOpen}>
      <summary>
        {title} {note && <small>{isSingle ? 'filled in' : note}</small>}
      </summary>
      <div class="fold-fields">{children}</div>
    </details>
  );
}
