/** One step of a Zap: what it does, its form, its test. */

import type { Definition } from '@print-and-mail/zapier/definition';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import type { PlannedStep, Problem, StepTest } from '../../protocol.ts';
import { stepTitle } from '../../zaps/step_title.ts';
import { api } from '../api.ts';
import type { DataSource } from '../fields/mappings.ts';
import { Markdown } from '../fields/markdown.tsx';
import { StepForm } from '../fields/step_form.tsx';
import { formatTime, StepResult, withNotes } from '../runs/step_result.tsx';
import { Confirm } from '../shared/confirm.tsx';
import { findEvent, kindIcons, kindNames } from '../shared/events.ts';
import { areFieldErrorsShown, showFieldErrors } from '../shared/field_problems.tsx';
import { Icon } from '../shared/icons.tsx';
import { ProblemView } from '../shared/problem.tsx';
import { connectAccount, problemIn } from '../state.ts';
import type { Draft } from './draft.ts';
import { FormFields } from './form_fields.tsx';

export interface StepCardProps {
  definition: Definition;
  zap: string;
  step: PlannedStep;
  number: number;
  count: number;
  draft: Draft;
  dataSources: readonly DataSource[];
  test: StepTest | undefined;
  isOn: boolean;
  isOpen: boolean;
  /** Whether a later step has a value of this one in it. */
  isUsed(path: string): boolean;
  onToggle(): void;
  onChange(step: PlannedStep): void;
  onReplace(): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

export function StepCard(props: StepCardProps) {
  const { definition, step, number, count, isOpen, isOn, test } = props;
  const [isAsking, setAsking] = useState(false);
  const title = stepTitle(definition, step);
  const event = findEvent(definition, step);
  const way =
    event?.way === 'instant' ? ' · instant' : event?.way === 'polling' ? ' · checked now and then' : '';
  const name = `step ${number}, ${title}`;
  return (
    <article class={isOpen ? `step ${step.kind} open` : `step ${step.kind}`} data-step={step.id}>
      <header>
        <h2>
          <button type="button" class="step-head" aria-expanded={isOpen} onClick={props.onToggle}>
            <span class="kind">
              <Icon name={kindIcons[step.kind]} />
            </span>
            <span class="step-name">
              <small>
                {kindNames[step.kind]}
                {way}
              </small>
              <span>
                {number}. {title}
              </span>
            </span>
            <TestState step={step} test={test} />
          </button>
        </h2>
        {!isOn && (
          <div class="step-tools">
            {number > 2 && <Tool label={`Move ${name} up`} icon="up" onClick={() => props.onMove(-1)} />}
            {number > 1 && number < count && (
              <Tool label={`Move ${name} down`} icon="down" onClick={() => props.onMove(1)} />
            )}
            <Tool label={`Remove ${name}`} icon="remove" onClick={() => setAsking(true)} />
          </div>
        )}
      </header>
      {isOpen && <StepBody {...props} />}
      {isAsking && (
        <Confirm
          title={`Remove step ${number}?`}
          meaning={`“${title}” and what is filled in there are taken out of the Zap. Where later steps use values of it, the values stay and are marked; choose others there before the Zap is turned on.`}
          act="Remove the step"
          onYes={props.onRemove}
          onClose={() => setAsking(false)}
        />
      )}
    </article>
  );
}

function Tool({ label, icon, onClick }: { label: string; icon: 'up' | 'down' | 'remove'; onClick(): void }) {
  return (
    <button type="button" class="plain icon-button" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

function TestState({ step, test }: Pick<StepCardProps, 'step' | 'test'>) {
  if (step.kind === 'form') return undefined;
  const outcome = test?.outcome ?? 'untested';
  const words = {
    done: 'Tested',
    nothing: 'Nothing found',
    failed: 'Test failed',
    skipped: 'Not tested',
    untested: 'Not tested',
  };
  const isNoted = outcome === 'done' && test?.notes !== undefined;
  return (
    <span class={`test-state ${isNoted ? 'noted' : outcome}`}>
      {(outcome === 'done' || outcome === 'failed') && <Icon name={outcome} />}
      {withNotes(words[outcome], test?.notes)}
    </span>
  );
}

function StepBody(props: StepCardProps) {
  const { definition, step, draft, isOn } = props;
  const event = findEvent(definition, step);
  const form = {
    zap: props.zap,
    step: step.id,
    account: draft.account,
    dataSources: props.dataSources,
    isReadOnly: isOn,
    showsErrors: areFieldErrorsShown(props.zap, step.id),
  };
  return (
    <div class="step-body">
      <div class="step-form">
        <div class="event-line">
          <div>
            {step.kind === 'form' ? (
              'Starts when somebody fills in the form on this page.'
            ) : event ? (
              <Markdown text={event.description} />
            ) : (
              <p class="error-message">
                The connector has no “{step.key}” any more. Choose another event for this step.
              </p>
            )}
          </div>
          {!isOn && (
            <button type="button" class="plain" onClick={props.onReplace}>
              Change<span class="visually-hidden"> what step {props.number} does</span>
            </button>
          )}
        </div>
        {step.kind === 'form' && (
          <FormFields
            fields={step.fields}
            isReadOnly={isOn}
            isUsed={props.isUsed}
            onChange={(fields) => props.onChange({ ...step, fields })}
          />
        )}
        {step.kind !== 'form' && step.kind !== 'searchOrCreates' && event && (
          <StepForm
            {...form}
            key={`${step.id} ${step.key} ${draft.account}`}
            kind={step.kind}
            operation={step.key}
            values={step.values}
            onChange={(values) => props.onChange({ ...step, values })}
          />
        )}
        {step.kind === 'searchOrCreates' && event && <SearchOrCreate {...props} step={step} form={form} />}
      </div>
      {step.kind !== 'form' && event && <StepTester {...props} />}
    </div>
  );
}

type SearchOrCreateStep = Extract<PlannedStep, { kind: 'searchOrCreates' }>;

interface SearchOrCreateProps extends Omit<StepCardProps, 'step'> {
  step: SearchOrCreateStep;
  form: {
    zap: string;
    step: string;
    account: string | undefined;
    dataSources: readonly DataSource[];
    isReadOnly: boolean;
    showsErrors: boolean;
  };
}

function SearchOrCreate({ definition, step, form, onChange }: SearchOrCreateProps) {
  const pair = definition.searchOrCreates[step.key];
  if (!pair) return undefined;
  const create = definition.creates[pair.create]?.display.label ?? pair.create;
  const update = pair.update && (definition.creates[pair.update]?.display.label ?? pair.update);
  return (
    <>
      <section class="part">
        <h3>Search for</h3>
        <StepForm
          {...form}
          key={`${step.id} search ${form.account}`}
          kind="searches"
          operation={pair.search}
          values={step.values}
          onChange={(values) => onChange({ ...step, values })}
        />
      </section>
      <section class="part">
        <h3>
          {create} if nothing is found{update ? ', otherwise update what is found' : ''}
        </h3>
        <StepForm
          {...form}
          key={`${step.id} create ${form.account}`}
          kind="creates"
          operation={pair.create}
          values={step.createValues}
          onChange={(createValues) => onChange({ ...step, createValues })}
        />
      </section>
    </>
  );
}

/** What a successful test says, by kind. */
const good: Record<Exclude<PlannedStep['kind'], 'form'>, string> = {
  triggers: 'This is what the trigger gives.',
  creates: 'It worked. This is what later steps can use.',
  searches: 'Found. This is what later steps can use.',
  searchOrCreates: 'It worked. This is what later steps can use.',
};

const nothing: Record<Exclude<PlannedStep['kind'], 'form'>, string> = {
  triggers: 'There is nothing to list yet, so this is a sample.',
  creates: 'The action gave nothing.',
  searches: 'Nothing was found.',
  searchOrCreates: 'Nothing was found.',
};

function StepTester(props: StepCardProps) {
  const { zap, step, draft, test, number } = props;
  const [isTesting, setTesting] = useState(false);
  const [refusal, setRefusal] = useState<Problem | undefined>(undefined);
  if (step.kind === 'form') return undefined;

  const run = async () => {
    setTesting(true);
    setRefusal(undefined);
    showFieldErrors(zap, [step.id]);
    try {
      await draft.saved();
      await api.testStep(zap, step.id);
    } catch (error) {
      setRefusal(problemIn(error));
    } finally {
      setTesting(false);
    }
  };

  const words =
    test?.outcome === 'done' ? good[step.kind] : test?.outcome === 'nothing' ? nothing[step.kind] : undefined;
  return (
    <section class="tester" aria-label={`Test of step ${number}`}>
      <div class="sticky">
        <div class="tester-head">
          <h3>Test</h3>
          {test && !isTesting && <small>{formatTime(test.at)}</small>}
        </div>
        {draft.account === undefined ? (
          <>
            <p class="hint-text">A test needs a connected account.</p>
            <ActionButton appearance="primary" action={connectAccount}>
              Connect an account
            </ActionButton>
          </>
        ) : (
          <>
            <p class="hint-text">
              {step.kind === 'triggers'
                ? 'Asks the service for what happened last, to have data for the later steps.'
                : step.kind === 'searches'
                  ? 'Searches with what is filled in here.'
                  : 'Runs the action in the connected account with what is filled in here. Some actions only check or preview in a test; their help texts say so.'}
            </p>
            <button type="button" aria-busy={isTesting} disabled={isTesting} onClick={run}>
              {isTesting
                ? 'Testing…'
                : test
                  ? 'Test again'
                  : step.kind === 'triggers'
                    ? 'Test the trigger'
                    : 'Test the step'}
            </button>
          </>
        )}
        <div aria-live="polite">
          {refusal && <ProblemView problem={refusal} zap={zap} />}
          {test && !isTesting && <StepResult run={test} zap={zap} {...(words ? { words } : {})} />}
        </div>
      </div>
    </section>
  );
}
