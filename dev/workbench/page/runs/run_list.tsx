/** A Zap's runs, newest first, updated live. */
import type { Definition } from '@print-and-mail/zapier/definition';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { notifyError } from '../../../ui/components/notices.tsx';
import type { StepRun, ZapRun, ZapState } from '../../protocol.ts';
import { needsAttention } from '../../runs/replays.ts';
import { isRecord } from '../../zaps/mappings.ts';
import { stepTitle } from '../../zaps/step_title.ts';
import { api } from '../api.ts';
import { formatCount } from '../shared/count.ts';
import { localFileName } from '../shared/file_name.ts';
import {
  describeOrders,
  describeRun,
  isMended,
  RunOutcome,
  reasonIn,
  warningOf,
} from '../shared/outcome.tsx';
import { formatDateTime } from '../shared/time.ts';
import { firstItems } from '../shared/visible_items.ts';
import { linkTo, refreshRuns, runs, view } from '../state.ts';
import { RunSteps } from './run_steps.tsx';
import { ReplayAll, RunTools } from './run_tools.tsx';
import { SubmitForm } from './submit_form.tsx';

export function RunList({ definition, zap }: { definition: Definition; zap: ZapState }) {
  useEffect(() => {
    refreshRuns(zap.id).catch(notifyError);
  }, [zap.id]);
  const list = runs.value?.zap === zap.id ? runs.value.list : undefined;
  const [isFiltered, setFiltered] = useState(false);
  const failed = list?.filter((run) => needsAttention(run, list)) ?? [];
  const current = view.value;
  const requested = current.page === 'runs' ? current.run : undefined;
  const shown = isFiltered ? failed : list;
  const open = requested ?? shown?.[0]?.id;
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
        {list?.[0] && `Latest run: ${describeRun(list[0], list)}`}
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
      {list && list.length > 1 && (
        <div class="row spread runs-total">
          <p>{describeTotal(list)}</p>
          <div class="row">
            {(failed.length > 0 || isFiltered) && (
              <label>
                <input
                  type="checkbox"
                  checked={isFiltered}
                  onChange={({ currentTarget }) => setFiltered(currentTarget.checked)}
                />
                Only the {failed.length} failed
              </label>
            )}
            <ReplayAll zap={zap} runs={list} />
          </div>
        </div>
      )}
      <ol class="runs" ref={rows}>
        {shown?.map((run) => (
          <li key={run.id} class={run.id === open ? 'card run open' : 'card run'}>
            <h2>
              <a
                class="run-head"
                href={run.id === open && requested ? linkTo.runs(zap.id) : linkTo.run(zap.id, run.id)}
                aria-current={run.id === open ? 'true' : undefined}
              >
                <RunOutcome run={run} runs={list ?? []} />
                <span class="run-about">{summarize(definition, zap, run)}</span>
                <time dateTime={run.at}>{formatDateTime(run.at)}</time>
              </a>
            </h2>
            {run.id === open && (
              <>
                <RunTools zap={zap} run={run} runs={list ?? []} onReplay={(from) => replay(run, from)} />
                <RunSteps definition={definition} zap={zap} run={run} />
              </>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** `12 runs: 8 done, 3 failed, 1 mended by a replay. 24 letters for $28.08.` */
function describeTotal(list: readonly ZapRun[]): string {
  const counts = new Map<string, number>();
  for (const run of list) {
    const isReplayed = run.outcome === 'failed' && !needsAttention(run, list);
    const state = isMended(run, list) ? 'mended by a replay' : isReplayed ? 'replayed' : run.outcome;
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  const states = [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
  const orders = describeOrders(list.flatMap(({ steps }) => steps)).join(' for ');
  return `${formatCount(list.length, 'run')}: ${states}.${orders && ` Ordered: ${orders}.`}`;
}

/** Whom the run concerned, by the last step that names people: those on the first envelopes, or one with an address. */
function namePeople({ steps }: ZapRun): string {
  const data = steps.flatMap(({ input, record = {} }) => [input, record]).reverse();
  for (const { first_envelopes: envelopes, letter_count: count, ...one } of data) {
    if (Array.isArray(envelopes) && envelopes.length > 0) {
      const names = envelopes.map((envelope) => String(envelope).split('\n')[0]);
      const others = typeof count === 'number' ? count - names.length : 0;
      return `${names.join(', ')}${others > 0 ? ` and ${formatCount(others, 'other')}` : ''}`;
    }
    const { name = one.company } = one;
    if (typeof name === 'string' && name !== '' && ('street' in one || isRecord(one.address))) return name;
  }
  return '';
}

function summarize(definition: Definition, zap: ZapState, run: ZapRun): string {
  const [people, reason] = [namePeople(run), describeReason(definition, zap, run)];
  return reason.includes(people) ? reason : [people, reason].filter(Boolean).join(' · ');
}

/** The reason of the failing step, else a warning, else the readable values of the trigger. */
function describeReason(definition: Definition, { plan }: ZapState, { steps, stopReason }: ZapRun): string {
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
  const items = firstItems(steps[0]?.items ?? [], false);
  const texts = items.map(({ value, fileUrl }) => localFileName(value) ?? (fileUrl ? '' : value));
  const values = [...new Set(texts)].filter((value) => value !== '');
  // Prefer values of several words, such as a name, to IDs and codes.
  const phrases = values.filter((value) => /\p{L} \S/u.test(value));
  return (phrases.length > 0 ? phrases : values).slice(0, 2).join(' · ');
}
