/** What a Zap has done, newest first, as it happens. */

import type { Definition } from '@print-and-mail/zapier/definition';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { notifyError } from '../../../ui/components/notices.tsx';
import type { FormField, StepRun, ZapRun, ZapState } from '../../protocol.ts';
import { stepTitle } from '../../zaps/step_title.ts';
import { api } from '../api.ts';
import { FileChoice } from '../fields/file_choice.tsx';
import { Confirm } from '../shared/confirm.tsx';
import { kindIcons } from '../shared/events.ts';
import { Icon } from '../shared/icons.tsx';
import { errorMessage, linkTo, refreshRuns, runs, view } from '../state.ts';
import { formatDateTime, initialItemCount, outcomeIcons, StepResult, withNotes } from './step_result.tsx';

const words: Record<ZapRun['outcome'], string> = {
  done: 'Done',
  stopped: 'Stopped: a search found nothing',
  failed: 'Failed',
  running: 'Running…',
};

const stepWords: Record<StepRun['outcome'], string> = {
  done: 'Done',
  nothing: 'Found nothing',
  failed: 'Failed',
  skipped: 'Not done',
};

export function RunList({ definition, zap }: { definition: Definition; zap: ZapState }) {
  useEffect(() => {
    refreshRuns(zap.id).catch(notifyError);
  }, [zap.id]);
  const list = runs.value?.zap === zap.id ? runs.value.list : undefined;
  const now = view.value;
  const asked = now.page === 'runs' ? now.run : undefined;
  const open = asked ?? list?.[0]?.id;
  const [first] = zap.plan.steps;
  const rows = useRef<HTMLOListElement>(null);
  /** The latest run when another was asked for: that one gets the focus when it is there. */
  const before = useRef<string | undefined>(undefined);
  const latest = list?.[0]?.id;
  useLayoutEffect(() => {
    if (before.current === undefined || before.current === latest) return;
    before.current = undefined;
    rows.current?.querySelector<HTMLElement>('.run-head')?.focus();
  }, [latest]);
  const runAgain = async (run: ZapRun) => {
    before.current = latest;
    await api.runAgain(zap.id, run.id);
    location.hash = linkTo.runs(zap.id);
  };
  return (
    <>
      {first?.kind === 'form' && <FormPreview key={zap.id} zap={zap} fields={first.fields} />}
      <div aria-live="polite" class="visually-hidden">
        {list?.[0] && `Latest run: ${saidOf(list[0])}`}
      </div>
      {list?.length === 0 && (
        <div class="card empty">
          <p>
            {zap.isOn
              ? 'Nothing has happened yet. A run appears here as soon as the Zap starts.'
              : 'This Zap has not run yet. Turn it on and make something happen.'}
          </p>
        </div>
      )}
      <ol class="runs" ref={rows}>
        {list?.map((run) => (
          <li key={run.id} class={run.id === open ? 'run open' : 'run'}>
            <h2>
              <a
                class="run-head"
                href={run.id === open && asked ? linkTo.runs(zap.id) : linkTo.run(zap.id, run.id)}
                aria-current={run.id === open ? 'true' : undefined}
              >
                <OutcomeMark run={run} words={saidOf(run)} notes={notesOf(run)} />
                <span class="run-about">{aboutOf(run)}</span>
                <time dateTime={run.at}>{formatDateTime(run.at)}</time>
              </a>
            </h2>
            {run.id === open && (
              <>
                <RunTools zap={zap} run={run} onAgain={() => runAgain(run)} />
                <RunSteps definition={definition} zap={zap} run={run} />
              </>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

const notesOf = ({ steps }: ZapRun): string[] => steps.flatMap(({ notes = [] }) => notes);

const saidOf = (run: ZapRun): string => withNotes(words[run.outcome], notesOf(run));

interface OutcomeMarkProps {
  run: Pick<ZapRun | StepRun, 'outcome'>;
  words: string;
  notes: readonly string[] | undefined;
}

/** What came of it; what did not go as usual does not look like what did. */
function OutcomeMark({ run: { outcome }, words, notes = [] }: OutcomeMarkProps) {
  const isNoted = outcome === 'done' && notes.length > 0;
  return (
    <span class={isNoted ? 'test-state noted' : `test-state ${outcome}`}>
      <Icon name={isNoted ? 'waiting' : outcomeIcons[outcome]} />
      {words}
    </span>
  );
}

/** What a run was about: its error, else what started it, as far as it is made for people and not for machines. */
function aboutOf({ steps }: ZapRun): string {
  const problem = steps.find((step) => step.problem)?.problem;
  if (problem) return problem.message;
  const items = steps[0]?.items.slice(0, initialItemCount).filter(({ fileUrl }) => !fileUrl) ?? [];
  const told = [...new Set(items.map(({ value }) => value))].filter((value) => value !== '');
  const phrases = told.filter((value) => /\p{L} \S/u.test(value));
  return (phrases.length > 0 ? phrases : told).slice(0, 2).join(' · ');
}

/** What can be done about a run that failed, and from which run one comes that was done again. */
function RunTools({ zap, run, onAgain }: { zap: ZapState; run: ZapRun; onAgain(): Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const hasStarted = run.steps[0]?.record !== undefined;
  const canRunAgain = run.outcome === 'failed' && hasStarted;
  if (!canRunAgain && run.repeats === undefined) return undefined;
  return (
    <div class="run-tools">
      {run.repeats !== undefined && (
        <p>
          Done again with what started <a href={linkTo.run(zap.id, run.repeats)}>an earlier run</a>.
        </p>
      )}
      {canRunAgain &&
        (zap.isOn ? (
          <button type="button" class="secondary" onClick={() => setAsking(true)}>
            Run again
          </button>
        ) : (
          <p>Turn the Zap on to run it again with the same start.</p>
        ))}
      {isAsking && (
        <Confirm
          title="Run again?"
          meaning="What started this run goes through all steps once more, also through those that were done. Letters that the connector knows to have been ordered are not ordered again within the time that is chosen in their step; after the account has been connected again it does not know of earlier orders."
          act="Run all steps again"
          isLoss={false}
          onYes={() => {
            onAgain().catch(notifyError);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function RunSteps({ definition, zap, run }: { definition: Definition; zap: ZapState; run: ZapRun }) {
  return (
    <ol class="run-steps">
      {run.steps.map((one) => (
        <RunStep key={one.step} definition={definition} zap={zap} run={one} />
      ))}
      {run.outcome === 'running' && (
        <li class="loading" aria-busy="true">
          The next step is being done…
        </li>
      )}
    </ol>
  );
}

function RunStep({ definition, zap, run }: { definition: Definition; zap: ZapState; run: StepRun }) {
  const index = zap.plan.steps.findIndex(({ id }) => id === run.step);
  const step = zap.plan.steps[index];
  return (
    <li>
      <h3>
        {step && (
          <span class={`kind small ${step.kind}`}>
            <Icon name={kindIcons[step.kind]} />
          </span>
        )}
        {step ? `${index + 1}. ${stepTitle(definition, step)}` : 'A step that is no longer in the Zap'}
        <OutcomeMark run={run} words={withNotes(stepWords[run.outcome], run.notes)} notes={run.notes} />
      </h3>
      <StepResult run={run} zap={zap.id} isSaid />
    </li>
  );
}

function FormPreview({ zap, fields }: { zap: ZapState; fields: readonly FormField[] }) {
  const [answers, setAnswers] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map(({ key, example }) => [key, example])),
  );
  const [state, setState] = useState<{ tone: 'good' | 'bad'; text: string } | undefined>(undefined);
  const set = (key: string, value: string) => setAnswers((before) => ({ ...before, [key]: value }));
  const submit = async () => {
    setState(undefined);
    try {
      await api.submit(zap.id, answers);
      setState({ tone: 'good', text: 'Sent; the run appears below.' });
    } catch (error) {
      setState({ tone: 'bad', text: errorMessage(error) });
    }
  };
  const upload = async (key: string, file: File) => {
    try {
      set(key, (await api.upload(file)).url);
    } catch (error) {
      setState({ tone: 'bad', text: errorMessage(error) });
    }
  };
  return (
    <form
      class="form-to-fill"
      aria-label="The form of this Zap"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h2>The form</h2>
      <p class="hint-text">
        {zap.isOn ? 'Fill it in as somebody on your website would.' : 'Turn the Zap on to fill it in.'}
      </p>
      <div class="form-fields">
        {fields.map(({ key, label, type }) => (
          <div key={key}>
            <label>
              {label}
              <input
                value={answers[key] ?? ''}
                disabled={!zap.isOn}
                onInput={({ currentTarget }) => set(key, currentTarget.value)}
              />
            </label>
            {type === 'file' && (
              <FileChoice label={label} isDisabled={!zap.isOn} onFile={(file) => upload(key, file)} />
            )}
          </div>
        ))}
      </div>
      <button type="submit" disabled={!zap.isOn}>
        Submit the form
      </button>
      <p role="status" class={state?.tone === 'bad' ? 'error-message' : 'field-note'}>
        {state?.text}
      </p>
    </form>
  );
}
