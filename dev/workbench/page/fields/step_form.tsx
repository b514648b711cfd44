/** A step's form: its current fields, in their groups. */

import type { InputField } from '@print-and-mail/zapier/definition';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FieldsRequest, InputForm, Values } from '../../protocol.ts';
import { api } from '../api.ts';
import { focusRequestedField, requestedField } from '../shared/field_problems.tsx';
import { definition, errorMessage } from '../state.ts';
import { Field } from './field.tsx';
import type { ChoicesLoader } from './field_types.ts';
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
  addSearch?: ((search: string) => string) | undefined;
}

/** The form of an operation whose fields are all in the definition. */
function findStaticForm(kind: FieldsRequest['kind'], key: string): InputForm | undefined {
  const { inputFields, inputFieldGroups } = definition[kind][key]?.operation ?? {};
  const fields = inputFields?.filter((field) => typeof field !== 'string');
  if (!fields || fields.length !== inputFields?.length) return undefined;
  return { fields, groups: inputFieldGroups ?? [] };
}

export function StepForm(props: StepFormProps) {
  const { zap, step, kind, operation, account, values, onChange } = props;
  const staticForm = useMemo(() => findStaticForm(kind, operation), [kind, operation]);
  const [loaded, setLoaded] = useState(staticForm);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isLoading, setLoading] = useState(false);
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

  const altering = (loaded?.fields ?? []).filter((field) => field.altersDynamicFields);
  const alterations = JSON.stringify(altering.map(({ key }) => values[key] ?? ''));

  useEffect(() => {
    if (staticForm) return;
    let isOutdated = false;
    setLoading(true);
    const load = async () => {
      try {
        const form = await api.fields(request());
        if (isOutdated) return;
        setLoaded(form);
        setProblem(undefined);
      } catch (error) {
        if (!isOutdated) setProblem(errorMessage(error));
      }
      if (!isOutdated) setLoading(false);
    };
    // The first form loads at once, later ones when the user pauses.
    const timer = setTimeout(load, loaded ? 300 : 0);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [request, alterations]);

  const loaderFor = useCallback(
    (field: string): ChoicesLoader =>
      (pagingToken) =>
        api.choices({ ...request(), field, ...(pagingToken === undefined ? {} : { pagingToken }) }),
    [request],
  );

  const form = useRef<HTMLDivElement>(null);
  const field = requestedField.value;
  useLayoutEffect(() => {
    if (loaded) focusRequestedField(form.current?.closest('[data-step]'));
  }, [loaded, field]);

  if (!loaded) {
    return problem ? (
      <p class="error-message" role="alert">
        {problem}
      </p>
    ) : (
      <p class="loading" aria-busy="true">
        Loading fields…
      </p>
    );
  }

  const { fields, groups } = loaded;
  const change = (key: string, value: unknown) => {
    // Clear the fields that depend on the changed one.
    const dependents = fields.filter(({ dependsOn }) => dependsOn?.includes(key));
    const kept = dependents.reduce((all, field) => withValue(all, field.key, undefined), latest.current);
    latest.current = withValue(kept, key, value);
    onChange(latest.current);
  };
  const dependenciesOf = ({ dependsOn = [] }: InputField) =>
    fields.filter((one) => dependsOn.includes(one.key) && isBlank(values[one.key])).map(labelOf);
  const context = {
    dataSources: props.dataSources,
    isReadOnly: props.isReadOnly,
    showsErrors: props.showsErrors,
    addSearch: props.addSearch,
    loaderFor,
  };
  const renderFields = (some: readonly InputField[]) =>
    some.map((field) => (
      <Field
        // Reloads the choices when a field on which they depend changes.
        key={`${field.key} ${JSON.stringify(field.dependsOn?.map((key) => values[key]))}`}
        field={field}
        value={values[field.key]}
        onChange={(value) => change(field.key, value)}
        context={context}
        dependencies={dependenciesOf(field)}
      />
    ));
  const known = new Set(groups.map(({ key }) => key));
  const ungrouped = fields.filter(({ group }) => group === undefined || !known.has(group));
  return (
    <div class="step-fields" aria-busy={isLoading} ref={form}>
      {problem && (
        <p class="error-message" role="alert">
          {problem}
        </p>
      )}
      {fields.length === 0 && <p class="hint-text">This step has no fields.</p>}
      {renderFields(ungrouped)}
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
