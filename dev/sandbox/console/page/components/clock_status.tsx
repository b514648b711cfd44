/** The clock in the header, and the buttons that advance it. */
import { ActionButton } from '../../../../ui/components/action_button.tsx';
import { Badge } from '../../../../ui/components/badge.tsx';
import { formatTime } from '../../../../ui/components/time.tsx';
import { advanceClock, clockChange } from '../actions/clock.ts';
import { now, overview } from '../data/overview.ts';

const hour = 3_600_000;
const day = 24 * hour;

const spans = [
  { label: '1 hour', milliseconds: hour },
  { label: '1 day', milliseconds: day },
  { label: '3 days', milliseconds: 3 * day },
  { label: '1 week', milliseconds: 7 * day },
];

/** The time in the sandbox, as a link to the clock. */
export function ClockLink() {
  const { value } = overview;
  if (!value) return <span class="clock-link" />;
  const state = value.frozen ? 'stopped' : 'running';
  return (
    <a class="clock-link" href="#/clock" aria-label={`Clock: ${formatTime(now.value)}, ${state}`}>
      <span class="number">{formatTime(now.value)}</span>
      {/* The clock is also frozen while it advances. */}
      {value.frozen && !clockChange.value && <Badge tone="info">Stopped</Badge>}
    </a>
  );
}

/** A progress bar while the clock advances. */
export function TimeProgress() {
  const { value } = clockChange;
  return (
    <span class="time-progress" role="status">
      {value && (
        <>
          <Badge tone="info">Advancing the clock…</Badge>
          <progress
            aria-label="Advancing the clock"
            max={1}
            value={Math.min(1, Math.max(0, (now.value - value.from) / Math.max(1, value.to - value.from)))}
          />
        </>
      )}
    </span>
  );
}

export const AdvanceButtons = () => (
  <div class="row">
    {spans.map(({ label, milliseconds }) => (
      <ActionButton
        key={label}
        disabled={clockChange.value !== undefined}
        action={() => advanceClock(label, milliseconds)}
      >
        {label}
      </ActionButton>
    ))}
  </div>
);
