/** What can be done about a run that failed or is held. */
import { useState } from 'preact/hooks';
import { ConfirmDialog } from '../../../ui/components/confirm_dialog.tsx';
import { notifyError } from '../../../ui/components/notices.tsx';
import type { ZapRun, ZapState } from '../../protocol.ts';
import { latestReplay, needsAttention } from '../../runs/replays.ts';
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
  /** All runs of the Zap, newest first. */
  runs: readonly ZapRun[];
  onReplay(from: ReplayFrom): Promise<void>;
}

const duplicateProtection =
  'Letters that were already ordered will not be ordered again within the time set under Do Not Send Twice Within.';

const consequences: Record<ReplayFrom, string> = {
  'failed step': `The failed step and the steps after it will run with the data of this run. Steps that succeeded will not run again. ${duplicateProtection}`,
  start: `All steps will run again with the same trigger data, including those that succeeded, so a contact or a file may be added twice. ${duplicateProtection}`,
};

interface ReplayButtonProps {
  /** Begins with “Replay”. */
  label: string;
  from: ReplayFrom;
  onReplay(): Promise<void>;
}

/** Asks before it replays. */
function ReplayButton({ label, from, onReplay }: ReplayButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <button type="button" class="secondary" onClick={() => setConfirming(true)}>
        {label}
      </button>
      {isConfirming && (
        <ConfirmDialog
          title={`${label}?`}
          confirm="Replay"
          isDestructive={false}
          onConfirm={() => void onReplay().catch(notifyError)}
          onClose={() => setConfirming(false)}
        >
          {consequences[from]}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Replays the failed runs that were not replayed yet. */
export function ReplayAll({ zap, runs }: { zap: ZapState; runs: readonly ZapRun[] }) {
  const open = runs.filter((run) => needsAttention(run, runs));
  const failed = open.filter(canReplay);
  if (!zap.isOn || failed.length < 2) return undefined;
  const replayAll = async () => {
    // The oldest first, as they happened.
    for (const run of failed.toReversed())
      await api.replay(zap.id, run.id, hasFailedStep(run) ? 'failed step' : 'start').catch(notifyError);
  };
  return (
    <ReplayButton
      // A run whose trigger failed has no data to replay.
      label={`Replay ${failed.length === open.length ? 'all ' : ''}${failed.length} failed runs`}
      from="failed step"
      onReplay={replayAll}
    />
  );
}

export function RunTools({ zap, run, runs, onReplay }: RunToolsProps) {
  const replay = latestReplay(run, runs);
  const isReplayable = canReplay(run) && !replay;
  if (!isReplayable && !replay && run.replayOf === undefined && run.heldUntil === undefined) return undefined;
  return (
    <div class="row run-tools">
      {run.replayOf !== undefined && (
        <p>
          Replay of <a href={linkTo.run(zap.id, run.replayOf)}>an earlier run</a>.
        </p>
      )}
      {replay && (
        <p>
          This run was replayed. See <a href={linkTo.run(zap.id, replay.id)}>its latest replay</a>.
        </p>
      )}
      {run.heldUntil !== undefined && (
        <p>
          Zapier runs this step again at {formatDateTime(run.heldUntil)}
          {consoleUrl ? ', by the sandbox’s clock. Advance that clock in the console to run it sooner.' : '.'}
        </p>
      )}
      {isReplayable && !zap.isOn && <p>Turn the Zap on to replay this run.</p>}
      {isReplayable && zap.isOn && (
        <>
          {hasFailedStep(run) && (
            <ReplayButton
              label="Replay from failed step"
              from="failed step"
              onReplay={() => onReplay('failed step')}
            />
          )}
          <ReplayButton label="Replay from start" from="start" onReplay={() => onReplay('start')} />
        </>
      )}
    </div>
  );
}
