/** A step's form: its fields as the definition has them at this moment, in their groups. */

import { type InputField, inputField } from '@print-and-mail/zapier/definition';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import * as zod from 'zod';
import type { FieldsRequest, Form, Values } from '../../protocol.ts';
import { api } from '../api.ts';
import { focusRequestedField, requestedField } from '../shared/field_problems.tsx';
import { errorMessage } from '../state.ts';
import type { Loader } from './dropdown.tsx';
import { Field } from './field.tsx';
import { isBlank, labelOf, withValue } from './field_value.ts';
import type { DataSource } from './mappings.ts';

export interface StepFormProps {
  zap: string;
  step: string;
  kind: FieldsRequest['kind'];
  /** The operation's key. */
  operation: string;
  account: string | undefined;
  values: Values;
  onChange(values: Values): void;
  dataSources: readonly DataSource[];
  isReadOnly: boolean;
  showsErrors: boolean;
}

interface Shown {
  fields: readonly InputField[];
  groups: Form['groups'];
}

export function StepForm(props: StepFormProps) {
  const { zap, step, kind, operation, account, values, onChange } = props;
  const [shown, setShown] = useState<Shown | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isAsking, setAsking] = useState(false);
  const latest = useRef(values);
  latest.current = values;

  const request = useCallback(
    (): FieldsRequest => ({
      kind,
      key: operation,
      zap,
      step,
      values: latest.current,
      ...(account === undefined ? {} : { account }),
    }),
    [kind, operation, zap, step, account],
  );

  const altering = (shown?.fields ?? []).filter((field) => field.altersDynamicFields);
  const alterations = JSON.stringify(altering.map(({ key }) => values[key] ?? ''));

  useEffect(() => {
    let isOvertaken = false;
    setAsking(true);
    const ask = async () => {
      try {
        const form = await api.fields(request());
        if (isOvertaken) return;
        setShown({ fields: zod.array(inputField).parse(form.fields), groups: form.groups });
        setProblem(undefined);
      } catch (error) {
        if (!isOvertaken) setProblem(errorMessage(error));
      }
      if (!isOvertaken) setAsking(false);
    };
    // A choice is asked for at once, a text when the typing has paused.
    const pause = setTimeout(ask, shown ? 300 : 0);
    return () => {
      isOvertaken = true;
      clearTimeout(pause);
    };
  }, [request, alterations]);

  const loaderFor = useCallback(
    (field: string): Loader =>
      (pagingToken) =>
        api.choices({ ...request(), field, ...(pagingToken === undefined ? {} : { pagingToken }) }),
    [request],
  );

  const form = useRef<HTMLDivElement>(null);
  const field = requestedField.value;
  useLayoutEffect(() => {
    if (shown) focusRequestedField(form.current?.closest('[data-step]'));
  }, [shown, field]);

  if (!shown) {
    return problem ? (
      <p class="error-message" role="alert">
        {problem}
      </p>
    ) : (
      <p class="loading" aria-busy="true">
        Asking the connector for its form…
      </p>
    );
  }

  const { fields, groups } = shown;
  const change = (key: string, value: unknown) => {
    // What depends on a field is chosen anew when that one changes.
    const depending = fields.filter(({ dependsOn }) => dependsOn?.includes(key));
    const kept = depending.reduce((all, field) => withValue(all, field.key, undefined), latest.current);
    latest.current = withValue(kept, key, value);
    onChange(latest.current);
  };
  const waitsFor = ({ dependsOn = [] }: InputField) =>
    fields.filter((one) => dependsOn.includes(one.key) && isBlank(values[one.key])).map(labelOf);
  const context = {
    dataSources: props.dataSources,
    isReadOnly: props.isReadOnly,
    showsErrors: props.showsErrors,
    loaderFor,
  };
  const drawn = (some: readonly InputField[]) =>
    some.map((field) => (
      <Field
        // What was loaded to choose from is of no use when something has changed on which it depends.
        key={`${field.key} ${JSON.stringify(field.dependsOn?.map((key) => values[key]))}`}
        field={field}
        value={values[field.key]}
        onChange={(value) => change(field.key, value)}
        context={context}
        waitsFor={waitsFor(field)}
      />
    ));
  const known = new Set(groups.map(({ key }) => key));
  const loose = fields.filter(({ group }) => group === undefined || !known.has(group));
  return (
    <div class="step-fields" aria-busy={isAsking} ref={form}>
      {problem && (
        <p class="error-message" role="alert">
          {problem}
        </p>
      )}
      {fields.length === 0 && <p class="hint-text">There is nothing to fill in here.</p>}
      {drawn(loose)}
      {groups.map(({ key, label, emphasize }) => {
        const mine = fields.filter(({ group }) => group === key);
        return (
          mine.length > 0 && (
            <fieldset class={emphasize ? 'group emphasized' : 'group'} key={key}>
              <legend>{label ?? key}</legend>
              {drawn(mine)}
            </fieldset>
          )
        );
      })}
    </div>
  );
}
