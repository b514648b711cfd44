/** Tests a step and shows the result. */

import type { Definition } from '@print-and-mail/zapier/definition';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { Badge } from '../../../ui/components/badge.tsx';
import type { PlannedStep, Problem, StepTest } from '../../protocol.ts';
import { api } from '../api.ts';
import { StepResult } from '../runs/step_result.tsx';
import { showFieldErrors } from '../shared/field_problems.tsx';
import { OutcomeIcon } from '../shared/outcome.tsx';
import { ProblemView } from '../shared/problem.tsx';
import { formatTime } from '../shared/time.ts';
import { connectAccount, problemIn } from '../state.ts';
import type { StepProps } from './step_props.ts';

type Kind = Exclude<PlannedStep['kind'], 'form'>;

const successMessages: Record<Kind, string> = {
  triggers: 'Sample data from the trigger.',
  creates: 'The test was successful. Later steps can use this data.',
  searches: 'A match was found. Later steps can use this data.',
  searchOrCreates: 'The test was successful. Later steps can use this data.',
};

const emptyMessages: Record<Kind, string> = {
  triggers: 'No recent data found. This is an example, not from your account.',
  creates: 'The action returned no data.',
  searches: 'Nothing was found.',
  searchOrCreates: 'Nothing was found.',
};

const explanations: Record<Exclude<Kind, 'creates'>, string> = {
  triggers: 'Loads a recent record, so you can map its data in later steps.',
  searches: 'Runs the search with the values on this page.',
  searchOrCreates: 'Runs the search in the connected account, and creates a record if nothing is found.',
};

/** Whether the field in which an action lets the user choose is set to a preview. */
function explainActionTest(definition: Definition, { key, values }: Exclude<PlannedStep, { kind: 'form' }>) {
  const fields = definition.creates[key]?.operation.inputFields ?? [];
  const choice = fields.find((field) => typeof field !== 'string' && field.key === 'editor_test');
  if (choice === undefined || typeof choice === 'string') return 'Runs the action in the connected account.';
  return (values[choice.key] || choice.default) === 'preview'
    ? `Previews the action and changes nothing, as chosen in “${choice.label}”.`
    : `Runs the action in the connected account, as chosen in “${choice.label}”.`;
}

export function StepTester({ definition, zap, step, draft, test, number }: StepProps) {
  const [isTesting, setTesting] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  if (step.kind === 'form') return undefined;

  const run = async () => {
    setTesting(true);
    setProblem(undefined);
    showFieldErrors(zap, [step.id]);
    try {
      await draft.save();
      await api.testStep(zap, step.id);
    } catch (error) {
      setProblem(problemIn(error));
    } finally {
      setTesting(false);
    }
  };
  const connect = async () => {
    await draft.save();
    await connectAccount({ forZap: zap });
  };

  return (
    <section class="tester" aria-label={`Test of step ${number}`}>
      <div class="sticky">
        <div class="tester-head">
          <h3>Test</h3>
          {test && !isTesting && <small>{formatTime(test.at)}</small>}
        </div>
        {draft.account === undefined ? (
          <>
            <p class="hint-text">Connect an account to test this step.</p>
            <ActionButton appearance="primary" action={connect}>
              Connect an account
            </ActionButton>
          </>
        ) : (
          <>
            <p class="hint-text">
              {step.kind === 'creates' ? explainActionTest(definition, step) : explanations[step.kind]}
            </p>
            <button type="button" aria-busy={isTesting} disabled={isTesting} onClick={run}>
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
        <div aria-live="polite">
          {problem && <ProblemView problem={problem} zap={zap} />}
          {test && !isTesting && <TestResult test={test} zap={zap} kind={step.kind} />}
        </div>
      </div>
    </section>
  );
}

function TestResult({ test, zap, kind }: { test: StepTest; zap: string; kind: Kind }) {
  const { outcome, notes = [], isOutdated } = test;
  return (
    <StepResult run={test} zap={zap}>
      {isOutdated && (
        <p class="outdated">This step has changed since the last test. Test it again to update its data.</p>
      )}
      <p class="outcome">
        <OutcomeIcon outcome={outcome} />
        <strong>{describeOutcome(test, kind)}</strong>
      </p>
      {notes.length > 0 && (
        <p class="notes">
          {notes.map((note) => (
            <Badge key={note} tone={note === 'found' || note === 'created' ? 'info' : 'warn'}>
              {note}
            </Badge>
          ))}
        </p>
      )}
    </StepResult>
  );
}

/** The connector marks an example of an event by its id, as the service cannot list past events. */
const isExample = ({ record }: StepTest): boolean => String(record?.id).startsWith('example-');

function describeOutcome(test: StepTest, kind: Kind): string {
  const { outcome } = test;
  if (kind === 'triggers' && isExample(test)) return 'An example of the event, with data from your account.';
  if (outcome === 'done' && test.record?.preview_only === true)
    return 'The preview was successful. Nothing was ordered or changed.';
  if (outcome === 'done') return successMessages[kind];
  return outcome === 'nothing' ? emptyMessages[kind] : 'The test failed.';
}
