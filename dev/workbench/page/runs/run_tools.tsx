/** What can be done about a run that failed or is held. */
import { useState } from 'preact/hooks';
import { ConfirmDialog } from '../../../ui/components/confirm_dialog.tsx';
import { notifyError } from '../../../ui/components/notices.tsx';
import type { ZapRun, ZapState } from '../../protocol.ts';
import { api } from '../api.ts';
import { formatDateTime } from '../shared/time.ts';
import { consoleUrl, linkTo } from '../state.ts';

type ReplayFrom = 'start' | 'failed step';

const canReplay = ({ outcome, steps: [trigger] }: ZapRun): boolean =>
  outcome === 'failed' && trigger?.record !== undefined;

const hasFailedStep = ({ steps }: ZapRun): boolean =>
  steps.findIndex(({ outcome }) => outcome === 'failed') > 0;

interface RunToolsProps {
  zap: ZapState;
  run: ZapRun;
  onReplay(from: ReplayFrom): Promise<void>;
}

const duplicateProtection =
  'Letters that were already ordered will not be ordered again within the time set under Do Not Send Twice Within.';

const dialogs: Record<ReplayFrom, { title: string; consequences: string; confirm: string }> = {
  'failed step': {
    title: 'Replay from the failed step?',
    consequences: `The failed step and the steps after it will run with the data of this run. Steps that succeeded will not run again. ${duplicateProtection}`,
    confirm: 'Replay from the failed step',
  },
  start: {
    title: 'Replay from the start?',
    consequences: `All steps will run again with the same trigger data, including those that succeeded, so a contact or a file may be added twice. ${duplicateProtection}`,
    confirm: 'Replay all steps',
  },
};

/** Replays the failed runs that were not replayed yet. */
export function ReplayAll({ zap, runs }: { zap: ZapState; runs: readonly ZapRun[] }) {
  const [isConfirming, setConfirming] = useState(false);
  const failed = runs.filter((run) => canReplay(run) && !runs.some(({ replayOf }) => replayOf === run.id));
  if (!zap.isOn || failed.length < 2) return undefined;
  const replayAll = async () => {
    // The oldest first, as they happened.
    for (const run of failed.toReversed())
      await api.replay(zap.id, run.id, hasFailedStep(run) ? 'failed step' : 'start').catch(notifyError);
  };
  return (
    <div class="run-tools">
      <button type="button" class="secondary" onClick={() => setConfirming(true)}>
        Replay all {failed.length} failed runs
      </button>
      {isConfirming && (
        <ConfirmDialog
          title={`Replay ${failed.length} failed runs?`}
          confirm="Replay all"
          isDestructive={false}
          onConfirm={replayAll}
          onClose={() => setConfirming(false)}
        >
          {dialogs['failed step'].consequences}
        </ConfirmDialog>
      )}
    </div>
  );
}

export function RunTools({ zap, run, onReplay }: RunToolsProps) {
  const [confirming, setConfirming] = useState<ReplayFrom | undefined>(undefined);
  if (!canReplay(run) && run.replayOf === undefined && run.heldUntil === undefined) return undefined;
  return (
    <div class="run-tools">
      {run.replayOf !== undefined && (
        <p>
          Replay of <a href={linkTo.run(zap.id, run.replayOf)}>an earlier run</a>.
        </p>
      )}
      {run.heldUntil !== undefined && (
        <p>
          The letter service is limiting requests. This run is retried at {formatDateTime(run.heldUntil)}
          {consoleUrl ? ', by the sandbox’s clock. Advance that clock in the console to retry sooner.' : '.'}
        </p>
      )}
      {canReplay(run) && !zap.isOn && <p>Turn the Zap on to replay this run.</p>}
      {canReplay(run) && zap.isOn && (
        <>
          {hasFailedStep(run) && (
            <button type="button" class="secondary" onClick={() => setConfirming('failed step')}>
              Replay from failed step
            </button>
          )}
          <button type="button" class="secondary" onClick={() => setConfirming('start')}>
            Replay from start
          </button>
        </>
      )}
      {confirming && (
        <ConfirmDialog
          title={dialogs[confirming].title}
          confirm={dialogs[confirming].confirm}
          isDestructive={false}
          onConfirm={() => {
            onReplay(confirming).catch(notifyError);
          }}
          onClose={() => setConfirming(undefined)}
        >
          {dialogs[confirming].consequences}
        </ConfirmDialog>
      )}
    </div>
  );
}
