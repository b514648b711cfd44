/** What can be done about a run that failed or is held. */
import { useState } from 'preact/hooks';
import { ConfirmDialog } from '../../../ui/components/confirm_dialog.tsx';
import { notifyError } from '../../../ui/components/notices.tsx';
import type { ZapRun, ZapState } from '../../protocol.ts';
import { formatDateTime } from '../shared/time.ts';
import { consoleUrl, linkTo } from '../state.ts';

type ReplayFrom = 'start' | 'failed step';

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

export function RunTools({ zap, run, onReplay }: RunToolsProps) {
  const [confirming, setConfirming] = useState<ReplayFrom | undefined>(undefined);
  const canReplay = run.outcome === 'failed' && run.steps[0]?.record !== undefined;
  const canReplayFailedStep = run.steps.findIndex(({ outcome }) => outcome === 'failed') > 0;
  if (!canReplay && run.replayOf === undefined && run.heldUntil === undefined) return undefined;
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
      {canReplay && !zap.isOn && <p>Turn the Zap on to replay this run.</p>}
      {canReplay && zap.isOn && (
        <>
          {canReplayFailedStep && (
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
