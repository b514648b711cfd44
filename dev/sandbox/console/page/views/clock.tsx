import { useSignal } from '@preact/signals';
import { ActionButton } from '../../../../ui/components/action_button.tsx';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { notifyError } from '../../../../ui/components/notices.tsx';
import { PageHeading } from '../../../../ui/components/page_heading.tsx';
import { formatTime } from '../../../../ui/components/time.tsx';
import { clockChange, setClockTo, startClock, stopClock } from '../actions/clock.ts';
import { AdvanceButtons } from '../components/clock_status.tsx';
import { now, overview } from '../data/overview.ts';

export const ClockView = () => (
  <>
    <PageHeading
      title="Clock"
      lead="Orders progress and failed deliveries are retried at set times. Advance the clock instead of waiting."
    />
    <div class="cards">
      <CurrentTime isStopped={overview.value?.frozen ?? false} />
      <section class="card">
        <h2>Advance the clock</h2>
        <p class="quiet">
          Everything due in that time happens, in order. If a webhook target doesn’t respond, each attempt
          takes up to ten seconds.
        </p>
        <AdvanceButtons />
      </section>
      <section class="card">
        <h2>Set the clock</h2>
        <SetClockForm />
      </section>
    </div>
  </>
);

const CurrentTime = ({ isStopped }: { isStopped: boolean }) => (
  <section class="card">
    <div class="card-head">
      <h2>Current time</h2>
      <Badge tone={isStopped ? 'info' : 'good'}>{isStopped ? 'Stopped' : 'Running'}</Badge>
    </div>
    <p class="current-time number">
      <time dateTime={new Date(now.value).toISOString()}>{formatTime(now.value)}</time>
    </p>
    {isStopped ? (
      <ActionButton action={startClock}>Start clock</ActionButton>
    ) : (
      <ActionButton action={stopClock}>Stop clock</ActionButton>
    )}
  </section>
);

function SetClockForm() {
  const date = useSignal('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setClockTo(Date.parse(`${date.value}Z`)).catch(notifyError);
      }}
    >
      <Field label="Date and time (UTC)" hint="Setting the clock back doesn’t undo anything.">
        {(ids) => (
          <input
            {...ids}
            type="datetime-local"
            required
            value={date.value}
            onInput={({ currentTarget }) => {
              date.value = currentTarget.value;
            }}
          />
        )}
      </Field>
      <div class="form-end">
        <button type="submit" class="secondary" disabled={clockChange.value !== undefined}>
          Set clock
        </button>
      </div>
    </form>
  );
}
