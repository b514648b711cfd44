/** Advances and sets the sandbox's clock. */
import { signal } from '@preact/signals';
import { notify } from '../../../../ui/components/notices.tsx';
import { formatTime } from '../../../../ui/components/time.tsx';
import { loadOverview, now, overview } from '../data/overview.ts';
import { callControlApi } from './control_api.ts';

interface ClockState {
  now: string;
  frozen: boolean;
}

const setClock = (change: { advance: string } | { freeze: string } | { run: true }): Promise<ClockState> =>
  callControlApi('POST', '/clock', change);

/** The change of the clock that this page is waiting for. */
export const clockChange = signal<{ from: number; to: number } | undefined>(undefined);

async function changeClock(to: number, done: string, change: () => Promise<ClockState>): Promise<void> {
  if (clockChange.value) return;
  clockChange.value = { from: now.value, to };
  try {
    const { now: time } = await change();
    await loadOverview();
    notify({ tone: 'good', text: `${done} It is now ${formatTime(Date.parse(time))}.` });
  } finally {
    clockChange.value = undefined;
  }
}

/** Advances the clock; everything that falls due meanwhile happens. */
export const advanceClock = (label: string, milliseconds: number): Promise<void> =>
  changeClock(now.value + milliseconds, `The clock was advanced by ${label}.`, () =>
    setClock({ advance: `${Math.round(milliseconds / 1000)}s` }),
  );

/** Sets the clock. What falls due until a later time happens; an earlier time undoes nothing. */
export async function setClockTo(time: number): Promise<void> {
  const isFrozen = overview.value?.frozen ?? false;
  const done = time > now.value ? 'The clock was advanced.' : 'The clock was set back.';
  await changeClock(time, done, async () => {
    const frozen = await setClock({ freeze: new Date(time).toISOString() });
    return isFrozen ? frozen : setClock({ run: true });
  });
}

export async function stopClock(): Promise<void> {
  await setClock({ freeze: new Date(now.value).toISOString() });
  await loadOverview();
}

export async function startClock(): Promise<void> {
  await setClock({ run: true });
  await loadOverview();
}
