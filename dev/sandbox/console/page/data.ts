/** The data of the page, which is reloaded whenever a record of the sandbox changes. */
import { computed, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { subscribeToUpdates } from '../../../ui/browser/live_updates.ts';
import { messageOf, requestJson, UnreachableError } from '../../../ui/browser/requests.ts';
import type { Overview } from '../protocol.ts';

/** Counts the changes. */
const changes = signal(0);

export interface Loadable<Data> {
  /** The latest data; kept while it is reloaded and while the sandbox is unreachable. */
  data?: Data | undefined;
  error?: string | undefined;
}

/** Loads `/console/{path}`, now and after each change. */
export function useData<Data>(path: string): Loadable<Data> {
  const [state, setState] = useState<Loadable<Data>>({});
  useEffect(() => {
    let isCurrent = true;
    const load = oneAtATime(async () => {
      try {
        const data = await requestJson<Data>('GET', `/console/${path}`);
        if (isCurrent) setState({ data });
      } catch (error) {
        const isUnreachable = error instanceof UnreachableError;
        if (isCurrent)
          setState(({ data }) => ({ data: isUnreachable ? data : undefined, error: messageOf(error) }));
      }
    });
    const stop = changes.subscribe(load);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [path]);
  return state;
}

/** Returns a function that starts the work, or, while it runs, has it run once more afterwards. */
function oneAtATime(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isOutdated = false;
  const start = async () => {
    isRunning = true;
    do {
      isOutdated = false;
      await work();
    } while (isOutdated);
    isRunning = false;
  };
  return () => {
    if (isRunning) isOutdated = true;
    else void start();
  };
}

/** Undefined until it has loaded. */
export const overview = signal<Overview | undefined>(undefined);
export const overviewError = signal<string | undefined>(undefined);

/** Where the browser remembers the selected account. */
const accountKey = 'console.account';

const selected = signal(localStorage.getItem(accountKey) ?? '');

/** The ID of the account whose data is shown. */
export const account = computed(() => {
  const accounts = overview.value?.accounts ?? [];
  return accounts.find(({ id }) => id === selected.value)?.id ?? accounts[0]?.id ?? selected.value;
});

export function selectAccount(id: string): void {
  localStorage.setItem(accountKey, id);
  selected.value = id;
  loadOverview();
}

/** The sandbox's time minus the browser's monotonic clock (ms). */
const clockOffset = signal(0);
const tick = signal(performance.now());

/** The sandbox's time in milliseconds since 1970; advances every second while its clock runs. */
export const now = computed(() =>
  overview.value?.frozen ? Date.parse(overview.value.now) : tick.value + clockOffset.value,
);

setInterval(() => {
  tick.value = performance.now();
}, 1000);

const loadOverview = oneAtATime(async () => {
  try {
    const { value } = account;
    const latest = await requestJson<Overview>(
      'GET',
      `/console/overview?account=${encodeURIComponent(value)}`,
    );
    tick.value = performance.now();
    clockOffset.value = Date.parse(latest.now) - tick.value;
    overview.value = latest;
    overviewError.value = undefined;
    // The first response says which account is selected; the counts are those of another one.
    if (account.value !== value) loadOverview();
  } catch (error) {
    overviewError.value = messageOf(error);
  }
});

/** Keeps all data up to date from now on. */
export function followChanges(): void {
  const reload = () => {
    changes.value += 1;
    loadOverview();
  };
  loadOverview();
  // The first event of each connection says that it is open.
  subscribeToUpdates('/console/changes', reload, () => {});
}
