/** The open part of a step: its event, its form and its test. */
import type { InputField, Operation } from '@print-and-mail/zapier/definition';
import type { ChoicesRequest } from '../../protocol.ts';
import { filterFields } from '../../zaps/filter.ts';
import { scheduleFields } from '../../zaps/schedule.ts';
import { isBuiltInTrigger } from '../../zaps/step_title.ts';
import { api } from '../api.ts';
import type { FormContext } from '../fields/field_types.ts';
import { Markdown } from '../fields/markdown.tsx';
import { StepForm } from '../fields/step_form.tsx';
import { findEvent } from '../shared/events.ts';
import { areFieldErrorsShown } from '../shared/field_problems.tsx';
import { messageOf } from '../shared/outcome.tsx';
import { FormBuilder } from './form_builder.tsx';
import type { StepProps } from './step_props.ts';
import { StepTester } from './step_tester.tsx';

/** Scrolls to the test, which is below the form on a narrow page, and focuses its button. */
function goToTest({ currentTarget }: { currentTarget: HTMLElement }): void {
  const tester = currentTarget.closest('.step-body')?.querySelector('.tester');
  tester?.scrollIntoView();
  tester?.querySelector('button')?.focus({ preventScroll: true });
}

export function StepBody(props: StepProps) {
  const { definition, step, isOn } = props;
  const event = findEvent(definition, step);
  const isKnown = event !== undefined || !('key' in step);
  return (
    <div class="step-body">
      <div class="step-form">
        <div class="event-line">
          <div>
            {step.kind === 'form' && 'Triggers when someone submits the form on this page.'}
            {step.kind === 'schedule' && 'Triggers every day or every month.'}
            {step.kind === 'filter' && 'Ends a run unless the conditions are met.'}
            {event && <Markdown text={event.description} />}
            {!isKnown && (
              <p class="error-message">
                The connector no longer has “{step.key}”. Choose another event for this step.
              </p>
            )}
          </div>
          {!isBuiltInTrigger(step) && isKnown && (
            <button type="button" class="plain to-test" onClick={goToTest}>
              Go to test<span class="visually-hidden"> of step {props.number}</span>
            </button>
          )}
          {!isOn && (
            <button type="button" class="plain" onClick={props.onReplace}>
              Change<span class="visually-hidden"> the event of step {props.number}</span>
            </button>
          )}
        </div>
        {isKnown && <StepForms {...props} />}
      </div>
      {!isBuiltInTrigger(step) && isKnown && <StepTester {...props} />}
    </div>
  );
}

/** One form, or two for a search-or-create. */
function StepForms(props: StepProps) {
  const { definition, zap, step, draft, dataSources, isOn, test, onChange, addSearch, isMapped } = props;
  const message = test?.isOutdated ? undefined : messageOf(test);
  const { account } = draft;
  const contextFor = (
    kind: ChoicesRequest['kind'],
    key: string,
    values: ChoicesRequest['values'],
  ): FormContext => ({
    dataSources,
    isReadOnly: isOn,
    showsErrors: areFieldErrorsShown(zap, step.id),
    addSearch,
    async loadChoices(field, pagingToken) {
      if (account === undefined) throw new Error('Connect an account to see the choices.');
      return api.choices({ kind, key, field, account, values, zap, step: step.id, pagingToken });
    },
  });
  switch (step.kind) {
    case 'form':
      return (
        <FormBuilder
          fields={step.fields}
          isReadOnly={isOn}
          isMapped={isMapped}
          onChange={(fields) => onChange({ ...step, fields: [...fields] })}
        />
      );
    case 'schedule':
    case 'filter':
      return (
        <StepForm
          {...contextFor('creates', '', step.values)}
          fields={step.kind === 'filter' ? filterFields : scheduleFields}
          values={step.values}
          onChange={(values) => onChange({ ...step, values })}
        />
      );
    case 'searchOrCreates': {
      const { search = '', create = '' } = definition.searchOrCreates[step.key] ?? {};
      const label = definition.creates[create]?.display.label ?? create;
      return (
        <>
          <section class="part" aria-labelledby={`${step.id}-search`}>
            <h3 id={`${step.id}-search`}>Search for</h3>
            <StepForm
              {...contextFor('searches', search, step.values)}
              {...searchFormOf(definition.searches[search], definition.creates[create])}
              key={`search ${account}`}
              within="search"
              values={step.values}
              message={message}
              onChange={(values) => onChange({ ...step, values })}
            />
          </section>
          <section class="part" aria-labelledby={`${step.id}-create`}>
            <h3 id={`${step.id}-create`}>If nothing is found: {label}</h3>
            <StepForm
              {...contextFor('creates', create, step.createValues)}
              {...formOf(definition.creates[create])}
              foldedGroups={['more']}
              key={`create ${account}`}
              within={label}
              values={step.createValues}
              message={message}
              onChange={(createValues) => onChange({ ...step, createValues })}
            />
          </section>
        </>
      );
    }
    default:
      return (
        <StepForm
          {...contextFor(step.kind, step.key, step.values)}
          {...formOf(definition[step.kind][step.key])}
          key={`${step.key} ${account}`}
          values={step.values}
          message={message}
          onChange={(values) => onChange({ ...step, values })}
        />
      );
  }
}

/** Folds the fields of the search that a new record does not have. */
function searchFormOf(search: Operation | undefined, create: Operation | undefined) {
  const created = new Set(formOf(create).fields.map(({ key }) => key));
  const isOther = ({ key, type }: InputField) => type !== 'copy' && !created.has(key);
  return {
    fields: formOf(search).fields.map((field) => (isOther(field) ? { ...field, group: 'other' } : field)),
    groups: [{ key: 'other', label: 'Other Ways to Search' }],
    foldedGroups: ['other'],
  };
}

const formOf = (operation: Operation | undefined) => ({
  fields: operation?.operation.inputFields.filter((field) => typeof field !== 'string') ?? [],
  groups: operation?.operation.inputFieldGroups,
});
