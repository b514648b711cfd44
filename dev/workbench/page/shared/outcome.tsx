/** The result of a step or a run as an icon and a few words. */
import type { StepRun, ZapRun } from '../../protocol.ts';
import { Icon, type IconName } from './icons.tsx';

type Outcome = StepRun['outcome'] | ZapRun['outcome'];

const icons: Record<Outcome, IconName> = {
  done: 'done',
  nothing: 'waiting',
  filtered: 'filter',
  failed: 'failed',
  skipped: 'waiting',
  stopped: 'waiting',
  running: 'waiting',
  held: 'waiting',
};

const runLabels: Record<ZapRun['outcome'], string> = {
  done: 'Done',
  stopped: 'Stopped',
  failed: 'Failed',
  running: 'Running…',
  held: 'Held',
};

const stepLabels: Record<StepRun['outcome'], string> = {
  done: 'Done',
  nothing: 'Nothing found',
  filtered: 'Not continued',
  failed: 'Failed',
  skipped: 'Not run',
  held: 'Held',
};

export const OutcomeIcon = ({ outcome }: { outcome: Outcome }) => <Icon name={icons[outcome]} />;

/** `Done · already ordered`; notes belong to results that succeeded. */
const withNotes = (label: string, notes: readonly string[]): string => [label, ...new Set(notes)].join(' · ');

export function describeRun({ outcome, steps }: ZapRun): string {
  if (outcome === 'stopped' && steps.some((step) => step.outcome === 'nothing'))
    return 'Stopped: a search found nothing';
  if (outcome === 'stopped' && steps.some((step) => step.outcome === 'filtered'))
    return 'Stopped by a filter';
  const notes = outcome === 'done' ? steps.flatMap((step) => step.notes ?? []) : [];
  return withNotes(runLabels[outcome], notes);
}

export function RunOutcome({ run }: { run: ZapRun }) {
  const isNoted = run.outcome === 'done' && run.steps.some(hasUnusualNotes);
  return (
    <span class={`test-state ${isNoted ? 'noted' : run.outcome}`}>
      <OutcomeIcon outcome={run.outcome} />
      {describeRun(run)}
    </span>
  );
}

/** The outcome of a step. @param labels - other words for some outcomes */
export function StepOutcome({ run, labels = {} }: { run: StepRun; labels?: Partial<typeof stepLabels> }) {
  const { outcome, notes = [], isReused } = run;
  const label = labels[outcome] ?? stepLabels[outcome];
  return (
    <span class={`test-state ${hasUnusualNotes(run) ? 'noted' : outcome}`}>
      <OutcomeIcon outcome={outcome} />
      {isReused ? `${label} in the earlier run` : withNotes(label, notes)}
    </span>
  );
}

/** Every note is unusual, except that a find-or-create found or created its record. */
export const isUnusual = (note: string): boolean => note !== 'found' && note !== 'created';

export const hasUnusualNotes = ({ outcome, notes = [] }: StepRun): boolean =>
  outcome === 'done' && notes.some(isUnusual);
