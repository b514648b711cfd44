/** The open part of a step: its event, its form and its test. */
import { Markdown } from '../fields/markdown.tsx';
import { StepForm } from '../fields/step_form.tsx';
import { findEvent } from '../shared/events.ts';
import { areFieldErrorsShown } from '../shared/field_problems.tsx';
import { FormBuilder } from './form_builder.tsx';
import type { StepProps } from './step_props.ts';
import { StepTester } from './step_tester.tsx';

export function StepBody(props: StepProps) {
  const { definition, step, isOn } = props;
  const event = findEvent(definition, step);
  return (
    <div class="step-body">
      <div class="step-form">
        <div class="event-line">
          <div>
            {step.kind === 'form' ? (
              'Triggers when someone submits the form on this page.'
            ) : event ? (
              <Markdown text={event.description} />
            ) : (
              <p class="error-message">
                The connector no longer has “{step.key}”. Choose another event for this step.
              </p>
            )}
          </div>
          {!isOn && (
            <button type="button" class="plain" onClick={props.onReplace}>
              Change<span class="visually-hidden"> the event of step {props.number}</span>
            </button>
          )}
        </div>
        {step.kind === 'form' && (
          <FormBuilder
            fields={step.fields}
            isReadOnly={isOn}
            isMapped={props.isMapped}
            onChange={(fields) => props.onChange({ ...step, fields })}
          />
        )}
        {step.kind !== 'form' && event && <StepForms {...props} />}
      </div>
      {step.kind !== 'form' && event && <StepTester {...props} />}
    </div>
  );
}

/** One form, or two for a search-or-create. */
function StepForms(props: StepProps) {
  const { definition, zap, step, draft, dataSources, isOn, onChange, addSearch } = props;
  if (step.kind === 'form') return undefined;
  const common = {
    zap,
    step: step.id,
    account: draft.account,
    dataSources,
    isReadOnly: isOn,
    showsErrors: areFieldErrorsShown(zap, step.id),
    addSearch,
  };
  if (step.kind !== 'searchOrCreates') {
    return (
      <StepForm
        {...common}
        key={`${step.id} ${step.key} ${draft.account}`}
        kind={step.kind}
        operation={step.key}
        values={step.values}
        onChange={(values) => onChange({ ...step, values })}
      />
    );
  }
  const pair = definition.searchOrCreates[step.key];
  if (!pair) return undefined;
  const labelOf = (key: string) => definition.creates[key]?.display.label ?? key;
  return (
    <>
      <section class="part">
        <h3>Search for</h3>
        <StepForm
          {...common}
          key={`${step.id} search ${draft.account}`}
          kind="searches"
          operation={pair.search}
          values={step.values}
          onChange={(values) => onChange({ ...step, values })}
        />
      </section>
      <section class="part">
        <h3>
          If nothing is found: {labelOf(pair.create)}
          {pair.update && `. Otherwise: ${labelOf(pair.update)}`}
        </h3>
        <StepForm
          {...common}
          key={`${step.id} create ${draft.account}`}
          kind="creates"
          operation={pair.create}
          values={step.createValues}
          onChange={(createValues) => onChange({ ...step, createValues })}
        />
      </section>
    </>
  );
}
