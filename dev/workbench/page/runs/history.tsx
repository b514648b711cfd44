/** The runs of all Zaps, by day, with what was ordered on each. */
import { useEffect, useState } from 'preact/hooks';
import { notifyError } from '../../../ui/components/notices.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import type { HistoryRun } from '../../protocol.ts';
import { needsAttention } from '../../runs/replays.ts';
import { describeTotal, RunOutcome } from '../shared/outcome.tsx';
import { formatDay, formatTime } from '../shared/time.ts';
import { consoleUrl, definition, history, linkTo, refreshHistory, zaps } from '../state.ts';
import { summarize } from './summarize.ts';

const lead = consoleUrl
  ? 'The runs of all Zaps. An order that was canceled does not count, and one that you found does.'
  : 'The runs of all Zaps. An order that you found counts. So does one that was canceled, which the workbench cannot see.';

export function History() {
  useEffect(() => {
    refreshHistory().catch(notifyError);
  }, []);
  const all = history.value;
  const [isFiltered, setFiltered] = useState(false);
  const open = all?.filter((run) => needsAttention(run, all)) ?? [];
  const shown = isFiltered ? open : (all ?? []);
  const days = Map.groupBy(shown, ({ at }) => formatDay(at));
  return (
    <>
      <PageHeading title="History" lead={lead} />
      {all?.length === 0 && (
        <div class="card empty">
          <p>No runs yet. Turn a Zap on, then trigger it.</p>
        </div>
      )}
      {all && all.length > 0 && (
        <div class="row spread runs-total">
          <p>{describeTotal(all)}</p>
          {(open.length > 0 || isFiltered) && (
            <label>
              <input
                type="checkbox"
                checked={isFiltered}
                onChange={({ currentTarget }) => setFiltered(currentTarget.checked)}
              />
              Only failed runs ({open.length})
            </label>
          )}
        </div>
      )}
      {[...days].map(([day, list]) => (
        <section key={day} class="history-day">
          <h2>{day}</h2>
          {all && <p class="hint-text">{describeTotal(list, all)}</p>}
          <ol class="runs">
            {list.map((run) => (
              <HistoryRow key={run.id} run={run} all={all ?? []} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

function HistoryRow({ run, all }: { run: HistoryRun; all: readonly HistoryRun[] }) {
  const zap = zaps.value.find(({ id }) => id === run.zap);
  if (!zap) return undefined;
  return (
    <li class="card run">
      <a class="run-head" href={linkTo.run(zap.id, run.id)}>
        <RunOutcome run={run} runs={all} />
        <span class="run-about">
          <small>{zap.plan.name || 'Untitled'}:</small> {summarize(definition, zap, run)}
        </span>
        <time dateTime={run.at}>{formatTime(run.at)}</time>
      </a>
    </li>
  );
}
