/** A Zap's runs, newest first, updated live. */
import type { Definition } from '@print-and-mail/zapier/definition';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { notifyError } from '../../../ui/components/notices.tsx';
import type { StepRun, ZapRun, ZapState } from '../../protocol.ts';
import { stepTitle } from '../../zaps/step_title.ts';
import { api } from '../api.ts';
import { localFileName } from '../shared/file_name.ts';
import { describeRun, RunOutcome, reasonIn, warningOf } from '../shared/outcome.tsx';
import { formatDateTime } from '../shared/time.ts';
import { linkTo, refreshRuns, runs, view } from '../state.ts';
import { RunSteps } from './run_steps.tsx';
import { ReplayAll, RunTools } from './run_tools.tsx';
import { initialItemCount } from './step_result.tsx';
import { SubmitForm } from './submit_form.tsx';

export function RunList({ definition, zap }: { definition: Definition; zap: ZapState }) {
  useEffect(() => {
    refreshRuns(zap.id).catch(notifyError);
  }, [zap.id]);
  const list = runs.value?.zap === zap.id ? runs.value.list : undefined;
  const current = view.value;
  const requested = current.page === 'runs' ? current.run : undefined;
  const open = requested ?? list?.[0]?.id;
  const [first] = zap.plan.steps;
  const rows = useRef<HTMLOListElement>(null);
  /** The latest run when a replay was requested: the new run gets the focus when it appears. */
  const latestBeforeReplay = useRef<string | undefined>(undefined);
  const latest = list?.[0]?.id;
  useLayoutEffect(() => {
    if (latestBeforeReplay.current === undefined || latestBeforeReplay.current === latest) return;
    latestBeforeReplay.current = undefined;
    rows.current?.querySelector<HTMLElement>('.run-head')?.focus();
  }, [latest]);
  const replay = async (run: ZapRun, from: 'start' | 'failed step') => {
    latestBeforeReplay.current = latest;
    await api.replay(zap.id, run.id, from);
    location.hash = linkTo.runs(zap.id);
  };
  return (
    <>
      {first?.kind === 'form' && <SubmitForm key={zap.id} zap={zap} fields={first.fields} />}
      <div aria-live="polite" class="visually-hidden">
        {list?.[0] && `Latest run: ${describeRun(list[0])}`}
      </div>
      {list?.length === 0 && (
        <div class="card empty">
          <p>
            {zap.isOn
              ? 'No runs yet. Each run appears here as soon as it starts.'
              : 'No runs yet. Turn the Zap on, then trigger it.'}
          </p>
        </div>
      )}
      <ReplayAll zap={zap} runs={list ?? []} />
      <ol class="runs" ref={rows}>
        {list?.map((run) => (
          <li key={run.id} class={run.id === open ? 'card run open' : 'card run'}>
            <h2>
              <a
                class="run-head"
                href={run.id === open && requested ? linkTo.runs(zap.id) : linkTo.run(zap.id, run.id)}
                aria-current={run.id === open ? 'true' : undefined}
              >
                <RunOutcome run={run} />
                <span class="run-about">{summarize(definition, zap, run)}</span>
                <time dateTime={run.at}>{formatDateTime(run.at)}</time>
              </a>
            </h2>
            {run.id === open && (
              <>
                <RunTools zap={zap} run={run} onReplay={(from) => replay(run, from)} />
                <RunSteps definition={definition} zap={zap} run={run} />
              </>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** The reason of the failing step, else a warning, else the readable values of the trigger. */
function summarize(definition: Definition, { plan }: ZapState, { steps, stopReason }: ZapRun): string {
  const withTitle = ({ step: id }: StepRun, text: string): string => {
    const index = plan.steps.findIndex((step) => step.id === id);
    const step = plan.steps[index];
    return step ? `${index + 1}. ${stepTitle(definition, step)}: ${text}` : text;
  };
  const failing = steps.find(({ problem }) => problem);
  if (failing?.problem) return withTitle(failing, reasonIn(failing.problem.message));
  if (stopReason !== undefined) return stopReason;
  const warned = steps.find((step) => warningOf(step) !== '');
  if (warned) return withTitle(warned, warningOf(warned));
  const items = steps[0]?.items.slice(0, initialItemCount) ?? [];
  const texts = items.map(({ value, fileUrl }) => localFileName(value) ?? (fileUrl ? '' : value));
  const values = [...new Set(texts)].filter((value) => value !== '');
  // Prefer values of several words, such as a name, to IDs and codes.
  const phrases = values.filter((value) => /\p{L} \S/u.test(value));
  return (phrases.length > 0 ? phrases : values).slice(0, 2).join(' · ');
}
