/** What can be done about a run that failed or is held. */
import { useState } from 'preact/hooks';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { ConfirmDialog } from '../../../ui/components/confirm_dialog.tsx';
import { notifyError } from '../../../ui/components/notices.tsx';
import type { ReplayRequest, ZapRun, ZapState } from '../../protocol.ts';
import { latestReplay, needsAttention } from '../../runs/replays.ts';
import { api } from '../api.ts';
import { fieldsOf } from '../shared/events.ts';
import { formatDateTime } from '../shared/time.ts';
import { consoleUrl, definition, linkTo } from '../state.ts';
import { EditAndReplay } from './edit_and_replay.tsx';

type ReplayFrom = ReplayRequest['from'];

const canReplay = ({ outcome, steps: [trigger] }: ZapRun): boolean =>
  outcome === 'failed' && trigger?.record !== undefined;

const hasFailedStep = ({ steps }: ZapRun): boolean =>
  steps.findIndex(({ outcome }) => outcome === 'failed') > 0;

interface RunToolsProps {
  zap: ZapState;
  run: ZapRun;
  /** All runs of the Zap, newest first. */
  runs: readonly ZapRun[];
  onReplay(request: ReplayRequest): Promise<void>;
}

const consequences: Record<ReplayFrom, string> = {
  'failed step':
    'The failed step and the steps after it will run with the data of this run. Steps that succeeded will not run again.',
  start:
    'All steps will run again with the same trigger data, including those that succeeded, so a contact or a file may be added twice.',
};

/** What keeps the steps of a Zap from ordering letters twice. With Off, nothing does. */
function describeProtection({ plan }: ZapState): string {
  const orders = plan.steps.flatMap((step, index) => {
    if (step.kind !== 'creates') return [];
    const field = fieldsOf(definition, step).find(({ key }) => key === 'duplicate_window');
    return field ? [{ number: index + 1, field, isOff: step.values[field.key] === 'off' }] : [];
  });
  const [first] = orders;
  if (!first) return '';
  const off = orders.find(({ isOff }) => isOff);
  const label = first.field.label ?? '';
  return off
    ? ` Step ${off.number} may order letters a second time, because ${label} is Off there. Look for them at the letter service first.`
    : ` Letters that were already ordered will not be ordered again within the time set under ${label}.`;
}

interface ReplayButtonProps {
  /** Begins with “Replay”. */
  label: string;
  from: ReplayFrom;
  zap: ZapState;
  onReplay(): Promise<void>;
}

/** Asks before it replays. */
function ReplayButton({ label, from, zap, onReplay }: ReplayButtonProps) {
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
          {`${consequences[from]}${describeProtection(zap)}`}
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
      await api
        .replay(zap.id, run.id, { from: hasFailedStep(run) ? 'failed step' : 'start' })
        .catch(notifyError);
  };
  return (
    <ReplayButton
      // A run whose trigger failed has no data to replay.
      label={`Replay ${failed.length === open.length ? 'all ' : ''}${failed.length} failed runs`}
      from="failed step"
      zap={zap}
      onReplay={replayAll}
    />
  );
}

export function RunTools({ zap, run, runs, onReplay }: RunToolsProps) {
  const replay = latestReplay(run, runs);
  const isReplayable = canReplay(run) && !replay;
  if (run.outcome !== 'failed' && !replay && run.replayOf === undefined && run.heldUntil === undefined)
    return undefined;
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
              zap={zap}
              onReplay={() => onReplay({ from: 'failed step' })}
            />
          )}
          <ReplayButton
            label="Replay from start"
            from="start"
            zap={zap}
            onReplay={() => onReplay({ from: 'start' })}
          />
          <EditAndReplay
            run={run}
            note={describeProtection(zap)}
            onReplay={(changes) => onReplay({ from: 'start', changes })}
          />
        </>
      )}
      {needsAttention(run, runs) && (
        <ActionButton appearance="plain" action={() => api.giveUp(zap.id, run.id).then(() => {})}>
          Give up
        </ActionButton>
      )}
      {run.isGivenUp && !replay && <p>This run was given up, so it no longer counts as failed.</p>}
    </div>
  );
}
