/** A Zap's runs, newest first, updated live. */
import type { Definition } from '@print-and-mail/zapier/definition';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { notifyError } from '../../../ui/components/notices.tsx';
import type { ReplayRequest, ZapRun, ZapState } from '../../protocol.ts';
import { needsAttention } from '../../runs/replays.ts';
import { api } from '../api.ts';
import { describeRun, describeTotal, RunOutcome } from '../shared/outcome.tsx';
import { formatDateTime } from '../shared/time.ts';
import { linkTo, refreshRuns, runs, view } from '../state.ts';
import { RunSteps } from './run_steps.tsx';
import { ReplayAll, RunTools } from './run_tools.tsx';
import { SubmitForm } from './submit_form.tsx';
import { summarize } from './summarize.ts';

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
  const replay = async (run: ZapRun, request: ReplayRequest) => {
    latestBeforeReplay.current = latest;
    await api.replay(zap.id, run.id, request);
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
                Only failed runs ({failed.length})
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
                <RunTools
                  zap={zap}
                  run={run}
                  runs={list ?? []}
                  onReplay={(request) => replay(run, request)}
                />
                <RunSteps definition={definition} zap={zap} run={run} />
              </>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
