/** The sandbox's time: what it is, and letting it pass. */
import { signal, useSignal } from '@preact/signals';
import { ActionButton } from '../../../ui/components/action_button.tsx';
import { Badge } from '../../../ui/components/badge.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { notify, notifyError } from '../../../ui/components/notices.tsx';
import { PageHeading } from '../../../ui/components/page_heading.tsx';
import { formatTime } from '../../../ui/components/time.tsx';
import { type ClockState, setClock } from './control.ts';
import { now, overview, readOverview } from './world.ts';

/** Time that is passing at the moment because of this page. */
const passing = signal<{ from: number; to: number; words: string } | undefined>(undefined);

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

export const spans = [
  { words: '1 hour', milliseconds: hour },
  { words: '1 day', milliseconds: day },
  { words: '3 days', milliseconds: 3 * day },
  { words: '1 week', milliseconds: 7 * day },
];

async function change(words: string, to: number, work: () => Promise<ClockState>): Promise<void> {
  if (passing.value) return;
  passing.value = { from: now.value, to, words };
  try {
    const after = await work();
    await readOverview();
    notify({ tone: 'good', text: `${words}. It is ${formatTime(Date.parse(after.now))}.` });
  } finally {
    passing.value = undefined;
  }
}

/** Lets time pass; what falls due meanwhile happens, deliveries are tried. */
export const pass = (words: string, milliseconds: number): Promise<void> =>
  change(`${words} ${words.startsWith('1 ') ? 'has' : 'have'} passed`, now.value + milliseconds, () =>
    setClock({ advance: `${Math.round(milliseconds / second)}s` }),
  );

/** A later time is reached by what happens until then; an earlier one undoes nothing. */
async function goTo(time: number): Promise<void> {
  const isFrozen = overview.value?.frozen ?? false;
  await change(
    time > now.value ? 'The time until then has passed' : 'The clock is set back',
    time,
    async () => {
      const frozen = await setClock({ freeze: new Date(time).toISOString() });
      return isFrozen ? frozen : setClock({ run: true });
    },
  );
}

/** In the head of the page: what time it is in the sandbox. */
export function ClockChip() {
  const { value } = overview;
  if (!value) return null;
  return (
    <a class="clock-chip" href="#/clock" aria-label={`Clock: ${formatTime(now.value)}, ${stateOf(value)}`}>
      <span class="number">{formatTime(now.value)}</span>
      {/* While time passes, the clock goes from one moment to the next and stands still between them. */}
      {value.frozen && !passing.value && <Badge tone="info">stopped</Badge>}
    </a>
  );
}

const stateOf = ({ frozen }: { frozen: boolean }): string => (frozen ? 'stopped' : 'running');

/** In the head of the page while time passes: how far it has come. */
export function Passing() {
  const { value } = passing;
  return (
    <span class="passing" role="status">
      {value && (
        <>
          <Badge tone="info">time passes…</Badge>
          <progress
            aria-label="Time passes"
            max={1}
            value={Math.min(1, Math.max(0, (now.value - value.from) / Math.max(1, value.to - value.from)))}
          />
        </>
      )}
    </span>
  );
}

export function PassButtons() {
  return (
    <>
      {spans.map(({ words, milliseconds }) => (
        <ActionButton
          key={words}
          disabled={passing.value !== undefined}
          action={() => pass(words, milliseconds)}
        >
          {words}
        </ActionButton>
      ))}
    </>
  );
}

export function ClockSection() {
  const date = useSignal('');
  const { value } = overview;
  const submit = (event: Event) => {
    event.preventDefault();
    goTo(Date.parse(`${date.value}Z`)).catch(notifyError);
  };
  return (
    <>
      <PageHeading
        title="Clock"
        lead="Orders are produced and shipped, and deliveries that failed are tried again, when their time has come. Here you need not wait for it."
      />
      {value && (
        <div class="cards">
          <section class="card">
            <div class="card-head">
              <h2>Now</h2>
              <Badge tone={value.frozen ? 'info' : 'good'}>{stateOf(value)}</Badge>
            </div>
            <p class="big-time number">
              <time dateTime={new Date(now.value).toISOString()}>{formatTime(now.value)}</time>
            </p>
            {value.frozen ? (
              <ActionButton action={() => setClock({ run: true }).then(readOverview)}>
                Let it run
              </ActionButton>
            ) : (
              <ActionButton
                action={() => setClock({ freeze: new Date(now.value).toISOString() }).then(readOverview)}
              >
                Stop it
              </ActionButton>
            )}
          </section>
          <section class="card">
            <h2>Let time pass</h2>
            <p class="quiet">
              Everything that falls due on the way happens, in order. A webhook’s target that does not answer
              is waited for, ten seconds at most for each try.
            </p>
            <div class="row">
              <PassButtons />
            </div>
          </section>
          <section class="card">
            <h2>Go to a date</h2>
            <form onSubmit={submit}>
              <Field label="Date and time (UTC)">
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
              <p class="hint">An earlier one sets the clock back; nothing that happened is undone.</p>
              <button type="submit" class="secondary" disabled={passing.value !== undefined}>
                Go there
              </button>
            </form>
          </section>
        </div>
      )}
    </>
  );
}
