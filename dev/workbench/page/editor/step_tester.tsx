/** Tests a step and shows the result. */
import type { Definition, InputField, Operation } from '@print-and-mail/zapier/definition';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { Badge } from '../../../ui/components/badge.tsx';
import { ConfirmDialog } from '../../../ui/components/confirm_dialog.tsx';
import type { PlannedStep, Problem, StepRun, StepTest } from '../../protocol.ts';
import { api } from '../api.ts';
import { StepResult } from '../runs/step_result.tsx';
import { formatCount } from '../shared/count.ts';
import { findEvent, findTestField } from '../shared/events.ts';
import { FieldLink, showFieldErrors } from '../shared/field_problems.tsx';
import { hasUnusualNotes, isUnusual, OutcomeIcon, warningOf } from '../shared/outcome.tsx';
import { ProblemView } from '../shared/problem.tsx';
import { formatTime } from '../shared/time.ts';
import { problemIn } from '../state.ts';
import type { StepProps } from './step_props.ts';
import { findExample } from './steps.ts';

/** Says what the Test button does. */
function explainTest(definition: Definition, step: PlannedStep): string {
  switch (step.kind) {
    case 'triggers':
      return findEvent(definition, step)?.delivery === 'polling'
        ? 'Loads a recent record, so you can map its data in later steps.'
        : 'Loads an example of the event, because the letter service does not list past events.';
    case 'searches':
      return 'Runs the search with the values on this page.';
    case 'searchOrCreates':
      return `Runs the search. If nothing is found, this ${describeRealChange(definition, step) ?? 'creates a record'} for real.`;
    case 'creates': {
      const label = testFieldOf(definition, step)?.label;
      const chosenIn = label ? `, as chosen in “${label}”` : '';
      const change = describeRealChange(definition, step);
      if (change !== undefined) return `This ${change} for real${chosenIn}.`;
      return `Shows a preview${chosenIn}. Nothing is ordered or changed.`;
    }
    default:
      return 'Compares the conditions with the data of the earlier steps.';
  }
}

const verbs: readonly (readonly [beginning: RegExp, verb: string])[] = [
  [/^Create or Update /, 'creates or changes'],
  [/^Create /, 'creates'],
  [/^Delete /, 'deletes'],
  [/^Replace /, 'replaces'],
  [/^Upload /, 'uploads'],
];

/** `changes the contact`, by the action's label. */
function describeChange({ noun, display: { label } }: Operation): string {
  const verb = verbs.find(([beginning]) => beginning.test(label))?.[1] ?? 'changes';
  return `${verb} the ${noun.toLocaleLowerCase('en')}`;
}

function actionOf({ creates, searchOrCreates }: Definition, step: PlannedStep): Operation | undefined {
  if (step.kind === 'searchOrCreates') return creates[searchOrCreates[step.key]?.create ?? ''];
  return step.kind === 'creates' ? creates[step.key] : undefined;
}

function testFieldOf(definition: Definition, step: PlannedStep): InputField | undefined {
  const action = actionOf(definition, step);
  return action && findTestField(action);
}

/** Whether a test orders letters, or replaces the list, for real: too much for one click. A preview then says what it would do. */
function asksFirst(definition: Definition, step: PlannedStep): boolean {
  const action = actionOf(definition, step);
  const field = testFieldOf(definition, step);
  if (!action || !field || !('values' in step)) return false;
  const outputs = (action.operation.outputFields ?? []).filter((one) => typeof one !== 'string');
  const chosen = step.values[field.key];
  return chosen === 'order' || (chosen === 'run' && outputs.some(({ key }) => key === 'changes'));
}

/** What a test would do for real, by its preview: a title and a sentence or two. */
function describeReal({ record = {} }: StepRun): { title: string; text: string } {
  const { changes, letter_count: count, first_envelopes: envelopes, name } = record;
  if (typeof changes === 'string') return { title: 'Replace the mailing list for real?', text: changes };
  const letters = typeof count === 'number' ? formatCount(count, 'letter') : 'letters';
  const names = Array.isArray(envelopes) ? envelopes.map((one) => String(one).split('\n')[0]) : [name];
  const known = names.filter((one) => typeof one === 'string' && one !== '');
  const others = typeof count === 'number' && count > known.length ? ' and others' : '';
  const whose = known.length > 0 ? ` to ${known.join(', ')}${others}` : '';
  const warning = warningOf({ record });
  return {
    title: `Order ${letters} for real?`,
    text: `This orders ${letters}${whose}, which costs money.${warning && ` ${warning}`}`,
  };
}

/** What a test changes at the letter service, such as `changes the contact`; undefined if nothing. */
function describeRealChange(definition: Definition, step: PlannedStep): string | undefined {
  const action = actionOf(definition, step);
  if (!action || !('values' in step)) return undefined;
  const choice = findTestField(action);
  const chosen = choice && (step.values[choice.key] || choice.default);
  if (chosen === 'preview') return undefined;
  return chosen === 'order' ? 'orders letters, which cost money,' : describeChange(action);
}

