/** The result of a step or a run as an icon and a few words. */
import type { StepRun, ZapRun } from '../../protocol.ts';
import { countOrders } from '../../runs/counted_orders.ts';
import { latestReplay, needsAttention } from '../../runs/replays.ts';
import { formatCount } from './count.ts';
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

/** What ordering steps ordered, such as `24 letters` and `$28.08`. */
export function describeOrders(steps: readonly StepRun[]): string[] {
  const { letters, price } = countOrders(steps);
  return [...(letters ? [formatCount(letters, 'letter')] : []), ...(price ? [formatPrice(price)] : [])];
}

export const formatPrice = (amount: number): string =>
  amount.toLocaleString('en', { style: 'currency', currency: 'USD' });

export const warningOf = ({ record }: Pick<StepRun, 'record'>): string =>
  typeof record?.warning === 'string' ? record.warning : '';

/** What a step said: why it failed, or a warning. */
export const messageOf = (run: StepRun | undefined): string =>
  run ? (run.problem?.message ?? warningOf(run)) : '';

const nothingOrdered = 'Nothing was ordered by this run';

/** The first sentence of a failure's message with the reason; the whole message is with the step. */
export function reasonIn(message: string): string {
  const reason = message.replace(new RegExp(`${nothingOrdered}[:.] `), '');
  return /^.+?[.!?](?=\s)/s.exec(reason)?.[0] ?? reason;
}

/** Whether a run failed, and its replay did not. */
export function isMended(run: ZapRun, runs: readonly ZapRun[]): boolean {
  const replay = run.outcome === 'failed' ? latestReplay(run, runs) : undefined;
  return replay?.outcome === 'done' || replay?.outcome === 'stopped';
}

/** The warning itself is not a note here, because it is beside the outcome. @param runs all runs, newest first */
export function describeRun(run: ZapRun, runs: readonly ZapRun[]): string {
  const { outcome, steps } = run;
  if (isMended(run, runs)) return 'Mended by a replay';
  if (outcome === 'failed' && latestReplay(run, runs)) return 'Failed · replayed';
  if (run.isGivenUp) return 'Failed · given up';
  if (outcome === 'stopped' && steps.some((step) => step.outcome === 'nothing'))
    return 'Stopped: a search found nothing';
  if (outcome === 'stopped' && steps.some((step) => step.outcome === 'filtered'))
    return 'Stopped by a filter';
  const notes =
    outcome === 'done'
      ? [
          ...describeOrders(steps),
          ...(steps.some(({ isCanceled }) => isCanceled) ? ['canceled since'] : []),
          ...steps.flatMap(({ notes = [] }) => notes),
        ]
      : steps.flatMap(({ problem }) =>
          problem?.message.includes(nothingOrdered) ? ['nothing ordered'] : [],
        );
  return withNotes(
    runLabels[outcome],
    notes.filter((note) => note !== 'warning'),
  );
}

/** `12 runs: 8 done, 3 failed, 1 mended by a replay. Ordered: 24 letters for $28.08.` @param all with the replays of these runs */
export function describeTotal(list: readonly ZapRun[], all: readonly ZapRun[] = list): string {
  const counts = new Map<string, number>();
  for (const run of list) {
    const state = settledState(run, all) ?? run.outcome;
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  const states = [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
  const orders = describeOrders(list.flatMap(({ steps }) => steps)).join(' for ');
  return `${formatCount(list.length, 'run')}: ${states}.${orders && ` Ordered: ${orders}.`}`;
}

/** How a failed run was settled; undefined if it was not. */
function settledState(run: ZapRun, all: readonly ZapRun[]): string | undefined {
  if (run.outcome !== 'failed' || needsAttention(run, all)) return undefined;
  if (isMended(run, all)) return 'mended by a replay';
  return run.isGivenUp ? 'given up' : 'replayed';
}

export function RunOutcome({ run, runs }: { run: ZapRun; runs: readonly ZapRun[] }) {
  const outcome = isMended(run, runs) ? 'done' : run.outcome;
  const isNoted =
    run.outcome === 'done' && run.steps.some((step) => step.isCanceled || hasUnusualNotes(step));
  return (
    <span class={`test-state ${isNoted ? 'noted' : outcome}`}>
      <OutcomeIcon outcome={outcome} />
      {describeRun(run, runs)}
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
      {isReused ? `${label} in the earlier run` : withNotes(label, [...describeOrders([run]), ...notes])}
    </span>
  );
}

/** Every note is unusual, except that a find-or-create found or created its record. */
export const isUnusual = (note: string): boolean => note !== 'found' && note !== 'created';

export const hasUnusualNotes = ({ outcome, notes = [] }: StepRun): boolean =>
  outcome === 'done' && notes.some(isUnusual);