export function StepTester({ definition, zap, step, draft, test, number, dataSources, isOn }: StepProps) {
  const [isTesting, setTesting] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  /** What the preview found, until the user has decided. */
  const [preview, setPreview] = useState<StepRun | undefined>(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const lastTest = useRef(test?.at);
  // A long result moves the heading up if the page is scrolled to its end.
  useLayoutEffect(() => {
    if (lastTest.current !== test?.at) heading.current?.scrollIntoView({ block: 'nearest' });
    lastTest.current = test?.at;
  }, [test?.at]);
  const change = describeRealChange(definition, step);
  const example = findExample(step, dataSources);
  const testField = testFieldOf(definition, step);
  const run = async ({ isConfirmed = false } = {}) => {
    if (isTesting) return;
    setTesting(true);
    setProblem(undefined);
    showFieldErrors(zap, [step.id]);
    try {
      await draft.save();
      const found = isConfirmed || !asksFirst(definition, step) ? undefined : await api.preview(zap, step.id);
      if (found?.problem) setProblem(found.problem);
      else if (found) setPreview(found);
      else await api.testStep(zap, step.id);
    } catch (error) {
      setProblem(problemIn(error));
    } finally {
      setTesting(false);
    }
  };

  return (
    <section class="tester" aria-label={`Test of step ${number}`}>
      <div class="sticky">
        <div class="row spread">
          <h3 ref={heading}>Test</h3>
          {test && !isTesting && <small>{formatTime(test.at)}</small>}
        </div>
        {draft.account === undefined && step.kind !== 'filter' ? (
          <>
            <p class="hint-text">Connect an account to test this step.</p>
            <ActionButton appearance="primary" action={draft.connect}>
              Connect an account
            </ActionButton>
          </>
        ) : (
          <>
            <p class="hint-text">
              <span>{explainTest(definition, step)}</span>{' '}
              {testField && !isOn && (
                <FieldLink
                  zap={zap}
                  field={{ step: step.id, key: testField.key, label: 'Change this setting' }}
                />
              )}
            </p>
            {/* Not disabled while it works, which would take the focus from it. */}
            <button
              type="button"
              aria-busy={isTesting}
              onClick={() => (change !== undefined && example ? setConfirming(true) : run())}
            >
              {isTesting
                ? 'Testing…'
                : test
                  ? 'Test again'
                  : step.kind === 'triggers'
                    ? 'Test trigger'
                    : 'Test step'}
            </button>
          </>
        )}
        {isConfirming && (
          <ConfirmDialog
            title="Test with an example?"
            confirm="Test anyway"
            isDestructive={false}
            onConfirm={() => void run()}
            onClose={() => setConfirming(false)}
          >
            {`This ${change} for real, but step ${example?.number} has only an example: nothing of it happened. You can also turn the Zap on without this test.`}
          </ConfirmDialog>
        )}
        {preview && (
          <ConfirmDialog
            title={describeReal(preview).title}
            confirm={typeof preview.record?.changes === 'string' ? 'Replace it' : 'Order'}
            onConfirm={() => void run({ isConfirmed: true })}
            onClose={() => setPreview(undefined)}
          >
            {describeReal(preview).text}
          </ConfirmDialog>
        )}
        <div aria-live="polite">
          {problem && <ProblemView problem={problem} zap={zap} />}
          {test && !isTesting && <TestResult test={test} zap={zap} kind={step.kind} />}
        </div>
      </div>
    </section>
  );
}

function TestResult({ test, zap, kind }: { test: StepTest; zap: string; kind: PlannedStep['kind'] }) {
  const { outcome, isOutdated } = test;
  // The warning and that it is a preview are in sentences.
  const notes = test.notes?.filter((note) => note !== 'warning' && note !== 'preview only') ?? [];
  return (
    <StepResult run={test} zap={zap}>
      {isOutdated && (
        <p class="outdated">This step has changed since the last test. Test it again to update its data.</p>
      )}
      <p class={hasUnusualNotes(test) ? 'outcome noted' : 'outcome'}>
        <OutcomeIcon outcome={outcome} />
        <strong>{describeOutcome(test, kind)}</strong>
      </p>
      {notes.length > 0 && (
        <p class="row notes">
          {notes.map((note) => (
            <Badge key={note} tone={isUnusual(note) ? 'warn' : 'info'}>
              {note}
            </Badge>
          ))}
        </p>
      )}
    </StepResult>
  );
}

function describeOutcome({ outcome, origin, record }: StepTest, kind: PlannedStep['kind']): string {
  if (outcome === 'failed') return 'The test failed.';
  if (outcome === 'nothing') return 'Nothing was found.';
  if (record?.preview_only === true) return 'This was a preview. Nothing was ordered or changed.';
  if (outcome === 'filtered') return 'A run with these data would end here.';
  switch (kind) {
    case 'filter':
      return 'A run with these data would continue.';
    case 'triggers':
      return origin === undefined ? 'No data.' : originMessages[origin];
    case 'searches':
      return describeMatches(record ?? {});
    default:
      return 'The test was successful. Later steps can use this data.';
  }
}

const originMessages: Record<NonNullable<StepTest['origin']>, string> = {
  recent: 'A recent record from your account.',
  example: 'An example of the event, with data from your account.',
  sample: 'No recent data found. This is an example, not from your account.',
};

/** Find Contact uses one of its matches, Find Contacts returns all of them. */
function describeMatches({ match_count: matches, count = matches ?? 1 }: Record<string, unknown>): string {
  if (count === 1) return 'A match was found. Later steps can use this data.';
  return `${count} contacts match. ${matches === undefined ? 'Later steps can use them' : 'This is the best one'}.`;
}
